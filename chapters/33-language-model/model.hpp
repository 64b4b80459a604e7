// A transformer on a device: its parameters, what a step keeps, and its two passes.
#pragma once

#include "launcher.hpp"
#include "shape.hpp"

#include <numeric>
#include <utility>

namespace language_model
{

using Tokens = std::vector<cl_uint>;

class Model
{
public:
    // @throws Failure where the kernels cannot work with the shape, or the device has too
    // little memory.
    Model(const lockstep::Lab& lab, const Shape& of, cl_uint of_sequences, Body body)
        : shape((check(of), of)), sequences(of_sequences), launcher(lab, body, of.width)
    {
        // Between two tensors there may be floats that no kernel writes.
        lab.queue.enqueueFillBuffer(gradients, 0.0F, 0, gradients.getInfo<CL_MEM_SIZE>());
        for (const Tensor& tensor : tensors_of(shape)) {
            weights.push_back(part(parameters, tensor));
            weight_gradients.push_back(part(gradients, tensor));
            weight_begins.push_back(static_cast<cl_uint>(tensor.begin));
        }
        if (launcher.on_units()) {
            operands = launcher.memory.operands(parameters_of(shape));
            dx_read = read_by_row(d);
            if (!keeps_shares) deltas = by_row(shape.heads);
            if (keeps_shares) unit_scores = by_row(by_share);
        } else {
            copy = launcher.memory.floats(std::max<std::size_t>(
                {4UL * d * d, std::size_t{rows} * d, std::size_t{shape.padded()} * d}));
        }
        if (keeps_shares) d_shares = read_by_row(by_share);
        for (cl_uint l = 0; l < shape.layers; ++l)
            layers.push_back({by_row(d), read_by_row(d), by_row(2), read_by_row(3 * d),
                              keeps_shares ? read_by_row(by_share) : by_row(shape.heads),
                              read_by_row(d), by_row(d), read_by_row(d), by_row(2),
                              read_by_row(4 * d), read_by_row(4 * d)});
    }

    // Which token each row has, and which one comes next.
    void set_batch(const Tokens& now, const Tokens& next)
    {
        // The rows of each token side by side, by counting.
        Tokens begins(shape.padded() + 1, 0), order(rows);
        for (const cl_uint token : now) ++begins[token + 1];
        std::partial_sum(begins.begin(), begins.end(), begins.begin());
        Tokens places = begins;
        for (cl_uint row = 0; row < rows; ++row) order[places[now[row]]++] = row;
        write(ids, now);
        write(targets, next);
        write(by_token, order);
        write(token_begins, begins);
    }

    // Zeros where launches write a part of a buffer each, and another step may have left more.
    void clear_parts() const
    {
        for (const cl::Buffer& buffer : {d_qkv, copy})
            if (buffer())
                launcher.lab.queue.enqueueFillBuffer(buffer, 0.0F, 0,
                                                     buffer.getInfo<CL_MEM_SIZE>());
    }

    //! [forward]
    void forward()
    {
        launcher.rounded(operands, parameters);
        launcher.vectors("embed", d, rows, x(0), ids, weights[tokens], weights[positions],
                         shape.context, d);
        for (cl_uint l = 0; l < shape.layers; ++l) {
            const Layer& layer = layers[l];
            normalise(layer.normal, layer.statistics, layer.x, at(l, gain));
            multiply(layer.qkv, layer.normal, at(l, qkv), 3 * d, d);
            attend(layer);
            multiply(layer.middle, layer.mixed, at(l, mix), d, d, layer.x);
            normalise(layer.normal_up, layer.statistics_up, layer.middle, at(l, gain_up));
            multiply(layer.up, layer.normal_up, at(l, up), 4 * d, d);
            launcher.vectors("gelu", std::size_t{rows} * 4 * d, 1, layer.activated,
                             layer.up);
            multiply(x(l + 1), layer.activated, at(l, down), d, 4 * d, layer.middle);
        }
        normalise(last, last_statistics, x(shape.layers), last_gain());
        launcher.product(rows_of(logits, shape.padded()), rows_of(last, d),
                         turned(weight(tokens, d), {shape.padded(), d, 0}),
                         {rows, shape.padded(), d});
    }
    //! [forward]

