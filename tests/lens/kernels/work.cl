// What a GPU issues for a loop, a call, a private array and a division.

kernel void open_loop(global const float* in, global float* out, uint n)
{
    float sum = 0;
    for (uint i = 0; i < n; ++i) sum += in[i];
    out[get_global_id(0)] = sum;
}

// The same loop, in which work-items wait for each other.
kernel void waiting_loop(global const float* in, global float* out, uint n)
{
    float sum = 0;
    for (uint i = 0; i < n; ++i) {
        sum += in[i];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = sum;
}

// Too long to be written out twice.
kernel void long_loop(global const float* in, global float* out, uint n)
{
    float sum = 0;
    for (uint i = 0; i < n; ++i) {
        sum += in[i];
#pragma unroll
        for (int j = 0; j < 40; ++j) sum = fma(sum, sum, 0.5f);
    }
    out[get_global_id(0)] = sum;
}

kernel void known_loop(global const float* in, global float* out, uint n)
{
    float sum = 0;
    for (uint round = 0; round < n; ++round)
        for (uint i = 0; i < 16; ++i) sum += in[i];
    out[get_global_id(0)] = sum;
}

float twice(float x)
{
    return x + x;
}

kernel void calling_loop(global const float* in, global float* out, uint n)
{
    float sum = 0;
    for (uint i = 0; i < n; ++i) sum += twice(in[i]);
    out[get_global_id(0)] = sum;
}

// Nothing but the step from one round to the next changes what is kept.
kernel void private_loop(global const float* in, global float* out, uint n)
{
    float kept[4] = {0, 0, 0, 0};
    for (uint i = 0; i < n; ++i) kept[i % 4] += in[i];
    out[get_global_id(0)] = kept[0] + kept[1] + kept[2] + kept[3];
}

kernel void dividing_loop(global const uint* in, global uint* out, uint n)
{
    uint sum = 0;
    for (uint i = 0; i < n; ++i) sum += n / in[i];
    out[get_global_id(0)] = sum;
}

kernel void tenths_loop(global const uint* in, global uint* out, uint n)
{
    uint sum = 0;
    for (uint i = 0; i < n; ++i) sum += in[i] / 10;
    out[get_global_id(0)] = sum;
}
