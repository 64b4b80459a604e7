// What this chapter's program holds its results against: attention in double precision, and numbers with fewer bits.
#pragma once

#include <lockstep/failure.hpp>
#include <lockstep/random.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace attention
{

constexpr std::size_t head = 64; // numbers of a query, a key, a value

//! [format]
// A format of floating-point numbers, and the nearest number that it has.
struct Format
{
    int bits;       // significant ones, with the first
    int least;      // exponent of the smallest number above 0
    double largest; // beyond it is infinity

    double nearest(double x) const
    {
        if (x == 0 || !std::isfinite(x)) return x;
        const int last =
            std::max(std::ilogb(x) - bits + 1, least); // exponent of the last bit
        const double rounded = std::ldexp(std::nearbyint(std::ldexp(x, -last)), last);
        return std::abs(rounded) > largest ? std::copysign(INFINITY, x) : rounded;
    }
};

constexpr Format half{11, -24, 65504}, bfloat16{8, -133, 3.3895313892515355e38};
//! [format]

// Tokens of one head: row i of each has the numbers of token i.
struct Tokens
{
    std::vector<float> q, k, v;
    std::size_t count() const { return q.size() / head; }
};

inline Tokens drawn_tokens(std::size_t count)
{
    const auto drawn = [&](std::size_t seed) {
        return lockstep::random_floats(count * head, seed, -1.5F, 2.0F);
    };
    return {drawn(321), drawn(322), drawn(323)};
}

// How many of the values are no NaN, and their sum.
struct Numbers
{
    std::size_t count = 0;
    double sum = 0;
};

inline Numbers numbers_in(const std::vector<float>& values)
{
    Numbers numbers;
    for (const float value : values)
        if (!std::isnan(value)) ++numbers.count, numbers.sum += double{value};
    return numbers;
}

using Rounding = std::function<double(double)>;

// What is rounded on the way: what is read, the weights, and every sum after each addition.
struct Roundings
{
    Rounding inputs, weights, sums;
};

// Row i of the results, of tokens 0 to i. Without roundings it is the reference.
inline std::vector<double> attend(const Tokens& tokens, std::size_t i,
                                  const Roundings& with = {})
{
    const auto round = [](const Rounding& by, double x) { return by ? by(x) : x; };
    std::vector<double> weights(i + 1), result(head);
    for (std::size_t j = 0; j <= i; ++j) {
        for (std::size_t d = 0; d < head; ++d)
            weights[j] = round(with.sums,
                               weights[j] + round(with.inputs, tokens.q[i * head + d]) *
                                                round(with.inputs, tokens.k[j * head + d]));
        weights[j] /= std::sqrt(static_cast<double>(head));
    }
    const double largest = *std::ranges::max_element(weights);
    double sum = 0;
    for (std::size_t j = 0; j <= i; ++j) {
        const double weight = round(with.weights, std::exp(weights[j] - largest));
        sum = round(with.sums, sum + weight);
        for (std::size_t d = 0; d < head; ++d)
            result[d] = round(
                with.sums, result[d] + weight * round(with.inputs, tokens.v[j * head + d]));
    }
    for (double& value : result) value /= sum;
    return result;
}

// How far every eighth row is from the reference, as a part of its size: the root of the mean square of each.
inline double error_of(const Tokens& tokens, const Roundings& with)
{
    double off = 0, size = 0;
    for (std::size_t i = tokens.count() - 1; i < tokens.count(); i -= 8) {
        const std::vector<double> is = attend(tokens, i, with),
                                  expected = attend(tokens, i);
        for (std::size_t d = 0; d < head; ++d) {
            off += (is[d] - expected[d]) * (is[d] - expected[d]);
            size += expected[d] * expected[d];
        }
    }
    return std::sqrt(off / size);
}

// What the command's argument says.
inline std::size_t tokens_in(const std::string& wish)
{
    constexpr std::size_t most = 1U << 20U;
    std::size_t tokens = 0;
    const char* const end = wish.data() + wish.size();
    const auto [after, error] = std::from_chars(wish.data(), end, tokens);
    if (error != std::errc{} || after != end || tokens == 0 || tokens > most)
        throw lockstep::Failure("'" + wish + "' is no number of tokens.",
                                "a whole number from 1 to " + std::to_string(most) +
                                    ": ./lockstep run 32 -- 2000");
    return tokens;
}

inline std::size_t bytes_of_weights(std::size_t tokens, std::size_t heads)
{
    return sizeof(float) * tokens * tokens * heads;
}

inline void require_room(std::size_t tokens, std::size_t heads, std::size_t most_bytes)
{
    const std::size_t bytes = bytes_of_weights(tokens, heads);
    if (bytes <= most_bytes) return;
    throw lockstep::Failure("The weights of " + std::to_string(tokens) + " tokens and " +
                                std::to_string(heads) + " heads take " +
                                std::to_string(bytes >> 20U) +
                                " MiB, and the device gives " +
                                std::to_string(most_bytes >> 20U) + " at a time.",
                            "take fewer tokens, or a kernel that stores no weights");
}

// The largest difference from the reference, in every 37th of so many tokens.
inline double largest_error(const Tokens& drawn, std::size_t tokens,
                            const std::vector<float>& results)
{
    double error = 0;
    for (std::size_t i = tokens - 1; i < tokens; i -= 37) {
        const std::vector<double> expected = attend(drawn, i);
        for (std::size_t d = 0; d < head; ++d)
            error = std::max(error, std::abs(double{results[i * head + d]} - expected[d]));
    }
    return error;
}

} // namespace attention
