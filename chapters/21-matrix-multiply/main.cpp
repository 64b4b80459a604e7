// The product of two matrices with its two indices either way round, the errors of long sums, and a CPU's registers.
#include "shapes.hpp"
#include "summation.hpp"

#include <lockstep/run.hpp>

// Some hundred elements, the last one among them, against sums in double precision.
bool right(const Matrices& matrices, const std::vector<float>& c)
{
    for (std::size_t i = c.size() - 1; i < c.size(); i -= 1 + c.size() / 300) {
        const double expected =
            matrices.element(i / matrices.columns, i % matrices.columns);
        // As many roundings as products, each of a part of a sum that scatters around 0.
        if (!(std::abs(double{c[i]} - expected) <
              8 * 0x1p-24 * static_cast<double>(matrices.depth)))
            return false;
    }
    return true;
}

void measure_mappings(const Lab& lab)
{
    const std::size_t side = lab.simulated ? 64 : lab.is_cpu ? 512 : 4096;
    const Matrices matrices(lab, side, side, lab.simulated ? 16 : side, -1.0F);
    const cl::Program program = lab.program(CHAPTER_DIR "/matrix-multiply.cl");
    std::printf("%zu × %zu floats\n", side, side);
    for (const char* name : {"by_rows", "by_columns"}) {
        //! [launch]
        // For `by_rows` dimension 0 has as many work-items as c has rows, for `by_columns` as columns.
        const double ms = lab.best_ms(
            find_kernel(program, name), cl::NDRange(side, side), cl::NDRange(32, 8),
            matrices.on_device_a, matrices.on_device_b, matrices.on_device_c,
            static_cast<cl_uint>(matrices.rows), static_cast<cl_uint>(matrices.columns),
            static_cast<cl_uint>(matrices.depth));
        //! [launch]
        const bool is_right = right(matrices, lab.read(matrices.on_device_c, side * side));
        std::printf("  %-10s %9.3f ms, %8.1f GFLOP/s, %s\n", name, ms,
                    2e-6 * static_cast<double>(side * side * matrices.depth) / ms,
                    is_right ? "right" : "WRONG");
    }
}

int main()
{
    return run([] {
        const Lab lab;
        measure_mappings(lab);
        measure_summation(lab);
        if (lab.is_cpu) measure_shapes(lab);
    });
}
