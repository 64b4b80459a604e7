// Adds up exposures of one scene by the camera's response curve. 1D; work-item i has pixel i, the launch may have more work-items than
// there are pixels. Exposure k of pixel i is the level raw[k * n + i], below LEVELS, and curve[level] is the light that it stands for.
#define EXPOSURES 8
#define LEVELS 4096
#define GROUP 512 // that many share one copy of the curve

// sums[i] = the light of all exposures of pixel i but the one that is farthest from their mean; of several, the first of them.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
add_light(global const uint* raw, global const int* curve, global int* sums, uint n)
{
    local int light[LEVELS];         // any work-item may need any of it
    local int own[EXPOSURES][GROUP]; // each work-item needs its own column
    const uint i = get_global_id(0);
    const uint l = get_local_id(0);

    for (uint level = l; level < LEVELS; level += GROUP) light[level] = curve[level];
    barrier(CLK_LOCAL_MEM_FENCE);

    int sum = 0;
    for (uint k = 0; k < EXPOSURES; ++k) {
        own[k][l] = i < n ? light[raw[k * n + i]] : 0;
        sum += own[k][l];
    }
    int farthest = own[0][l];
    uint most = 0; // that an exposure is away from the mean, times EXPOSURES
    for (uint k = 0; k < EXPOSURES; ++k) {
        const uint away = abs(EXPOSURES * own[k][l] - sum);
        farthest = away > most ? own[k][l] : farthest;
        most = max(most, away);
    }
    if (i < n) sums[i] = sum - farthest;
}