    // The mean loss after forward(); the logits become their gradients.
    double loss()
    {
        launcher.rows("cross_entropy", rows, logits, losses, targets, shape.vocabulary,
                      shape.padded(), 1.0F / static_cast<float>(rows));
        const std::vector<float> all = launcher.lab.read<float>(losses, rows);
        return std::accumulate(all.begin(), all.end(), 0.0) / rows;
    }

    //! [backward]
    // After loss(): the gradients of all parameters.
    void backward()
    {
        launcher.product(rows_of(weight_gradients[tokens], d),
                         transposed(rows_of(logits, shape.padded())), rows_of(last, d),
                         {shape.padded(), d, rows});
        multiply(d_normal, logits, tokens, d, shape.padded());
        launcher.lab.queue.enqueueFillBuffer(dx, 0.0F, 0, sizeof(float) * rows * d);
        normalise_backward(x(shape.layers), last_statistics, last_gain());
        for (cl_uint l = shape.layers; l-- > 0;) {
            const Layer& layer = layers[l];
            multiply_backward(d_up, layer.activated, dx_read, at(l, down), 4 * d, d);
            launcher.vectors("gelu_backward", std::size_t{rows} * 4 * d, 1, d_up, layer.up);
            multiply_backward(d_normal, layer.normal_up, d_up, at(l, up), d, 4 * d);
            normalise_backward(layer.middle, layer.statistics_up, at(l, gain_up));
            multiply_backward(d_mixed, layer.mixed, dx_read, at(l, mix), d, d);
            attend_backward(layer);
            multiply_backward(d_normal, layer.normal, d_qkv, at(l, qkv), d, 3 * d);
            normalise_backward(layer.x, layer.statistics, at(l, gain));
        }
        launcher.vectors("embed_tokens_backward", d, shape.padded(),
                         weight_gradients[tokens], dx, by_token, token_begins, d);
        launcher.vectors("embed_positions_backward", d, shape.context,
                         weight_gradients[positions], dx, sequences, shape.context, d);
    }
    //! [backward]

    const Shape shape;
    const cl_uint sequences, rows = sequences * shape.context;
    Launcher launcher;

private:
    enum Fixed
    {
        tokens,
        positions,
        first_layer
    };
    enum OfLayer
    {
        gain,
        shift,
        qkv,
        mix,
        gain_up,
        shift_up,
        up,
        down,
        tensors_of_layer
    };

    struct Layer
    {
        cl::Buffer x, normal, statistics, qkv, shares, mixed, middle, normal_up,
            statistics_up, up, activated;
    };

    static std::size_t at(cl_uint layer, OfLayer tensor)
    {
        return first_layer + layer * tensors_of_layer + tensor;
    }
    std::size_t last_gain() const { return at(shape.layers, gain); }
    const cl::Buffer& x(cl_uint layer) const
    {
        return layer < shape.layers ? layers[layer].x : last_x;
    }
    // A buffer with `columns` elements for each row.
    cl::Buffer by_row(std::size_t columns)
    {
        return launcher.memory.floats(rows * columns);
    }
    // The same of what products read.
    cl::Buffer read_by_row(std::size_t columns)
    {
        return launcher.memory.operands(rows * columns);
    }
    void write(const cl::Buffer& to, const Tokens& values) const
    {
        launcher.lab.queue.enqueueWriteBuffer(
            to, CL_TRUE, 0, values.size() * sizeof(cl_uint), values.data());
    }
    static cl::Buffer part(cl::Buffer& whole, const Tensor& tensor)
    {
        const cl_buffer_region region{tensor.begin * sizeof(float),
                                      tensor.count * sizeof(float)};
        return whole.createSubBuffer(CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION,
                                     &region);
    }

