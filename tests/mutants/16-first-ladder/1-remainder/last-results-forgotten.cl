// rejected by: correct, the last results are made
kernel void products_by_four(global const float* a, global const float* b, global float* c, uint n, uint m)
{
    global const float4* a_quads = (global const float4*)a;
    global const float4* b_quads = (global const float4*)b;
    global float4* c_quads = (global float4*)c;
    uint i = get_global_id(0);
    if (i >= n / 4) return;
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
    for (uint y = m / 4 * 4; y < m; ++y) sum += value * b[y];

    if (there == 4)
        c_quads[i] = sum;
    else {
        c[4 * i] = sum.x;
        if (there > 1) c[4 * i + 1] = sum.y;
        if (there > 2) c[4 * i + 2] = sum.z;
    }
}
