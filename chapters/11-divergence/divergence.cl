// Branches and loops on which neighbours disagree. One work-item for each element; 1D, any group size.

//! [branches]
// Stretches of `side` work-items go left and right in turn: 1 is odd and even.
kernel void branches(global float* out, uint side, uint rounds)
{
    uint i = get_global_id(0);
    float x = i;
    if (i / side % 2 == 0)
        for (uint r = 0; r < rounds; ++r) x = 0.5f * x + 1.0f;
    else
        for (uint r = 0; r < rounds; ++r) x = 3.0f - 0.25f * x;
    out[i] = x;
}
//! [branches]

//! [limit]
kernel void limit(global const float* in, global float* out, float most)
{
    uint i = get_global_id(0);
    float x = in[i];
    if (x > most) x = most;
    out[i] = x;
}
//! [limit]

//! [collatz]
// Halve an even number, triple an odd one and add one: how many steps until 1?
kernel void collatz(global const uint* start, global uint* steps)
{
    uint i = get_global_id(0);
    ulong n = start[i];
    uint count = 0;
    while (n != 1) {
        n = n % 2 == 0 ? n / 2 : 3 * n + 1;
        ++count;
    }
    steps[i] = count;
}
//! [collatz]
