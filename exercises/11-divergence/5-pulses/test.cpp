// Tests of the pulses against the host. Whole numbers only, whose sums fit in 32 bits: all must agree.
#include <lockstep/exercise.hpp>

#include <algorithm>
#include <limits>

using namespace lockstep;

namespace
{

constexpr std::size_t board = 64; ///< traces

struct Search
{
    std::size_t taps = 12;
    cl_int threshold = 400;
    cl_int least = 9000;
};

struct Traces
{
    std::size_t traces;
    std::size_t samples;
    std::vector<cl_int> plus;
    std::vector<cl_int> minus;
    std::vector<std::uint8_t> wires;
};

cl_int drawn(Random& random, std::int32_t low, std::int32_t high)
{
    return static_cast<cl_int>(
        low + static_cast<std::int32_t>(random.below(static_cast<std::uint32_t>(high - low) + 1)));
}

/// Noise up to the usual threshold, and in one of `one_in` samples something above it. The boards have one wire and two in turn; where
/// there is one, what the other is said to carry is anything.
Traces traces_of(std::size_t traces, std::size_t samples, std::uint32_t one_in = 10)
{
    Traces drawn_traces{traces, samples, {}, {}, {}};
    Random random{1105 + 7 * traces + samples};
    const std::uint32_t first = random.below(2);
    for (std::size_t b = 0; b * board < traces; ++b)
        drawn_traces.wires.push_back(static_cast<std::uint8_t>(1 + (b + first) % 2));
    for (std::size_t at = 0; at < traces * samples; ++at) {
        const bool two = drawn_traces.wires[at % traces / board] == 2;
        const cl_int minus = two ? drawn(random, -300, 300) : drawn(random, -32768, 32767);
        const bool above = random.below(one_in) == 0;
        const cl_int level = above ? drawn(random, 401, 2000) : drawn(random, -400, 400);
        drawn_traces.minus.push_back(minus);
        drawn_traces.plus.push_back(static_cast<cl_int>(two ? level + minus : level));
    }
    return drawn_traces;
}

std::vector<cl_int> shape_of(const Search& search)
{
    std::vector<cl_int> shape;
    Random random{1106 + search.taps};
    for (std::size_t k = 0; k < std::max<std::size_t>(search.taps, 1); ++k)
        shape.push_back(drawn(random, -3, 12));
    return shape;
}

std::vector<cl_int> strengths(const Traces& t, const Search& search, const std::vector<cl_int>& shape)
{
    std::vector<cl_int> sums(t.traces, 0);
    const auto level = [&](std::size_t at) {
        return t.plus[at] - (t.wires[at % t.traces / board] == 2 ? t.minus[at] : 0);
    };
    for (std::size_t s = 0; s < t.samples; ++s)
        for (std::size_t i = 0; i < t.traces; ++i) {
            if (level(s * t.traces + i) <= search.threshold) continue;
            cl_int found = 0;
            for (std::size_t k = 0; k < search.taps && s + k < t.samples; ++k)
                found += shape[k] * level((s + k) * t.traces + i);
            if (found >= search.least) sums[i] += found;
        }
    return sums;
}

/// @param launched work-items, if not one for each trace.
void check_search(const Traces& t, std::size_t group, const Search& search = {},
                  std::size_t launched = SIZE_MAX)
{
    const std::vector<cl_int> shape = shape_of(search);
    const auto strength = output<cl_int>("strength", t.traces);
    cl::Kernel kernel =
        Exercise::get().kernel("pulses.cl", "find_pulses",
                               {"global int*", "global int*", "global uchar*", "constant int*", "global int*",
                                "uint", "uint", "uint", "int", "int"});
    launch(kernel, covering(std::min(t.traces, launched), group), input("plus", t.plus),
           input("minus", t.minus), input("wires", t.wires), input("shape", shape), strength, t.traces,
           t.samples, search.taps, search.threshold, search.least);
    INFO("", t.samples, " samples of ", t.traces, " traces, ", search.taps, " taps, threshold ",
         search.threshold, ", least ", search.least);
    expect_part("strength", strengths(t, search, shape), strength.read(),
                [&](std::size_t i) { return i < launched; });
}

} // namespace

