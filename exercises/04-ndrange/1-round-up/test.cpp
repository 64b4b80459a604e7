// Tests of the launch's arithmetic: first by numbers, then against what the device's own work-items report.
#include "launch.hpp"

#include <lockstep/exercise.hpp>

#include <algorithm>

using namespace lockstep;

namespace
{

constexpr const char* report_source = R"(
// Each work-item reports where it is. Elements that no work-item handles keep what they held.
kernel void report(global uint* group, global uint* place, global uint* work_items, uint n)
{
    const uint i = get_global_id(0);
    if (i == 0)
        work_items[0] = get_global_size(0);
    if (i >= n)
        return;
    group[i] = get_group_id(0);
    place[i] = get_local_id(0);
}
)";

struct Problem
{
    std::size_t n;
    std::size_t wanted;
    std::size_t kernel_limit;
};

/// Fails unless the sizes are the smallest that will do.
Range checked_range(const Problem& problem)
{
    const std::size_t n = problem.n;
    const std::size_t wanted = problem.wanted;
    const std::size_t limit = problem.kernel_limit;
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

/// Fails unless the element is found in its work-group, and found again from there.
void check_element(std::size_t element, const Range& range)
{
    const std::size_t local = element % range.local;
    const std::size_t group = (element - local) / range.local;
    const Place place = place_of(element, range);
    if (place.group != group || place.local != local)
        FAIL("In work-groups of ", range.local, ", element ", element, " is in group ", group, " at place ",
             local, "; place_of gives group ", place.group, ", place ", place.local, ".");
    const std::size_t back = global_id({group, local}, range);
    if (back != element)
        FAIL("In work-groups of ", range.local, ", place ", local, " of group ", group, " has the global id ",
             element, "; global_id gives ", back, ".");
}

} // namespace

TEST_CASE("a size that divides is kept")
{
    checked_range({1024, 64, 256});
    checked_range({64, 64, 64});
}

TEST_CASE("a size that does not divide is rounded up")
{
    for (const std::size_t n : {1U, 37U, 63U, 65U, 1000U, 1023U, 1025U, 100003U}) checked_range({n, 64, 256});
}

TEST_CASE("a kernel's limit is kept to")
{
    checked_range({1000, 256, 100});
    checked_range({1000, 256, 1});
    checked_range({99, 1024, 96});
    checked_range({1000, std::size_t{1} << 32U, 256});
    checked_range({1000, SIZE_MAX, 256});
}

TEST_CASE("more than four thousand million elements are counted right")
{
    // Only numbers: nothing of this size is launched.
    checked_range({5'000'000'001, 64, 256});
    checked_range({9'007'199'254'740'993, 128, 1024}); // one more than a double can count
}

TEST_CASE("an element is found from group and place, and the other way round")
{
    for (const std::size_t element : {0U, 1U, 63U, 64U, 65U, 100U, 639U}) check_element(element, {640, 64});
}

TEST_CASE("an element is found in work-groups of any size, and anywhere")
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

TEST_CASE("every count, work-group and limit has the smallest launch")
{
    Random random{41};
    for (int trial = 0; trial < 500; ++trial) {
        const Problem problem{1 + random.below(trial % 2 == 0 ? 300 : 4'000'000'000), 1 + random.below(600),
                              1 + random.below(600)};
        const Range range = checked_range(problem);
        check_element(random.below(static_cast<std::uint32_t>(problem.n)), range);
    }
}

TEST_CASE("the device's work-items are where the host says")
{
    Exercise& exercise = Exercise::get();
    const cl::Program program{exercise.context(), report_source, true};
    cl::Kernel kernel{program, "report"};
    const std::size_t limit = kernel.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(exercise.device());
    for (const Size1D& size : exercise.sizes_1d()) {
        const Range range = checked_range({size.count, size.group, limit});
        const auto group = output<std::uint32_t>("group", size.count);
        const auto place = output<std::uint32_t>("place", size.count);
        const auto work_items = output<std::uint32_t>("work_items", 1);
        exercise.launch(kernel, {.global = cl::NDRange(range.global), .local = cl::NDRange(range.local)},
                        group, place, work_items, static_cast<cl_uint>(size.count));

        // A call may be one to another process. Every seventh of many elements comes by every place of a group.
        const std::size_t step = size.count > 10'000 ? 7 : 1;
        std::vector<std::uint32_t> groups = group.read();
        std::vector<std::uint32_t> places = place.read();
        for (std::size_t element = 0; element < size.count; element += step) {
            const Place here = place_of(element, range);
            groups[element] = static_cast<std::uint32_t>(here.group);
            places[element] = static_cast<std::uint32_t>(here.local);
        }
        exercise.expect_same("the group of place_of", group.read(), groups);
        exercise.expect_same("the place of place_of", place.read(), places);
        REQUIRE(work_items.read().front() == range.global);
    }
}
