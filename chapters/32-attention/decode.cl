// Decoding: the queries of one new token beside a cache of `tokens` keys and values, which SHARING heads of queries share. Number d
// of all keys of a head lies side by side, so that neighbours read neighbours; a value's numbers do, as ever.
//
// `decode`: a group of HEAD work-items has a head of keys (dimension 1) and `each` of its keys (dimension 0), a multiple of HEAD. For
// each of its queries it leaves HEAD sums of weighted values, the largest score, and the sum of the weights.
// `merge`: a group of HEAD work-items for each query makes one result of `parts` such parts.
#ifndef HEAD
#define HEAD 64
#endif
#ifndef SHARING
#define SHARING 4
#endif
#define PART (HEAD + 2)

kernel __attribute__((reqd_work_group_size(HEAD, 1, 1))) void
decode(global const float* q, global const float* k, global const float* v,
       global float* parts, uint tokens, uint each)
{
    local float queries[SHARING][HEAD], weights[SHARING][HEAD];
    const uint l = get_local_id(0), head = get_global_id(1), begin = get_group_id(0) * each,
               end = min(tokens, begin + each);
    float sums[SHARING], total[SHARING], largest[SHARING];
    for (uint s = 0; s < SHARING; ++s) {
        queries[s][l] = q[(head * SHARING + s) * HEAD + l] / sqrt((float)HEAD);
        sums[s] = total[s] = 0;
        largest[s] = -INFINITY;
    }
    k += head * (size_t)tokens * HEAD;
    v += head * (size_t)tokens * HEAD;
    for (uint first = begin; first < end; first += HEAD) {
        const uint key = min(first + l, end - 1);
        float scores[SHARING] = {0};
        // The queries are there, and the last weights were used.
        barrier(CLK_LOCAL_MEM_FENCE);
        //! [scores]
#pragma unroll 32
        for (uint d = 0; d < HEAD; ++d) {
            const float number = k[d * (size_t)tokens + key];
#pragma unroll
            for (uint s = 0; s < SHARING; ++s) scores[s] += queries[s][d] * number;
        }
        //! [scores]
        for (uint s = 0; s < SHARING; ++s) {
            if (first + l >= end) scores[s] = -INFINITY; // there is no such key
            weights[s][l] = scores[s];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint s = 0; s < SHARING; ++s) {
            float most = largest[s];
            for (uint j = 0; j < HEAD; ++j) most = fmax(most, weights[s][j]);
            const float correction = exp(largest[s] - most);
            sums[s] *= correction;
            total[s] *= correction;
            largest[s] = most;
        }
        barrier(CLK_LOCAL_MEM_FENCE); // all have read the scores
        for (uint s = 0; s < SHARING; ++s) weights[s][l] = exp(scores[s] - largest[s]);
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 32
        for (uint j = 0; j < HEAD; ++j) {
            const float value = v[min(first + j, end - 1) * (size_t)HEAD + l];
#pragma unroll
            for (uint s = 0; s < SHARING; ++s) {
                sums[s] += weights[s][j] * value;
                total[s] += weights[s][j];
            }
        }
    }
    for (uint s = 0; s < SHARING; ++s) {
        global float* part =
            parts + ((head * SHARING + s) * get_num_groups(0) + get_group_id(0)) * PART;
        part[l] = sums[s];
        if (l == 0) part[HEAD] = largest[s], part[HEAD + 1] = total[s];
    }
}

//! [merge]
kernel __attribute__((reqd_work_group_size(HEAD, 1, 1))) void
merge(global const float* parts, global float* out, uint count)
{
    const uint l = get_local_id(0), query = get_group_id(0);
    float largest = -INFINITY, sum = 0, total = 0;
    parts += query * (size_t)count * PART;
#pragma unroll 16
    for (uint p = 0; p < count; ++p) largest = fmax(largest, parts[p * PART + HEAD]);
#pragma unroll 16
    for (uint p = 0; p < count; ++p) {
        const float correction = exp(parts[p * PART + HEAD] - largest);
        sum += correction * parts[p * PART + l];
        total += correction * parts[p * PART + HEAD + 1];
    }
    out[query * HEAD + l] = sum / total;
}
//! [merge]
