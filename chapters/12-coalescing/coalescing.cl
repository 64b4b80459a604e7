// The same reads in different orders. 1D kernels: one work-item for each element; the products: one for each of C.

//! [rows]
// C = A·B, all n × n, row after row. Dimension 0 is the row.
kernel void product_by_rows(global const float* A, global const float* B, global float* C,
                            uint n)
{
    uint row = get_global_id(0), column = get_global_id(1);
    float sum = 0;
    for (uint k = 0; k < n; ++k) {
        float a = A[row * n + k];
        float b = B[k * n + column];
        sum += a * b;
    }
    C[row * n + column] = sum;
}
//! [rows]

//! [columns]
// The same with dimension 0 as the column.
kernel void product_by_columns(global const float* A, global const float* B,
                               global float* C, uint n)
{
    uint column = get_global_id(0), row = get_global_id(1);
    float sum = 0;
    for (uint k = 0; k < n; ++k) {
        float a = A[row * n + k];
        float b = B[k * n + column];
        sum += a * b;
    }
    C[row * n + column] = sum;
}
//! [columns]

//! [bus]
typedef struct __attribute__((packed))
{
    int value;
} Anywhere; // an int at any address

kernel void bus(global const uchar* memory, uint address, global int* out)
{
    global const Anywhere* X = (global const Anywhere*)(memory + address);
    out[get_global_id(0)] = X[get_global_id(0)].value;
}
//! [bus]

//! [stride]
// Reads every element once; neighbours read `stride` elements apart, and dimension 1 is
// `stride` rows long.
kernel void strided(global const float* in, global float* out)
{
    uint i = get_global_id(0), row = get_global_id(1);
    uint items = get_global_size(0), stride = get_global_size(1);
    out[row * items + i] = in[i * stride + row];
}
//! [stride]

//! [offset]
kernel void shifted(global const float* in, global float* out, uint offset)
{
    uint i = get_global_id(0);
    out[i] = in[i + offset];
}
//! [offset]

//! [particles]
typedef struct
{
    float x, y, z, mass;
    float vx, vy, vz, charge;
} Particle;

kernel void energy_of_structures(global const Particle* p, global float* energy)
{
    uint i = get_global_id(0);
    energy[i] = 0.5f * p[i].mass * p[i].vx * p[i].vx;
}

kernel void energy_of_arrays(global const float* mass, global const float* vx,
                             global float* energy)
{
    uint i = get_global_id(0);
    energy[i] = 0.5f * mass[i] * vx[i] * vx[i];
}
//! [particles]
