// Stars that feel two heavy cores, and not each other. xyz of a place is a place; its w tells
// the core that the star began with, 0 or 1. The w of a core is its mass.

//! [move]
// Work-item i: star i. One-dimensional, any work-group.
kernel void move_stars(global const float4* from, global float4* to,
                       global float4* velocities, float4 one, float4 two, float time,
                       uint n)
{
    uint i = get_global_id(0);
    if (i >= n) return;
    float4 place = from[i], velocity = velocities[i];
    float3 to_one = one.xyz - place.xyz, to_two = two.xyz - place.xyz;
    float root_one = rsqrt(dot(to_one, to_one) + 0.002f);
    float root_two = rsqrt(dot(to_two, to_two) + 0.002f);
    velocity.xyz += time * (one.w * root_one * root_one * root_one * to_one +
                            two.w * root_two * root_two * root_two * to_two);
    place.xyz += time * velocity.xyz;
    velocities[i] = velocity;
    to[i] = place;
}
//! [move]
