// Counts for each atom the others that are at most `cutoff` away. Work-item i counts for atom i; groups of 64, whose atoms are a tile.
// boxes[2 * t] and boxes[2 * t + 1] are the least and the largest x, y, z of tile t, which has atoms 64 * t to 64 * t + 63.
#define TILE 64

kernel __attribute__((reqd_work_group_size(TILE, 1, 1))) void count_neighbours(global const float4* atoms,
                                                                               global const float4* boxes,
                                                                               global uint* neighbours,
                                                                               uint n, float cutoff)
{
    const uint i = get_global_id(0);
    if (i >= n) return;
    const float3 own = atoms[i].xyz;
    const float3 low = boxes[2 * get_group_id(0)].xyz, high = boxes[2 * get_group_id(0) + 1].xyz;
    uint count = 0;
    for (uint first = 0; first < n; first += TILE) {
        const uint t = first / TILE;
        const float3 gap = max(max(boxes[2 * t].xyz - high, low - boxes[2 * t + 1].xyz), 0.0f);
        if (dot(gap, gap) > cutoff * cutoff) continue; // the whole group, so that it does not diverge
        for (uint j = first; j < min(first + TILE, n); ++j) {
            const float3 way = atoms[j].xyz - own;
            if (j != i && dot(way, way) <= cutoff * cutoff) ++count;
        }
    }
    neighbours[i] = count;
}
