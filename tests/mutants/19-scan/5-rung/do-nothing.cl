// rejected by: correct, one block of uints is scanned
// Inclusive scan of blocks of 4 * GROUP elements; block g's sum goes to sums[g]. 1D, work-groups of GROUP.
#ifndef ELEMENT
#define ELEMENT float
#endif
#ifndef GROUP
#define GROUP 256
#endif
#ifndef BLOCK
#define BLOCK (4 * GROUP)
#endif

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scan_blocks_in_registers(global const ELEMENT* in, global ELEMENT* out, global ELEMENT* sums, uint n)
{
}

// The second half, given: everything in block b + 1 grows by the sum of blocks 0 to b.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
add_block_sums(global ELEMENT* out, global const ELEMENT* sums, uint n)
{
    const uint first = ((uint)get_group_id(0) + 1) * BLOCK;
    const ELEMENT before = sums[get_group_id(0)];
    for (uint i = get_local_id(0); i < BLOCK && first + i < n; i += GROUP) out[first + i] += before;
}
