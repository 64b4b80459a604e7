// rejected by: correct, the last results are made
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
