// Tests of the radix sort's passes against std::stable_sort by one digit, and of whole sorts against std::sort.
#include <lockstep/kernel_set.hpp>
#include <lockstep/probes.hpp>

#include <algorithm>
#include <numeric>

using namespace lockstep;

namespace
{

using Keys = std::vector<cl_uint>;

constexpr std::size_t group = 256;
constexpr std::size_t digits = 16;

std::size_t digit_of(cl_uint key, unsigned shift)
{
    return key >> shift & 15U;
}

std::size_t groups_of(const Keys& keys)
{
    return (keys.size() + group - 1) / group;
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

/// The kernel, told that all groups for the keys are launched.
cl::Kernel told_of_all(const cl::Kernel& kernel, const Keys& keys)
{
    return behind(told_of(covering(keys.size(), group)), "radix.cl", kernel);
}

/// @param launched work-groups, if not all.
void check_counts(const Keys& keys, unsigned shift, std::size_t launched = SIZE_MAX)
{
    const Keys expected = counts_of(keys, shift);
    const std::size_t groups = groups_of(keys), begun = std::min(groups, launched);
    const auto counts = output<cl_uint>("counts", expected.size());
    launch(told_of_all(kernels().count, keys), covering(begun * group, group), input("keys", keys), counts,
           keys.size(), cl_uint{shift});
    INFO("n ", keys.size(), ", shift ", shift);
    expect_part(
        "counts", expected, counts.read(), [&](std::size_t i) { return i % groups < begun; }, {}, groups);
}

// The keys after one pass, from places that the host has scanned; compared with a stable sort by that digit.
Keys scattered(const Keys& keys, unsigned shift, cl::Kernel scatter = kernels().scatter)
{
    const Reference<cl_uint> places = scanned_before(counts_of(keys, shift));
    Keys expected = keys;
    std::stable_sort(expected.begin(), expected.end(),
                     [&](cl_uint a, cl_uint b) { return digit_of(a, shift) < digit_of(b, shift); });
    const auto sorted = output<cl_uint>("sorted", keys.size());
    launch(scatter, covering(keys.size(), group), input("keys", keys), input("places", places.values), sorted,
           keys.size(), cl_uint{shift});
    INFO("n ", keys.size(), ", shift ", shift);
    expect_agreed("sorted", Reference<cl_uint>{expected, places.agreed}, sorted.read());
    return expected;
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
    if (!clean_stage()) check_counts(Keys(group, 0xABCD1234U), 8);
}

TEST_CASE("digits of several groups are counted, digit by digit")
{
    check_counts(random_keys(group + 77), 12);
    check_counts(random_keys(5), 4);
    if (clean_stage()) return;
    for (unsigned shift = 0; shift <= 28; ++shift) check_counts(random_keys(700), shift);
}

TEST_CASE("one group's keys are scattered by their digit")
{
    Keys keys(group);
    for (std::size_t i = 0; i < group; ++i) keys[i] = static_cast<cl_uint>(15 - i % 16);
    scattered(keys, 0);
}

TEST_CASE("keys with the same digit keep their order")
{
    Keys keys(2 * group);
    for (std::size_t i = 0; i < keys.size(); ++i)
        keys[i] = static_cast<cl_uint>((keys.size() - i) << 8U | (i * 7 % 3) << 4U | (i % 5));
    scattered(keys, 4);
    if (!clean_stage()) scattered(Keys(group, 77), 0);
}

TEST_CASE("several groups share the places of a digit")
{
    scattered(random_keys(2 * group), 0);
    if (clean_stage()) return;
    for (unsigned shift = 0; shift <= 28; ++shift) scattered(random_keys(700), shift);
}

TEST_CASE("the order does not depend on which work-item runs first")
{
    if (clean_stage()) return;
    INFO("in each work-group, the work-item that runs last has number 0");
    scattered(random_keys(group + 100), 8, behind(numbered_backwards(), "radix.cl", kernels().scatter));
}

TEST_CASE("a group counts and moves its own keys only, to the places it is given")
{
    // Two groups are launched of three. There is a gap of one place before each digit of each group.
    const Keys keys = random_keys(2 * group + 150);
    check_counts(keys, 4, 2);
    Keys places = scanned_before(counts_of(keys, 4)).values;
    for (std::size_t i = 0; i < places.size(); ++i) places[i] += static_cast<cl_uint>(i + 1);
    Keys next = places, expected(keys.size() + places.size() + 1);
    std::vector<bool> made(expected.size());
    for (std::size_t i = 0; i < 2 * group; ++i) {
        const cl_uint place = next[digit_of(keys[i], 4) * 3 + i / group]++;
        expected[place] = keys[i];
        made[place] = true;
    }
    const auto sorted = output<cl_uint>("sorted", expected.size());
    launch(told_of_all(kernels().scatter, keys), covering(2 * group, group), input("keys", keys),
           input("places", places), sorted, keys.size(), cl_uint{4});
    INFO("n ", keys.size(), ", launched: work-groups 0 and 1 of 3, with a gap before each digit's place");
    expect_part("sorted", expected, sorted.read(), [&](std::size_t i) { return made[i]; });
}

TEST_CASE("the last group may be short, and hold the largest keys")
{
    Keys keys = random_keys(300);
    for (const std::size_t i : {0U, 100U, 260U, 299U}) keys[i] = 0xFFFFFFFFU;
    scattered(keys, 28);
    if (clean_stage()) return;
    scattered(random_keys(1), 0);
    scattered(random_keys(group + 3), 8);
}

TEST_CASE("eight passes sort")
{
    if (clean_stage()) return; // every pass has been looked at
    Keys keys = random_keys(50001);
    Keys expected = keys;
    std::sort(expected.begin(), expected.end());
    for (unsigned shift = 0; shift < 32; shift += 4) keys = scattered(keys, shift);
    expect_same("keys after eight passes", expected, keys);
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
