// Inclusive scan, the obvious parallel way (Hillis and Steele, 1986): out[i] is to be in[0] + … + in[i].
// One work-item an element, i = get_global_id(0), up to 2^32, in groups of any size; one launch a step.
#ifndef ELEMENT
#define ELEMENT float
#endif

//! [hillis_steele]
// One step: every element adds the one `distance` places before it. The host launches it with
// distances 1, 2, 4, 8 … below n, and what one launch has written the next one reads.
kernel void scan_step(global const ELEMENT* in, global ELEMENT* out, uint n, uint distance)
{
    uint i = get_global_id(0);
    if (i >= n) return;
    out[i] = i < distance ? in[i] : in[i - distance] + in[i];
}
//! [hillis_steele]
