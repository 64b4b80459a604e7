// Queries, keys and values, and what attention makes of them in double precision.
#include "attention_problem.hpp"
#include "bfloat16.hpp"

#include <lockstep/random.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lockstep::bench::attention
{

Kind kind_of(const std::string& input, bool bfloat16)
{
    return {.head = input.ends_with("128") ? std::size_t{128} : std::size_t{64},
            .causal = !input.starts_with("full"),
            .ragged = input.starts_with("ragged"),
            .bfloat16 = bfloat16};
}

Inputs::Inputs(const Kind& of, Extent size)
    : kind(of), tokens(size.columns), heads(size.rows), q(drawn(321)), k(drawn(322)), v(drawn(323))
{
    // Every seventh query is long, so that its scores reach beyond what exp of a float can be.
    for (std::size_t i = 0; i < q.size(); ++i)
        if (i / kind.head % 7 == 3) q[i] *= 30;
    if (kind.bfloat16)
        for (std::vector<float>* numbers : {&q, &k, &v})
            for (float& number : *numbers) number = wide(bfloat16_of(number));
    // Verified sizes are small, so that no row is left out there.
    const std::size_t rows = tokens * heads, step = tokens <= 512 ? 1 : 61;
    for (std::size_t row = 0; row < rows; row += step) expected.push_back(expected_row(row));
    if (step > 1) expected.push_back(expected_row(rows - 1));
}

std::vector<float> Inputs::drawn(std::size_t seed) const
{
    return random_floats(tokens * heads * kind.head, seed, -1.0F, 1.2F);
}

ExpectedRow Inputs::expected_row(std::size_t row) const
{
    const std::size_t first = row / tokens * tokens; // of its head
    const std::size_t seen = kind.causal ? row - first + 1 : tokens, head = kind.head;
    std::vector<double> weights(seen);
    double highest = 0; // score, without its sign
    for (std::size_t j = 0; j < seen; ++j) {
        for (std::size_t d = 0; d < head; ++d)
            weights[j] += double{q[row * head + d]} * k[(first + j) * head + d];
        weights[j] /= std::sqrt(static_cast<double>(head));
        highest = std::max(highest, std::abs(weights[j]));
    }
    const double largest = *std::ranges::max_element(weights);
    double sum = 0;
    ExpectedRow result{row, std::vector<double>(head), 0};
    for (std::size_t j = 0; j < seen; ++j) {
        const double weight = std::exp(weights[j] - largest);
        sum += weight;
        for (std::size_t d = 0; d < head; ++d) result.values[d] += weight * v[(first + j) * head + d];
    }
    for (double& value : result.values) value /= sum;
    // A score's error grows with it and with the roundings of its sum, and is the weight's relative error; the sums over
    // all tokens are rounded once for each of them.
    result.tolerance = 0x1p-23 * (8 + std::sqrt(static_cast<double>(seen)) / 4 +
                                  std::sqrt(static_cast<double>(head)) / 2 * (1 + highest));
    // A rounded weight is off by 2^-9 of itself at most, and values are below 1.25.
    if (kind.bfloat16) result.tolerance += 0x1p-9 * 1.25;
    return result;
}

std::string Inputs::mistake(std::span<const float> got, double& worst) const
{
    worst = 0;
    for (const ExpectedRow& of_row : expected)
        for (std::size_t d = 0; d < kind.head; ++d) {
            const double is = got[of_row.row * kind.head + d], error = std::abs(is - of_row.values[d]);
            if (!(error <= of_row.tolerance))
                return fmt::format("query {} of head {}, number {}, is {}, {} expected", of_row.row % tokens,
                                   of_row.row / tokens, d, is, of_row.values[d]);
            worst = std::max(worst, error);
        }
    return {};
}

double operations_of(const Kind& kind, Extent extent)
{
    const auto tokens = static_cast<double>(extent.columns);
    const double pairs = kind.causal ? tokens * (tokens + 1) / 2 : tokens * tokens;
    return 4 * pairs * static_cast<double>(kind.head * extent.rows);
}

} // namespace lockstep::bench::attention
