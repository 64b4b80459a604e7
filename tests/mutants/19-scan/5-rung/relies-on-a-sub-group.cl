// rejected by: clean, one block of uints is scanned
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
#define JOINED(type, width) type##width
#define VECTOR(type, width) JOINED(type, width)
typedef VECTOR(ELEMENT, 4) four;

#define MIDDLE 32 // work-items that scan the sums
#define PER (GROUP / MIDDLE)
#define PLACE(i) ((i) + (i) / 32)

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scan_blocks_in_registers(global const ELEMENT* in, global ELEMENT* out, global ELEMENT* sums, uint n)
{
    local ELEMENT meeting[PLACE(GROUP)], totals[MIDDLE];
    const uint i = 4 * get_global_id(0), l = get_local_id(0);
    four x = 0;
    if (i + 3 < n)
        x = *(global const four*)(in + i);
    else {
        if (i < n) x.x = in[i];
        if (i + 1 < n) x.y = in[i + 1];
        if (i + 2 < n) x.z = in[i + 2];
    }
    x.y += x.x;
    x.z += x.y;
    x.w += x.z;
    meeting[PLACE(l)] = x.w;
    barrier(CLK_LOCAL_MEM_FENCE);

    ELEMENT mine[PER], total = 0;
    if (l < MIDDLE)
        for (uint j = 0; j < PER; ++j) {
            mine[j] = meeting[PLACE(PER * l + j)];
            total += mine[j];
        }
    for (uint distance = 1; distance < MIDDLE; distance *= 2) {
        if (l < MIDDLE) totals[l] = total;
        if (l < MIDDLE && l >= distance) total += totals[l - distance];
    }
    if (l < MIDDLE) totals[l] = total;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < MIDDLE) {
        ELEMENT before = 0;
        if (l > 0) before = totals[l - 1];
        for (uint j = 0; j < PER; ++j) {
            meeting[PLACE(PER * l + j)] = before;
            before += mine[j];
        }
        if (l == MIDDLE - 1) sums[get_group_id(0)] = total;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    x += (four)(meeting[PLACE(l)]);
    if (i + 3 < n)
        *(global four*)(out + i) = x;
    else {
        if (i < n) out[i] = x.x;
        if (i + 1 < n) out[i + 1] = x.y;
        if (i + 2 < n) out[i + 2] = x.z;
    }
}

// The second half, given: everything in block b + 1 grows by the sum of blocks 0 to b.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
add_block_sums(global ELEMENT* out, global const ELEMENT* sums, uint n)
{
    const uint first = ((uint)get_group_id(0) + 1) * BLOCK;
    const ELEMENT before = sums[get_group_id(0)];
    for (uint i = get_local_id(0); i < BLOCK && first + i < n; i += GROUP) out[first + i] += before;
}
