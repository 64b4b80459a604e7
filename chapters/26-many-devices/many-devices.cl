// What the devices of a team share: a product of matrices by rows, a step of n bodies, and
// work that only takes time. Dimension 0 runs along rows of c, four columns to a work-item;
// or over bodies. Any work-group shape.

//! [product]
kernel void product(global const float* a, global const float4* b, global float4* c,
                    uint columns_by_4, uint inner, uint triangular, uint first_row)
{
    const uint x = get_global_id(0), y = first_row + get_global_id(1);
    if (x >= columns_by_4) return;
    const uint end = triangular ? y + 1 : inner; // behind a triangle's diagonal are zeros
    float4 sum = 0;
    for (uint k = 0; k < end; ++k) sum += a[y * inner + k] * b[k * columns_by_4 + x];
    c[y * columns_by_4 + x] = sum;
}
//! [product]

//! [move]
kernel void move(global const float4* all, global float4* velocities, global float4* moved,
                 uint bodies, uint first, uint count)
{
    if (get_global_id(0) >= count) return;
    const uint i = first + get_global_id(0);
    const float4 own = all[i];
    float4 pull = 0;
    for (uint j = 0; j < bodies; ++j) {
        float4 way = all[j] - own;
        way.w = 0;
        const float inverse = rsqrt(dot(way, way) + 1e-3f);
        pull += way * (all[j].w * inverse * inverse * inverse); // w is the mass
    }
    const float4 velocity = velocities[i] + 1e-3f * pull;
    velocities[i] = velocity;
    moved[i] = own + 1e-3f * velocity;
}
//! [move]

kernel void spin(global uint* values, uint rounds)
{
    uint x = get_global_id(0);
    for (uint round = 0; round < rounds; ++round) {
        x = x * 1664525u + 1013904223u;
        x ^= x >> 16;
    }
    values[get_global_id(0)] = x;
}
