// c[x] = sum over y of a[x] * b[y], for n values of a and m of b. Work-item i makes results 4 i to 4 i + 3 and reads
// four values of b at a time. 1D; the launch has at least a quarter as many work-items as results.
kernel void products_by_four(global const float* a, global const float* b, global float* c, uint n, uint m)
{
    global const float4* a_quads = (global const float4*)a;
    global const float4* b_quads = (global const float4*)b;
    global float4* c_quads = (global float4*)c;
    uint i = get_global_id(0);
    if (i >= n / 4) return;
    float4 value = a_quads[i];
    float4 sum = 0;
    for (uint q = 0; q < m / 4; ++q) {
        float4 four = b_quads[q];
        sum += value * four.x;
        sum += value * four.y;
        sum += value * four.z;
        sum += value * four.w;
    }
    c_quads[i] = sum;
}
