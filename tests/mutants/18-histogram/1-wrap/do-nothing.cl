// rejected by: correct, random pixels are counted
// How often each of the 256 values occurs among n pixels, added to `counts`. 1D, work-groups of 16; any number of
// groups. Work-item i counts pixels i, i + items of the launch, and so on, in a table of its own.
#define ITEMS 16

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void histogram(global const uchar* pixels, uint n,
                                                                         global uint* counts)
{
}
