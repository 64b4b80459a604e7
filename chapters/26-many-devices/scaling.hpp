// Strong and weak scaling, measured with as many ranks as there are, and a model that says
// what more ranks would do.
#pragma once

#include "strip.hpp"

#include <cmath>

// a + b·x through the points by least squares of relative errors, because times of all
// sizes should count alike.
struct Line
{
    double a = 0, b = 0;
};

inline Line fitted(const std::vector<double>& x, const std::vector<double>& y)
{
    double w = 0, wx = 0, wy = 0, wxx = 0, wxy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double weight = 1 / (y[i] * y[i]);
        w += weight;
        wx += weight * x[i];
        wy += weight * y[i];
        wxx += weight * x[i] * x[i];
        wxy += weight * x[i] * y[i];
    }
    const double b = (w * wxy - wx * wy) / (w * wxx - wx * wx);
    return {std::max(0.0, (wy - b * wx) / w), b};
}

//! [model]
// Milliseconds of a step: a + b for each cell, and, where there are neighbours, a latency
// and a time for each byte.
struct Model
{
    Line compute{}, halo{};

    double step_ms(double rows, double columns, int ranks, bool overlapped) const
    {
        const double kernels = compute.a + compute.b * rows * columns / ranks;
        const double exchange = ranks > 1 ? halo.a + halo.b * columns * sizeof(float) : 0;
        return overlapped ? std::max(kernels, exchange) : kernels + exchange;
    }
};
//! [model]

class Scaling
{
public:
    Scaling(const Ranks& all, const cl::Device& device, Grid grid)
        : all_{all}, device_{device}, grid_{grid}
    {
    }

    // Milliseconds of a step with the first `some` ranks; every rank must call it, the
    // others sleep meanwhile.
    double step_ms(int some, Grid grid, bool overlapped)
    {
        return with_first(some, [&](const Ranks& ranks) {
            Strip strip{ranks, device_, grid};
            return measured(ranks, strip, [&] {
                overlapped ? strip.step_overlapped() : strip.step_plainly();
            });
        });
    }

    double exchange_ms(std::size_t columns)
    {
        return with_first(2, [&](const Ranks& ranks) {
            Strip strip{ranks, device_, {8, columns}};
            return measured(ranks, strip, [&] { strip.exchange(); });
        });
    }

    void measure()
    {
        const auto strong = std::vector<int>{1, 2, 4, 8, 16};
        Model model;
        std::vector<double> cells, times;
        for (const std::size_t part : {1U, 4U, 16U, 64U}) {
            const Grid small{std::max<std::size_t>(3, grid_.rows / part), grid_.columns};
            times.push_back(step_ms(1, small, false));
            cells.push_back(static_cast<double>(small.rows * small.columns));
        }
        model.compute = fitted(cells, times);
        if (all_.count > 1) {
            std::vector<double> bytes;
            times.clear();
            for (std::size_t columns = 1024; columns <= 262144; columns *= 4) {
                times.push_back(exchange_ms(columns));
                bytes.push_back(static_cast<double>(columns * sizeof(float)));
            }
            model.halo = fitted(bytes, times);
        }
        tell("model: a step takes %.4f ms and %.4f ns for each cell\n", model.compute.a,
             model.compute.b * 1e6);
        tell("       an exchange takes %.4f ms and the time of %.2f GB/s\n", model.halo.a,
             model.halo.b > 0 ? 1e-6 / model.halo.b : 0);
        const auto rows = static_cast<double>(grid_.rows),
                   columns = static_cast<double>(grid_.columns);
        tell("\nstrong scaling, %zu × %zu\n", grid_.rows, grid_.columns);
        double one = 0; // as it is printed in the first line
        for (const int some : strong) {
            if (some > all_.count) break;
            const double plain = step_ms(some, grid_, false),
                         overlapped = step_ms(some, grid_, true);
            if (some == 1) one = overlapped;
            tell("  %4d ranks: plain %8.3f ms (model %8.3f), overlapped %8.3f ms (model "
                 "%8.3f), efficiency %.2f\n",
                 some, plain, model.step_ms(rows, columns, some, false), overlapped,
                 model.step_ms(rows, columns, some, true), one / some / overlapped);
        }
        for (const int some : {64, 256, 1024, 4096}) predicted(model, rows, columns, some);
        tell("\nweak scaling, %zu × %zu for each rank\n", grid_.rows / 4, grid_.columns);
        const Grid part{grid_.rows / 4, grid_.columns};
        double one_part = 0;
        for (const int some : strong) {
            if (some > all_.count) break;
            const Grid grown{part.rows * static_cast<std::size_t>(some), part.columns};
            const double overlapped = step_ms(some, grown, true);
            if (some == 1) one_part = overlapped;
            tell("  %4d ranks: overlapped %8.3f ms (model %8.3f), efficiency %.2f\n", some,
                 overlapped,
                 model.step_ms(static_cast<double>(grown.rows), columns, some, true),
                 one_part / overlapped);
        }
        for (const int some : {64, 4096}) {
            const double ms =
                model.step_ms(static_cast<double>(part.rows) * some, columns, some, true);
            tell("  %4d ranks: predicted  %8.3f ms, efficiency %.2f\n", some, ms,
                 model.step_ms(static_cast<double>(part.rows), columns, 1, true) / ms);
        }
    }

private:
    template <typename... Values>
    void tell(const char* format, Values... values) const
    {
        if (all_.rank != 0) return;
        std::printf(format, values...);
        std::fflush(stdout);
    }

    void predicted(const Model& model, double rows, double columns, int some) const
    {
        if (rows < some) return;
        const double plain = model.step_ms(rows, columns, some, false),
                     overlapped = model.step_ms(rows, columns, some, true);
        tell(
            "  %4d ranks: predicted plain %8.4f ms, overlapped %8.4f ms, efficiency %.2f\n",
            some, plain, overlapped,
            model.step_ms(rows, columns, 1, true) / some / overlapped);
    }

    template <typename Measure>
    double with_first(int some, const Measure& measure)
    {
        const MPI_Comm part = all_.first(some);
        double ms = 0;
        if (part != MPI_COMM_NULL) {
            ms = measure(Ranks{part});
            MPI_Comm_free(const_cast<MPI_Comm*>(&part));
        }
        all_.sleep_until_all();
        return all_.largest(ms);
    }

    // The median of five times of some steps, of the slowest rank.
    template <typename Step>
    static double measured(const Ranks& ranks, Strip& strip, const Step& step)
    {
        const auto timed = [&](int steps) {
            strip.finish();
            ranks.barrier();
            const Stopwatch watch;
            for (int i = 0; i < steps; ++i) step();
            strip.finish();
            return ranks.largest(watch.elapsed().count()) / steps;
        };
        timed(2);
        const int steps = std::clamp(static_cast<int>(50 / timed(2)), 2, 500);
        std::vector<double> times;
        for (int i = 0; i < 5; ++i) times.push_back(timed(steps));
        return median(times);
    }

    const Ranks& all_;
    cl::Device device_;
    Grid grid_;
};
