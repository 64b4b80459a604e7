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
        : shape((check(of), of)), sequences(of_sequences), launcher(lab, body)
    {
        // Between two tensors there may be floats that no kernel writes.
        lab.queue.enqueueFillBuffer(gradients, 0.0F, 0, gradients.getInfo<CL_MEM_SIZE>());
        for (const Tensor& tensor : tensors_of(shape)) {
            weights.push_back(part(parameters, tensor));
            slopes.push_back(part(gradients, tensor));
        }
        for (cl_uint l = 0; l < shape.layers; ++l)
            layers.push_back({by_row(d), by_row(d), by_row(2), by_row(3 * d), by_share(),
                              by_row(d), by_row(d), by_row(d), by_row(2), by_row(4 * d),
                              by_row(4 * d)});
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
        for (const cl::Buffer& buffer : {d_qkv, turned})
            launcher.lab.queue.enqueueFillBuffer(buffer, 0.0F, 0,
                                                 buffer.getInfo<CL_MEM_SIZE>());
    }

    //! [forward]
    void forward()
    {
        launcher.vectors("embed", d, rows, x(0), ids, weights[tokens], weights[positions],
                         shape.context, d);
        for (cl_uint l = 0; l < shape.layers; ++l) {
            const Layer& layer = layers[l];
            normalise(layer.normal, layer.statistics, layer.x, at(l, gain));
            multiply(layer.qkv, layer.normal, weights[at(l, qkv)], 3 * d, d);
            attend(layer);
            multiply(layer.middle, layer.mixed, weights[at(l, mix)], d, d, layer.x);
            normalise(layer.normal_up, layer.statistics_up, layer.middle, at(l, gain_up));
            multiply(layer.up, layer.normal_up, weights[at(l, up)], 4 * d, d);
            launcher.vectors("gelu", std::size_t{rows} * 4 * d, 1, layer.bent, layer.up);
            multiply(x(l + 1), layer.bent, weights[at(l, down)], d, 4 * d, layer.middle);
        }
        normalise(last, last_statistics, x(shape.layers), last_gain());
        transpose(turned, rows_of(weights[tokens], d), {shape.padded(), d, 0});
        multiply(logits, last, turned, shape.padded(), d);
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
        launcher.product(rows_of(slopes[tokens], d),
                         transposed(rows_of(logits, shape.padded())), rows_of(last, d),
                         {shape.padded(), d, rows});
        multiply(d_normal, logits, weights[tokens], d, shape.padded());
        launcher.lab.queue.enqueueFillBuffer(dx, 0.0F, 0, sizeof(float) * rows * d);
        normalise_backward(x(shape.layers), last_statistics, last_gain());
        for (cl_uint l = shape.layers; l-- > 0;) {
            const Layer& layer = layers[l];
            multiply_backward(d_up, layer.bent, dx, at(l, down), 4 * d, d);
            launcher.vectors("gelu_backward", std::size_t{rows} * 4 * d, 1, d_up, layer.up);
            multiply_backward(d_normal, layer.normal_up, d_up, at(l, up), d, 4 * d);
            normalise_backward(layer.middle, layer.statistics_up, at(l, gain_up));
            multiply_backward(d_mixed, layer.mixed, dx, at(l, mix), d, d);
            attend_backward(layer);
            multiply_backward(d_normal, layer.normal, d_qkv, at(l, qkv), d, 3 * d);
            normalise_backward(layer.x, layer.statistics, at(l, gain));
        }
        launcher.vectors("embed_tokens_backward", d, shape.padded(), slopes[tokens], dx,
                         by_token, token_begins, d);
        launcher.vectors("embed_positions_backward", d, shape.context, slopes[positions],
                         dx, sequences, shape.context, d);
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
            statistics_up, up, bent;
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
    // A buffer with `columns` elements for each row, and one of a share for each position
    // that a row may look at.
    cl::Buffer by_row(std::size_t columns) { return launcher.floats(rows * columns); }
    cl::Buffer by_share() { return by_row(std::size_t{shape.heads} * shape.context); }
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

    // y = x · w, or that and an addend: all rows have `columns` results of `depth`
    // products.
    void multiply(const cl::Buffer& y, const cl::Buffer& from, const cl::Buffer& w,
                  cl_uint columns, cl_uint depth, const cl::Buffer& addend = {})
    {
        launcher.product(rows_of(y, columns), rows_of(from, depth), rows_of(w, columns),
                         {rows, columns, depth}, addend);
    }

    //! [multiply_backward]
    // y = x · w has `depth` columns, x has `columns`: the gradients of w, xᵀ · dy, and of
    // x, dy · wᵀ.
    void multiply_backward(const cl::Buffer& d_x, const cl::Buffer& from,
                           const cl::Buffer& dy, std::size_t w, cl_uint columns,
                           cl_uint depth)
    {
        launcher.product(rows_of(slopes[w], depth), transposed(rows_of(from, columns)),
                         rows_of(dy, depth), {columns, depth, rows});
        transpose(turned, rows_of(weights[w], depth), {columns, depth, 0});
        multiply(d_x, dy, turned, columns, depth);
    }
    //! [multiply_backward]

    void transpose(const cl::Buffer& to, const Matrix& from, const Extent& of)
    {
        launcher.elements("transpose", {of.rows, of.columns, of.count}, to, from.buffer,
                          from.view, of.rows, of.columns, of.heads);
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
        constexpr cl_uint chunk = 32;
        launcher.vectors("normalise_columns", d, rows / chunk, partial, d_normal, from,
                         statistics, chunk, d);
        launcher.vectors("add_chunks", d, 1, slopes[gain_tensor], slopes[gain_tensor + 1],
                         partial, rows / chunk, d);
        launcher.rows("normalise_backward", rows, dx, d_normal, from, weights[gain_tensor],
                      statistics, d);
    }

    // Matrices of all heads: queries, keys or values (0 to 2), shares of the context,
    // transposed heads, and what they mix.
    Matrix heads_of(const cl::Buffer& buffer, cl_uint which) const
    {
        return {buffer, {which * d, shape.context * 3 * d, shape.head(), 3 * d, 1}};
    }
    Matrix shares_of(const cl::Buffer& buffer) const
    {
        const cl_uint t = shape.context;
        return {buffer, {0, shape.heads * t * t, t * t, t, 1}};
    }
    Matrix turned_heads() const
    {
        const cl_uint t = shape.context;
        return {turned, {0, t * d, t * shape.head(), t, 1}};
    }
    Matrix mixed_of(const cl::Buffer& buffer) const
    {
        return {buffer, {0, shape.context * d, shape.head(), d, 1}};
    }

    //! [attend]
    void attend(const Layer& layer)
    {
        const cl_uint t = shape.context, count = sequences * shape.heads, h = shape.heads;
        const float scale = 1 / std::sqrt(static_cast<float>(shape.head()));
        transpose(turned, heads_of(layer.qkv, 1), {t, shape.head(), 0, count, h});
        launcher.product(shares_of(layer.shares), heads_of(layer.qkv, 0), turned_heads(),
                         {t, t, shape.head(), count, h}, {}, scale);
        launcher.rows("causal_softmax", std::size_t{count} * t, layer.shares, t);
        launcher.product(mixed_of(layer.mixed), shares_of(layer.shares),
                         heads_of(layer.qkv, 2), {t, shape.head(), t, count, h});
    }
    //! [attend]

    // From d_mixed: the gradients of queries, keys and values.
    void attend_backward(const Layer& layer)
    {
        const cl_uint t = shape.context, count = sequences * shape.heads, h = shape.heads;
        const float scale = 1 / std::sqrt(static_cast<float>(shape.head()));
        const Extent back{t, shape.head(), t, count, h};
        transpose(turned, heads_of(layer.qkv, 2), {t, shape.head(), 0, count, h});
        launcher.product(shares_of(d_shares), mixed_of(d_mixed), turned_heads(),
                         {t, t, shape.head(), count, h});
        launcher.product(heads_of(d_qkv, 2), transposed(shares_of(layer.shares)),
                         mixed_of(d_mixed), back);
        launcher.rows("softmax_backward", std::size_t{count} * t, d_shares, layer.shares,
                      t);
        launcher.product(heads_of(d_qkv, 0), shares_of(d_shares), heads_of(layer.qkv, 1),
                         back, {}, scale);
        launcher.product(heads_of(d_qkv, 1), transposed(shares_of(d_shares)),
                         heads_of(layer.qkv, 0), back, {}, scale);
    }

    const cl_uint d = shape.width;

public:
    cl::Buffer parameters = launcher.floats(parameters_of(shape)),
               gradients = launcher.floats(parameters_of(shape)),
               logits = by_row(shape.padded());

private:
    std::vector<cl::Buffer> weights, slopes; // a part for each tensor
    std::vector<Layer> layers;
    cl::Buffer last_x = by_row(d), last = by_row(d), last_statistics = by_row(2),
               losses = by_row(1), dx = by_row(d), d_normal = by_row(d),
               d_mixed = by_row(d), d_qkv = by_row(3 * d), d_up = by_row(4 * d),
               d_shares = by_share(), partial = by_row(d / 16),
               turned = launcher.floats(std::max<std::size_t>(
                   {4UL * d * d, std::size_t{rows} * d, std::size_t{shape.padded()} * d})),
               ids = by_row(1), targets = by_row(1), by_token = by_row(1),
               token_begins = launcher.floats(shape.padded() + 1);
};

} // namespace language_model
