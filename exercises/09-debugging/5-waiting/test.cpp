// Tests of three kernels with local memory, against loops on the host: at many sizes, with the work-items of a group in other
// orders, and with one of them missing.
#include <lockstep/files.hpp>
#include <lockstep/probes.hpp>

#include <algorithm>
#include <climits>
#include <functional>
#include <regex>
#include <string>

using namespace lockstep;

namespace
{

constexpr const char* file = "waiting.cl";
constexpr const char* differences = "differences";
constexpr const char* largest_so_far = "largest_so_far";
constexpr const char* turn_blocks = "turn_blocks";
using Ints = std::vector<std::int32_t>;

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
    for (const std::uint32_t value : random_uints(n, 1100 + n, 200'000'001))
        values.push_back(static_cast<std::int32_t>(value) - 150'000'000);
    return values;
}

cl::Kernel kernel_of(const std::string& name)
{
    return Exercise::get().kernel(file, name, {"global int*", "uint", "local int*"});
}

// What the kernel leaves of `values`, of which it is told the first n.
Ints left_by(cl::Kernel kernel, const Ints& values, std::size_t n, std::size_t size, std::size_t groups)
{
    const auto device_values = input("values", values);
    Exercise::get().launch(kernel, {.global = cl::NDRange(groups * size), .local = cl::NDRange(size)},
                           device_values, static_cast<cl_uint>(n), cl::Local(size * sizeof(cl_int)));
    return device_values.read();
}

void check_values(const std::string& name, const cl::Kernel& kernel, const Ints& values, std::size_t size,
                  std::size_t groups)
{
    INFO(name, ", ", values.size(), " values in ", groups, " groups of ", size);
    Exercise::get().expect_same("values", made_of(name, values, size, groups),
                                left_by(kernel, values, values.size(), size, groups));
}