    // A weight as products read it.
    Matrix weight(std::size_t tensor, cl_uint pitch) const
    {
        return {operands, {weight_begins[tensor], 0, 0, pitch, 1}};
    }

    // y = x · w, or that and an addend: all rows have `columns` results of `depth`
    // products.
    void multiply(const cl::Buffer& y, const cl::Buffer& from, std::size_t w,
                  cl_uint columns, cl_uint depth, const cl::Buffer& addend = {})
    {
        launcher.product(rows_of(y, columns), rows_of(from, depth), weight(w, columns),
                         {rows, columns, depth}, addend);
    }

    //! [multiply_backward]
    // y = x · w has `depth` columns, x has `columns`: the gradients of w, xᵀ · dy, and of
    // x, dy · wᵀ.
    void multiply_backward(const cl::Buffer& d_x, const cl::Buffer& from,
                           const cl::Buffer& dy, std::size_t w, cl_uint columns,
                           cl_uint depth)
    {
        launcher.product(rows_of(weight_gradients[w], depth),
                         transposed(rows_of(from, columns)), rows_of(dy, depth),
                         {columns, depth, rows});
        launcher.product(rows_of(d_x, columns), rows_of(dy, depth),
                         turned(weight(w, depth), {columns, depth, 0}),
                         {rows, columns, depth});
    }
    //! [multiply_backward]

    // The transposed matrix, as a second operand: where its rows have to lie in one piece, a
    // copy.
    Matrix turned(const Matrix& from, const Extent& of)
    {
        if (launcher.on_units()) return transposed(from);
        launcher.elements("transpose", {of.rows, of.columns, of.count}, copy, from.buffer,
                          from.view, of.rows, of.columns, of.heads);
        const cl_uint each = of.rows * of.columns;
        return {copy, {0, of.heads * each, each, of.rows, 1}};
    }

    void normalise(const cl::Buffer& y, const cl::Buffer& statistics,
                   const cl::Buffer& from, std::size_t gain_tensor)
    {
        launcher.rows("normalise", rows, y, statistics, from, weights[gain_tensor],
                      weights[gain_tensor + 1], d);
    }

    // From d_normal: dx, and the gradients of gain and shift, in chunks of rows.
    void normalise_backward(const cl::Buffer& from, const cl::Buffer& statistics,
                            std::size_t gain_tensor)
    {
        launcher.rows("normalise_backward", rows / chunk, dx, dx_read, partial, d_normal,
                      from, weights[gain_tensor], statistics, chunk, d);
        launcher.vector_rows("add_chunks", d, weight_gradients[gain_tensor],
                             weight_gradients[gain_tensor + 1], partial, rows / chunk, d);
    }

    // Matrices of all heads: queries, keys or values (0 to 2), shares of the context, and
    // what they mix.
    Matrix heads_of(const cl::Buffer& buffer, cl_uint which) const
    {
        return {buffer, {which * d, shape.context * 3 * d, shape.head(), 3 * d, 1}};
    }
    Matrix shares_of(const cl::Buffer& buffer) const
    {
        const cl_uint t = shape.context;
        return {buffer, {0, shape.heads * t * t, t * t, t, 1}};
    }
    Matrix mixed_of(const cl::Buffer& buffer) const
    {
        return {buffer, {0, shape.context * d, shape.head(), d, 1}};
    }

