// rejected by: correct, a block of ones counts its places
#define GROUP 256
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void scan_blocks(global const uint* in,
                                                                           global uint* out, uint n)
{
}
