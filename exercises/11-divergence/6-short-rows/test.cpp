// Tests of the calibrated lines against the host. Whole numbers modulo 2^32, so every result must agree.
#include <lockstep/exercise.hpp>

using namespace lockstep;

namespace
{

cl::Kernel calibrate()
{
    return Exercise::get().kernel(
        "calibrate.cl", "calibrate",
        {"global uint*", "global uint*", "global uint*", "global uint*", "uint", "uint"});
}

struct Scan
{
    std::size_t rows;
    std::size_t columns;
    std::vector<cl_uint> in = random_uints(rows * columns, 1106 + rows, 0xFFFFFFFF);
    std::vector<cl_uint> gain = random_uints(rows, 1107 + columns, 0xFFFFFFFF);
    std::vector<cl_uint> dark = random_uints(columns, 1108 + rows, 0xFFFFFFFF);

    std::vector<cl_uint> calibrated() const
    {
        std::vector<cl_uint> out(in.size());
        for (std::size_t i = 0; i < in.size(); ++i) out[i] = gain[i / columns] * in[i] + dark[i % columns];
        return out;
    }
};

void check(std::size_t rows, std::size_t columns, std::size_t group)
{
    const Scan scan{rows, columns};
    const auto out = output<cl_uint>("out", scan.in.size());
    launch(calibrate(), covering(scan.in.size(), group), input("in", scan.in), input("gain", scan.gain),
           input("dark", scan.dark), out, rows, columns);
    INFO(rows, " rows of ", columns, " values, work-groups of ", group);
    expect_same("out", scan.calibrated(), out.read(), {}, columns);
}

} // namespace

TEST_CASE("lines of 40 values are calibrated")
{
    check(8, 40, 64);
    check(200, 40, 64);
}

TEST_CASE("rows may have any length, and work-groups any size")
{
    check(1, 1, 1);
    check(300, 1, 64);
    check(1, 1000, 256);
    check(5, 63, 64);
    check(5, 65, 64);
    check(50, 41, 64);
    check(37, 33, 48);
    check(100, 7, 1);
    if (!clean_stage()) check(2000, 40, 64);
}

TEST_CASE("no rows or no columns are no work")
{
    check(0, 40, 64);
    check(7, 0, 64);
}

TEST_SUITE("lens")
{
    TEST_CASE("64 rows of 40 values are calibrated")
    {
        check(64, 40, 64);
    }

    TEST_CASE("33 rows of 37 values are calibrated by groups of 128")
    {
        check(33, 37, 128);
    }
}
