// Loads and stores in chosen orders. Dimension 0: 256 work-items a group, ROUNDS elements each, one grid apart;
// dimension 1: the row, `stride` of them, so that every element is touched once.
#define ROUNDS 8

kernel void fill(global uint* out)
{
    size_t i = get_global_id(0);
    out[i] = (uint)i * 2654435761u;
}

kernel void load(global const uint* in, global uint* out, uint stride, uint offset)
{
    uint i = get_global_id(0), step = get_global_size(0), row = get_global_id(1);
    uint sum = 0;
    for (uint r = 0; r < ROUNDS; ++r) sum ^= in[(i + r * step) * stride + row + offset];
    out[row * step + i] = sum;
}

kernel void store(global uint* out, uint stride, uint offset)
{
    uint i = get_global_id(0), step = get_global_size(0), row = get_global_id(1);
    for (uint r = 0; r < ROUNDS; ++r) {
        uint at = (i + r * step) * stride + row + offset;
        out[at] = at * 2654435761u + stride;
    }
}

// Eight numbers of a particle, of which a kernel wants two.
typedef struct
{
    uint x, y, z, mass, vx, vy, vz, charge;
} Particle;

kernel void structures(global const Particle* particles, global uint* out)
{
    size_t i = get_global_id(0);
    out[i] = particles[i].mass ^ particles[i].vx;
}

kernel void arrays(global const uint* mass, global const uint* vx, global uint* out)
{
    size_t i = get_global_id(0);
    out[i] = mass[i] ^ vx[i];
}
