// The sums' kernels where their indices end: the last elements below 2^32.
#include "edge.hpp"

#include <doctest/doctest.h>

#include <numeric>

using namespace lockstep::bench;

namespace
{

constexpr std::uint64_t group = 64;
const std::string options = "-D GROUP=64 -D LOADS=4";

/// What the group that is told to be number `number` makes of elements `before` to `count` - 1.
void check_sum(const std::string& kernel, std::uint64_t number, std::uint64_t of_groups, std::uint64_t before,
               std::uint64_t count)
{
    INFO(kernel, ", group ", number, ", count = ", count);
    const auto in = small_numbers<float>(count - before);
    Workbench& workbench = far().workbench();
    const Guarded partial = workbench.output(sizeof(float));
    const std::uint64_t local = kernel == "strips" ? 1 : group;
    CHECK(far().run({.file = "kernels/reduction.cl",
                     .kernel = kernel,
                     .options = options,
                     .local = {local, 1},
                     .first_group = {number, 0},
                     .of_groups = {of_groups, 1},
                     .moved = {{"in", before}, {"partial", number}}},
                    workbench.input(in), partial, static_cast<cl_uint>(count)) == "");
    CHECK(partial.read<float>().front() == std::accumulate(in.begin(), in.end(), 0.0F));
}

} // namespace

TEST_SUITE_BEGIN("edges");

TEST_CASE("the last group of a tree sums the last elements below 2^32")
{
    for (const std::uint64_t count : {end_of_indices - 1, end_of_indices - 50}) {
        for (const char* tree : {"tree_interleaved", "tree_strided", "tree_sequential"})
            check_sum(tree, end_of_indices / group - 1, end_of_indices / group, end_of_indices - group,
                      count);
        check_sum("first_add", end_of_indices / (2 * group) - 1, end_of_indices / (2 * group),
                  end_of_indices - 2 * group, count);
    }
}

TEST_CASE("walks in steps of the launch end at the last element that they may have")
{
    // One group, told to be where its last four steps begin.
    const std::uint64_t before = end_of_indices - 5 * group;
    check_sum("many_elements", before / group, 1, before, end_of_indices - group);
    check_sum("many_elements", before / group, 1, before, end_of_indices - group - 1);
    // Elements in fours: LOADS vectors at once, and what is left.
    const std::uint64_t vectors_before = end_of_indices / 4 - 6 * group;
    check_sum("vectors", vectors_before / group, 1, 4 * vectors_before, end_of_indices - 4);
    check_sum("vectors", vectors_before / group, 1, 4 * vectors_before, end_of_indices - 4 * group);
}

TEST_CASE("the last strip ends with the last element below 2^32")
{
    constexpr std::uint64_t items = std::uint64_t{1} << 20U, chunk = 16 * 4;
    const std::uint64_t count =
        end_of_indices / chunk * chunk - chunk; // the first work-item has what fills no chunk
    const std::uint64_t each = (count / chunk + items - 1) / items;
    check_sum("strips", items - 1, items, (items - 1) * each * chunk, count);
}

TEST_SUITE_END();
