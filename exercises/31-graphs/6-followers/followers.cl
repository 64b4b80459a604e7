// Who hears the news. 1D, work-groups of 256; group g has the posts 256 · g to 256 · g + 255, as far as there are `count`. Post i is
// by the author authors[i]. The followers of author a are columns[row_begins[a]] to columns[row_begins[a + 1] - 1].
#define GROUP 256

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void spread(global const uint* row_begins,
                                                                      global const uint* columns,
                                                                      global const uint* authors, uint count,
                                                                      volatile global uint* heard)
{
    // Right, but a work-item has a post, however many followers its author has. Your code here.
    const uint i = get_global_id(0);
    if (i >= count) return;
    const uint author = authors[i];
    for (uint e = row_begins[author]; e < row_begins[author + 1]; ++e) atomic_inc(&heard[columns[e]]);
}
