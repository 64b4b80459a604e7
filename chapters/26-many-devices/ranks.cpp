// Heat on a grid that ranks divide among them, each with a device: mpirun -np 4 26-many-
// devices-ranks
#include <lockstep/run.hpp>

#if __has_include(<mpi.h>)

#include "scaling.hpp"

#include <cstring>

// Whether what all ranks made is, bit by bit, what a device makes alone; for rank 0.
bool same_as_one(const std::vector<float>& all, const cl::Device& device, Grid grid,
                 int steps)
{
    const Ranks alone{MPI_COMM_SELF};
    Strip strip{alone, device, grid};
    for (int i = 0; i < steps; ++i) strip.step_plainly();
    const std::vector<float> expected = strip.own_rows();
    return all.size() == expected.size() &&
           std::memcmp(all.data(), expected.data(), all.size() * sizeof(float)) == 0;
}

void heat(const Ranks& ranks, const cl::Device& device, Grid grid, int steps)
{
    for (const bool overlapped : {false, true}) {
        Strip strip{ranks, device, grid};
        ranks.barrier();
        const Stopwatch watch;
        for (int i = 0; i < steps; ++i)
            overlapped ? strip.step_overlapped() : strip.step_plainly();
        strip.finish();
        const double ms = ranks.largest(watch.elapsed().count()) / steps;
        const std::vector<float> all = ranks.gathered(strip.own_rows());
        if (ranks.rank == 0)
            std::printf("  %-10s %8.3f ms a step, bit by bit as one rank's: %s\n",
                        overlapped ? "overlapped" : "plain", ms,
                        same_as_one(all, device, grid, steps) ? "yes" : "NO");
    }
}

// A word of the command line, or what is meant without it.
std::size_t number(const std::vector<std::string>& words, std::size_t index,
                   std::size_t otherwise)
{
    if (index >= words.size()) return otherwise;
    const std::string& word = words[index];
    if (word.empty() || word.size() > 9 ||
        word.find_first_not_of("0123456789") != word.npos || std::stoul(word) == 0)
        throw Failure("\"" + word + "\" is no number of rows or columns.",
                      "mpirun -np 4 build/chapters/26-many-devices-ranks 1003 2048");
    return std::stoul(word);
}

int main(int argc, char** argv)
{
    const MpiSession session{argc, argv};
    const Ranks ranks{MPI_COMM_WORLD};
    return run([&] {
        const std::vector<std::string> words(argv + 1, argv + argc);
        const bool scaling = !words.empty() && words[0] == "scaling";
        const std::size_t first = scaling ? 1 : 0;
        const Grid grid{number(words, first, 1003), number(words, first + 1, 2048)};
        if (grid.rows < static_cast<std::size_t>(ranks.count)) {
            if (ranks.rank != 0) return; // one sentence is enough
            throw Failure(std::to_string(grid.rows) + " rows cannot be divided among " +
                              std::to_string(ranks.count) +
                              " ranks, because each needs at least one.",
                          "mpirun -np " + std::to_string(grid.rows) +
                              " build/chapters/26-many-devices-ranks " +
                              (scaling ? "scaling " : "") + std::to_string(grid.rows) +
                              " " + std::to_string(grid.columns) + ", or more rows");
        }
        if (ranks.rank == 0)
            std::printf("%zu × %zu cells on %d ranks, %zu to %zu rows each\n", grid.rows,
                        grid.columns, ranks.count,
                        grid.rows / static_cast<std::size_t>(ranks.count),
                        (grid.rows + static_cast<std::size_t>(ranks.count) - 1) /
                            static_cast<std::size_t>(ranks.count));
        const cl::Device device = device_of(ranks);
        scaling ? Scaling{ranks, device, grid}.measure() : heat(ranks, device, grid, 20);
    });
}

#else

#include <lockstep/failure.hpp>

int main()
{
    return lockstep::run([] {
        throw lockstep::Missing(
            "This program was built without MPI, so it cannot be started as several ranks.",
            "./lockstep start --install-only && cmake build && ./lockstep run 26");
    });
}

#endif
