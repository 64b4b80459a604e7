// What decoding needs on the host: a cache of keys and values, and what it is held against.
#pragma once

#include "attention.hpp"

namespace attention
{

// Keys and values of some heads with `tokens` rows each, and queries of a new token.
struct Cache
{
    std::size_t tokens;
    std::vector<float> q, k, v;

    Cache(std::size_t of_tokens, std::size_t heads, std::size_t queries)
        : tokens(of_tokens), q(lockstep::random_floats(queries * head, 331, -1.5F, 2.0F)),
          k(lockstep::random_floats(tokens * heads * head, 332, -1.5F, 2.0F)),
          v(lockstep::random_floats(tokens * heads * head, 333, -1.5F, 2.0F))
    {
    }

    // Keys as decode.cl reads them: of each head, all first numbers, then all second ones.
    const float* numbers_of(std::size_t of_head, std::size_t d) const
    {
        return k.data() + (of_head * head + d) * tokens;
    }

    // The result of a query in double precision; it belongs to a head of keys.
    std::vector<double> expected(std::size_t query, std::size_t of_head) const
    {
        Tokens rows{
            std::vector<float>(tokens * head), std::vector<float>(tokens * head), {}};
        for (std::size_t d = 0; d < head; ++d) {
            rows.q[(tokens - 1) * head + d] = q[query * head + d];
            for (std::size_t j = 0; j < tokens; ++j)
                rows.k[j * head + d] = numbers_of(of_head, d)[j];
        }
        const auto first = v.begin() + static_cast<std::ptrdiff_t>(of_head * tokens * head);
        rows.v.assign(first, first + static_cast<std::ptrdiff_t>(tokens * head));
        return attend(rows, tokens - 1);
    }
};

} // namespace attention
