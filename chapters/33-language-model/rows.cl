// What a transformer needs besides products and e^x: embedding, layer norm, and the
// optimiser. A row is a group of ROW_ITEMS work-items; other kernels have a work-item for a
// vector or an element.

#include "wide.clh"

//! [embed]
kernel void embed(global float* x, global const uint* ids, global const float* tokens,
                  global const float* positions, uint context, uint width)
{
    const uint i = get_global_id(0), row = get_global_id(1);
    STORE(LOAD(i, tokens + (size_t)ids[row] * width) +
              LOAD(i, positions + (size_t)(row % context) * width),
          i, x + (size_t)row * width);
}
//! [embed]

// `order` has the rows of each token side by side: token v's are order[begins[v]] to
// order[begins[v + 1] - 1].
kernel void embed_tokens_backward(global float* d_tokens, global const float* dx,
                                  global const uint* order, global const uint* begins,
                                  uint width)
{
    const uint i = get_global_id(0), token = get_global_id(1);
    if (begins[token] == begins[token + 1]) return;
    wide sum = LOAD(i, d_tokens + (size_t)token * width);
    for (uint n = begins[token]; n < begins[token + 1]; ++n)
        sum += LOAD(i, dx + (size_t)order[n] * width);
    STORE(sum, i, d_tokens + (size_t)token * width);
}

kernel void embed_positions_backward(global float* d_positions, global const float* dx,
                                     uint sequences, uint context, uint width)
{
    const uint i = get_global_id(0), position = get_global_id(1);
    wide sum = 0;
    for (uint s = 0; s < sequences; ++s)
        sum += LOAD(i, dx + ((size_t)s * context + position) * width);
    STORE(sum, i, d_positions + (size_t)position * width);
}

// Vectors of a row that a work-item keeps in registers; number n is vector i of the row.
#ifndef KEPT
#define KEPT 8
#endif
#define EACH_KEPT(n, i)                                                                    \
    _Pragma("unroll") for (uint n = 0, i = item; n < KEPT;                                 \
                           ++n, i += ROW_ITEMS) if (i < vectors)

//! [normalise]
kernel ROW void normalise(global operand* y, global float2* statistics,
                          global const float* x, global const float* gain,
                          global const float* shift, uint width)
{
    SCRATCH;
    const uint row = get_group_id(0), item = get_local_id(0), vectors = width / WIDE;
    x += (size_t)row * width;
    y += (size_t)row * width;
    wide kept[KEPT], sum = 0, squares = 0;
    EACH_KEPT(n, i) sum += kept[n] = LOAD(i, x);
    const float mean = row_sum(sum_of(sum), scratch) / width;
    EACH_KEPT(n, i)
    {
        kept[n] -= mean;
        squares = fma(kept[n], kept[n], squares);
    }
    const float inverse = rsqrt(row_sum(sum_of(squares), scratch) / width + 1e-5f);
    EACH_KEPT(n, i)
    store_operands(fma(kept[n] * inverse, LOAD(i, gain), LOAD(i, shift)), i, y);
    if (item == 0) statistics[row] = (float2)(mean, inverse);
}
//! [normalise]

