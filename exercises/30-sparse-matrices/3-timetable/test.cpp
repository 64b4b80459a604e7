// Tests of the earliest arrivals against a loop on the host. All minutes are whole numbers, so results are exact.
#include <lockstep/exercise.hpp>

#include <algorithm>
#include <cmath>

using namespace lockstep;

namespace
{

using Words = std::vector<cl_uint>;
using Floats = std::vector<float>;

constexpr std::size_t group = 128, team = 8;

/// The rides that arrive at each stop, in CSR, and the arrivals so far.
struct Network
{
    Words row_begins{0}, columns;
    Floats values, before;

    std::size_t stops() const { return before.size(); }
};

/// A network whose stop r has lengths[r] rides, or all others if there are fewer. A third of the stops cannot be reached yet.
Network network_of(const Words& lengths)
{
    Random random{3003 + lengths.size()};
    const auto stops = static_cast<cl_uint>(lengths.size());
    Network network;
    for (const cl_uint length : lengths) {
        const cl_uint rides = std::min(length, stops);
        for (cl_uint i = 0; i < rides; ++i) { // one from each part of the stops, so that columns ascend
            const cl_uint low = i * stops / rides, high = (i + 1) * stops / rides;
            network.columns.push_back(low + random.below(high - low));
            network.values.push_back(static_cast<float>(1 + random.below(60)));
        }
        network.row_begins.push_back(static_cast<cl_uint>(network.columns.size()));
        network.before.push_back(random.below(3) == 0 ? INFINITY : static_cast<float>(random.below(100'000)));
    }
    return network;
}

/// Most rows are short, and each `apart`-th is long.
Words unequal(std::size_t stops, cl_uint most, std::size_t apart, cl_uint longest)
{
    Words lengths = random_uints(stops, 3004 + stops, most + 1);
    for (std::size_t r = apart / 2; r < stops; r += apart) lengths[r] = longest;
    return lengths;
}

Floats expected_of(const Network& network)
{
    Floats after = network.before;
    for (std::size_t r = 0; r < after.size(); ++r)
        for (std::size_t k = network.row_begins[r]; k < network.row_begins[r + 1]; ++k)
            after[r] = std::min(after[r], network.before[network.columns[k]] + network.values[k]);
    return after;
}

/// @param groups that are launched, if not all.
void check(const Network& network, std::size_t groups = SIZE_MAX)
{
    const std::size_t stops = network.stops(), teams = group / team;
    groups = std::min(groups, round_up(stops, teams) / teams);
    cl::Kernel kernel = Exercise::get().kernel(
        "timetable.cl", "ride",
        {"global uint*", "global uint*", "global float*", "global float*", "global float*", "uint"});
    const auto row_begins = input("row_begins", network.row_begins),
               columns = input("columns", network.columns);
    const auto values = input("values", network.values), before = input("before", network.before);
    const auto after = output<float>("after", stops);
    launch(kernel, covering(groups * group, group), row_begins, columns, values, before, after, stops);
    INFO("stops: ", stops, ", rides: ", network.columns.size(), "; groups launched: ", groups,
         ", which have the stops below ", groups * teams);
    expect_part("after", expected_of(network), after.read(),
                [&](std::size_t r) { return r < groups * teams; });
    expect_same("row_begins", network.row_begins, row_begins.read());
    expect_same("columns", network.columns, columns.read());
    expect_same("values", network.values, values.read());
    expect_same("before", network.before, before.read());
}

} // namespace

TEST_CASE("each stop has eight rides")
{
    check(network_of(Words(32, 8)));
}

TEST_CASE("a stop may have any number of rides, or none")
{
    check(network_of({0, 1, 7, 0, 9, 16, 3, 8, 15, 0, 2, 33, 17, 0, 5, 31}));
    if (!clean_stage()) check(network_of(unequal(2000, 20, 100, 1000)));
}

TEST_CASE("you may stay where you are, or be unable to come anywhere")
{
    Network network = network_of(Words(16, 10));
    for (float& minutes : network.before) minutes = 5; // every ride is a loss
    check(network);
    for (float& minutes : network.before) minutes = INFINITY;
    check(network);
}

TEST_CASE("the last group may have more teams than there are stops left")
{
    for (const std::size_t stops : {1U, 5U, 17U, 43U, 1001U, 70'001U})
        if (!clean_stage() || stops < 40) check(network_of(unequal(stops, 9, 10, 60)));
}

TEST_CASE("a group computes its own stops and no others")
{
    check(network_of(unequal(70, 12, 20, 50)), 3);
}

TEST_SUITE("lens")
{
    TEST_CASE("1,024 stops, each 64th a station")
    {
        check(network_of(unequal(1024, 16, 64, 400)));
    }

    TEST_CASE("701 stops, each 50th a station")
    {
        check(network_of(unequal(701, 24, 50, 300)));
    }
}
