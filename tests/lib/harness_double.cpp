// A test program like an exercise's, over kernels that do what a student's should not. Which of its cases must fail,
// and with which words, is written in exercise.cpp beside it.
#include <lockstep/exercise.hpp>

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
