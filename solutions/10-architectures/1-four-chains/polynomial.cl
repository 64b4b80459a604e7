// Values of a polynomial. 1D: work-item i makes y[i] = p(x[i]); the launch may be longer than n. There are 4 * quads coefficients, the
// one of x to the k-th is component k % 4 of coefficients[k / 4].
kernel void polynomial(global const float* x, constant float4* coefficients, global float* y, uint quads,
                       uint n)
{
    const uint i = get_global_id(0);
    if (i >= n) return;
    const float x1 = x[i], x2 = x1 * x1, x4 = x2 * x2;
    // Four sums of powers of x4, which do not wait for each other.
    float4 sums = 0;
    for (uint j = quads; j > 0; --j) sums = sums * x4 + coefficients[j - 1];
    y[i] = sums.x + x1 * (sums.y + x1 * (sums.z + x1 * sums.w));
}
