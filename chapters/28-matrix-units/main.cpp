// What 16 bits keep of a number, who holds what of a fragment, and the same product by work-items and by fragments.
#include <lockstep/device.hpp>
#include <lockstep/lab.hpp>
#include <lockstep/run.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>

using namespace lockstep;

//! [narrow]
// The nearest number whose lower half is zero, and of two that are as near the even one.
// Not for NaN.
cl_ushort narrow(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return static_cast<cl_ushort>((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
}
//! [narrow]

float wide(cl_ushort number)
{
    return std::bit_cast<float>(std::uint32_t{number} << 16);
}

void show_numbers()
{
    std::printf("a float, the nearest bfloat16, and how far it is\n");
    for (const float value : {0.1F, 3.14159265F, 257.0F, 1e-20F, 1e30F})
        std::printf("  %-12.8g %-14.8g %.2f %%\n", value, wide(narrow(value)),
                    100 * std::abs(wide(narrow(value)) / value - 1));
}

struct Factors
{
    std::size_t side;
    std::vector<float> a = random_floats(side * side, 28, -1.0F, 1.0F);
    std::vector<float> b = random_floats(side * side, 29, -1.0F, 1.0F);

    // One element of a · bᵀ in double precision, of the floats or of what 16 bits keep of them.
    double element(std::size_t row, std::size_t column, bool kept) const
    {
        double sum = 0;
        for (std::size_t k = 0; k < side; ++k) {
            const float x = a[row * side + k], y = b[column * side + k];
            sum += kept ? double{wide(narrow(x))} * wide(narrow(y)) : double{x} * y;
        }
        return sum;
    }

    std::vector<cl_ushort> narrowed(const std::vector<float>& values) const
    {
        std::vector<cl_ushort> result;
        for (const float value : values) result.push_back(narrow(value));
        return result;
    }
};

// The root of the mean square of some hundred elements' errors.
double error(const Factors& factors, const std::vector<float>& c, bool kept)
{
    double squares = 0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < c.size(); i += 1 + c.size() / 300, ++count) {
        const double expected = factors.element(i / factors.side, i % factors.side, kept);
        squares += (c[i] - expected) * (c[i] - expected);
    }
    return std::sqrt(squares / static_cast<double>(count));
}

void multiply(const Lab& lab)
{
    const int units = matrix_units(lab.device);
    const Factors factors{lab.simulated ? 64UL : units > 0 ? 4096UL : 512UL};
    const std::size_t side = factors.side;
    const cl::Buffer a = lab.input(factors.narrowed(factors.a)),
                     b = lab.input(factors.narrowed(factors.b)),
                     c = lab.output<float>(side * side);
    std::printf("\n%zu × %zu × %zu, %s\n", side, side, side,
                units > 0 ? "on units for matrices" : "without units for matrices");
    std::printf(
        "                   ms   GFLOP/s   error     error against the floats' product\n");

    //! [launches]
    const std::string options = "-D TILE_ROWS=32 -D TILE_COLUMNS=32 -D DOWN=1 -D ACROSS=2"
                                " -D MATRIX_UNITS=" +
                                std::to_string(units);
    const cl::Kernel plain = find_kernel(lab.program("matrix-units.cl"), "plain");
    const cl::Kernel fragments =
        find_kernel(lab.program("../../kernels/matrix_units.cl", options), "fragments");
    const auto extent = static_cast<cl_uint>(side);
    const std::size_t groups = side / 32 * (side / 32); // each makes 32 × 32 results
    const auto by_items = [&] {
        return lab.best_ms(plain, {side, side}, {32, 8}, a, b, c, extent, extent, extent);
    };
    const auto by_fragments = [&] {
        return lab.best_ms(fragments, {groups * 64}, {64}, a, b, c, extent, extent, extent);
    };
    //! [launches]
    const auto report = [&](const char* name, double ms) {
        const std::vector<float> results = lab.read<float>(c, side * side);
        std::printf("  %-9s %9.3f %9.1f   %.1e   %.1e\n", name, ms,
                    2e-6 * std::pow(static_cast<double>(side), 3) / ms,
                    error(factors, results, true), error(factors, results, false));
    };
    report("plain", by_items());
    report("fragments", by_fragments());
}

int main()
{
    return run([] {
        show_numbers();
        multiply(Lab{});
    });
}
