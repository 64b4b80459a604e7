// Attention of `tokens` rows of HEAD numbers, head after head: out[i] = sum over j of w[i][j] v[j], where w[i] is the softmax of
// q[i] · k[j] / sqrt(HEAD). `scores`, `softmax_rows` and `weighted_sums` write all of w to memory, `attend` none of it.
// Keys before `first` fill up the sequence and are hidden; with `causal` those behind i are hidden, too.
// Dimension 0 is the key, the row, the number of the result, or the query.
//
// -D MAXIMUM=0   takes exp of the scores as they are
// -D GUARD=0     forgets rows of which every key is hidden, as in the field notes
#ifndef HEAD
#define HEAD 64
#endif
#ifndef MAXIMUM
#define MAXIMUM 1
#endif
#ifndef GUARD
#define GUARD 1
#endif

//! [scores]
kernel void scores(global const float* q, global const float* k, global float* w,
                   uint tokens, uint causal, uint first)
{
    uint j = get_global_id(0), i = get_global_id(1);
    size_t head = get_global_id(2) * (size_t)tokens;
    if (j >= tokens || i >= tokens) return;
    float sum = 0;
    for (uint d = 0; d < HEAD; ++d)
        sum += q[(head + i) * HEAD + d] * k[(head + j) * HEAD + d];
    bool hidden = j < first || (causal && j > i);
    w[(head + i) * tokens + j] = hidden ? -INFINITY : sum / sqrt((float)HEAD);
}
//! [scores]

//! [softmax]
kernel void softmax_rows(global float* w, uint columns, uint rows)
{
    if (get_global_id(0) >= rows) return;
    w += get_global_id(0) * (size_t)columns;
    float largest = -INFINITY, sum = 0;
    for (uint c = 0; c < columns; ++c) largest = fmax(largest, w[c]);
    if (MAXIMUM == 0) largest = 0;
    if (GUARD && largest == -INFINITY) largest = 0; // all hidden
    for (uint c = 0; c < columns; ++c) sum += w[c] = exp(w[c] - largest);
    if (GUARD && sum == 0) sum = 1; // then all weights are 0
    for (uint c = 0; c < columns; ++c) w[c] /= sum;
}
//! [softmax]

//! [weighted_sums]
kernel void weighted_sums(global const float* w, global const float* v, global float* out,
                          uint tokens)
{
    uint d = get_global_id(0), i = get_global_id(1);
    size_t head = get_global_id(2) * (size_t)tokens;
    if (i >= tokens) return;
    float sum = 0;
    for (uint j = 0; j < tokens; ++j)
        sum += w[(head + i) * tokens + j] * v[(head + j) * HEAD + d];
    out[(head + i) * HEAD + d] = sum;
}
//! [weighted_sums]

//! [attend]
kernel void attend(global const float* q, global const float* k, global const float* v,
                   global float* out, uint tokens, uint causal, uint first)
{
    uint i = get_global_id(0);
    size_t head = get_global_id(1) * (size_t)tokens;
    if (i >= tokens) return;
    float query[HEAD], sums[HEAD], largest = -INFINITY, sum = 0;
    for (uint d = 0; d < HEAD; ++d) {
        query[d] = q[(head + i) * HEAD + d] / sqrt((float)HEAD);
        sums[d] = 0;
    }
    for (uint j = first; j < (causal ? i + 1 : tokens); ++j) {
        float score = 0;
        for (uint d = 0; d < HEAD; ++d) score += query[d] * k[(head + j) * HEAD + d];
        //! [correct]
        if (score > largest) {
            float correction = exp(largest - score);
            sum *= correction;
            for (uint d = 0; d < HEAD; ++d) sums[d] *= correction;
            largest = score;
        }
        float weight = exp(score - largest);
        sum += weight;
        for (uint d = 0; d < HEAD; ++d) sums[d] += weight * v[(head + j) * HEAD + d];
        //! [correct]
    }
    for (uint d = 0; d < HEAD; ++d)
        out[(head + i) * HEAD + d] = sum == 0 ? 0 : sums[d] / sum;
}
//! [attend]
