// One step of a row of n cells in work-groups of 64; work-item i computes cell i. Its last neighbour is a planted bug.
#include "rule.h"

//! [cells]
kernel void step_cells(global const uchar* in, global uchar* out)
{
    local uchar own[64];
    const uint i = get_global_id(0);
    const uint l = get_local_id(0);
    own[l] = in[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    const uchar left = l > 0 ? own[l - 1] : i > 0 ? in[i - 1] : 0;
    const uchar right = l < 63 ? own[l + 1] : 0;
    out[i] = next_cell(left, right);
}
//! [cells]
