// Degrees Fahrenheit from degrees Celsius. One work-item for each temperature.
kernel void to_fahrenheit(global const float* celsius, global float* fahrenheit)
{
    const size_t i = get_global_id(0);
    // Your code here.
}
