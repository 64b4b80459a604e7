// Tests of the minimum search: every launch size, no reset, few atomic operations.
#include <lockstep/probes.hpp>

#include <algorithm>
#include <climits>

using namespace lockstep;

namespace
{

constexpr std::size_t decoys = 5; // elements beyond n, smaller than all others

struct LaunchSize
{
    std::size_t work_items;
    std::size_t group;
};

cl::Kernel minimum_kernel()
{
    return Exercise::get().kernel("minimum.cl", "minimum", {"global int*", "uint", "global int*"});
}

std::vector<LaunchSize> launch_sizes()
{
    if (clean_stage()) return {{1, 1}, {8, 4}, {24, 8}};
    return {{1, 1}, {6, 3}, {64, 16}, {256, 64}, {4096, 64}, {96, 48}, {1024, 512}};
}

std::vector<std::size_t> counts()
{
    if (clean_stage()) return {1, 7, 37};
    return {1, 37, 1000, 100003};
}

// Values between low and low + 1000, and decoys behind them.
std::vector<cl_int> make_values(std::size_t n, cl_int low)
{
    Random random{n};
    std::vector<cl_int> values(n);
    for (cl_int& value : values) value = low + static_cast<cl_int>(random.below(1000));
    if (!clean_stage()) values.insert(values.end(), decoys, low - 100000);
    return values;
}

// Launches over the first n of `values` and returns what is then in *smallest.
cl_int search(const std::vector<cl_int>& values, std::size_t n, const LaunchSize& size,
              cl_int before = INT_MAX)
{
    const auto smallest = input("smallest", std::vector<cl_int>{before});
    launch(minimum_kernel(), {.global = cl::NDRange(size.work_items), .local = cl::NDRange(size.group)},
           input("values", values), n, smallest);
    return smallest.read().front();
}

void check_minimum_at(std::size_t n, std::size_t place, cl_int low, const LaunchSize& size)
{
    std::vector<cl_int> values = make_values(n, low);
    values[place] = low - 7;
    const cl_int found = search(values, n, size);
    if (found != low - 7)
        FAIL(size.work_items, " work-items in groups of ", size.group, " search ", n,
             " values: the minimum is ", low - 7, " at element ", place, ", the kernel found ", found,
             std::string{found < low - 7 ? ", which is not among the first n" : ""});
}

} // namespace

TEST_CASE("a few work-items find the minimum of many elements")
{
    for (const std::size_t place : {std::size_t{0}, std::size_t{20}, std::size_t{36}})
        check_minimum_at(37, place, 50, {4, 4});
}

TEST_CASE("each element is in the share of one work-item, and the shares are even")
{
    constexpr std::size_t n = 23, items = 8, even = (n + items - 1) / items;
    const cl::Kernel kernel = behind(item_of(covering(items, 1)), "minimum.cl", minimum_kernel());
    std::vector<std::size_t> shares(items);
    for (std::size_t place = 0; place < n; ++place) {
        std::vector<cl_int> values(n, 50);
        values[place] = -50;
        std::size_t found = 0;
        for (std::size_t number = 0; number < items; ++number) {
            const auto smallest = input("smallest", std::vector<cl_int>{INT_MAX});
            launch(kernel, {.global = cl::NDRange(1), .local = cl::NDRange(1), .offset = cl::NDRange(number)},
                   input("values", values), n, smallest);
            if (smallest.read().front() == -50) ++found, ++shares[number];
        }
        if (found != 1)
            FAIL(items, " work-items share ", n, " values; each of them was run alone, and ", found,
                 " looked at element ", place, ". Let each work-item search a share of its own");
    }
    if (const std::size_t largest = *std::ranges::max_element(shares); largest > 2 * even)
        FAIL(items, " work-items share ", n, " values, and one of them searches ", largest,
             ". An even share is ", even, ": let no work-item search more than twice as many");
}

TEST_CASE("the minimum is found wherever it is, with every launch")
{
    for (const std::size_t n : counts())
        for (const LaunchSize& size : launch_sizes())
            for (const std::size_t place : {std::size_t{0}, n / 2, n - 1})
                check_minimum_at(n, place, 2000, size);
}

TEST_CASE("negative values are smaller than positive ones")
{
    check_minimum_at(37, 11, -500, {8, 4});
}

TEST_CASE("values of every size are compared")
{
    check_minimum_at(37, 11, 2000000000, {8, 4});
    check_minimum_at(37, 11, -2000000000, {8, 4});
    check_minimum_at(37, 36, 16777300, {8, 4}); // a float has no room for their last digits
}

TEST_CASE("many work-items that all write agree on the minimum")
{
    // Of falling values each is a new minimum, so that every work-item has a reason to write; of rising ones the last is the largest.
    const std::size_t n = clean_stage() ? 64 : 65536;
    for (const bool falling : {true, false}) {
        std::vector<cl_int> values(n);
        for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<cl_int>(falling ? n - i : i + 1);
        if (const cl_int found = search(values, n, {n / 4, 16}); found != 1)
            FAIL("the values go from ", values.front(), " to ", values.back(), "; ", n / 4,
                 " work-items found ", found);
    }
}

TEST_CASE("a second launch goes on from the first")
{
    const std::vector<cl_int> values = make_values(37, 100);
    const cl_int found = search(values, 37, {8, 4}, -3);
    if (found != -3)
        FAIL("*smallest was -3 before a launch over larger values, and ", found,
             " after it: the kernel must not reset it");
}

TEST_CASE("no values leave the result as it was")
{
    const std::vector<cl_int> values(4, -9);
    const cl_int found = search(values, 0, {8, 4}, 12);
    if (found != 12) FAIL("n is 0 and *smallest was 12; afterwards it is ", found);
}

TEST_CASE("each work-item makes one atomic operation at most")
{
    const cl::Kernel kernel = behind(counting_atomics(1), "minimum.cl", minimum_kernel());
    std::vector<cl_int> values(503);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<cl_int>(values.size() - i);
    const auto result_and_count = input("smallest", std::vector<cl_int>{INT_MAX, 0});
    launch(kernel, covering(16, 8), input("values", values), values.size(), result_and_count);
    const cl_int calls = result_and_count.read()[1];
    if (calls > 16)
        FAIL("16 work-items searched 503 values with ", calls,
             " atomic operations on global memory. Each waits "
             "for the one before it: let a work-item compare privately first");
}
