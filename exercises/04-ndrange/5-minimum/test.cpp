// Tests of the minimum search: every launch size, no reset, few atomic operations.
#include <lockstep/probes.hpp>

#include <algorithm>
#include <bit>
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

// The largest power of two up to 512 that the device can give the kernel as a work-group.
std::size_t large_group()
{
    const auto most = minimum_kernel().getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(Exercise::get().device());
    return std::bit_floor(std::min<std::size_t>(most, 512));
}

std::vector<LaunchSize> launch_sizes()
{
    if (Exercise::get().clean_stage()) return {{1, 1}, {8, 4}, {24, 8}};
    return {{1, 1}, {6, 3}, {64, 16}, {256, 64}, {4096, 64}, {96, 48}, {1024, large_group()}};
}

std::vector<std::size_t> counts()
{
    if (Exercise::get().clean_stage()) return {1, 7, 37};
    return {1, 37, 1000, 100003, count_of_its_own("minimum.cl")};
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

// The student's program behind a few lines of our own.
cl::Kernel kernel_behind(const std::string& lines)
{
    minimum_kernel(); // ends the test when the file does not build: its message is better
    return cl::Kernel{program_behind(lines, "minimum.cl"), "minimum"};
}

// Counts every atomic operation on global memory: in the int after the result.
cl::Kernel counting_kernel()
{
    std::string functions;
    std::string names;
    for (const std::string name :
         {"add", "sub", "xchg", "inc", "dec", "cmpxchg", "min", "max", "and", "or", "xor"}) {
        const bool alone = name == "inc" || name == "dec";
        for (const std::string type : {"int", "uint"})
            for (const std::string space : {"global", "local"}) {
                const std::string more = ", " + type;
                functions += type + " __attribute__((overloadable)) counted_" + name + "(volatile " + space +
                             " " + type + "* p" + (alone ? "" : more + " a") +
                             (name == "cmpxchg" ? more + " b" : "") + ") { " +
                             (space == "global" ? "atomic_inc((volatile global int*)p + 1); " : "") +
                             "return atomic_" + name + "(p" + (alone ? "" : ", a") +
                             (name == "cmpxchg" ? ", b" : "") + "); }\n";
            }
        for (const std::string prefix : {"atomic_", "atom_"}) {
            const std::string builtin = prefix + name;
            names += "#undef " + builtin + "\n#define " + builtin + " counted_" + name + "\n";
        }
    }
    return kernel_behind(functions + names);
}

// The program as one of 16 work-items in groups of one sees it, for launches of that work-item alone. Its number is the
// launch's offset; what else it asks is answered as if the others were there.
cl::Kernel lonely_kernel()
{
    return kernel_behind(item_of({.global = cl::NDRange(16), .local = cl::NDRange(1)}));
}

} // namespace

TEST_CASE("a few work-items find the minimum of many elements")
{
    for (const std::size_t place : {std::size_t{0}, std::size_t{20}, std::size_t{36}})
        check_minimum_at(37, place, 50, {4, 4});
}

TEST_CASE("each element is in the share of one work-item")
{
    constexpr std::size_t n = 61;
    cl::Kernel kernel = lonely_kernel();
    std::vector<std::size_t> owners;
    for (const std::size_t place : {0U, 7U, 21U, 42U, 50U, 53U, 56U, 57U, 58U, 59U, 60U}) {
        std::vector<cl_int> values(n, 50);
        values[place] = -50;
        std::size_t looked = 0;
        for (std::size_t number = 0; number < 16; ++number) {
            const auto device_values = input("values", values);
            const auto device_smallest = input("smallest", std::vector<cl_int>{INT_MAX});
            Exercise::get().launch(
                kernel, {.global = cl::NDRange(1), .local = cl::NDRange(1), .offset = cl::NDRange(number)},
                device_values, static_cast<cl_uint>(n), device_smallest);
            if (device_smallest.read().front() != -50) continue;
            ++looked;
            owners.push_back(number);
        }
        if (looked != 1)
            FAIL("16 work-items share ", n, " values; each of them was run alone, and ", looked,
                 std::string{looked == 1 ? " looks" : " look"}, " at element ", place,
                 ". Let each work-item search a share of its own");
    }
    if (std::all_of(owners.begin(), owners.end(), [&](std::size_t owner) { return owner == owners.front(); }))
        FAIL("16 work-items share ", n, " values; each of them was run alone, and number ", owners.front(),
             " finds all that was looked for. Let the others search some");
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

TEST_CASE("values of every size are compared")
{
    check_minimum_at(37, 11, 2000000000, {8, 4});
    check_minimum_at(37, 11, -2000000000, {8, 4});
    check_minimum_at(37, 36, 16777300, {8, 4}); // a float has no room for their last digits
    std::vector<cl_int> values(37, INT_MAX);
    if (const cl_int found = search(values, 37, {8, 4}); found != INT_MAX)
        FAIL("37 values are INT_MAX; the kernel found ", found);
    for (std::size_t i = 0; i < 37; i += 2) values[i] = -2000000000 - static_cast<cl_int>(i);
    if (const cl_int found = search(values, 37, {8, 4}); found != -2000000036)
        FAIL("of 37 values half are INT_MAX, the others -2000000000 to -2000000036; the kernel found ",
             found);
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

TEST_CASE("each work-item makes one atomic operation at most")
{
    cl::Kernel kernel = counting_kernel();
    for (const std::size_t n : {500U, 501U, 503U, 511U}) {
        std::vector<cl_int> values(n);
        for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<cl_int>(n - i);
        const auto device_values = input("values", values);
        const auto result_and_count = input("smallest", std::vector<cl_int>{INT_MAX, 0});
        Exercise::get().launch(kernel, {.global = cl::NDRange(16), .local = cl::NDRange(8)}, device_values,
                               static_cast<cl_uint>(n), result_and_count);
        const cl_int calls = result_and_count.read()[1];
        if (calls > 16)
            FAIL("16 work-items searched ", n, " values with ", calls,
                 " atomic operations on global memory. Each waits for the one before it: let a work-item "
                 "compare "
                 "privately first");
    }
}
