// Tests of the radix sort's passes against std::stable_sort by one digit, and of whole sorts against std::sort.
#include <lockstep/kernel_set.hpp>
#include <lockstep/probes.hpp>

#include <algorithm>
#include <numeric>

using namespace lockstep;

namespace
{

using Keys = std::vector<std::uint32_t>;

constexpr std::size_t group = 256;
constexpr std::size_t digits = 16;

// Work-item l of a group takes itself for number 255 - l. That is the same to a kernel, unless it relies on low numbers
// running first, which they happen to do on a CPU.
const char* const numbered_backwards = R"(
#define get_local_id(d) (get_local_size(d) - 1 - get_local_id(d))
#define get_global_id(d) (get_group_id(d) * get_local_size(d) + get_local_id(d))
)";

std::size_t digit_of(std::uint32_t key, unsigned shift)
{
    return key >> shift & 15U;
}

std::size_t groups_of(const Keys& keys)
{
    return (keys.size() + group - 1) / group;
}

Launch launch_of(const Keys& keys)
{
    return {.global = cl::NDRange(groups_of(keys) * group), .local = cl::NDRange(group)};
}

Keys counts_of(const Keys& keys, unsigned shift)
{
    Keys counts(digits * groups_of(keys));
    for (std::size_t i = 0; i < keys.size(); ++i)
        ++counts[digit_of(keys[i], shift) * groups_of(keys) + i / group];
    return counts;
}

struct Kernels
{
    cl::Kernel count;
    cl::Kernel scatter;
};

Kernels kernels()
{
    Exercise& exercise = Exercise::get();
    return {exercise.kernel("radix.cl", "count_digits", {"global uint*", "global uint*", "uint", "uint"}),
            exercise.kernel("radix.cl", "scatter_digits",
                            {"global uint*", "global uint*", "global uint*", "uint", "uint"})};
}

Kernels kernels_behind(const std::string& lines)
{
    kernels(); // ends the test when the file does not build: its message is better
    const cl::Program program = program_behind(lines, "radix.cl");
    return {cl::Kernel{program, "count_digits"}, cl::Kernel{program, "scatter_digits"}};
}

void check_counts(const Keys& keys, unsigned shift)
{
    Exercise& exercise = Exercise::get();
    const Keys expected = counts_of(keys, shift);
    cl::Kernel kernel = kernels().count;
    const auto device_keys = input("keys", keys);
    const auto counts = output<std::uint32_t>("counts", expected.size());
    exercise.launch(kernel, launch_of(keys), device_keys, counts, static_cast<cl_uint>(keys.size()),
                    cl_uint{shift});
    INFO("n ", keys.size(), ", shift ", shift);
    exercise.expect_same("counts", expected, counts.read(), {}, groups_of(keys));
    exercise.expect_same("keys", keys, device_keys.read());
}

// The keys after one pass, from places that the host has scanned; compared with a stable sort by that digit.
Keys scattered(const Keys& keys, unsigned shift, Kernels student = kernels())
{
    Exercise& exercise = Exercise::get();
    const Keys counts = counts_of(keys, shift);
    const Reference<std::uint32_t> places = scanned_before(counts);
    Keys expected = keys;
    std::stable_sort(expected.begin(), expected.end(), [&](std::uint32_t a, std::uint32_t b) {
        return digit_of(a, shift) < digit_of(b, shift);
    });
    const auto device_keys = input("keys", keys);
    const auto device_places = input("places", places.values);
    const auto sorted = output<std::uint32_t>("sorted", keys.size());
    exercise.launch(student.scatter, launch_of(keys), device_keys, device_places, sorted,
                    static_cast<cl_uint>(keys.size()), cl_uint{shift});
    INFO("n ", keys.size(), ", shift ", shift);
    expect_agreed("sorted", Reference<std::uint32_t>{expected, places.agreed}, sorted.read());
    exercise.expect_same("keys", keys, device_keys.read());
    return sorted.read();
}

Keys random_keys(std::size_t n)
{
    return random_uints(n, 1940 + n, 0xFFFFFFFFU);
}

} // namespace

TEST_CASE("digits of one group are counted")
{
    Keys keys(group);
    std::iota(keys.begin(), keys.end(), 0U);
    check_counts(keys, 0);
    check_counts(keys, 4);
    if (!Exercise::get().clean_stage()) check_counts(Keys(group, 0xABCD1234U), 8);
}

TEST_CASE("digits of several groups are counted, digit by digit")
{
    check_counts(random_keys(group + 77), 12);
    if (Exercise::get().clean_stage()) return;
    for (unsigned shift = 0; shift <= 28; ++shift) check_counts(random_keys(700), shift);
    check_counts(random_keys(3 * group), 0);
    check_counts(random_keys(3 * group), 28);
    check_counts(random_keys(5), 4);
}

