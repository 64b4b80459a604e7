// Tests of three kernels with local memory, against loops on the host, at many sizes, and with the work-items of a group in other
// orders.
#include <lockstep/probes.hpp>

#include <algorithm>
#include <climits>
#include <regex>
#include <string>

using namespace lockstep;

namespace
{

constexpr const char* file = "waiting.cl";
constexpr const char* differences = "differences";
constexpr const char* largest_so_far = "largest_so_far";
constexpr const char* turn_blocks = "turn_blocks";
using Ints = std::vector<cl_int>;

// What a kernel makes of one block.
Ints made_of_block(const std::string& name, Ints block)
{
    if (name == turn_blocks) std::reverse(block.begin(), block.end());
    if (name == largest_so_far)
        for (std::size_t i = 1; i < block.size(); ++i) block[i] = std::max(block[i], block[i - 1]);
    if (name == differences)
        for (std::size_t i = block.size(); i-- > 1;) block[i] -= block[i - 1];
    return block;
}

// The same for the first `groups` blocks of a whole.
Ints made_of(const std::string& name, Ints values, std::size_t size, std::size_t groups)
{
    for (std::size_t begin = 0; begin < std::min(values.size(), groups * size); begin += size) {
        const auto first = values.begin() + static_cast<std::ptrdiff_t>(begin);
        const auto last = first + static_cast<std::ptrdiff_t>(std::min(size, values.size() - begin));
        const Ints made = made_of_block(name, {first, last});
        std::copy(made.begin(), made.end(), first);
    }
    return values;
}

Ints random_ints(std::size_t n)
{
    Ints values;
    for (const cl_uint value : random_uints(n, 1100 + n, 200'000'001))
        values.push_back(static_cast<cl_int>(value) - 150'000'000);
    return values;
}

cl::Kernel kernel_of(const std::string& name)
{
    return Exercise::get().kernel(file, name, {"global int*", "uint", "local int*"});
}

void check_values(const std::string& name, const cl::Kernel& kernel, const Ints& values, std::size_t size,
                  std::size_t groups)
{
    INFO(name, ", ", values.size(), " values in ", groups, " groups of ", size);
    const auto device_values = input("values", values);
    launch(kernel, covering(groups * size, size), device_values, values.size(),
           cl::Local(size * sizeof(cl_int)));
    expect_same("values", made_of(name, values, size, groups), device_values.read());
}

// All work-groups that n values need, and more.
void check_sizes(const std::string& name)
{
    const auto check = [&](std::size_t n, std::size_t size, std::size_t more = 0) {
        check_values(name, kernel_of(name), random_ints(n), size, round_up(n, size) / size + more);
    };
    for (const std::size_t n : {64U, 8U, 16U}) check(n, 8); // whole blocks first
    for (const std::size_t n : {0U, 1U, 2U, 7U, 9U, 37U, 63U, 65U}) check(n, 8, 1);
    check(5, 1);
    check(11, 4);
    check(100, 48);
    check(1000, 512);
    check(1029, 1024);
}

// Every work-item plays the role of another one of its group.
void check_orders(const std::string& name)
{
    for (const std::string role :
         {"get_local_size(d) - 1 - get_local_id(d)", "(get_local_id(d) * 5 + 3) % get_local_size(d)",
          "(get_local_id(d) + get_local_size(d) / 2) % get_local_size(d)"}) {
        const std::string lines = "#define get_local_id(d) (" + role +
                                  ")\n#define get_global_id(d) (get_group_id(d) * get_local_size(d) + "
                                  "get_local_id(d))\n";
        INFO("the work-items of a group run in another order than that of their numbers");
        for (const std::size_t size : {8U, 64U, 4U, 2U})
            check_values(name, behind(lines, file, kernel_of(name)), random_ints(3 * size + 5), size, 4);
    }
}

} // namespace

TEST_CASE("each value less its left neighbour, at every size")
{
    check_sizes(differences);
}

TEST_CASE("the largest so far, at every size")
{
    check_sizes(largest_so_far);
    const cl::Kernel kernel = kernel_of(largest_so_far);
    Ints values(64, INT_MIN);
    check_values(largest_so_far, kernel, values, 64, 1);
    for (const std::size_t place : {0U, 1U, 31U, 62U, 63U}) {
        values.assign(64, -5);
        values[place] = INT_MAX;
        check_values(largest_so_far, kernel, values, 64, 1);
    }
}

TEST_CASE("differences waits in whatever order its work-items run")
{
    check_orders(differences);
}

TEST_CASE("largest_so_far waits in whatever order its work-items run")
{
    check_orders(largest_so_far);
}

TEST_CASE("nobody uses an atomic function")
{
    if (std::regex_search(code_of(file), std::regex{"atom|__sync|__c11"}))
        FAIL("A kernel uses an atomic function. An access that nobody can interrupt may still come too "
             "early: wait.");
}

TEST_CASE("there may be more values than an int counts")
{
    constexpr std::size_t n = 3'000'000'000; // of which the buffer has the first, for one group
    for (const std::string name : {differences, largest_so_far, turn_blocks}) {
        const Ints values = random_ints(8);
        const auto device_values = input("values", values);
        launch(kernel_of(name), covering(8, 8), device_values, n, cl::Local(8 * sizeof(cl_int)));
        INFO(name, ", 3,000,000,000 values");
        expect_same("values", made_of(name, values, 8, 1), device_values.read());
    }
}

TEST_CASE("a launch of a part makes that part")
{
    for (const std::string name : {differences, largest_so_far, turn_blocks})
        check_values(name, kernel_of(name), random_ints(40), 8, 2);
}

TEST_CASE("each block turned round, at every size")
{
    check_sizes(turn_blocks);
}

TEST_CASE("turn_blocks waits in whatever order its work-items run")
{
    check_orders(turn_blocks);
}
