// The two halves of a time step: forces change velocities, velocities change places.

//! [kick_drift]
// Work-item i: w of a velocity and of an acceleration stays 0, w of a body is its mass.
kernel void kick(global float4* velocities, global const float4* accelerations, float time)
{
    uint i = get_global_id(0);
    velocities[i] += time * accelerations[i];
}

kernel void drift(global float4* bodies, global const float4* velocities, float time)
{
    uint i = get_global_id(0);
    bodies[i] += time * velocities[i];
}
//! [kick_drift]
