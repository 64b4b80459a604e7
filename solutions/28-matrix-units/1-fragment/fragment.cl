// Puts a matrix together from fragments of 16 × 16 sums. The 32 lanes of a sub-group hold one, eight sums each: work-item i
// brings sums[8 * i] to sums[8 * i + 7], and work-items 32 * f to 32 * f + 31 hold fragment f. In c, `across` fragments stand
// beside each other; a row has 16 * across elements. 1D; work-groups of any number of whole sub-groups.
#define LANES 32
#define SUMS 8

// Row and column, within the fragment, of a lane's sum number i.
uint row_of(uint lane, uint i)
{
    return i / 2 % 2 * 8 + lane / 4;
}

uint column_of(uint lane, uint i)
{
    return i / 4 * 8 + lane % 4 * 2 + i % 2;
}

kernel void put_together(global const float* sums, global float* c, uint across)
{
    const size_t item = get_global_id(0), fragment = item / LANES;
    const uint lane = item % LANES;
    for (uint i = 0; i < SUMS; ++i) {
        const size_t row = fragment / across * 16 + row_of(lane, i);
        const size_t column = fragment % across * 16 + column_of(lane, i);
        c[row * across * 16 + column] = sums[item * SUMS + i];
    }
}
