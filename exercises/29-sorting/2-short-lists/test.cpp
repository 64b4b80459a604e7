// Tests of the sorted lists against std::sort, list by list.
#include <lockstep/exercise.hpp>

#include <algorithm>
#include <numeric>

using namespace lockstep;

namespace
{

using Words = std::vector<cl_uint>;

constexpr std::size_t group = 256, before_the_first = 3; // distances that belong to no list

/// Where lists of these lengths begin, and where the last one ends.
Words begins_of(const Words& lengths)
{
    Words begins{before_the_first};
    for (const cl_uint length : lengths) begins.push_back(begins.back() + length);
    return begins;
}

/// @param groups that are launched, if not all.
void check_lists(const Words& distances, const Words& lengths, std::size_t groups = SIZE_MAX)
{
    groups = std::min(groups, lengths.size());
    const Words begins = begins_of(lengths);
    Words expected = distances;
    for (std::size_t g = 0; g < groups; ++g)
        std::sort(expected.begin() + begins[g], expected.begin() + begins[g + 1]);
    cl::Kernel kernel =
        Exercise::get().kernel("lists.cl", "sort_lists", {"global uint*", "global uint*", "global uint*"});
    const auto in = input("distances", distances);
    const auto sorted = output<cl_uint>("sorted", distances.size());
    launch(kernel, covering(groups * group, group), in, input("begins", begins), sorted);
    std::string text;
    for (std::size_t g = 0; g < std::min<std::size_t>(lengths.size(), 14); ++g)
        text += (g == 0 ? "" : ", ") + std::to_string(lengths[g]);
    INFO(lengths.size(), " lists, which begin at place 3, of lengths ", text,
         std::string{lengths.size() > 14 ? " …" : ""}, "; groups launched: ", groups);
    const std::size_t end = begins[groups];
    expect_part("sorted", expected, sorted.read(),
                [&](std::size_t i) { return i >= before_the_first && i < end; });
    expect_same("distances", distances, in.read());
}

void check_random(const Words& lengths, cl_uint bound = 0xFFFF'FFFF, std::size_t groups = SIZE_MAX)
{
    check_lists(random_uints(begins_of(lengths).back(), 2903 + lengths.size(), bound), lengths, groups);
}

} // namespace

TEST_CASE("a list of 256 is sorted")
{
    check_random({group});
    if (clean_stage()) return;
    Words falling(before_the_first + group);
    std::iota(falling.rbegin(), falling.rend(), 7U);
    check_lists(falling, {group});
}

TEST_CASE("lists that fill their network are sorted")
{
    check_random({4, 32, 64});
    if (!clean_stage()) check_random({2, 4, 8, 16, 32, 64, 128});
}

TEST_CASE("lists of any length are sorted, empty ones as well")
{
    check_random({3, 0, 1, 20, 0, 33});
    if (clean_stage()) return;
    Words lengths(group + 1);
    std::iota(lengths.begin(), lengths.end(), 0U);
    check_random(lengths);
    check_random(Words(70'001, 2));
}

TEST_CASE("equal distances, and the largest that there is")
{
    check_random({47, 2, 3}, 4);
    if (clean_stage()) return;
    Words distances = random_uints(before_the_first + 170, 2904, 3);
    for (cl_uint& distance : distances) distance = distance == 0 ? 0 : 0xFFFF'FFFD + distance;
    check_lists(distances, {50, 3, 117});
}

TEST_CASE("a group sorts its own list and no other")
{
    check_random({10, 7, 90, 21}, 0xFFFF'FFFF, 2);
}

TEST_SUITE("lens")
{
    TEST_CASE("8 lists of 256")
    {
        check_random(Words(8, group));
    }

    TEST_CASE("13 lists of 0 to 100")
    {
        check_random({100, 33, 20, 0, 1, 7, 32, 64, 15, 2, 5, 31, 12});
    }
}
