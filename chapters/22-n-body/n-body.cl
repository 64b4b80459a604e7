// All pairs of bodies, the way one would write it first.

//! [pull_of_all]
// Work-item i adds up what all n bodies do to body i. A body is (x, y, z, mass), and an
// acceleration is (x, y, z, 0); `softening`, the square of a small length, keeps two bodies
// at one place from dividing by zero. Groups of any size; the launch may be larger than n.
kernel void pull_of_all(global const float4* bodies, global float4* accelerations, uint n,
                        float softening)
{
    uint i = get_global_id(0);
    if (i >= n) return;
    float4 own = bodies[i];
    float4 sum = 0;
    for (uint j = 0; j < n; ++j) {
        float4 other = bodies[j];
        float x = other.x - own.x, y = other.y - own.y, z = other.z - own.z;
        float distance = sqrt(x * x + y * y + z * z + softening);
        float strength = other.w / (distance * distance * distance);
        sum.x += strength * x;
        sum.y += strength * y;
        sum.z += strength * z;
    }
    accelerations[i] = sum;
}
//! [pull_of_all]
