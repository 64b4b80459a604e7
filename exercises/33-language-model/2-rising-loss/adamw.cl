// A step of AdamW. 1D; work-item i has weight i, and the launch may be larger than n. Steps are numbered from 1, and all means and
// squares are 0 before step 1. The weight moves against the mean of its gradients, divided by the root of the mean of their
// squares, and decays by itself.
#define BETA1 0.9f
#define BETA2 0.99f
#define EPSILON 1e-8f

kernel void adamw(global float* weights, global float* means, global float* squares,
                  global const float* gradients, float rate, float decay, uint step, uint n)
{
    const uint i = get_global_id(0);
    if (i >= n) return;
    const float g = gradients[i];
    means[i] = mix(g, means[i], BETA1);
    squares[i] = mix(g * g, squares[i], BETA2);
    // All began at 0.
    const float mean = means[i] / (1 - pow(BETA1, (float)step));
    const float move = mean / (sqrt(squares[i]) + EPSILON);
    weights[i] -= rate * (move + decay * weights[i]);
}
