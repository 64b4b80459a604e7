// Softmax, layer norm and attention, as the host's own compiler makes them of plain loops, in as many threads as the CPU has.
#pragma once

#include <cstddef>
#include <span>

namespace lockstep::bench::native
{

/// Each row of so many columns becomes its softmax. All numbers are finite.
void softmax(std::span<const float> in, std::span<float> out, std::size_t columns);

/// Each row is shifted and scaled to mean 0 and variance 1, then multiplied by `gain`, and `bias` added.
void layer_norm(std::span<const float> in, std::span<const float> gain, std::span<const float> bias,
                std::span<float> out, float epsilon);

/// Queries, keys and values: rows of `head` numbers for so many tokens, head after head.
struct Attention
{
    std::span<const float> q, k, v;
    std::size_t tokens, head;
    bool causal;
};

/// The results of all queries; a row of weights is kept for one query at a time.
void attend(const Attention& what, std::span<float> out);

} // namespace lockstep::bench::native
