// Who hears the news. 1D, work-groups of 256; group g has the posts 256 · g to 256 · g + 255, as far as there are `count`. Post i is
// by the author authors[i]. The followers of author a are columns[row_begins[a]] to columns[row_begins[a + 1] - 1].
#define GROUP 256

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void spread(global const uint* row_begins,
                                                                      global const uint* columns,
                                                                      global const uint* authors, uint count,
                                                                      volatile global uint* heard)
{
    local uint ends[GROUP], firsts[GROUP];
    const uint l = get_local_id(0), i = get_global_id(0);
    uint begin = 0, own = 0;
    if (i < count) {
        begin = row_begins[authors[i]];
        own = row_begins[authors[i] + 1] - begin;
    }
    ends[l] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint apart = 1; apart < GROUP; apart *= 2) {
        const uint before = l >= apart ? ends[l - apart] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        ends[l] += before;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    firsts[l] = begin - (ends[l] - own);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint e = l; e < ends[GROUP - 1]; e += GROUP) {
        uint post = 0; // the first whose end is beyond e
        for (uint apart = GROUP / 2; apart > 0; apart /= 2)
            if (ends[post + apart - 1] <= e) post += apart;
        atomic_inc(&heard[columns[firsts[post] + e]]);
    }
}
