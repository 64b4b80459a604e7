// Fades one line of values into another: y[i] = a * x[i] + y[i]. Values are stored as halves, and computed as floats; results are
// rounded to the nearest half. 1D, work-groups of any size; work-item w makes the four elements from 4 * w on, as far as there are
// so many. x and y begin at a multiple of 8 bytes.
kernel void fade(global const half* x, global half* y, float a, uint n)
{
    // Your code here.
}
