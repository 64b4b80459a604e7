// rejected by: correct, 255, 256 and 257 equal pixels of one work-item are counted
// How often each of the 256 values occurs among n pixels, added to `counts`. 1D, work-groups of 16; any number of
// groups. Work-item i counts pixels i, i + items of the launch, and so on, in a table of its own.
#define ITEMS 16

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void histogram(global const uchar* pixels, uint n,
                                                                         global uint* counts)
{
    local uchar tables[ITEMS][256];
    local uchar* own = tables[get_local_id(0)];
    for (uint bin = 0; bin < 256; ++bin) own[bin] = 0;

    uint round = 0;
    for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
        const uchar pixel = pixels[i];
        ++own[pixel];
        if (++round % 256 == 0)
            for (uint bin = 0; bin < 256; ++bin) {
                atomic_add(&counts[bin], own[bin]);
                own[bin] = 0;
            }
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint bin = get_local_id(0); bin < 256; bin += ITEMS) {
        uint sum = 0;
        for (uint item = 0; item < ITEMS; ++item) sum += tables[item][bin];
        atomic_add(&counts[bin], sum);
    }
}