TEST_CASE("pulses are found in every trace")
{
    check_search(traces_of(64, 40), 32);
    check_search(traces_of(128, 30), 32);
}

TEST_CASE("of a board with two wires the difference counts, of one with a single wire that wire")
{
    Traces t = traces_of(192, 12);
    for (int turn = 0; turn < 2; ++turn) {
        for (std::uint8_t& wires : t.wires) wires = wires == 1 ? 2 : 1;
        check_search(t, 32);
    }
}

TEST_CASE("a sample at the threshold begins no pulse, and a match of exactly the least counts")
{
    const std::size_t traces = 40;
    const std::size_t samples = 9;
    Traces t{traces, samples, {}, std::vector<cl_int>(traces * samples, 7), {1}};
    for (std::size_t at = 0; at < traces * samples; ++at) t.plus.push_back(static_cast<cl_int>(at * 5 % 13));
    const Search alone{.taps = 1};
    const cl_int factor = shape_of(alone).front();
    for (const cl_int threshold : {3, 6, 11, 12})
        check_search(t, 32, {.taps = 1, .threshold = threshold, .least = factor * (threshold + 1)});
    for (const cl_int least : {7, 8, 9, 12})
        check_search(t, 32, {.taps = 1, .threshold = 2, .least = factor * least});
}

TEST_CASE("where a trace ends, the match ends with it")
{
    for (const std::size_t samples : {1U, 2U, 11U, 12U, 13U}) {
        check_search(traces_of(17, samples, 2), 32, {.least = 500});
        check_search(traces_of(9, samples, 2), 32, {.taps = 100, .least = 500});
    }
}

TEST_CASE("the shape is that of the call, and as long as the call says")
{
    for (const std::size_t taps : {0U, 1U, 2U, 33U, 150U})
        check_search(traces_of(20, 36), 32, {.taps = taps, .least = 700});
}

TEST_CASE("threshold and least may be anything")
{
    constexpr cl_int lowest = std::numeric_limits<cl_int>::min(),
                     highest = std::numeric_limits<cl_int>::max();
    for (const cl_int threshold : {lowest, -300, 1500, highest})
        for (const cl_int least : {lowest, 0, 20'000})
            check_search(traces_of(24, 12), 32, {.taps = 6, .threshold = threshold, .least = least});
}

TEST_CASE("samples may need more than 16 bits")
{
    Traces t = traces_of(70, 20);
    for (cl_int& sample : t.plus) sample *= 256;
    for (cl_int& sample : t.minus) sample *= 256;
    check_search(t, 32, {.threshold = 400 * 256, .least = 9000 * 256});
}

TEST_CASE("traces without samples have a strength of 0")
{
    check_search(traces_of(20, 0), 16);
}

TEST_CASE("traces of every number are searched by every work-group")
{
    for (const Size1D& size : Exercise::get().sizes_1d())
        check_search(traces_of(size.count, 3 + size.count % 29), size.group);
    check_search(traces_of(200, 25), 48);
    check_search(traces_of(700, 9), 512);
    check_search(traces_of(1, 1), 32, {.threshold = -1000});
    check_search(traces_of(0, 7), 16);
}

TEST_CASE("work-item i searches trace i, and no other")
{
    check_search(traces_of(200, 20), 32, {}, 64);
    check_search(traces_of(20, 50), 1, {}, 7);
}

TEST_CASE("a trace may have more samples than 16 bits can count")
{
    if (clean_stage()) return;
    if (Exercise::get().device().getInfo<CL_DEVICE_NAME>().find("llvmpipe") == std::string::npos)
        check_search(traces_of(5, 70'001), 32, {.taps = 3, .threshold = 400, .least = 1000});
    else
        skip_case("llvmpipe ends every loop after 65,536 rounds");
}

TEST_SUITE("lens")
{
    TEST_CASE("128 traces of 100 samples are searched")
    {
        check_search(traces_of(128, 100), 64, {.taps = 24});
    }

    TEST_CASE("181 traces of 83 samples are searched by work-groups of 96")
    {
        check_search(traces_of(181, 83), 96, {.taps = 19});
    }
}
