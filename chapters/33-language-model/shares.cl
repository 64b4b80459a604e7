// What a transformer needs of e^x: softmax, GELU and the loss. A row is a group of ROW_ITEMS
// work-items.

#include "wide.clh"

#ifdef ROUNDED
#define power_of_e native_exp // with the device's own range and error
#else
//! [exp]
// e^x for x up to 88, with a relative error below 3e-7: 2^n by the exponent's bits, and a
// polynomial for what is left. Below -87 it stays at e^-87, and a NaN stays a NaN.
wide power_of_e(wide x)
{
    x = select(x, (wide)(-87), x < -87);
    const wide n = rint(x * 1.44269504f);
    const wide f = fma(n, (wide)(2.12194440e-4f), fma(n, (wide)(-0.693359375f), x));
    wide p = fma(f, (wide)(1.0f / 720), (wide)(1.0f / 120));
    p = fma(p, f, (wide)(1.0f / 24));
    p = fma(p, f, (wide)(1.0f / 6));
    p = fma(p, f, (wide)(0.5f));
    p = fma(p, f, (wide)(1));
    p = fma(p, f, (wide)(1));
    return p * AS_WIDE((TO_WHOLE(n) + 127) << 23);
}
//! [exp]
#endif

//! [softmax]
// Where the last tile that products read of row t ends; later shares need not be zero.
#ifdef VISIBLE
#define END(t, context) min((context), ((uint)(t) / VISIBLE + 1) * VISIBLE)
#else
#define END(t, context) context
#endif

// e^x of a row's vector i, beside the largest one's.
wide share_of(uint i, global const float* s, float most, int last)
{
    if ((int)(i * WIDE) > last) return 0;
    return select(power_of_e(LOAD(i, s) - most), (wide)(0),
                  INDICES + (int)(i * WIDE) > last);
}

// Row t of each head's scores becomes the shares of positions 0 to t; later ones get none.
// Floats come where the scores were.
kernel ROW void causal_softmax(global operand* shares, global float* scores, uint context)
{
    SCRATCH;
    const uint row = get_group_id(0), item = get_local_id(0);
    const int last = row % context;
    const uint vectors = END(last, context) / WIDE;
    global float* s = scores + (size_t)row * context;
    wide largest = -INFINITY;
    for (uint i = item; i * WIDE <= last; i += ROW_ITEMS)
        largest = max(largest, select(LOAD(i, s), (wide)(-INFINITY),
                                      INDICES + (int)(i * WIDE) > last));
    const float most = row_largest(largest_of(largest), scratch);
    wide sum = 0;
    for (uint i = item; i < vectors; i += ROW_ITEMS) {
        const wide share = share_of(i, s, most, last);
        sum += share;
#ifndef ROUNDED
        STORE(share, i, s);
#endif
    }
    const float scale = 1 / row_sum(sum_of(sum), scratch);
#ifdef ROUNDED // made again: to keep them would be one more write of each
    for (uint i = item; i < vectors; i += ROW_ITEMS)
        store_operands(share_of(i, s, most, last) * scale, i,
                       shares + (size_t)row * context);
#else
    for (uint i = item; i * WIDE <= last; i += ROW_ITEMS) STORE(LOAD(i, s) * scale, i, s);
#endif
}
//! [softmax]

// d, the gradient of the shares, becomes that of the scores.
kernel ROW void softmax_backward(global operand* d, global const operand* shares,
                                 uint context)
{
    SCRATCH;
    const uint row = get_group_id(0), item = get_local_id(0), last = row % context,
               vectors = END(last, context) / WIDE;
    d += (size_t)row * context;
    shares += (size_t)row * context;
    wide along = 0;
    for (uint i = item; i * WIDE <= last; i += ROW_ITEMS)
        along = fma(load_operands(i, d), load_operands(i, shares), along);
    const float mean = row_sum(sum_of(along), scratch);
    for (uint i = item; i < vectors; i += ROW_ITEMS)
        store_operands(load_operands(i, shares) * (load_operands(i, d) - mean), i, d);
}

//! [gelu]
// GELU by its usual approximation, x · σ(u) with u = 2 √(2/π) (x + 0.044715 x³).
wide sigmoid(wide x)
{
    const wide u = 1.5957691f * fma(0.044715f * x * x, x, x);
    return 1 / (1 + power_of_e(select(-u, (wide)(87), u < -87)));
}

kernel void gelu(global operand* y, global const operand* x)
{
    const uint i = get_global_id(0);
    const wide value = load_operands(i, x);
    store_operands(value * sigmoid(value), i, y);
}

kernel void gelu_backward(global operand* d, global const operand* x)
{
    const uint i = get_global_id(0);
    const wide value = load_operands(i, x), s = sigmoid(value),
               derivative_of_u = 1.5957691f * fma(3 * 0.044715f * value, value, (wide)(1));
    store_operands(load_operands(i, d) * s * (1 + value * (1 - s) * derivative_of_u), i, d);
}
//! [gelu]

//! [loss]
// e^x of a row's vector i, beside the largest one's; none for padding.
wide power_of(uint i, global const operand* z, float most, uint count)
{
    return select(power_of_e(load_operands(i, z) - most), (wide)(0),
                  INDICES + (int)(i * WIDE) >= (int)count);
}

// Logits become their gradients, and losses[row] the surprise at the token that really
// came. There are `count` tokens.
kernel ROW void cross_entropy(global operand* logits, global float* losses,
                              global const uint* targets, uint count, uint pitch,
                              float factor)
{
    SCRATCH;
    const uint row = get_group_id(0), item = get_local_id(0), target = targets[row];
    global operand* z = logits + (size_t)row * pitch;
    const float of_target = number_of(z[target]); // before its place is written to
#ifdef ROUNDED              // in one reading: a sum shrinks when a larger logit comes
    float largest = -1e30f; // infinity less infinity would be a NaN
    wide sum = 0;
    for (uint i = item; i < pitch / WIDE; i += ROW_ITEMS) {
        const wide logit = select(load_operands(i, z), (wide)(-INFINITY),
                                  INDICES + (int)(i * WIDE) >= (int)count);
        const float before = largest;
        largest = max(largest, largest_of(logit));
        sum = fma(sum, (wide)(native_exp(before - largest)), power_of_e(logit - largest));
    }
    const float most = row_largest(largest, scratch),
                total = row_sum(sum_of(sum) * native_exp(largest - most), scratch);
#else
    wide largest = -INFINITY;
    for (uint i = item; i < pitch / WIDE; i += ROW_ITEMS)
        largest = max(largest, select(LOAD(i, z), (wide)(-INFINITY),
                                      INDICES + (int)(i * WIDE) >= (int)count));
    const float most = row_largest(largest_of(largest), scratch);
    wide sum = 0;
    for (uint i = item; i < pitch / WIDE; i += ROW_ITEMS) {
        const wide power = power_of(i, z, most, count);
        sum += power;
        STORE(power, i, z);
    }
    const float total = row_sum(sum_of(sum), scratch);
#endif
    //! [logits_backward]
    if (item == 0) losses[row] = log(total) + most - of_target;
    for (uint i = item; i < pitch / WIDE; i += ROW_ITEMS) {
        const wide hit =
            select((wide)(0), (wide)(1), INDICES + (int)(i * WIDE) == (int)target);
#ifdef ROUNDED // made again: rounded shares would be no gradient
        const wide power = power_of(i, z, most, count);
#else
        const wide power = LOAD(i, z);
#endif
        store_operands(factor * (power / total - hit), i, z);
    }
    //! [logits_backward]
}
//! [loss]
