// Tests of the smoothing against binomial weights: five passes of 1, 2, 1 are the eleven weights of ten steps.
#include <lockstep/exercise.hpp>

#include <algorithm>
#include <array>

using namespace lockstep;

namespace
{

using Signal = std::vector<cl_int>;

constexpr std::array<cl_int, 11> weights{1, 10, 45, 120, 210, 252, 210, 120, 45, 10, 1};

Signal expected_smooth(const Signal& in)
{
    Signal out(in.size());
    for (std::size_t i = 0; i < in.size(); ++i)
        for (std::size_t k = 0; k < weights.size(); ++k)
            if (i + k >= 5 && i + k - 5 < in.size()) out[i] += weights[k] * in[i + k - 5];
    return out;
}

/// @param groups work-groups that are launched, if not all.
void check_smooth(const Signal& in, std::size_t groups = SIZE_MAX)
{
    groups = std::min(groups, round_up(in.size(), 256) / 256);
    const auto out = output<cl_int>("out", in.size());
    launch(Exercise::get().kernel("smooth.cl", "smooth", {"global int*", "global int*", "uint"}),
           covering(groups * 64, 64), input("in", in), out, in.size());
    INFO("a signal of ", in.size(), " elements, ", groups, " work-groups");
    expect_part("out", expected_smooth(in), out.read(), [&](std::size_t i) { return i < groups * 256; });
}

/// Numbers from -300,000 to 699,999, none of them zero. Their sums, up to 1024 times as large, fit into an int and not
/// into a float.
Signal random_signal(std::size_t n)
{
    Signal signal;
    for (const std::uint32_t value : random_uints(n, 140 + n, 1000000))
        signal.push_back(value == 300000 ? 1 : static_cast<cl_int>(value) - 300000);
    return signal;
}

} // namespace

TEST_CASE("a single one becomes the eleven weights")
{
    Signal in(64);
    in[20] = 1;
    check_smooth(in);
}

TEST_CASE("the signal's ends are smoothed with zeros")
{
    check_smooth(Signal(12, 1));
    check_smooth({7});
    check_smooth({3, -5});
}

TEST_CASE("a signal of one whole work-group is smoothed")
{
    check_smooth(random_signal(256));
}

TEST_CASE("work-groups need five elements of their neighbours")
{
    Signal in(768);
    in[255] = 1000;
    in[256] = 10;
    in[511] = -1000;
    check_smooth(in);
    check_smooth(random_signal(768));
}

TEST_CASE("ragged lengths are smoothed")
{
    for (const std::size_t n : {5U, 63U, 65U, 255U, 257U, 300U, 513U}) check_smooth(random_signal(n));
    if (!clean_stage()) check_smooth(random_signal(100003));
}

TEST_CASE("each work-group makes its own 256 elements")
{
    check_smooth(random_signal(1100), 2);
}

TEST_SUITE("lens")
{
    TEST_CASE("a signal of 4096 elements under the lens")
    {
        check_smooth(random_signal(4096));
    }

    TEST_CASE("a signal of 4001 elements under the lens")
    {
        check_smooth(random_signal(4001));
    }
}
