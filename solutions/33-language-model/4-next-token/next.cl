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

#define TEAM 8 // work-items that share a key

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
attend_next(global const float* query, global const float* key, global const float* value, global float* keys,
            global float* values, global float* out, uint count, uint pitch)
{
    local float scratch[GROUP], parts[GROUP], scaled[CHANNELS], scores[LONGEST];
    const uint l = get_local_id(0), head = get_group_id(0) * CHANNELS, positions = count + 1;
    keys += head;
    values += head;
    if (l < CHANNELS) {
        keys[count * pitch + l] = key[head + l];
        values[count * pitch + l] = value[head + l];
        scaled[l] = query[head + l] / sqrt((float)CHANNELS);
    }
    barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);

    // Eight positions at a time. Member m of a team takes channels m, m + 8 and so on, which lie side by side for the team.
    const uint member = l % TEAM;
    for (uint first = 0; first < positions; first += GROUP / TEAM) {
        const uint j = first + l / TEAM;
        float sum = 0;
        if (j < positions)
            for (uint c = member; c < CHANNELS; c += TEAM) sum += scaled[c] * keys[j * pitch + c];
        parts[l] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (member == 0 && j < positions) {
            for (uint m = 1; m < TEAM; ++m) sum += parts[l + m];
            scores[j] = sum;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    float largest = -INFINITY, sum = 0;
    for (uint j = l; j < positions; j += GROUP) largest = max(largest, scores[j]);
    largest = largest_of_group(largest, scratch);
    for (uint j = l; j < positions; j += GROUP) {
        scores[j] = exp(scores[j] - largest);
        sum += scores[j];
    }
    sum = sum_of_group(sum, scratch);

    // Neighbours take neighbouring channels. With 32 channels, one half of the group takes every other position.
    const uint channel = l % CHANNELS;
    float total = 0;
    for (uint j = l / CHANNELS; j < positions; j += GROUP / CHANNELS)
        total += scores[j] * values[j * pitch + channel];
    parts[l] = total;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < CHANNELS) {
        for (uint i = l + CHANNELS; i < GROUP; i += CHANNELS) total += parts[i];
        out[head + l] = total / sum;
    }
}