// All work-groups that n values need, and more.
void check_sizes(const std::string& name)
{
    const cl::Kernel kernel = kernel_of(name);
    const auto check = [&](std::size_t n, std::size_t size, std::size_t more = 0) {
        check_values(name, kernel, random_ints(n), size, round_up(n, size) / size + more);
    };
    for (const std::size_t n : {64U, 8U, 16U}) check(n, 8); // whole blocks first
    for (const std::size_t n : {1U, 2U, 7U, 9U, 37U, 63U, 65U}) check(n, 8, n % 2);
    check(5, 1);
    check(5, 2);
    check(11, 4);
    check(count_of_its_own(file), 48);
    check(1000, large_group(kernel));
    const auto most = kernel.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(Exercise::get().device());
    const bool clean = Exercise::get().clean_stage();
    const std::size_t largest = clean ? std::min<std::size_t>(most, 1024) : most;
    check(largest + 5, largest);
    if (!clean) check((1U << 20) + 37, 8);
    // Told of no values, it changes none.
    if (left_by(kernel, {7, 8, 9}, 0, 8, 1) != Ints{7, 8, 9})
        FAIL(name, ": n is 0, and values have changed.");
    // Of so many values, which no int counts, there are the first eight.
    const Ints block = random_ints(8);
    if (left_by(kernel, block, 3'000'000'000, 8, 1) != made_of_block(name, block))
        FAIL(name, ": n is 3,000,000,000, and of the first block not all values are right.");
}

// Every work-item plays the role of another one of its group.
void check_orders(const std::string& name)
{
    kernel_of(name); // its message is better when the file does not build
    const std::string global =
        "#define get_global_id(d) (get_group_id(d) * get_local_size(d) + get_local_id(d))\n";
    for (const std::string role :
         {"get_local_size(d) - 1 - get_local_id(d)", "(get_local_id(d) * 5 + 3) % get_local_size(d)",
          "(get_local_id(d) + get_local_size(d) / 2) % get_local_size(d)"}) {
        const std::string local = "#define get_local_id(d) (" + role + ")\n";
        const cl::Kernel kernel{program_behind(local + global, file), name.c_str()};
        INFO("the work-items of a group run in another order than that of their numbers");
        for (const std::size_t size : {8U, 64U, 4U, 2U})
            check_values(name, kernel, random_ints(3 * size + 5), size, 4);
    }
}

// Whose role the work-item plays that does not play its own.
constexpr std::size_t role_instead_of(std::size_t missing)
{
    return missing == 0 ? 1 : missing - 1;
}

std::string without_comments(const std::string& text)
{
    return std::regex_replace(text, std::regex{R"(//.*|/\*[^*]*\*+(?:[^/*][^*]*\*+)*/)"}, " ");
}

// In each group nobody is work-item `missing`; the one of that number plays the role of a neighbour.
Ints left_without(const std::string& name, const Ints& values, std::size_t size, std::size_t missing)
{
    kernel_of(name);
    const std::string lines =
        "#define get_local_id(d) (get_local_id(d) == " + std::to_string(missing) + " ? (size_t)" +
        std::to_string(role_instead_of(missing)) +
        " : get_local_id(d))\n#define get_global_id(d) (get_group_id(d) * get_local_size(d) + "
        "get_local_id(d))\n";
    const cl::Kernel kernel{program_behind(lines, file), name.c_str()};
    return left_by(kernel, values, values.size(), size, 1);
}

// @param depends whether the value of this place depends on that of the missing work-item.
void check_without(const std::string& name, std::size_t missing,
                   const std::function<bool(std::size_t)>& depends)
{
    constexpr std::size_t size = 16;
    if (Exercise::get().clean_stage()) return; // two play the same role, which is a race
    const Ints values = random_ints(size);
    const Ints expected = made_of_block(name, values);
    const Ints got = left_without(name, values, size, missing);
    INFO(name, ": a group of ", size, " was run without work-item ", missing);
    if (got[missing] != values[missing])
        FAIL("values[", missing, "] has changed. Another work-item did its work.");
    for (std::size_t i = 0; i < size; ++i)
        if (i != missing && i != role_instead_of(missing) && !depends(i) && got[i] != expected[i])
            FAIL("values[", i, "] is ", got[i], " where ", expected[i],
                 " is expected. That work-item did the work of another, too.");
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

TEST_CASE("every work-item of differences does its own work")
{
    check_without(differences, 0, [](std::size_t i) { return i == 1; });
    check_without(differences, 15, [](std::size_t) { return false; });
    check_without(differences, 7, [](std::size_t i) { return i == 8; });
}

TEST_CASE("every work-item of largest_so_far does its own work")
{
    check_without(largest_so_far, 15, [](std::size_t) { return false; });
    if (Exercise::get().clean_stage()) return;
    // Without the first work-item the others still know the largest of their own.
    const Ints values = random_ints(16);
    const Ints got = left_without(largest_so_far, values, 16, 0);
    if (got[0] != values[0] || !std::is_sorted(got.begin() + 1, got.end()))
        FAIL("A group of 16 was run without work-item 0, and the others no longer find the largest so far. "
             "It does their work, or they do its own.");
}

TEST_CASE("nobody uses an atomic function")
{
    kernel_of(differences);
    std::string lines;
    for (const std::string name :
         {"add", "sub", "xchg", "inc", "dec", "cmpxchg", "min", "max", "and", "or", "xor"})
        for (const std::string prefix : {"atomic_", "atom_"})
            lines += "#define " + prefix + name + " no_" + prefix + name + "_here\n";
    bool used = std::regex_search(without_comments(read_text(Exercise::get().files() / file)),
                                  std::regex{"atom|__sync|__c11"});
    try {
        program_behind(lines, file); // a name that was put together by the preprocessor is found here
    } catch (const cl::Error&) {
        used = true;
    }
    if (used)
        FAIL("A kernel uses an atomic function. An access that nobody can interrupt may still come too "
             "early: wait.");
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

TEST_CASE("every work-item of turn_blocks does its own work")
{
    for (const std::size_t missing : {0U, 15U, 6U})
        check_without(turn_blocks, missing, [=](std::size_t i) { return i == 15 - missing; });
}
