// Tests of brighten_rows: the picture, every way out of the function, and what it leaves behind.
#include "brighten.hpp"

#include <lockstep/exercise.hpp>
#include <lockstep/memory_witness.hpp>

#include <cstdint>

using namespace lockstep;

namespace
{

const cl::Program& program_with(const char* kernel)
{
    static const auto build = [](const char* name) {
        return cl::Program{Exercise::get().context(),
                           std::string{"kernel void "} + name +
                               "(global float* values, float factor, uint n)\n{\n    const uint i = "
                               "get_global_id(0);\n    if (i < n) values[i] *= factor;\n}\n",
                           true};
    };
    static const cl::Program right = build("brighten");
    static const cl::Program other = build("darken");
    return std::string{kernel} == "brighten" ? right : other;
}

struct Rows
{
    std::size_t first;
    std::size_t count;
};

/// What a call left behind, as words; empty when that is nothing.
std::string left_behind(const MemoryWitness& witness)
{
    std::string left;
    const auto tell = [&](int count, const char* what) {
        if (count > 0) left += (left.empty() ? "" : ", ") + std::string{what} + ": " + std::to_string(count);
    };
    tell(witness.alive(), "buffers not released");
    tell(witness.kernels_alive(), "kernels not released");
    tell(static_cast<int>(witness.mapped()), "places still mapped");
    tell(witness.events_alive(), "events not released");
    tell(witness.released_twice(), "buffers released too often");
    tell(witness.uses_after_release, "commands on buffers that were released");
    return left;
}

void check_rows(std::size_t columns, std::size_t rows, const Rows& wanted)
{
    const Exercise& exercise = Exercise::get();
    const bool possible = wanted.count > 0 && wanted.first < rows && wanted.count <= rows - wanted.first;
    std::vector<float> picture = random_floats(columns * rows, 540 + columns, 1.0F, 2.0F), expected = picture;
    if (possible)
        for (std::size_t i = wanted.first * columns; i < (wanted.first + wanted.count) * columns; ++i)
            expected[i] *= 2.0F;
    INFO("a picture of ", columns, " × ", rows, ", ", wanted.count, " rows from row ", wanted.first);
    const bool done = brighten_rows(exercise.queue()(), program_with("brighten")(), picture.data(), columns,
                                    rows, wanted.first, wanted.count, 2.0F);
    exercise.queue().finish();
    if (done != possible)
        FAIL("brighten_rows returned ", done, ", and these rows are ",
             std::string{possible ? "all" : "not all"}, " the picture's.");
    expect_same("picture", expected, picture, {}, columns);
}

} // namespace

TEST_CASE("rows of a picture are brightened, and no others")
{
    check_rows(8, 6, {2, 3});
    check_rows(8, 6, {0, 1});
    check_rows(8, 6, {5, 1});
    check_rows(8, 6, {0, 6});
}

TEST_CASE("pictures of every size are brightened")
{
    check_rows(1, 1, {0, 1});
    check_rows(257, 33, {5, 20});
    check_rows(3001, 1000, {17, 900});
}

TEST_CASE("rows that the picture does not have are refused")
{
    check_rows(8, 6, {6, 1});
    check_rows(8, 6, {3, 4});
    check_rows(8, 6, {0, 7});
    check_rows(8, 6, {1000, 1});
    check_rows(8, 6, {5, SIZE_MAX - 2});
    check_rows(8, 6, {SIZE_MAX, 1});
    check_rows(8, 6, {std::size_t{1} << 32U, 1});
    check_rows(8, 6, {1, (std::size_t{1} << 32U) + 2});
    check_rows(8, 6, {SIZE_MAX - 1, 3});
    check_rows(8, 6, {0, 0});
    check_rows(8, 6, {6, 0});
}

TEST_CASE("nothing is left behind when the rows are brightened")
{
    std::vector<float> picture(60, 1.0F);
    MemoryWitness witness;
    brighten_rows(Exercise::get().queue()(), program_with("brighten")(), picture.data(), 10, 6, 1, 2, 3.0F);
    if (const std::string left = left_behind(witness); !left.empty())
        FAIL("brighten_rows returned and left: ", left, ".");
}

TEST_CASE("nothing is left behind when rows are refused")
{
    std::vector<float> picture(60, 1.0F);
    for (const Rows& wanted : {Rows{5, 2}, Rows{0, 0}, Rows{7, 1}}) {
        MemoryWitness witness;
        brighten_rows(Exercise::get().queue()(), program_with("brighten")(), picture.data(), 10, 6,
                      wanted.first, wanted.count, 3.0F);
        if (const std::string left = left_behind(witness); !left.empty())
            FAIL("brighten_rows refused ", wanted.count, " rows from row ", wanted.first,
                 " on and left: ", left, ".");
    }
}

TEST_CASE("a program without the kernel is refused, and nothing is left behind")
{
    std::vector<float> picture(60, 1.0F);
    MemoryWitness witness;
    if (brighten_rows(Exercise::get().queue()(), program_with("darken")(), picture.data(), 10, 6, 1, 2, 3.0F))
        FAIL("The program has no kernel 'brighten', and brighten_rows returned true.");
    if (const std::string left = left_behind(witness); !left.empty())
        FAIL("The program has no kernel 'brighten'; brighten_rows returned and left: ", left, ".");
    if (picture != std::vector<float>(60, 1.0F))
        FAIL("brighten_rows returned false and changed the picture.");
}

TEST_CASE("results are looked at when they are there, and as long as they are")
{
    std::vector<float> picture(60, 1.0F);
    MemoryWitness
        witness; // with it a place that is mapped holds NaN before somebody has waited, and once it is unmapped
    brighten_rows(Exercise::get().queue()(), program_with("brighten")(), picture.data(), 10, 6, 1, 2, 3.0F);
    for (std::size_t i = 0; i < picture.size(); ++i)
        if (const float expected = i / 10 == 1 || i / 10 == 2 ? 3.0F : 1.0F; picture[i] != expected)
            FAIL("The picture's row ", i / 10, " holds ", picture[i], " where ", expected,
                 " is expected: the results were looked at before somebody had waited for them, or after "
                 "their place was "
                 "unmapped.");
    if (witness.waits == 0) FAIL("Nobody waited for the device before the function returned.");
}

TEST_CASE("the device brightens the rows, and tells the host")
{
    std::vector<float> picture(60, 1.0F);
    MemoryWitness witness;
    brighten_rows(Exercise::get().queue()(), program_with("brighten")(), picture.data(), 10, 6, 1, 2, 3.0F);
    for (const std::size_t bytes : witness.buffers)
        if (bytes > 60 * sizeof(float))
            FAIL("A buffer of ", bytes, " bytes was made, and the picture has ", 60 * sizeof(float), ".");
    if (witness.count("clEnqueueNDRangeKernel") == 0)
        FAIL("brighten_rows launched no kernel. The device does the work, and not the host.");
    std::size_t told = 0; // bytes
    for (const MemoryWitness::Command& command : witness.commands)
        for (const char* name : {"clEnqueueMapBuffer", "clEnqueueReadBuffer", "clEnqueueReadBufferRect"})
            if (command.name == name) told += command.bytes;
    if (told < 20 * sizeof(float))
        FAIL("Two rows have ", 20 * sizeof(float), " bytes, and ", told, " came back from the device.");
}
