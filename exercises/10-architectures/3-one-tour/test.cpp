// Tests of the tours' lengths: permutations whose tours are known.
#include <lockstep/exercise.hpp>

#include <algorithm>
#include <numeric>

using namespace lockstep;

namespace
{

using Elements = std::vector<cl_uint>;

/// A permutation of count elements in tours of these lengths, taken in turn; its members are scattered.
struct Tours
{
    Elements next;
    Elements length;
};

Tours tours_of(std::size_t count, const std::vector<std::size_t>& lengths, bool scattered = true)
{
    Elements order(count);
    std::iota(order.begin(), order.end(), 0U);
    Random random{1003 + count};
    for (std::size_t i = count; scattered && i > 1; --i)
        std::swap(order[i - 1], order[random.below(static_cast<cl_uint>(i))]);
    Tours tours{Elements(count), Elements(count)};
    std::size_t turn = 0;
    for (std::size_t first = 0; first < count;) {
        const std::size_t length = std::min(lengths[turn++ % lengths.size()], count - first);
        for (std::size_t k = 0; k < length; ++k) {
            tours.next[order[first + k]] = order[first + (k + 1) % length];
            tours.length[order[first + k]] = static_cast<cl_uint>(length);
        }
        first += length;
    }
    return tours;
}

/// @param first,launched the work-items that are launched, if not one for each element.
void check_tours(const Tours& tours, std::size_t group, std::size_t first = 0,
                 std::size_t launched = SIZE_MAX)
{
    const std::size_t n = tours.next.size();
    const auto next = input("next", tours.next);
    const auto length = output<cl_uint>("length", n);
    Launch how = covering(std::min(n, launched), group);
    if (first > 0) how.offset = cl::NDRange(first);
    launch(
        Exercise::get().kernel("tour_lengths.cl", "tour_lengths", {"global uint*", "global uint*", "uint"}),
        how, next, length, n);
    INFO("n ", n, ", work-groups of ", group, ", the first work-item is ", first);
    expect_part("length", tours.length, length.read(),
                [&](std::size_t i) { return i >= first && i - first < launched; });
    expect_same("next", tours.next, next.read());
}

} // namespace

TEST_CASE("the example has a tour of four and a tour of one")
{
    check_tours({{2, 1, 4, 0, 3}, {4, 1, 4, 4, 4}}, 5);
}

TEST_CASE("tours of many lengths stand side by side")
{
    check_tours(tours_of(300, {1, 2, 3, 5, 8, 13, 21, 34}), 32);
    check_tours(tours_of(64, {1}), 32);
    check_tours(tours_of(256, {256}, false), 64);
}

TEST_CASE("work-items without an element write nothing")
{
    check_tours(tours_of(50, {7, 3}), 32);
    check_tours({{}, {}}, 32);
}

TEST_CASE("tours are found for every length and work-group")
{
    for (const Size1D& size : Exercise::get().sizes_1d())
        check_tours(tours_of(size.count, {9, 4, 1, 30}), size.group);
}

TEST_CASE("a tour may have more steps than 16 bits can count")
{
    if (clean_stage()) return;
    if (Exercise::get().device().getInfo<CL_DEVICE_NAME>().find("llvmpipe") != std::string::npos)
        return skip_case("llvmpipe ends every loop after 65,535 rounds");
    check_tours(tours_of(200'000, {150'001, 49'999}), 32, 99'968, 32);
}

TEST_CASE("each work-item writes the length of its own element, and no other")
{
    check_tours(tours_of(20, {20}), 1, 0, 1);
    check_tours(tours_of(20, {20}), 4, 7, 4);
}

TEST_SUITE("lens")
{
    TEST_CASE("1024 elements in tours of 8 under the lens")
    {
        check_tours(tours_of(1024, {8}, false), 64);
    }

    TEST_CASE("1003 elements in tours of 17 under the lens")
    {
        check_tours(tours_of(1003, {17}, false), 64);
    }
}
