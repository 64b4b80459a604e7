// Three transposes of a square matrix: element (x, y) goes to (y, x). Groups of 32 x 8 work-items.
kernel void naive(global const float* source, global float* target, int n)
{
    const int x = get_global_id(0);
    for (int i = 0; i < 32; i += 8) {
        const int y = get_group_id(1) * 32 + get_local_id(1) + i;
        target[x * n + y] = source[y * n + x];
    }
}

kernel void tiled(global const float* source, global float* target, int n)
{
    local float tile[32][32];
    const int tx = get_local_id(0);
    const int ty = get_local_id(1);
    for (int i = 0; i < 32; i += 8)
        tile[ty + i][tx] = source[(get_group_id(1) * 32 + ty + i) * n + get_group_id(0) * 32 + tx];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 32; i += 8)
        target[(get_group_id(0) * 32 + ty + i) * n + get_group_id(1) * 32 + tx] = tile[tx][ty + i];
}

kernel void padded(global const float* source, global float* target, int n)
{
    local float tile[32][33];
    const int tx = get_local_id(0);
    const int ty = get_local_id(1);
    for (int i = 0; i < 32; i += 8)
        tile[ty + i][tx] = source[(get_group_id(1) * 32 + ty + i) * n + get_group_id(0) * 32 + tx];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 32; i += 8)
        target[(get_group_id(0) * 32 + ty + i) * n + get_group_id(1) * 32 + tx] = tile[tx][ty + i];
}
