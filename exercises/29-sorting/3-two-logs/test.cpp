// Tests of the merged order against a loop on the host.
#include <lockstep/exercise.hpp>

#include <algorithm>
#include <array>

using namespace lockstep;

namespace
{

using Times = std::vector<cl_uint>;

constexpr std::size_t each = 8; // entries of a work-item

/// Which entry comes k-th: i for a[i], and a.size() + j for b[j].
std::vector<cl_uint> merged(const Times& a, const Times& b)
{
    std::vector<cl_uint> order;
    for (std::size_t i = 0, j = 0; order.size() < a.size() + b.size();) {
        const bool from_a = j == b.size() || (i < a.size() && a[i] <= b[j]);
        order.push_back(static_cast<cl_uint>(from_a ? i++ : a.size() + j++));
    }
    return order;
}

/// Launches work-items `first` to `first + count - 1`, and expects their entries and no others.
void check_part(const Times& a, const Times& b, std::size_t group, std::size_t first, std::size_t count)
{
    cl::Kernel kernel = Exercise::get().kernel(
        "logs.cl", "merge_logs", {"global uint*", "uint", "global uint*", "uint", "global uint*"});
    const auto device_a = input("a", a), device_b = input("b", b);
    const auto order = output<cl_uint>("order", a.size() + b.size());
    launch(kernel, {.global = cl::NDRange(count), .local = cl::NDRange(group), .offset = cl::NDRange(first)},
           device_a, a.size(), device_b, b.size(), order);
    INFO("logs of ", a.size(), " and ", b.size(), " entries; work-items ", first, " to ", first + count - 1);
    expect_part("order", merged(a, b), order.read(),
                [&](std::size_t k) { return k / each >= first && k / each < first + count; });
    expect_same("a", a, device_a.read());
    expect_same("b", b, device_b.read());
}

void check(const Times& a, const Times& b, std::size_t group = 4)
{
    const std::size_t items = (a.size() + b.size() + each - 1) / each;
    check_part(a, b, group, 0, std::max(round_up(items, group), group));
}

Times sorted_times(std::size_t count, cl_uint bound = 0xFFFF'FFFF)
{
    Times times = random_uints(count, 2905 + count, bound);
    std::ranges::sort(times);
    return times;
}

} // namespace

TEST_CASE("entries of two logs take turns")
{
    check({10, 30, 50, 70, 90, 110, 130, 150}, {20, 40, 60, 80, 100, 120, 140, 160});
    check(sorted_times(57), sorted_times(71));
}

TEST_CASE("of equal times those of the first log come first, in their order")
{
    check(Times(40, 7), Times(60, 7));
    check(sorted_times(90, 5), sorted_times(70, 5));
    check({1, 2, 2, 2, 2, 3, 3, 3, 3, 3}, {2, 2, 2, 2, 3, 3, 4, 4, 4});
}

TEST_CASE("a log may end before the other begins")
{
    Times early = sorted_times(33, 1000), late = sorted_times(50, 1000);
    for (cl_uint& time : late) time += 0xFFFF'F000;
    late.back() = 0xFFFF'FFFF; // the largest time that there is
    check(early, late);
    check(late, early);
}

TEST_CASE("a log may be empty, or both")
{
    check({}, sorted_times(21));
    check(sorted_times(21), {});
    check({5}, {});
    check({}, {});
}

TEST_CASE("logs of any lengths, in any groups")
{
    constexpr std::array<std::array<std::size_t, 3>, 6> lengths_and_group{
        {{1, 1, 1}, {2, 300, 64}, {300, 2, 48}, {130, 131, 7}, {70'001, 3, 64}, {60'000, 70'001, 256}}};
    for (const auto& [a, b, group] : lengths_and_group)
        if (!clean_stage() || a < 1000) check(sorted_times(a), sorted_times(b), group);
}

TEST_CASE("a work-item makes its own entries and no others")
{
    check_part(sorted_times(100), sorted_times(77), 4, 8, 4);
    check_part(sorted_times(30, 6), sorted_times(70, 6), 2, 5, 2);
}

TEST_SUITE("lens")
{
    TEST_CASE("logs of 3,000 and 1,096 entries")
    {
        check(sorted_times(3000), sorted_times(1096), 64);
    }

    TEST_CASE("logs of 700 and 2,301 entries")
    {
        check(sorted_times(700), sorted_times(2301), 64);
    }
}
