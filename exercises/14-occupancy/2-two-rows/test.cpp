// Tests of the smoothing against binomial weights: five passes of 1, 2, 1 are the eleven weights of ten steps.
#include <lockstep/probes.hpp>

#include <algorithm>
#include <array>

using namespace lockstep;

namespace
{

using Signal = std::vector<std::int32_t>;

constexpr std::array<std::int32_t, 11> weights{1, 10, 45, 120, 210, 252, 210, 120, 45, 10, 1};

Signal expected_smooth(const Signal& in)
{
    Signal out(in.size());
    for (std::size_t i = 0; i < in.size(); ++i)
        for (std::size_t k = 0; k < weights.size(); ++k)
            if (i + k >= 5 && i + k - 5 < in.size()) out[i] += weights[k] * in[i + k - 5];
    return out;
}

cl::Kernel smooth_kernel()
{
    return Exercise::get().kernel("smooth.cl", "smooth", {"global int*", "global int*", "uint"});
}

void check_smooth(const Signal& in)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = smooth_kernel();
    const auto device_in = input("in", in);
    const auto device_out = output<std::int32_t>("out", in.size());
    exercise.launch(kernel, {.global = cl::NDRange((in.size() + 255) / 256 * 64), .local = cl::NDRange(64)},
                    device_in, device_out, static_cast<cl_uint>(in.size()));
    INFO("a signal of ", in.size(), " elements");
    exercise.expect_same("out", expected_smooth(in), device_out.read());
    exercise.expect_same("in", in, device_in.read());
}

/// Numbers from -300,000 to 699,999, none of them zero. Their sums, up to 1024 times as large, fit into an int and not
/// into a float.
Signal random_signal(std::size_t n)
{
    Signal signal;
    for (const std::uint32_t value : random_uints(n, 140 + n, 1000000))
        signal.push_back(value == 300000 ? 1 : static_cast<std::int32_t>(value) - 300000);
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
    if (!Exercise::get().clean_stage()) check_smooth(random_signal(100003));
}

TEST_CASE("there may be more than 65,536 work-groups")
{
    if (Exercise::get().clean_stage()) return;
    const Signal end = random_signal(700);
    Signal in((1U << 24) + 300);
    std::copy(end.begin(), end.end(), in.end() - 700);
    check_smooth(in);
}

TEST_CASE("each work-group makes its own 256 elements")
{
    constexpr std::int32_t untouched = -77;
    const Signal in = random_signal(1100); // five work-groups, of which two are launched
    Signal expected = expected_smooth(in);
    std::fill(expected.begin() + 512, expected.end(), untouched);
    // Told of the launch that everything would take, too: in that one the other work-groups are elsewhere.
    Exercise& exercise = Exercise::get();
    const Launch whole{.global = cl::NDRange(320), .local = cl::NDRange(64)};
    for (cl::Kernel kernel : plain_and_told(smooth_kernel(), "smooth.cl", whole)) {
        const auto device_in = input("in", in);
        const auto device_out = input("out", Signal(in.size(), untouched));
        exercise.launch(kernel, {.global = cl::NDRange(128), .local = cl::NDRange(64)}, device_in, device_out,
                        static_cast<cl_uint>(in.size()));
        INFO("Only the first two work-groups of five are launched. They make the first 512 elements, and "
             "leave the others as they are.");
        exercise.expect_same("out", expected, device_out.read());
    }
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
