// TO WRITE: what is computed. values[i] *= factor; one work-item an element, and the launch may be larger than n.
kernel void scale(float factor, global float* values, uint n)
{
    // Your code here.
}
