// Tests of the minimum search: every launch size, no reset, few atomic operations.
#include <lockstep/exercise.hpp>
#include <lockstep/program.hpp>

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

std::vector<LaunchSize> launch_sizes()
{
    if (Exercise::get().clean_stage()) return {{1, 1}, {8, 4}, {24, 8}};
    return {{1, 1}, {6, 3}, {64, 16}, {256, 64}, {4096, 64}};
}

std::vector<std::size_t> counts()
{
    if (Exercise::get().clean_stage()) return {1, 7, 37};
    return {1, 37, 1000, 100003};
}

cl::Kernel minimum_kernel()
{
    return Exercise::get().kernel("minimum.cl", "minimum", {"global int*", "uint", "global int*"});
}

// Values between low and low + 1000, and decoys behind them.
std::vector<cl_int> make_values(std::size_t n, cl_int low)
{
    Random random{n};
    std::vector<cl_int> values(n);
    for (cl_int& value : values) value = low + static_cast<cl_int>(random.below(1000));
    if (!Exercise::get().clean_stage()) values.insert(values.end(), decoys, low - 100000);
    return values;
}

// Launches over the first n of `values` and returns what is then in *smallest.
cl_int search(const std::vector<cl_int>& values, std::size_t n, const LaunchSize& size,
              cl_int before = INT_MAX)
{
    cl::Kernel kernel = minimum_kernel();
    const auto device_values = input("values", values);
    const auto device_smallest = input("smallest", std::vector<cl_int>{before});
    Exercise::get().launch(kernel, {.global = cl::NDRange(size.work_items), .local = cl::NDRange(size.group)},
                           device_values, static_cast<cl_uint>(n), device_smallest);
    Exercise::get().expect_same("values", values, device_values.read());
    return device_smallest.read().front();
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

// The student's program with every atomic_min on global memory counted: in the int after the result.
cl::Kernel counting_kernel()
{
    const Exercise& exercise = Exercise::get();
    const std::string source = R"(
int __attribute__((overloadable)) counted_min(volatile global int* p, int value) { atomic_inc(p + 1); return atomic_min(p, value); }
int __attribute__((overloadable)) counted_min(volatile local int* p, int value) { return atomic_min(p, value); }
#define atomic_min counted_min
#define atom_min counted_min
#line 1
)" + read_text(exercise.files() / "minimum.cl");
    cl::Program program{exercise.context(), source};
    program.build({exercise.device()});
    return cl::Kernel{program, "minimum"};
}

} // namespace

TEST_CASE("a few work-items find the minimum of many elements")
{
    for (const std::size_t place : {std::size_t{0}, std::size_t{20}, std::size_t{36}})
        check_minimum_at(37, place, 50, {4, 4});
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
    std::vector<cl_int> values = make_values(37, 5);
    values[30] = INT_MIN;
    if (const cl_int found = search(values, 37, {8, 4}); found != INT_MIN)
        FAIL("one of 37 values is INT_MIN, the smallest int there is; the kernel found ", found);
}

TEST_CASE("many work-items that all write agree on the minimum")
{
    // Falling values: each is a new minimum, so that every work-item has a reason to write.
    const std::size_t n = Exercise::get().clean_stage() ? 64 : 65536;
    std::vector<cl_int> values(n);
    for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<cl_int>(n - i);
    const std::vector<cl_int> rising{values.rbegin(), values.rend()};
    const LaunchSize size{Exercise::get().clean_stage() ? 16U : 16384U, 16};
    for (int repeat = 0; repeat < 3; ++repeat) {
        if (const cl_int found = search(values, n, size); found != 1)
            FAIL("the values fall from ", n, " to 1; ", size.work_items, " work-items found ", found);
        if (const cl_int found = search(rising, n, size); found != 1)
            FAIL("the values rise from 1 to ", n, "; ", size.work_items, " work-items found ", found);
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

TEST_CASE("each work-item calls atomic_min once at most")
{
    const std::size_t n = 500;
    std::vector<cl_int> values(n);
    for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<cl_int>(n - i);
    minimum_kernel(); // ends the test when the file does not build: its message is better
    cl::Kernel kernel = counting_kernel();
    const auto device_values = input("values", values);
    const auto result_and_count = input("smallest", std::vector<cl_int>{INT_MAX, 0});
    Exercise::get().launch(kernel, {.global = cl::NDRange(16), .local = cl::NDRange(8)}, device_values,
                           static_cast<cl_uint>(n), result_and_count);
    const cl_int calls = result_and_count.read()[1];
    if (calls > 16)
        FAIL("16 work-items searched ", n, " values with ", calls,
             " calls of atomic_min on global memory. Each waits for the one before it: let a work-item "
             "compare "
             "privately first");
}
