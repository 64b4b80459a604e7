// Means of 9 × 9 pixels beside a copy of the picture, and what moving sums cost and lose.
#include "denormals.hpp"
#include "lines.hpp"
#include "rounding.hpp"

#include <lockstep/run.hpp>

// Checks some ten thousand pixels, those of the rim among them, in double precision.
bool right(const std::vector<float>& in, const std::vector<float>& out, std::size_t columns,
           std::size_t rows)
{
    const auto first = [](std::size_t at) { return std::max<std::size_t>(at, 4) - 4; };
    for (std::size_t y = 0; y < rows; ++y)
        for (std::size_t x = 0; x < columns; x += x < 8 || x + 8 > columns ? 1 : 997) {
            double sum = 0;
            int count = 0;
            for (std::size_t j = first(y); j < std::min(y + 5, rows); ++j)
                for (std::size_t i = first(x); i < std::min(x + 5, columns); ++i, ++count)
                    sum += double{in[j * columns + i]};
            // 81 additions of numbers up to 3 round by less than 81 · 243 · 2^-25 in all.
            if (!(std::abs(double{out[y * columns + x]} - sum / count) < 1e-5))
                return false;
        }
    return true;
}

void measure_naive(const Lab& lab)
{
    const std::size_t columns = lab.simulated ? 64 : 4096, rows = lab.simulated ? 16 : 4096;
    const std::vector<float> pixels = random_floats(columns * rows, 23);
    const cl::Buffer in = lab.input(pixels), out = lab.output<float>(pixels.size());
    const std::size_t bytes = pixels.size() * sizeof(float);
    //! [launch]
    const cl::Kernel kernel = find_kernel(lab.program("box-filter.cl"), "box_mean");
    const double ms =
        lab.best_ms(kernel, cl::NDRange(columns, rows), cl::NDRange(32, 8), in, out,
                    static_cast<cl_uint>(columns), static_cast<cl_uint>(rows));
    //! [launch]
    const bool is_right = right(pixels, lab.read<float>(out, pixels.size()), columns, rows);
    const double copy_ms = lab.best_ms([&](cl::Event& event) {
        lab.queue.enqueueCopyBuffer(in, out, 0, 0, bytes, nullptr, &event);
    });
    std::printf("%zu × %zu floats\n", columns, rows);
    std::printf("  copied   %9.3f ms\n", copy_ms);
    std::printf("  averaged %9.3f ms, 1/%.1f of the copy's speed, %s\n", ms, ms / copy_ms,
                is_right ? "right" : "WRONG");
}

int main()
{
    return run([] {
        const Lab lab;
        measure_naive(lab);
        measure_lines(lab);
        measure_rounding(lab);
        measure_denormals(lab);
    });
}
