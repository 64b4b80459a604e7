// A sum of two vectors to be made, and its answer: for the tests of exercises 3 and 4.
#pragma once

#include "launch_witness.hpp"

#include <lockstep/exercise.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <span>
#include <vector>

inline const float poison = std::bit_cast<float>(lockstep::poison_word);

/// One problem with its answer; `sum` is poisoned until add_vectors fills it.
struct Problem
{
    explicit Problem(std::size_t n)
        : a(lockstep::random_floats(n, 21 + n)), b(lockstep::random_floats(n, 22 + n)), right(n),
          sum(n + 16, poison)
    {
        std::transform(a.begin(), a.end(), b.begin(), right.begin(), [](float x, float y) { return x + y; });
    }

    bool run(std::size_t group = 64)
    {
        return add_vectors(lockstep::Exercise::get().device()(), a.data(), b.data(), sum.data(), a.size(),
                           group);
    }

    std::vector<float> a;
    std::vector<float> b;
    std::vector<float> right;
    std::vector<float> sum; ///< sixteen floats longer than asked for
};

inline std::span<const std::byte> bytes_of(const std::vector<float>& values)
{
    return std::as_bytes(std::span{values});
}

/// The device's sums must be right at every size, and the verdict with them.
inline void check_sums()
{
    std::vector<lockstep::Size1D> sizes = lockstep::Exercise::get().sizes_1d();
    sizes.push_back({100, 48});
    for (const lockstep::Size1D& size : sizes) {
        Problem problem{size.count};
        Witness witness;
        INFO(size.count, " elements in work-groups of ", size.group);
        const bool verdict = problem.run(size.group);
        const std::vector<float> got{problem.sum.begin(),
                                     problem.sum.begin() + static_cast<std::ptrdiff_t>(size.count)};
        if (const auto mismatch =
                lockstep::compare(std::span<const float>{problem.right}, std::span<const float>{got}))
            FAIL(lockstep::explain(*mismatch, "sum"));
        if (!verdict) FAIL("Every sum is right, and add_vectors returned false.");
        if (!std::all_of(problem.sum.begin() + static_cast<std::ptrdiff_t>(size.count), problem.sum.end(),
                         [](float f) { return f != f; }))
            FAIL("add_vectors wrote beyond the n-th sum.");
    }
}
