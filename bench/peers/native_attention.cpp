// Compiled for this very processor, with fast-math: only so does the compiler vectorise sums and exp.
#include "native_attention.hpp"

#include "native.hpp"

#include <algorithm>
#include <cmath>
#include <thread>
#include <vector>

namespace lockstep::bench::native
{
namespace
{

/// Calls part(i) for each i below count. Threads take every so-many-th, because with a causal mask later ones take longer.
template <typename Part>
void in_turn(std::size_t count, const Part& part)
{
    const std::size_t parts = threads();
    const auto run = [&](std::size_t first) {
        for (std::size_t i = first; i < count; i += parts) part(i);
    };
    std::vector<std::jthread> workers;
    for (std::size_t t = 1; t < parts; ++t) workers.emplace_back(run, t);
    run(0);
}

/// e to each number less the largest, and the sum of that.
float powers(const float* in, float* out, std::size_t count)
{
    float largest = in[0], sum = 0;
    for (std::size_t c = 1; c < count; ++c) largest = std::max(largest, in[c]);
    for (std::size_t c = 0; c < count; ++c) {
        out[c] = std::exp(in[c] - largest);
        sum += out[c];
    }
    return sum;
}

} // namespace

void softmax(std::span<const float> in, std::span<float> out, std::size_t columns)
{
    in_turn(in.size() / columns, [&](std::size_t r) {
        float* const to = out.data() + r * columns;
        const float scale = 1 / powers(in.data() + r * columns, to, columns);
        for (std::size_t c = 0; c < columns; ++c) to[c] *= scale;
    });
}

void layer_norm(std::span<const float> in, std::span<const float> gain, std::span<const float> bias,
                std::span<float> out, float epsilon)
{
    const std::size_t columns = gain.size();
    in_turn(in.size() / columns, [&](std::size_t r) {
        const float* const from = in.data() + r * columns;
        float* const to = out.data() + r * columns;
        float sum = 0, squares = 0;
        for (std::size_t c = 0; c < columns; ++c) sum += from[c];
        const float mean = sum / static_cast<float>(columns);
        for (std::size_t c = 0; c < columns; ++c) squares += (from[c] - mean) * (from[c] - mean);
        const float scale = 1 / std::sqrt(squares / static_cast<float>(columns) + epsilon);
        for (std::size_t c = 0; c < columns; ++c) to[c] = (from[c] - mean) * scale * gain[c] + bias[c];
    });
}

void attend(const Attention& what, std::span<float> out)
{
    const std::size_t head = what.head, tokens = what.tokens;
    const float root = std::sqrt(static_cast<float>(head));
    in_turn(what.q.size() / head, [&](std::size_t row) {
        const std::size_t first = row / tokens * tokens, seen = what.causal ? row - first + 1 : tokens;
        const float *const query = what.q.data() + row * head, *const keys = what.k.data() + first * head,
                           *const values = what.v.data() + first * head;
        std::vector<float> weights(seen), sums(head);
        for (std::size_t j = 0; j < seen; ++j) {
            float score = 0;
            for (std::size_t d = 0; d < head; ++d) score += query[d] * keys[j * head + d];
            weights[j] = score / root;
        }
        const float sum = powers(weights.data(), weights.data(), seen);
        for (std::size_t j = 0; j < seen; ++j)
            for (std::size_t d = 0; d < head; ++d) sums[d] += weights[j] * values[j * head + d];
        for (std::size_t d = 0; d < head; ++d) out[row * head + d] = sums[d] / sum;
    });
}

} // namespace lockstep::bench::native
