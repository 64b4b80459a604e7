// The test program of the exercise that the tests of the lens make up: `turn` transposes a picture of floats.
#include <lockstep/exercise.hpp>

#include <cstdlib>

using namespace lockstep;

namespace
{

void check_turn(std::size_t columns, std::size_t rows)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel =
        exercise.kernel("turn.cl", "turn", {"global float*", "global float*", "uint", "uint"});
    const std::vector<float> picture = random_floats(columns * rows, 90);
    std::vector<float> expected(picture.size());
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t column = 0; column < columns; ++column)
            expected[column * rows + row] = picture[row * columns + column];
    const auto in = input("in", picture);
    const auto out = output<float>("out", picture.size());
    const bool open = std::getenv("LENS_FIXTURE_LEAVES_SIZE_OPEN") != nullptr;
    exercise.launch(kernel,
                    {.global = cl::NDRange(round_up(columns, 32), round_up(rows, 2)),
                     .local = open ? cl::NullRange : cl::NDRange(32, 2)},
                    in, out, static_cast<cl_uint>(columns), static_cast<cl_uint>(rows));
    exercise.expect_same("out", expected, out.read());
}

} // namespace

TEST_CASE("turn turns")
{
    check_turn(5, 3);
}

TEST_SUITE("lens")
{
    TEST_CASE("turn turns a picture made for counting")
    {
        check_turn(64, 64);
    }

    TEST_CASE("a work-item alone turns its own" * doctest::skip(std::getenv("LENS_FIXTURE_LONE") == nullptr))
    {
        Exercise& exercise = Exercise::get();
        cl::Kernel kernel =
            exercise.kernel("turn.cl", "turn", {"global float*", "global float*", "uint", "uint"});
        const auto in = input("in", std::vector<float>(1, 5.0F)), out = output<float>("out", 1);
        exercise.launch(kernel, {.global = cl::NDRange(1, 1), .local = cl::NDRange(1, 1)}, in, out,
                        cl_uint{1}, cl_uint{1});
    }

    TEST_CASE("turn turns a ragged picture" * doctest::skip(std::getenv("LENS_FIXTURE_RAGGED") == nullptr))
    {
        check_turn(45, 37);
    }
}
