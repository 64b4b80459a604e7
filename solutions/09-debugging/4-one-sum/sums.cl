// Two kernels that add up. The launch may be larger than what there is to do.

// The product of two matrices, c = a * b: c(row, column) is the sum of a(row, k) * b(k, column) over all k below `depth`.
// a has `rows` rows of `depth` elements, b has `depth` rows of `columns`, c has `rows` rows of `columns`. Work-item `row`
// makes one row of c. With a depth of 0 every sum is 0.
kernel void product(global const float* a, global const float* b, global float* c, uint rows, uint depth,
                    uint columns)
{
    const uint row = get_global_id(0);
    if (row >= rows) return;
    for (uint column = 0; column < columns; ++column) {
        float sum = 0;
        for (uint k = 0; k < depth; ++k) sum += a[row * depth + k] * b[k * columns + column];
        c[row * columns + column] = sum;
    }
}

// Bodies that pull each other by springs. Body j pulls body i with strength[j] times the way from i to j, in each of the three
// directions. The force on body i is the sum over all j, and work-item i makes it. Of position and force, body i has elements
// 3 * i (x), 3 * i + 1 (y) and 3 * i + 2 (z).
kernel void springs(global const float* position, global const float* strength, uint bodies,
                    global float* force)
{
    const uint i = get_global_id(0);
    if (i >= bodies) return;
    float fx = 0, fy = 0, fz = 0;
    for (uint j = 0; j < bodies; ++j) {
        const float dx = position[3 * j] - position[3 * i];
        const float dy = position[3 * j + 1] - position[3 * i + 1];
        const float dz = position[3 * j + 2] - position[3 * i + 2];
        fx += strength[j] * dx;
        fy += strength[j] * dy;
        fz += strength[j] * dz;
    }
    force[3 * i] = fx;
    force[3 * i + 1] = fy;
    force[3 * i + 2] = fz;
}
