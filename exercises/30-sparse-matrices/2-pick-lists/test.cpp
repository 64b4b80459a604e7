// Tests of the counts, and of the lists by article, of which each may be in any order.
#include <lockstep/exercise.hpp>

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>

using namespace lockstep;

namespace
{

using Words = std::vector<cl_uint>;
using Floats = std::vector<float>;
using Wish = std::tuple<cl_uint, float>; ///< an order's number, and how much it wants of an article

/// Orders in CSR.
struct Orders
{
    std::size_t articles;
    Words row_begins{0}, columns{};
    Floats values{};

    std::size_t count() const { return row_begins.size() - 1; }
};

/// Orders of 0 to `most` articles. Article 1 is in many of them, the last one in none.
Orders random_orders(std::size_t count, std::size_t most, std::size_t articles)
{
    Random random{3002 + count + articles};
    Orders orders{.articles = articles};
    for (std::size_t r = 0; r < count; ++r) {
        std::set<cl_uint> wanted;
        for (cl_uint i = random.below(static_cast<cl_uint>(most) + 1); i > 0; --i)
            wanted.insert(i % 5 == 1 ? 1 : random.below(static_cast<cl_uint>(articles) - 1));
        for (const cl_uint article : wanted) {
            orders.columns.push_back(article);
            orders.values.push_back(0.25F * static_cast<float>(1 + random.below(1000)));
        }
        orders.row_begins.push_back(static_cast<cl_uint>(orders.columns.size()));
    }
    return orders;
}

/// Work-items first to first + count - 1.
Launch launch_of(std::size_t first, std::size_t count, std::size_t group)
{
    return {.global = cl::NDRange(count), .local = cl::NDRange(group), .offset = cl::NDRange(first)};
}

/// Launches some of the work-items, or all if there is no `items`, and expects their entries to be counted.
void check_counts(const Orders& orders, std::size_t group = 8, std::size_t first = 0, std::size_t items = 0)
{
    const std::size_t entries = orders.columns.size();
    if (items == 0) items = std::max(round_up(entries, group), group);
    Words expected(orders.articles, 0);
    for (std::size_t k = first; k < std::min(entries, first + items); ++k) ++expected[orders.columns[k]];
    cl::Kernel kernel =
        Exercise::get().kernel("lists.cl", "count_entries", {"global uint*", "global uint*", "uint"});
    const auto columns = input("columns", orders.columns),
               counts = input("counts", Words(orders.articles, 0));
    launch(kernel, launch_of(first, items, group), columns, counts, entries);
    INFO("entries: ", entries, "; work-items ", first, " to ", first + items - 1, ", groups of ", group);
    expect_same("counts", expected, counts.read());
    expect_same("columns", orders.columns, columns.read());
}

/// Launches some of the work-items, or all if there is no `items`, and expects their orders to be in the lists.
void check_lists(const Orders& orders, std::size_t group = 8, std::size_t first = 0, std::size_t items = 0)
{
    if (items == 0) items = std::max(round_up(orders.count(), group), group);
    Words begins(orders.articles + 1, 0);
    for (const cl_uint a : orders.columns) ++begins[a + 1];
    std::inclusive_scan(begins.begin(), begins.end(), begins.begin());

    cl::Kernel kernel = Exercise::get().kernel("lists.cl", "fill_lists",
                                               {"global uint*", "global uint*", "global float*",
                                                "global uint*", "global uint*", "global float*", "uint"});
    const auto row_begins = input("row_begins", orders.row_begins),
               columns = input("columns", orders.columns);
    const auto values = input("values", orders.values);
    const auto numbers = output<cl_uint>("orders", orders.columns.size());
    const auto amounts = output<float>("amounts", orders.columns.size());
    launch(kernel, launch_of(first, items, group), row_begins, columns, values, input("next", begins),
           numbers, amounts, orders.count());

    std::vector<std::vector<Wish>> lists(orders.articles); // of these work-items
    for (std::size_t r = first; r < std::min(first + items, orders.count()); ++r)
        for (std::size_t k = orders.row_begins[r]; k < orders.row_begins[r + 1]; ++k)
            lists[orders.columns[k]].emplace_back(r, orders.values[k]);
    Words got = numbers.read(), expected(got.size());
    Floats got_amounts = amounts.read(), expected_amounts(got.size());
    std::vector<bool> made(got.size());
    for (std::size_t a = 0; a < orders.articles; ++a) {
        std::vector<Wish> found = lists[a];
        for (std::size_t j = 0; j < found.size(); ++j)
            found[j] = {got[begins[a] + j], got_amounts[begins[a] + j]};
        std::ranges::stable_sort(found, {}, [](const Wish& wish) { return std::get<0>(wish); });
        for (std::size_t j = 0; j < found.size(); ++j) {
            const std::size_t i = begins[a] + j;
            made[i] = true;
            std::tie(got[i], got_amounts[i]) = found[j];
            std::tie(expected[i], expected_amounts[i]) = lists[a][j];
        }
    }
    INFO("orders: ", orders.count(), ", articles: ", orders.articles, "; work-items ", first, " to ",
         first + items - 1, ", groups of ", group, "; each list was sorted by order before it was compared");
    const auto is_made = [&](std::size_t i) { return made[i]; };
    expect_part("orders", expected, got, is_made);
    expect_part("amounts", expected_amounts, got_amounts, is_made);
    expect_same("row_begins", orders.row_begins, row_begins.read());
    expect_same("columns", orders.columns, columns.read());
    expect_same("values", orders.values, values.read());
}

} // namespace

TEST_CASE("each article is counted once for each order")
{
    check_counts(random_orders(20, 5, 7));
}

TEST_CASE("each order is in the lists of its articles, and its amounts beside it")
{
    check_lists({5, {0, 2, 2, 3, 6}, {0, 2, 1, 0, 1, 3}, {3, 5, 1, 0, 4, -7}}); // 0 and -7 are amounts, too
    check_lists(random_orders(20, 5, 7));
}

TEST_CASE("few and many articles and orders, in any groups")
{
    constexpr std::array<std::array<std::size_t, 4>, 5> cases{
        {{1, 4, 3, 1}, {70, 3, 2, 16}, {40, 20, 300, 48}, {3000, 9, 40, 256}, {70'001, 2, 66'000, 64}}};
    for (const auto& [count, most, articles, group] : cases) {
        if (clean_stage() && count > 100) return;
        check_counts(random_orders(count, most, articles), group);
        check_lists(random_orders(count, most, articles), group);
    }
}

TEST_CASE("all orders may be empty")
{
    check_counts({3, Words(10, 0)});
    check_lists({3, Words(10, 0)});
}

TEST_CASE("a work-item counts its own entry, and puts its own order into lists")
{
    const Orders orders = random_orders(60, 6, 9);
    check_counts(orders, 4, 12, 24);
    check_lists(orders, 4, 20, 8);
}
