// A test program like an exercise's, over kernels that do what a student's should not. Which of its cases must fail,
// and with which words, is written in exercise.cpp beside it.
#include <lockstep/image_input.hpp>
#include <lockstep/probes.hpp>

#include <algorithm>

using namespace lockstep;

namespace
{

void run_writer(const std::string& name, std::size_t group)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = exercise.kernel("strays.cl", name, {"global float*", "uint"});
    constexpr std::size_t n = 40;
    const auto y = output<float>("y", n);
    const cl::NDRange local = group == 0 ? cl::NullRange : cl::NDRange(group);
    exercise.launch(kernel, {.global = cl::NDRange(n), .local = local}, y, cl_uint{n});
    exercise.expect_same("y", std::vector<float>(n, 1.0F), y.read());
}

} // namespace

TEST_CASE("a kernel that does as told")
{
    run_writer("good", 8);
}

TEST_CASE("a write one before the first element")
{
    run_writer("one_before", 8);
}

TEST_CASE("a write one after the last element")
{
    run_writer("one_after", 8);
}

TEST_CASE("an element left out")
{
    run_writer("skips_one", 8);
}

TEST_CASE("an element left out by a group of any size")
{
    run_writer("skips_one", 0);
}

TEST_CASE("a wrong row of a picture")
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = exercise.kernel("strays.cl", "picture", {"global uint*", "uint"});
    const auto image = output<cl_uint>("image", 24);
    exercise.launch(kernel, {.global = cl::NDRange(6, 4), .local = cl::NDRange(3, 2)}, image, cl_uint{6});
    std::vector<cl_uint> expected(24, 5);
    exercise.expect_same("image", expected, image.read(), {}, 6);
}

TEST_CASE("an input that was written to")
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = exercise.kernel("strays.cl", "good", {"global float*", "uint"});
    const std::vector<float> x = random_floats(40, 1);
    const auto device_x = input("x", x);
    exercise.launch(kernel, {.global = cl::NDRange(40)}, device_x, cl_uint{40});
    exercise.expect_same("x", x, device_x.read());
}

TEST_CASE("an element that must stay is written")
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = exercise.kernel("strays.cl", "good", {"global float*", "uint"});
    const std::vector<float> sevens(40, 7.0F);
    const auto y = input("y", sevens);
    exercise.launch(kernel, {.global = cl::NDRange(40)}, y, cl_uint{40});
    exercise.expect_same("y", sevens, y.read());
}

namespace
{

void run_part(const std::string& name)
{
    const auto y = output<float>("y", 40);
    launch(Exercise::get().kernel("strays.cl", name, {"global float*", "uint"}), covering(10, 8), y,
           std::size_t{40}); // which becomes a uint, as the kernel has it
    expect_part("y", std::vector<float>(40, 1.0F), y.read(), [](std::size_t i) { return i < 16; });
}

} // namespace

TEST_CASE("a launch of whole groups of a part")
{
    run_part("good");
}

TEST_CASE("a launch of a part that writes beyond it")
{
    run_part("one_after_the_launch");
}

TEST_CASE("sizes are tiny, ragged and several, in two group sizes at least")
{
    std::size_t smallest = 1000000;
    bool ragged = false;
    std::vector<std::size_t> groups;
    for (const Size1D& size : Exercise::get().sizes_1d()) {
        smallest = std::min(smallest, size.count);
        ragged = ragged || size.count % size.group != 0;
        if (std::find(groups.begin(), groups.end(), size.group) == groups.end()) groups.push_back(size.group);
    }
    CHECK(smallest == 1);
    CHECK(ragged);
    CHECK(groups.size() >= 2);
    for (const Size2D& size : Exercise::get().sizes_2d())
        CHECK(size.columns * size.rows * size.group_columns * size.group_rows > 0);
    CHECK(round_up(0, 64) == 0);
    CHECK(round_up(64, 64) == 64);
    CHECK(round_up(65, 64) == 128);
}

