// Tests of softmax backwards against the sum over all partial derivatives.
#include <lockstep/exercise.hpp>

#include <algorithm>
#include <cmath>

using namespace lockstep;

namespace
{

using Floats = std::vector<float>;

constexpr std::size_t group = 64;

/// Rows of `context` floats: the shares, and the gradients of the loss by them.
struct Rows
{
    std::size_t context;
    Floats shares, d;

    std::size_t count() const { return d.size() / context; }
};

/// Shares are whole 4,096ths and gradients whole numbers, so the sums of their products are exact in any order.
/// @param shares_after,d_after what the buffers hold after the entries of a row.
Rows random_rows(std::size_t context, std::size_t heads, float shares_after = 0, float d_after = 5)
{
    Random random{3301 + context + heads};
    const std::size_t count = heads * context;
    Rows rows{context, Floats(count * context, shares_after), Floats(count * context, d_after)};
    for (std::size_t row = 0; row < count; ++row) {
        const auto entries = static_cast<cl_uint>(row % context + 1);
        float* const shares = &rows.shares[row * context];
        std::fill_n(shares, entries, 0.0F);
        for (int n = 0; n < 4096; ++n)
            shares[std::min(random.below(entries), random.below(entries))] += 0x1p-12F;
        for (cl_uint i = 0; i < entries; ++i)
            rows.d[row * context + i] = static_cast<float>(random.below(40)) - 8;
    }
    return rows;
}

/// The gradient of each score: the sum over the shares of its row.
Floats expected_of(const Rows& rows)
{
    Floats expected(rows.d.size(), 0.0F);
    for (std::size_t row = 0; row < rows.count(); ++row) {
        const std::size_t begin = row * rows.context, end = begin + row % rows.context + 1;
        for (std::size_t j = begin; j < end; ++j) {
            double sum = 0;
            for (std::size_t i = begin; i < end; ++i)
                sum +=
                    double{rows.d[i]} * double{rows.shares[i]} * ((i == j ? 1 : 0) - double{rows.shares[j]});
            expected[j] = static_cast<float>(sum);
        }
    }
    return expected;
}

/// @param groups that are launched, if not all.
void check(const Rows& rows, std::size_t groups = SIZE_MAX)
{
    groups = std::min(groups, rows.count());
    cl::Kernel kernel =
        Exercise::get().kernel("backward.cl", "softmax_backward", {"global float*", "global float*", "uint"});
    const auto d = input("d", rows.d), shares = input("shares", rows.shares);
    launch(kernel, covering(groups * group, group), d, shares, rows.context);
    Floats expected = expected_of(rows);
    for (std::size_t i = groups * rows.context; i < expected.size(); ++i) expected[i] = rows.d[i];
    INFO(rows.count(), " rows, context: ", rows.context, "; groups launched: ", groups);
    // Neither the sum nor d[i] minus it is rounded; a product below 40 is, once or twice: 2^-19 each.
    expect_same("d", expected, d.read(), {.absolute = 4e-6}, rows.context);
    expect_same("shares", rows.shares, shares.read(), {}, rows.context);
}

} // namespace

TEST_CASE("two shares, 0.25 and 0.75")
{
    check({2, {1, 0, 0.25F, 0.75F}, {9, 7, 4, 0}});
}

TEST_CASE("rows of any length")
{
    for (const std::size_t context : {1U, 3U, 31U, 64U, 65U, 130U, 300U})
        if (!clean_stage() || context < 100) check(random_rows(context, 1));
}

TEST_CASE("each head begins anew")
{
    check(random_rows(5, 3, 0.5F));
    if (!clean_stage()) check(random_rows(70, 2));
}

TEST_CASE("what follows the entries becomes 0, whatever was there")
{
    check(random_rows(9, 2, 0, NAN));
    check(random_rows(9, 2, NAN, INFINITY));
}

TEST_CASE("a group makes the gradients of its own row and no others")
{
    check(random_rows(20, 2), 23);
}
