// Counts for each atom the others that are at most `cutoff` away. Work-item i counts for atom i; groups of 64, whose atoms are a tile.
// boxes[2 * t] and boxes[2 * t + 1] are the least and the largest x, y, z of tile t, which has atoms 64 * t to 64 * t + 63.
#define TILE 64

kernel __attribute__((reqd_work_group_size(TILE, 1, 1))) void count_neighbours(global const float4* atoms,
                                                                               global const float4* boxes,
                                                                               global uint* neighbours,
                                                                               uint n, float cutoff)
{
    // Right, but it looks at every atom. Most tiles are too far away.
    const uint i = get_global_id(0);
    if (i >= n) return;
    const float3 own = atoms[i].xyz;
    uint count = 0;
    for (uint j = 0; j < n; ++j) {
        const float3 way = atoms[j].xyz - own;
        if (j != i && dot(way, way) <= cutoff * cutoff) ++count;
    }
    neighbours[i] = count;
}
