// Draws the next token. The k largest of n logits take part, of equal ones those with the lower numbers. Token i has a share in
// proportion to exp(logits[i] / temperature). In the order of their numbers, the first token up to which the shares add up to more
// than u is drawn; with a temperature of 0, the one with the largest logit. n is at most 65,536. 1D: one work-group of 256.
#define GROUP 256

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
draw(global const float* logits, global uint* token, uint n, uint k, float temperature, float u)
{
    // The largest logit, as if the temperature were always 0. Your code here.
    local float largest[GROUP];
    local uint where[GROUP];
    const uint l = get_local_id(0);
    largest[l] = -INFINITY;
    where[l] = n;
    for (uint i = l; i < n; i += GROUP)
        if (logits[i] > largest[l]) {
            largest[l] = logits[i];
            where[l] = i;
        }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint apart = GROUP / 2; apart > 0; apart /= 2) {
        if (l < apart) {
            const float other = largest[l + apart];
            if (other > largest[l] || (other == largest[l] && where[l + apart] < where[l])) {
                largest[l] = other;
                where[l] = where[l + apart];
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0) token[0] = where[0];
}