TEST_CASE("another argument list")
{
    Exercise::get().kernel("strays.cl", "good", {"global float*", "int", "local float*"});
}

TEST_CASE("another name")
{
    Exercise::get().kernel("strays.cl", "absent", {"global float*"});
}

TEST_CASE("types by other names")
{
    Exercise::get().kernel("strays.cl", "renamed",
                           {"global float*", "global float*", "constant uint*", "uint", "uint", "uint"});
}

TEST_CASE("int for uint")
{
    Exercise::get().kernel("strays.cl", "other_types", {"global float*", "uint", "int"});
}

TEST_CASE("float for int behind a pointer")
{
    Exercise::get().kernel("strays.cl", "other_types", {"global int*", "int", "int"});
}

TEST_CASE("a macro by a type's name")
{
    Exercise::get().kernel("strays.cl", "other_types", {"global float*", "int", "ulong"});
}

TEST_CASE("images of one and of sixteen bytes a pixel")
{
    const Extent extent{5, 3};
    const std::vector<std::uint8_t> bytes = random_bytes(extent.pixels(), 1);
    const cl::Image2D small = image_input({CL_R, CL_UNSIGNED_INT8}, extent, bytes);
    CHECK(values_of<std::uint8_t>(small) == bytes);
    CHECK(extent_of(small).columns == 5);
    CHECK(extent_of(small).rows == 3);
    const std::vector<float> floats = random_floats(4 * extent.pixels(), 2);
    CHECK(values_of<float>(image_input({CL_RGBA, CL_FLOAT}, extent, floats)) == floats);
}

TEST_CASE("an image that nobody wrote to")
{
    const Extent extent{5, 3};
    const cl::Image2D image = image_output({CL_RGBA, CL_FLOAT}, extent);
    expect_same_pixels("out", extent, std::vector<float>(60, 0.5F), values_of<float>(image));
}

TEST_CASE("a pixel that differs")
{
    const std::vector<std::uint8_t> expected(24, 7);
    std::vector<std::uint8_t> got = expected;
    got[17] = 9;
    expect_same_pixels("out", {4, 3}, expected, got);
}

TEST_CASE("an image with a rim")
{
    Exercise& exercise = Exercise::get();
    const std::vector<std::string> parameters{"read_only image2d_t", "write_only image2d_t"};
    exercise.kernel("strays.cl", "copy_image", {parameters[0], parameters[1]});
    cl::Kernel kernel{program_behind(told_extent({3, 2}), "strays.cl"), "copy_image"};
    const Extent whole{5, 4};
    const cl::ImageFormat format{CL_RGBA, CL_FLOAT};
    const cl::Image2D out = image_input(format, whole, std::vector<float>(80, 1.0F));
    exercise.launch(kernel, {.global = cl::NDRange(5, 4)},
                    image_input(format, whole, std::vector<float>(80, 2.0F)), out);
    std::vector<float> expected(80, 1.0F);
    for (const std::size_t row : {0U, 1U}) std::fill_n(expected.begin() + 20 * row, 12, 2.0F);
    expect_same_pixels("out", whole, expected, values_of<float>(out));
}

TEST_CASE("another access than the exercise's")
{
    Exercise::get().kernel("strays.cl", "copy_image", {"read_only image2d_t", "read_only image2d_t"});
}

TEST_CASE("one of several things")
{
    const int one = 1;
    FAIL("there are ", one, " work-items in ", one, " work-groups of ", 11, " elements");
}

TEST_CASE("every kind of parameter")
{
    Exercise::get().kernel(
        "strays.cl", "parameters",
        {"global float*", "global uchar*", "constant int*", "local float4*", "uint", "ulong"});
}

TEST_CASE("an OpenCL error")
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = exercise.kernel("strays.cl", "good", {"global float*", "uint"});
    kernel.setArg(7, cl_uint{1});
}

TEST_CASE("an assertion with a captured value")
{
    const int size = 37;
    CAPTURE(size);
    CHECK(size == 38);
}
