// The channel in bands of rows, one for each rank, and each rank with a device: mpirun -np 2 build/chapters/34-fluid-ranks
#include <lockstep/run.hpp>

#if __has_include(<mpi.h>)

#include "band.hpp"

#include <cstring>

//! [band_ms]
// Milliseconds a step, of the slowest rank; the first ten do not count.
double step_ms(Band& band, const Lab& lab, const Ranks& ranks, int steps)
{
    for (int i = 0; i < 10; ++i) band.step();
    lab.queue.finish();
    ranks.barrier();
    const Stopwatch watch;
    for (int i = 10; i < steps; ++i) band.step();
    lab.queue.finish();
    return ranks.largest(watch.elapsed().count()) / (steps - 10);
}
//! [band_ms]

void compare(const Lab& lab, const Ranks& ranks, const Channel& channel, int steps)
{
    Band band{lab, ranks, channel};
    const double ms = step_ms(band, lab, ranks, steps);
    const std::vector<float> together = ranks.gathered(band.flow());
    if (ranks.rank == 0) {
        const Ranks one{MPI_COMM_SELF};
        Band whole{lab, one, channel};
        const double alone_ms = step_ms(whole, lab, one, steps);
        const std::vector<float> alone = whole.flow();
        const bool same =
            alone.size() == together.size() &&
            std::memcmp(alone.data(), together.data(), alone.size() * sizeof(float)) == 0;
        std::printf("  one rank  %.3g ms a step\n", alone_ms);
        std::printf(
            "  %d ranks   %.3g ms a step, efficiency %.2f, bit by bit as one rank's: %s\n",
            ranks.count, ms, alone_ms / ms / ranks.count, same ? "yes" : "NO");
    }
    ranks.sleep_until_all();
}

int main(int argc, char** argv)
{
    const MpiSession session{argc, argv};
    const Ranks ranks{MPI_COMM_WORLD};
    return run([&] {
        const Lab lab{.device = device_of(ranks)};
        const bool gpu = lab.device.getInfo<CL_DEVICE_TYPE>() == CL_DEVICE_TYPE_GPU;
        const Channel channel = channel_with_cylinder(gpu ? 400 : 100);
        if (channel.rows < ranks.count)
            throw Failure("A channel of " + std::to_string(channel.rows) +
                              " rows has no band for each rank.",
                          "fewer ranks: mpirun -np 2 build/chapters/34-fluid-ranks");
        if (ranks.rank == 0)
            std::printf("%d × %d cells in %d bands\n", channel.columns, channel.rows,
                        ranks.count);
        compare(lab, ranks, channel, gpu ? 1000 : 100);
    });
}

#else

#include <lockstep/failure.hpp>

int main()
{
    return lockstep::run([] {
        throw lockstep::Missing(
            "This program was built without MPI, so it cannot be started as several ranks.",
            "./lockstep start --install-only && cmake build && ./lockstep run 34");
    });
}

#endif
