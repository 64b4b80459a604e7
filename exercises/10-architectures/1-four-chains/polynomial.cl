// Values of a polynomial. 1D: work-item i makes y[i] = p(x[i]); the launch may be longer than n. There are 4 * quads coefficients, the
// one of x to the k-th is component k % 4 of coefficients[k / 4].
kernel void polynomial(global const float* x, constant float4* coefficients, global float* y, uint quads,
                       uint n)
{
    const uint i = get_global_id(0);
    if (i >= n) return;
    constant float* coefficient = (constant float*)coefficients;
    // One sum, from the highest power down: each round needs the sum of the round before.
    float sum = 0;
    for (uint k = 4 * quads; k > 0; --k) sum = sum * x[i] + coefficient[k - 1];
    y[i] = sum;
}
