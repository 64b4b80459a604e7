// rejected by: clean, the last values of b count
kernel void products_by_four(global const float* a, global const float* b, global float* c, uint n, uint m)
{
    global const float4* a_quads = (global const float4*)a;
    global const float4* b_quads = (global const float4*)b;
    global float4* c_quads = (global float4*)c;
    uint i = get_global_id(0);
    if (4 * i >= n) return;
    uint there = min(n - 4 * i, 4u); // results of this work-item

    float4 value = 0;
    if (there == 4)
        value = a_quads[i];
    else {
        value.x = a[4 * i];
        if (there > 1) value.y = a[4 * i + 1];
        if (there > 2) value.z = a[4 * i + 2];
    }

    float4 sum = 0;
    for (uint q = 0; q < m / 4; ++q) {
        float4 four = b_quads[q];
        sum += value * four.x;
        sum += value * four.y;
        sum += value * four.z;
        sum += value * four.w;
    }
    if (m % 4 != 0) {
        float4 four = b_quads[m / 4];
        sum += value * four.x;
        if (m % 4 > 1) sum += value * four.y;
        if (m % 4 > 2) sum += value * four.z;
    }

    if (there == 4)
        c_quads[i] = sum;
    else {
        c[4 * i] = sum.x;
        if (there > 1) c[4 * i + 1] = sum.y;
        if (there > 2) c[4 * i + 2] = sum.z;
    }
}
