// Work-item i adds up what all n bodies do to body i, each by its copy that is nearest: space is filled with copies of a cube whose edges
// are as long as `box`. A body is (x, y, z, mass), an acceleration (x, y, z, 0).
kernel void pull_of_all(global const float4* bodies, global float4* accelerations, uint n, float softening,
                        float box)
{
    uint i = get_global_id(0);
    if (i >= n) return;
    float4 own = bodies[i];
    float4 sum = 0;
    float boxes = 1 / box;
    for (uint j = 0; j < n; ++j) {
        float4 other = bodies[j];
        float x = other.x - own.x, y = other.y - own.y, z = other.z - own.z;
        x -= box * rint(x * boxes);
        y -= box * rint(y * boxes);
        z -= box * rint(z * boxes);
        float root = rsqrt(x * x + y * y + z * z + softening);
        float strength = other.w * root * root * root;
        sum.x += strength * x;
        sum.y += strength * y;
        sum.z += strength * z;
    }
    accelerations[i] = sum;
}
