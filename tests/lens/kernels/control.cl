// Kernels whose work-items take different ways. One-dimensional; i is the work-item's number in the launch.

// Odd and even work-items call different functions: every sub-group runs both.
kernel void odd_even(global float* data)
{
    const int i = get_global_id(0);
    float x = data[i];
    if (get_local_id(0) % 2)
        x = sin(x);
    else
        x = cos(x);
    data[i] = x;
}

// The same work, parted between whole sub-groups of 32.
kernel void by_wave(global float* data)
{
    const int i = get_global_id(0);
    float x = data[i];
    if (get_local_id(0) / 32 % 2)
        x = sin(x);
    else
        x = cos(x);
    data[i] = x;
}

// In its i-th round of four, work-item l reads (l + i) % 4 elements; it reads six in all.
kernel void unequal_loops(global const float* data, global float* sums)
{
    const int l = get_local_id(0);
    float sum = 0;
    for (int i = 0; i < 4; ++i) {
        for (int j = 0; j < (l + i) % 4; ++j) {
            sum += data[j * 64 + l];
        }
        sum = sin(sum);
    }
    sums[get_global_id(0)] = sum;
}

// Work-item l leaves the loop in round l; all meet again behind it.
kernel void leaves_early(global const float* data, global float* sums)
{
    const int l = get_local_id(0);
    float sum = 0;
    for (int i = 0; i < 64; ++i) {
        if (i == l) break;
        sum = sin(sum + data[i]);
    }
    sums[get_global_id(0)] = sum;
}

// Work-items from number 20 on have nothing to do.
kernel void guarded(global float* data, int n)
{
    const int i = get_global_id(0);
    if (i >= n) return;
    data[i] = sin(data[i]);
}

__attribute__((noinline)) float read_one(global const float* data, int i)
{
    return sin(data[i]);
}

// One function called at two places: each half of the sub-group calls it elsewhere.
kernel void calls(global float* data)
{
    const int i = get_global_id(0);
    float x = 1;
    if (get_local_id(0) < 16)
        x = cos(read_one(data, i));
    else
        x = exp(read_one(data, i + 64));
    data[i] = x;
}

__attribute__((noinline)) float exchange(local float* tile, global const float* data, int l)
{
    tile[l] = data[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    return tile[63 - l];
}

// A function with a barrier inside, called twice.
kernel void exchanges(global float* data)
{
    local float tile[64];
    const int l = get_local_id(0);
    float x = exchange(tile, data, l);
    barrier(CLK_LOCAL_MEM_FENCE);
    x += exchange(tile, data + 64, l);
    data[l] = x;
}

// Follows links: the compiler joins the load before the loop with the one inside, and gives it no line.
kernel void chase(global const uint* next, global uint* last, uint steps)
{
    uint at = 0;
    for (uint i = 0; i < steps; ++i) at = next[at];
    last[get_global_id(0)] = at;
}

// A loop of unequal length around a branch.
kernel void unequal_parity(global int* data)
{
    const int l = get_local_id(0);
    int sum = 0;
    for (int i = 0; i < l; ++i) {
        if (data[i + l] % 2)
            sum = data[i] * sum + 1;
        else
            data[i + 64] = l;
    }
    data[l] = sum;
}

// Constant memory, an array of the work-item's own, and neither.
kernel void from_table(constant float* numbers, global float* to)
{
    to[get_global_id(0)] = numbers[get_global_id(0) % 4];
}

kernel void from_own_array(global int* data, int shift)
{
    int own[64];
    const int i = get_global_id(0);
    for (int k = 0; k < 64; ++k) own[k] = data[(i + k) % 64];
    data[i] = own[(i * shift) % 64];
}
