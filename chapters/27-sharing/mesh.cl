// A sphere of rows and columns of vertices, each pushed outwards by noise.

// A number from -1 to 1 that belongs to a corner of the grid of whole numbers.
float corner(int3 at)
{
    uint bits = as_uint(at.x) * 0x8da6b343u + as_uint(at.y) * 0xd8163841u +
                as_uint(at.z) * 0xcb1ab31fu;
    bits = (bits ^ (bits >> 15)) * 0x2c1b3c6du;
    bits = (bits ^ (bits >> 12)) * 0x297a2d39u;
    return (float)((bits ^ (bits >> 15)) >> 8) * 0x1p-23f - 1.0f;
}

//! [noise]
// Between the eight corners around `at`: a smooth mixture of their numbers.
float noise(float3 at)
{
    float3 low = floor(at), t = at - low;
    int3 c = convert_int3(low);
    t = t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f);
    float sums[2];
    for (int z = 0; z < 2; ++z) {
        float front = mix(corner(c + (int3)(0, 0, z)), corner(c + (int3)(1, 0, z)), t.x);
        float back = mix(corner(c + (int3)(0, 1, z)), corner(c + (int3)(1, 1, z)), t.x);
        sums[z] = mix(front, back, t.y);
    }
    return mix(sums[0], sums[1], t.z);
}

// The place above the point of the unit sphere in this direction: octaves of noise, each of
// twice the frequency and half the height of the one before.
float3 displaced(float3 direction, float phase)
{
    float height = 0.0f, amplitude = 0.35f;
    float3 at = 1.7f * direction + (float3)(0.0f, 0.0f, phase);
    for (int octave = 0; octave < 5; ++octave, at *= 2.03f, amplitude *= 0.5f)
        height += amplitude * noise(at);
    return (1.0f + height) * direction;
}
//! [noise]

//! [displace]
// Work-item (x, y): vertex x of row y, at longitude 2 pi x / columns.
kernel void displace(global float4* places, global float4* normals, uint columns, uint rows,
                     float phase)
{
    uint x = get_global_id(0), y = get_global_id(1);
    if (x >= columns || y >= rows) return;
    float cos_u, sin_u = sincos(2.0f * M_PI_F * x / columns, &cos_u);
    float cos_v, sin_v = sincos(M_PI_F * (y + 0.5f) / rows, &cos_v);
    float3 up = (float3)(cos_u * sin_v, cos_v, sin_u * sin_v);
    float3 east = (float3)(-sin_u, 0.0f, cos_u), south = cross(up, east);
    float step = 0.004f;
    float3 along_east = displaced(normalize(up + step * east), phase) -
                        displaced(normalize(up - step * east), phase);
    float3 along_south = displaced(normalize(up + step * south), phase) -
                         displaced(normalize(up - step * south), phase);
    places[y * columns + x] = (float4)(displaced(up, phase), 1.0f);
    normals[y * columns + x] = (float4)(normalize(cross(along_east, along_south)), 0.0f);
}
//! [displace]
