// TO WRITE: the job, the index convention and the shape of a work-group, for all rungs of
// the ladder. out[i] = 2 * in[i] for `count` floats; work-item i handles element i, and
// launches have whole groups of 64.
#define GROUPED __attribute__((reqd_work_group_size(64, 1, 1)))

//! [doubled]
// One work-item an element.
kernel GROUPED void doubled(global const float* in, global float* out, uint count)
{
    uint i = get_global_id(0);
    if (i < count) out[i] = 2 * in[i];
}
//! [doubled]
