// Tests of the launch's arithmetic: first by numbers, then against what the device's own work-items report.
#include "launch.hpp"

#include <lockstep/exercise.hpp>

#include <algorithm>

using namespace lockstep;

namespace
{

/// Fails unless the sizes are the smallest that will do.
Range checked_range(std::size_t n, std::size_t wanted, std::size_t limit)
{
    const Range range = range_for(n, wanted, limit);
    INFO("range_for(", n, ", ", wanted, ", ", limit, ") is {global ", range.global, ", local ", range.local,
         "}");
    if (range.local == 0) FAIL("A work-group of no work-items cannot be launched.");
    if (range.local > limit)
        FAIL("The kernel allows ", limit, " work-items in a work-group, not ", range.local, ".");
    if (range.local != std::min(wanted, limit))
        FAIL("Work-groups of ", std::min(wanted, limit), " were wanted and possible, and ", range.local,
             " was chosen.");
    if (range.global % range.local != 0) FAIL("The global size is not a multiple of the local size.");
    if (range.global < n) FAIL("", n - range.global, " of ", n, " elements have no work-item.");
    if (range.global - n >= range.local) FAIL("There is a whole work-group, or more, without an element.");
    return range;
}

void check_element(std::size_t element, const Range& range)
{
    const std::size_t local = element % range.local, group = element / range.local;
    const Place place = place_of(element, range);
    const std::size_t back = global_id({group, local}, range);
    if (place.group != group || place.local != local || back != element)
        FAIL("In work-groups of ", range.local, ", element ", element, " is in group ", group, " at place ",
             local, "; place_of gives group ", place.group, ", place ", place.local,
             ", and global_id gives element ", back, " for the right ones.");
}

} // namespace

TEST_CASE("sizes that divide are kept, and others rounded up")
{
    checked_range(1024, 64, 256);
    checked_range(64, 64, 64);
    for (const std::size_t n : {1U, 37U, 63U, 65U, 1000U, 1025U, 100003U}) checked_range(n, 64, 256);
}

TEST_CASE("a kernel's limit is kept to")
{
    checked_range(1000, 256, 100);
    checked_range(1000, 256, 1);
    checked_range(1000, std::size_t{1} << 32U, 256);
}

TEST_CASE("more than four thousand million elements are counted right")
{
    // Only numbers: nothing of this size is launched.
    checked_range(5'000'000'001, 64, 256);
    checked_range(9'007'199'254'740'993, 128, 1024); // one more than a double can count
    checked_range(std::size_t{1} << 63U, 96, 1024);
}

TEST_CASE("an element is found from group and place, and the other way round")
{
    for (const std::size_t local : {1U, 7U, 48U, 96U, 100U, 512U})
        for (const std::size_t element : {0U, 6U, 7U, 95U, 96U, 511U, 512U, 4799U})
            check_element(element, {round_up(4800, local), local});
    for (const std::size_t local : {64U, 96U}) {
        constexpr std::size_t far = 0x3FFF'FFFF'FFFF'FFFF; // more digits than a double has
        for (const std::size_t element : {std::size_t{5'000'000'001}, far})
            check_element(element, {round_up(far + 1, local), local});
        constexpr std::size_t farther = 0x8000'0000'0000'0001; // too much for a signed number
        check_element(farther, {farther - farther % local + local, local});
    }
}

TEST_CASE("the device's work-items are where the host says")
{
    const Exercise& exercise = Exercise::get();
    // Each work-item reports where it is.
    const cl::Program program{exercise.context(), R"(
kernel void report(global uint* group, global uint* place, uint n)
{
    const uint i = get_global_id(0);
    if (i >= n) return;
    group[i] = get_group_id(0);
    place[i] = get_local_id(0);
}
)",
                              true};
    for (const Size1D& size : exercise.sizes_1d()) {
        const Range range = checked_range(size.count, size.group, 256);
        const auto group = output<cl_uint>("group", size.count), place = output<cl_uint>("place", size.count);
        launch(cl::Kernel{program, "report"},
               {.global = cl::NDRange(range.global), .local = cl::NDRange(range.local)}, group, place,
               static_cast<cl_uint>(size.count));
        std::vector<cl_uint> groups, places;
        for (std::size_t element = 0; element < size.count; ++element) {
            const Place here = place_of(element, range);
            groups.push_back(static_cast<cl_uint>(here.group));
            places.push_back(static_cast<cl_uint>(here.local));
        }
        expect_same("the group of place_of", group.read(), groups);
        expect_same("the place of place_of", place.read(), places);
    }
}