    //! [attend]
    void attend(const Layer& layer)
    {
        const cl_uint t = shape.context, count = sequences * shape.heads, h = shape.heads;
        if (!keeps_shares)
            return launcher.blocks("attend", t, count, work_of_attention(t, count, 2, 4),
                                   layer.mixed, layer.shares, layer.qkv, t, h);
        const float scale = 1 / std::sqrt(static_cast<float>(shape.head()));
        const cl::Buffer& scores = launcher.on_units() ? unit_scores : layer.shares;
        launcher.product(shares_of(scores), heads_of(layer.qkv, 0),
                         turned(heads_of(layer.qkv, 1), {t, shape.head(), 0, count, h}),
                         {t, t, shape.head(), count, h, Causal::results}, {}, scale);
        launcher.rows("causal_softmax", std::size_t{count} * t, layer.shares, scores, t);
        launcher.product(mixed_of(layer.mixed), shares_of(layer.shares),
                         heads_of(layer.qkv, 2),
                         {t, shape.head(), t, count, h, Causal::sums_to});
    }
    //! [attend]

    // From d_mixed: the gradients of queries, keys and values.
    void attend_backward(const Layer& layer)
    {
        const cl_uint t = shape.context, count = sequences * shape.heads, h = shape.heads;
        if (!keeps_shares) {
            launcher.eights("along_results", std::size_t{rows} * d, deltas, layer.mixed,
                            d_mixed, t, h);
            launcher.blocks("attend_backward_queries", t, count,
                            work_of_attention(t, count, 3, 5), d_qkv, layer.qkv, d_mixed,
                            layer.shares, deltas, t, h);
            return launcher.blocks("attend_backward_keys", t, count,
                                   work_of_attention(t, count, 4, 6), d_qkv, layer.qkv,
                                   d_mixed, layer.shares, deltas, t, h);
        }
        const float scale = 1 / std::sqrt(static_cast<float>(shape.head()));
        const Extent to_it{t, shape.head(), t, count, h, Causal::sums_to},
            from_it{t, shape.head(), t, count, h, Causal::sums_from};
        launcher.product(shares_of(d_shares), mixed_of(d_mixed),
                         turned(heads_of(layer.qkv, 2), {t, shape.head(), 0, count, h}),
                         {t, t, shape.head(), count, h, Causal::results});
        launcher.product(heads_of(d_qkv, 2), transposed(shares_of(layer.shares)),
                         mixed_of(d_mixed), from_it);
        launcher.rows("softmax_backward", std::size_t{count} * t, d_shares, layer.shares,
                      t);
        launcher.product(heads_of(d_qkv, 0), shares_of(d_shares), heads_of(layer.qkv, 1),
                         to_it, {}, scale);
        launcher.product(heads_of(d_qkv, 1), transposed(shares_of(d_shares)),
                         heads_of(layer.qkv, 0), from_it, {}, scale);
    }

    static constexpr cl_uint chunk = 16; // rows of a group of normalise_backward
    const cl_uint d = shape.width;
    const std::size_t by_share = std::size_t{shape.heads} * shape.context; // of a row
    // The kernels of attention_units.cl are for heads of 64.
    const bool keeps_shares = !launcher.on_units() || shape.head() != 64;

public:
    cl::Buffer parameters = launcher.memory.floats(parameters_of(shape)),
               gradients = launcher.memory.floats(parameters_of(shape)),
               logits = read_by_row(shape.padded()); // and then their gradients

private:
    std::vector<cl::Buffer> weights, weight_gradients; // a part for each tensor
    std::vector<cl_uint> weight_begins;                // in floats
    std::vector<Layer> layers;
    cl::Buffer last_x = by_row(d), last = read_by_row(d), last_statistics = by_row(2),
               losses = by_row(1), dx = by_row(d), d_normal = read_by_row(d),
               d_mixed = read_by_row(d), d_qkv = read_by_row(3 * d),
               d_up = read_by_row(4 * d), partial = by_row(2 * d / chunk), ids = by_row(1),
               targets = by_row(1), by_token = by_row(1),
               token_begins = launcher.memory.floats(shape.padded() + 1);
    // Of units: operands beside the floats of the same. Of others: room for a transposed copy.
    cl::Buffer operands = parameters, dx_read = dx, unit_scores, copy;
    // Where no shares are kept, a layer has the logarithms of its rows' sums in their place.
    cl::Buffer d_shares, deltas;
};

} // namespace language_model
