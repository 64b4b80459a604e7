// All pairs of bodies: how fast, how exactly, and whether energy is kept.
#include "energy.hpp"
#include "lab.hpp"
#include "roots.hpp"

#include <lockstep/run.hpp>

#include <cmath>

// The largest error of a few accelerations, relative to the accelerations.
double error_of(const std::vector<float>& bodies, const std::vector<float>& accelerations)
{
    double worst = 0;
    for (std::size_t i = 0; i < bodies.size(); i += 4 * (bodies.size() / 256 + 1)) {
        //! [reference]
        double sum[3] = {0, 0, 0};
        for (std::size_t j = 0; j < bodies.size(); j += 4) {
            double d[3], square = double{softening};
            for (std::size_t k = 0; k < 3; ++k) {
                d[k] = double{bodies[j + k]} - double{bodies[i + k]};
                square += d[k] * d[k];
            }
            for (std::size_t k = 0; k < 3; ++k)
                sum[k] += double{bodies[j + 3]} * d[k] / (square * std::sqrt(square));
        }
        //! [reference]
        const double error =
            std::hypot(accelerations[i] - sum[0], accelerations[i + 1] - sum[1],
                       accelerations[i + 2] - sum[2]);
        worst = std::max(worst, error / std::hypot(sum[0], sum[1], sum[2]));
    }
    return worst;
}

void measure_naive(const Lab& lab)
{
    const std::size_t n = lab.simulated ? 256 : 16384;
    std::vector<float> bodies = random_floats(4 * n, 22, -1.0F, 1.0F);
    for (std::size_t i = 3; i < 4 * n; i += 4) bodies[i] = 1 / static_cast<float>(n);
    const cl::Buffer in = lab.input(bodies), out = lab.output(4 * n);
    cl::Kernel kernel = lab.kernel("n-body.cl", "pull_of_all");
    double best = 1e30;
    for (int repeat = lab.simulated ? 2 : 0; repeat < 3; ++repeat) {
        //! [launch]
        const cl::Event event =
            lab.launch(kernel, n, in, out, static_cast<cl_uint>(n), softening);
        //! [launch]
        best = std::min(best, elapsed(event).count());
    }
    const double pairs = static_cast<double>(n) * static_cast<double>(n);
    std::printf("%zu bodies, %.0f million pairs\n", n, pairs / 1e6);
    std::printf("  %9.3f ms, %.2f pairs in a nanosecond\n", best, pairs / best / 1e6);
    std::printf("  largest error of an acceleration %.1e\n",
                error_of(bodies, lab.read(out, 4 * n)));
}

int main()
{
    return run([] {
        const Lab lab;
        measure_naive(lab);
        measure_roots(lab);
        measure_energy(lab);
    });
}
