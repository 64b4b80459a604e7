// Attention of one new token to all before it and to itself. Keys and values are kept in a cache, position after position, which are
// `pitch` floats apart: position j has channel c of head h at j * pitch + h * CHANNELS + c. There are `count` positions so far, at
// most 1,023, and the new token becomes position `count`. 1D, work-groups of 64: a group a head.
//
// -D CHANNELS=32   channels of a head: 32 or 64
#define GROUP 64
#define LONGEST 1024
#ifndef CHANNELS
#define CHANNELS 64
#endif

// The sum of what all work-items of the group have. All of them call it, and all get the sum.
float sum_of_group(float own, local float* sums)
{
    const uint l = get_local_id(0);
    barrier(CLK_LOCAL_MEM_FENCE); // until all have read the sum before
    sums[l] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint apart = GROUP / 2; apart > 0; apart /= 2) {
        if (l < apart) sums[l] += sums[l + apart];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    return sums[0];
}

// The same with the maximum.
float largest_of_group(float own, local float* all)
{
    const uint l = get_local_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    all[l] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint apart = GROUP / 2; apart > 0; apart /= 2) {
        if (l < apart) all[l] = max(all[l], all[l + apart]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    return all[0];
}

float score_of(global const float* query, global const float* key)
{
    float sum = 0;
    for (uint c = 0; c < CHANNELS; ++c) sum += query[c] * key[c];
    return sum / sqrt((float)CHANNELS);
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
attend_next(global const float* query, global const float* key, global const float* value, global float* keys,
            global float* values, global float* out, uint count, uint pitch)
{
    const uint l = get_local_id(0), head = get_group_id(0) * CHANNELS;
    query += head;
    keys += head;
    values += head;
    // The new token is missing, and each work-item computes all scores by itself, twice. Your code here.
    if (l >= CHANNELS) return;
    float largest = -INFINITY, sum = 0, total = 0;
    for (uint j = 0; j < count; ++j) largest = max(largest, score_of(query, keys + j * pitch));
    for (uint j = 0; j < count; ++j) {
        const float weight = exp(score_of(query, keys + j * pitch) - largest);
        sum += weight;
        total += weight * values[j * pitch + l];
    }
    out[head + l] = total / sum;
}