TEST_CASE("one group's keys are scattered by their digit")
{
    Keys keys(group);
    for (std::size_t i = 0; i < group; ++i) keys[i] = static_cast<std::uint32_t>(15 - i % 16);
    scattered(keys, 0);
}

TEST_CASE("keys with the same digit keep their order")
{
    Keys keys(2 * group);
    for (std::size_t i = 0; i < keys.size(); ++i)
        keys[i] = static_cast<std::uint32_t>((keys.size() - i) << 8U | (i * 7 % 3) << 4U | (i % 5));
    scattered(keys, 4);
    if (!Exercise::get().clean_stage()) scattered(Keys(group, 77), 0);
}

TEST_CASE("several groups share the places of a digit")
{
    scattered(random_keys(2 * group), 0);
    if (Exercise::get().clean_stage()) return;
    for (unsigned shift = 0; shift <= 28; ++shift) scattered(random_keys(700), shift);
    scattered(random_keys(40 * group), 20);
}

TEST_CASE("the order does not depend on which work-item runs first")
{
    if (Exercise::get().clean_stage()) return;
    INFO("in each work-group, the work-item that runs last has number 0");
    scattered(random_keys(group + 100), 8, kernels_behind(numbered_backwards));
}

TEST_CASE("a group counts and moves its own keys only, to the places it is given")
{
    // Places with a gap after each digit, and two groups launched of three, which take themselves for all of three.
    const Keys keys = random_keys(2 * group + 150);
    const std::size_t launched = 2, groups = groups_of(keys);
    constexpr unsigned shift = 4;
    const Keys counts = counts_of(keys, shift);
    Keys places = scanned_before(counts).values;
    for (std::size_t i = 0; i < places.size(); ++i) places[i] += static_cast<std::uint32_t>(i / groups + 1);
    Keys expected_counts(counts.size(), 1000), expected(keys.size() + digits + 1, 1000), next = places;
    for (std::size_t i = 0; i < counts.size(); ++i)
        if (i % groups < launched) expected_counts[i] = counts[i];
    for (std::size_t i = 0; i < launched * group; ++i)
        expected[next[digit_of(keys[i], shift) * groups + i / group]++] = keys[i];
    Exercise& exercise = Exercise::get();
    const Launch launch{.global = cl::NDRange(launched * group), .local = cl::NDRange(group)};
    const auto n = static_cast<cl_uint>(keys.size());
    const auto device_keys = input("keys", keys);
    const auto device_counts = input("counts", Keys(counts.size(), 1000));
    const auto sorted = input("sorted", Keys(expected.size(), 1000));
    Kernels student = kernels_behind(told_of({.global = cl::NDRange(768), .local = cl::NDRange(256)}));
    INFO("n ", keys.size(),
         ", launched: work-groups 0 and 1 of 3, with a gap before each digit's place; "
         "counts and sorted held 1000");
    exercise.launch(student.count, launch, device_keys, device_counts, n, cl_uint{shift});
    exercise.expect_same("counts", expected_counts, device_counts.read(), {}, groups);
    const auto device_places = input("places", places);
    exercise.launch(student.scatter, launch, device_keys, device_places, sorted, n, cl_uint{shift});
    exercise.expect_same("sorted", expected, sorted.read());
}

TEST_CASE("the last group may be short, and hold the largest keys")
{
    if (!Exercise::get().clean_stage()) scattered(random_keys(1), 0);
    if (!Exercise::get().clean_stage()) scattered(random_keys(group + 3), 8);
    if (!Exercise::get().clean_stage()) scattered(random_keys(count_of_its_own("radix.cl")), 16);
    Keys keys = random_keys(300);
    for (const std::size_t i : {0U, 100U, 260U, 299U}) keys[i] = 0xFFFFFFFFU;
    scattered(keys, 28);
}

TEST_CASE("eight passes sort")
{
    if (Exercise::get().clean_stage()) return; // every pass has been looked at
    for (const std::size_t n : {700U, 50001U}) {
        Keys keys = random_keys(n);
        keys[n / 2] = 0;
        Keys expected = keys;
        std::sort(expected.begin(), expected.end());
        for (unsigned shift = 0; shift < 32; shift += 4) {
            check_counts(keys, shift);
            keys = scattered(keys, shift);
        }
        Exercise::get().expect_same("keys after eight passes", expected, keys);
    }
}

TEST_SUITE("lens")
{
    TEST_CASE("a pass over 8192 random keys under the lens")
    {
        const Keys keys = random_keys(8192);
        check_counts(keys, 8);
        scattered(keys, 8);
    }

    TEST_CASE("a pass over 3001 random keys under the lens")
    {
        const Keys keys = random_keys(3001);
        check_counts(keys, 4);
        scattered(keys, 4);
    }
}
