// Tests of saxpy against the host.
#include <lockstep/exercise.hpp>
#include <lockstep/files.hpp>
#include <lockstep/program.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

using namespace lockstep;

namespace
{

cl::Kernel saxpy_kernel()
{
    return Exercise::get().kernel("saxpy.cl", "saxpy", {"float", "global float*", "global float*", "uint"});
}

// One rounding for a fused multiply-add, two without: the product's is at most 2^-24 of |alpha x|, the sum's 2^-24 of
// |alpha x| + |y|. So both are within 2^-23 of that sum of magnitudes, however much of it cancels.
bool right(float alpha, float x, float y, float got)
{
    const double product = static_cast<double>(alpha) * x;
    const double bound = (std::abs(product) + std::abs(static_cast<double>(y))) / 8388608.0;
    return std::abs(product + y - got) <= bound;
}

void check_saxpy(float alpha, const std::vector<float>& x, const std::vector<float>& y, std::size_t group)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = saxpy_kernel();
    const std::size_t n = x.size();
    const auto device_x = input("x", x);
    const auto device_y = input("y", y);
    const std::size_t work_items = std::max(round_up(n, group), group);
    exercise.launch(kernel, {.global = cl::NDRange(work_items), .local = cl::NDRange(group)}, alpha, device_x,
                    device_y, static_cast<cl_uint>(n));
    const std::vector<float> got = device_y.read();
    std::vector<float> expected(n);
    for (std::size_t i = 0; i < n; ++i)
        expected[i] = right(alpha, x[i], y[i], got[i])
                          ? got[i]
                          : static_cast<float>(static_cast<double>(alpha) * x[i] + y[i]);
    exercise.expect_same("y", expected, got);
    exercise.expect_same("x", x, device_x.read());
}

void check_saxpy(float alpha, std::size_t n, std::size_t group)
{
    check_saxpy(alpha, random_floats(n, 11 + n), random_floats(n, 12 + n), group);
}

// A length that follows from the file's text: no kernel can be written for it.
std::size_t length_of_its_own()
{
    const std::string text = read_text(Exercise::get().files() / "saxpy.cl");
    return (Exercise::get().clean_stage() ? 20 : 2000) + std::hash<std::string>{}(text) % 19;
}

// The largest work-group that the device can give the kernel, up to 512.
std::size_t large_group()
{
    const auto most = saxpy_kernel().getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(Exercise::get().device());
    return std::min<std::size_t>(most, 512);
}

// The student's program as one of 24 work-items in groups of 8 sees it, for launches of that work-item alone. Its number
// is the launch's offset; what else it asks is answered as if the others were there.
cl::Kernel lonely_kernel()
{
    const Exercise& exercise = Exercise::get();
    saxpy_kernel(); // ends the test when the file does not build: its message is better
    const std::string source = R"(
#define get_global_size(d) ((size_t)((d) == 0 ? 24 : 1))
#define get_local_size(d) ((size_t)((d) == 0 ? 8 : 1))
#define get_num_groups(d) ((size_t)((d) == 0 ? 3 : 1))
#define get_global_offset(d) ((size_t)0)
#define get_local_id(d) (get_global_id(d) % get_local_size(d))
#define get_group_id(d) (get_global_id(d) / get_local_size(d))
#line 1
)" + read_kernel(exercise.files() / "saxpy.cl").text;
    cl::Program program{exercise.context(), source};
    program.build({exercise.device()});
    return cl::Kernel{program, "saxpy"};
}

} // namespace

TEST_CASE("saxpy scales and adds")
{
    check_saxpy(2.5F, 64, 64);
}

TEST_CASE("saxpy handles every size and work-group")
{
    for (const Size1D& size : Exercise::get().sizes_1d()) check_saxpy(-1.75F, size.count, size.group);
    const bool clean = Exercise::get().clean_stage();
    check_saxpy(0.3F, length_of_its_own(), clean ? 8 : 16);
    check_saxpy(-3.1F, clean ? 29 : 1000, clean ? 6 : 48);
    if (!clean) check_saxpy(1.9F, 5000, large_group());
}

TEST_CASE("each work-item changes the element of its number and no other")
{
    constexpr std::size_t n = 21;
    const std::vector<float> x = random_floats(n, 17, 1.0F, 2.0F);
    const std::vector<float> before = random_floats(n, 18);
    cl::Kernel kernel = lonely_kernel();
    for (std::size_t number = 0; number < 24; ++number) {
        const auto device_x = input("x", x);
        const auto device_y = input("y", before);
        Exercise::get().launch(
            kernel, {.global = cl::NDRange(1), .local = cl::NDRange(1), .offset = cl::NDRange(number)}, 4.0F,
            device_x, device_y, static_cast<cl_uint>(n));
        const std::vector<float> y = device_y.read();
        for (std::size_t i = 0; i < n; ++i) {
            const bool changed = y[i] != before[i];
            if (changed && i != number)
                FAIL("of 24 work-items for ", n, " elements, number ", number, " was run alone, and y[", i,
                     "] has changed. Each work-item changes the element of its own number, and those from ",
                     n, " on change nothing");
            if (!changed && i == number)
                FAIL("of 24 work-items for ", n, " elements, number ", number, " was run alone, and y[", i,
                     "] has not changed. No other work-item may do its work");
        }
    }
}

TEST_CASE("saxpy handles a launch without elements")
{
    check_saxpy(2.5F, 0, Exercise::get().clean_stage() ? 8 : 64);
}

TEST_CASE("saxpy keeps the precision of small numbers beside large ones")
{
    // x and y of magnitudes from 2^-30 to 2^30.
    Random random{19};
    std::vector<float> x(64);
    std::vector<float> y(64);
    for (std::vector<float>* values : {&x, &y})
        for (float& value : *values)
            value = std::ldexp(random.uniform(-1.0F, 1.0F), static_cast<int>(random.below(61)) - 30);
    check_saxpy(0.7F, x, y, 8);
    check_saxpy(0.0F, x, y, 8);
    check_saxpy(-12345.678F, x, y, 8);
}

TEST_CASE("saxpy hands on infinity and what is no number")
{
    constexpr float infinity = std::numeric_limits<float>::infinity();
    constexpr float no_number = std::numeric_limits<float>::quiet_NaN();
    check_saxpy(-2.0F, {infinity, 1.0F, 2.0F, no_number, 3.0F}, {1.0F, infinity, no_number, 2.0F, 5.0F}, 8);
}
