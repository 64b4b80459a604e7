// A Gaussian blur with both passes in one kernel. Groups of 32 × 8; work-item (x, y) makes pixel (x, y), and the launch has whole groups. It is
// right, and a row of sums lies in 32 banks.
#define RADIUS 4
#define WINDOW 9
#define ACROSS 32
#define DOWN 8
#define HIGH (DOWN + 2 * RADIUS)

kernel __attribute__((reqd_work_group_size(ACROSS, DOWN, 1))) void
blur_tile(global const float* in, constant float* weights, global float* out, uint columns, uint rows)
{
    local float pixels[HIGH][ACROSS + 2 * RADIUS];
    local float sums[HIGH][ACROSS];
    const int i = get_local_id(0), j = get_local_id(1);
    const int x = get_global_id(0), y = get_global_id(1);
    for (int r = j; r < HIGH; r += DOWN)
        for (int c = i; c < ACROSS + 2 * RADIUS; c += ACROSS) {
            const int row = clamp(y - j + r - RADIUS, 0, (int)rows - 1);
            const int column = clamp(x - i + c - RADIUS, 0, (int)columns - 1);
            pixels[r][c] = in[(size_t)row * columns + column];
        }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int r = j; r < HIGH; r += DOWN) {
        float sum = 0;
        for (int k = 0; k < WINDOW; ++k) sum += weights[k] * pixels[r][i + k];
        sums[r][i] = sum;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x >= columns || y >= rows) return;
    float sum = 0;
    for (int k = 0; k < WINDOW; ++k) sum += weights[k] * sums[j + k][i];
    out[(size_t)y * columns + x] = sum;
}