//! [normalise_backward]
// dx, which holds what comes past the layer, gets what comes through it, and dx_read the
// same as products read it. A group has `count` rows, and its part of `partial` gets a row
// of the gradients of gains that are due to these, and one of shifts.
kernel ROW void normalise_backward(global float* dx, global operand* dx_read,
                                   global float* partial, global const operand* dy,
                                   global const float* x, global const float* gain,
                                   global const float2* statistics, uint count, uint width)
{
    SCRATCH;
    const uint group = get_group_id(0), item = get_local_id(0), vectors = width / WIDE;
    wide d_gain[KEPT], d_shift[KEPT], d[KEPT], unit[KEPT], past[KEPT];
    EACH_KEPT(n, i) d_gain[n] = d_shift[n] = 0;
    for (uint row = group * count; row < (group + 1) * count; ++row) {
        const float mean = statistics[row].x, inverse = statistics[row].y;
        const size_t begin = (size_t)row * width;
        wide sum = 0, along = 0;
        EACH_KEPT(n, i)
        {
            d[n] = load_operands(i, dy + begin);
            unit[n] = (LOAD(i, x + begin) - mean) * inverse;
            past[n] = LOAD(i, dx + begin);
            d_shift[n] += d[n];
            d_gain[n] = fma(d[n], unit[n], d_gain[n]);
            d[n] *= LOAD(i, gain);
            sum += d[n];
            along = fma(d[n], unit[n], along);
        }
        const float mean_d = row_sum(sum_of(sum), scratch) / width,
                    mean_along = row_sum(sum_of(along), scratch) / width;
        EACH_KEPT(n, i)
        {
            const wide all = past[n] + inverse * (d[n] - mean_d - unit[n] * mean_along);
            STORE(all, i, dx + begin);
#ifdef ROUNDED
            store_operands(all, i, dx_read + begin);
#endif
        }
    }
    partial += (size_t)group * 2 * width;
    EACH_KEPT(n, i)
    {
        STORE(d_gain[n], i, partial);
        STORE(d_shift[n], i, partial + width);
    }
}
//! [normalise_backward]

// A group for each vector of columns.
kernel ROW void add_chunks(global float* gain, global float* shift,
                           global const float* partial, uint chunks, uint width)
{
    SCRATCH;
    const uint i = get_group_id(0), item = get_local_id(0);
    wide d_gain = 0, d_shift = 0;
    for (uint chunk = item; chunk < chunks; chunk += ROW_ITEMS) {
        d_gain += LOAD(i, partial + (size_t)chunk * 2 * width);
        d_shift += LOAD(i, partial + (size_t)chunk * 2 * width + width);
    }
#if ROW_ITEMS > 1
    for (uint n = 0; n < WIDE; ++n) {
        ((float*)&d_gain)[n] = row_sum(((float*)&d_gain)[n], scratch);
        ((float*)&d_shift)[n] = row_sum(((float*)&d_shift)[n], scratch);
    }
#endif
    if (item > 0) return;
    STORE(d_gain, i, gain);
    STORE(d_shift, i, shift);
}

//! [adamw]
kernel void adamw(global float* weights, global float* means, global float* squares,
                  global const float* gradients, float clip, float rate, float decay,
                  float first, float second)
{
    const size_t i = get_global_id(0);
    const float g = clip * gradients[i];
    means[i] = mix(g, means[i], 0.9f);
    squares[i] = mix(g * g, squares[i], 0.99f);
    const float step = means[i] * first / (sqrt(squares[i] * second) + 1e-8f);
    weights[i] -= rate * fma(decay, weights[i], step);
}
//! [adamw]

// A sum of squares for each group, of each element times the factor. With 0 the sum is a
// NaN if an element is infinite or a NaN, and otherwise 0.
kernel ROW void sum_of_squares(global float* sums, global const float* x, uint count,
                               float factor)
{
    SCRATCH;
#if ROW_ITEMS > 1 // neighbours read neighbours
    const uint step = get_global_size(0), first = get_global_id(0), end = count;
#else
    const uint share = (count - 1) / get_global_size(0) + 1, step = 1,
               first = get_global_id(0) * share, end = min(first + share, count);
#endif
    float sum = 0;
    for (uint i = first; i < end; i += step) {
        const float value = factor * x[i];
        sum = fma(value, value, sum);
    }
    sum = row_sum(sum, scratch);
    if (get_local_id(0) == 0) sums[get_group_id(0)] = sum;
}

#ifdef ROUNDED
// What products read, of floats.
kernel void rounded(global operand* to, global const float* from)
{
    const size_t i = get_global_id(0);
    store_operands(LOAD(i, from), i, to);
}

// `to` has the floats again.
kernel void widened(global float* to, global const operand* from)
{
    const size_t i = get_global_id(0);
    STORE(load_operands(i, from), i, to);
}

// The sum of `count` parts of a product, one behind the other.
kernel void add_parts(global float* sum, global const float* parts, uint count)
{
    const size_t i = get_global_id(0), vectors = get_global_size(0);
    wide all = LOAD(i, parts);
    for (uint part = 1; part < count; ++part) all += LOAD(i + part * vectors, parts);
    STORE(all, i, sum);
}
#endif
