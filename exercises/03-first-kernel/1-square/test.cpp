// Tests of square against the host. A product of two floats is rounded once and correctly, so it is compared
// exactly.
#include <lockstep/exercise.hpp>
#include <lockstep/files.hpp>
#include <lockstep/program.hpp>

#include <algorithm>
#include <functional>
#include <limits>

using namespace lockstep;

namespace
{

cl::Kernel square_kernel()
{
    return Exercise::get().kernel("square.cl", "square", {"global float*", "global float*", "uint"});
}

void check_square(const std::vector<float>& x, std::size_t group)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = square_kernel();
    const std::size_t n = x.size();
    std::vector<float> expected(n);
    for (std::size_t i = 0; i < n; ++i) expected[i] = x[i] * x[i];

    const auto device_x = input("x", x);
    const auto device_y = output<float>("y", n);
    const std::size_t work_items = std::max(round_up(n, group), group);
    exercise.launch(kernel, {.global = cl::NDRange(work_items), .local = cl::NDRange(group)}, device_x,
                    device_y, static_cast<cl_uint>(n));
    exercise.expect_same("y", expected, device_y.read());
    exercise.expect_same("x", x, device_x.read());
}

void check_square(std::size_t n, std::size_t group)
{
    check_square(random_floats(n, 31 + n), group);
}

// A length that follows from the file's text: no kernel can be written for it.
std::size_t length_of_its_own()
{
    const std::string text = read_text(Exercise::get().files() / "square.cl");
    return (Exercise::get().clean_stage() ? 20 : 2000) + std::hash<std::string>{}(text) % 19;
}

// The largest work-group that the device can give the kernel, up to 512.
std::size_t large_group()
{
    const auto most = square_kernel().getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(Exercise::get().device());
    return std::min<std::size_t>(most, 512);
}

// The student's program as one of 24 work-items in groups of 8 sees it, for launches of that work-item alone. Its number
// is the launch's offset; what else it asks is answered as if the others were there.
cl::Kernel lonely_kernel()
{
    const Exercise& exercise = Exercise::get();
    square_kernel(); // ends the test when the file does not build: its message is better
    const std::string source = R"(
#define get_global_size(d) ((size_t)((d) == 0 ? 24 : 1))
#define get_local_size(d) ((size_t)((d) == 0 ? 8 : 1))
#define get_num_groups(d) ((size_t)((d) == 0 ? 3 : 1))
#define get_global_offset(d) ((size_t)0)
#define get_local_id(d) (get_global_id(d) % get_local_size(d))
#define get_group_id(d) (get_global_id(d) / get_local_size(d))
#line 1
)" + read_kernel(exercise.files() / "square.cl").text;
    cl::Program program{exercise.context(), source};
    program.build({exercise.device()});
    return cl::Kernel{program, "square"};
}

} // namespace

TEST_CASE("square squares every element")
{
    check_square(64, 64);
}

TEST_CASE("square handles every size and work-group")
{
    for (const Size1D& size : Exercise::get().sizes_1d()) check_square(size.count, size.group);
    const bool clean = Exercise::get().clean_stage();
    check_square(length_of_its_own(), clean ? 8 : 16);
    check_square(clean ? 29 : 1000, clean ? 6 : 48);
    if (!clean) check_square(5000, large_group());
}

TEST_CASE("each work-item squares the element of its number and no other")
{
    constexpr std::size_t n = 21;
    const std::vector<float> x = random_floats(n, 17);
    const std::vector<float> before(n, 1000.0F); // no square of x
    cl::Kernel kernel = lonely_kernel();
    for (std::size_t number = 0; number < 24; ++number) {
        const auto device_x = input("x", x);
        const auto device_y = input("y", before);
        Exercise::get().launch(
            kernel, {.global = cl::NDRange(1), .local = cl::NDRange(1), .offset = cl::NDRange(number)},
            device_x, device_y, static_cast<cl_uint>(n));
        const std::vector<float> y = device_y.read();
        for (std::size_t i = 0; i < n; ++i) {
            const bool written = y[i] != before[i];
            if (written && i != number)
                FAIL("of 24 work-items for ", n, " elements, number ", number, " was run alone, and y[", i,
                     "] has changed. Each work-item writes the element of its own number, and those from ", n,
                     " on write nothing");
            if (!written && i == number)
                FAIL("of 24 work-items for ", n, " elements, number ", number, " was run alone, and y[", i,
                     "] has not changed. No other work-item may do its work");
        }
    }
}

TEST_CASE("square handles a launch without elements")
{
    check_square(0, Exercise::get().clean_stage() ? 8 : 64);
}

TEST_CASE("square handles the large, the tiny and what is no number")
{
    constexpr float infinity = std::numeric_limits<float>::infinity();
    check_square({0.0F, 4.0F, -100.0F, 123456.789F, -1e-10F, 1e18F, 3e19F, infinity, -infinity,
                  std::numeric_limits<float>::quiet_NaN(), -7.5F},
                 8);
}
