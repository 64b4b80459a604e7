// The first ladder's kernels where their indices end: the last results below 2^32.
#include "edge.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <numeric>

using namespace lockstep::bench;

namespace
{

/// A kernel and the results of one of its work-items.
struct Products
{
    std::string kernel;
    std::uint64_t results;
    std::string file = "kernels/first_ladder.cl";
};

const std::vector<Products> all_products{{"products_naive", 1, "chapters/16-first-ladder/first-ladder.cl"},
                                         {"products_whole", 1},
                                         {"products_tiled", 1},
                                         {"products_by_four", 4},
                                         {"products_by_eight", 8},
                                         {"products_of_vectors", 8},
                                         {"products_of_tiled_vectors", 8},
                                         {"products_of_constants", 8},
                                         {"products_in_registers", 8},
                                         {"products_in_chains", 128}};

/// The last group of a launch that makes n results: what it damaged, and what is wrong with what it made.
std::string mistakes(const Products& products, const std::string& options, std::uint64_t group,
                     std::uint64_t n)
{
    const std::uint64_t each = group * products.results, before = (n - 1) / each * each;
    const auto a = small_numbers<float>(n - before), b = small_numbers<float>(13);
    Workbench& workbench = far().workbench();
    const Guarded c = workbench.output(a.size() * sizeof(float));
    const Edge edge{.file = products.file,
                    .kernel = products.kernel,
                    .options = options,
                    .local = {group, 1},
                    .first_group = {before / each, 0},
                    .of_groups = {before / each + 1, 1},
                    .moved = {{"a", before}, {"c", before}}};
    const Guarded in_a = workbench.input(a), in_b = workbench.input(b);
    const auto size = static_cast<cl_uint>(n), terms = static_cast<cl_uint>(b.size());
    const std::string damage = products.kernel == "products_of_constants"
                                   ? far().run(edge, in_a, in_b, c, size, terms, cl_uint{1})
                                   : far().run(edge, in_a, in_b, c, size, terms);
    if (!damage.empty()) return damage;
    const float sum = std::accumulate(b.begin(), b.end(), 0.0F);
    const std::vector<float> got = c.read<float>();
    for (std::size_t x = 0; x < got.size(); ++x)
        if (got[x] != a[x] * sum)
            return fmt::format("c[{}] should be {}, and is {}", before + x, a[x] * sum, got[x]);
    return {};
}

} // namespace

TEST_SUITE_BEGIN("edges");

TEST_CASE("every product kernel makes the last results below 2^32, and nothing behind them")
{
    for (const Products& products : all_products)
        for (const std::uint64_t n : {end_of_indices - 1, end_of_indices - 17}) {
            INFO(products.kernel, ", n = ", n);
            CHECK(mistakes(products, "-D GROUP=64 -D TILE=32 -D ROOM=8", 64, n) == "");
        }
}

TEST_CASE("results of a group that divide no power of two end below 2^32")
{
    const std::uint64_t whole = end_of_indices / 192 * 192;
    for (const std::uint64_t n : {whole, whole - 1, whole - 100}) {
        INFO("n = ", n);
        CHECK(mistakes({"products_in_chains", 192}, "-D GROUP=1 -D CHAINS=12", 1, n) == "");
    }
}

TEST_SUITE_END();
