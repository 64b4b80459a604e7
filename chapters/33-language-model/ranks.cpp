// The same training by several ranks, each with a device and its share of every batch:
// mpirun -np 2 build/chapters/33-language-model-ranks [steps]
#include <lockstep/run.hpp>

#if __has_include(<mpi.h>)

#include "training.hpp"

#include "../26-many-devices/strip.hpp"

using namespace language_model;

//! [allreduce]
// The mean of all ranks' gradients, at each of them.
void average(const Trainer& trainer, int ranks)
{
    const cl::CommandQueue& queue = trainer.model.launcher.lab.queue;
    const std::size_t count = parameters_of(trainer.model.shape);
    Floats gradients(count);
    queue.enqueueReadBuffer(trainer.model.gradients, CL_TRUE, 0, count * sizeof(float),
                            gradients.data());
    MPI_Allreduce(MPI_IN_PLACE, gradients.data(), static_cast<int>(count), MPI_FLOAT,
                  MPI_SUM, MPI_COMM_WORLD);
    for (float& gradient : gradients) gradient /= static_cast<float>(ranks);
    queue.enqueueWriteBuffer(trainer.model.gradients, CL_TRUE, 0, count * sizeof(float),
                             gradients.data());
}
//! [allreduce]

struct Measured
{
    Floats gradients; // of the first step
    double ms;        // for each of the others
};

Measured train(Trainer& trainer, const Tokens& text, cl_uint steps, const Ranks& of)
{
    trainer.step(text);
    Measured measured{trainer.model.launcher.lab.read<float>(
                          trainer.model.gradients, parameters_of(trainer.model.shape)),
                      0};
    of.barrier();
    const lockstep::Stopwatch watch;
    for (cl_uint i = 0; i < steps; ++i) trainer.step(text);
    trainer.model.launcher.lab.queue.finish();
    measured.ms = of.largest(watch.elapsed().count()) / steps;
    return measured;
}

int main(int argc, char** argv)
{
    const MpiSession session{argc, argv};
    const Ranks ranks{MPI_COMM_WORLD};
    return lockstep::run([&] {
        const std::string word = argc > 1 ? argv[1] : "5";
        if (word.empty() || word.size() > 4 ||
            word.find_first_not_of("0123456789") != word.npos || std::stoul(word) == 0)
            throw Failure("\"" + word + "\" is no number of steps.",
                          "mpirun -np 2 build/chapters/33-language-model-ranks 5");
        const auto steps = static_cast<cl_uint>(std::stoul(word)),
                   count = static_cast<cl_uint>(ranks.count);
        Plan plan;
        if (plan.sequences % count != 0)
            throw Failure(std::to_string(plan.sequences) +
                              " sequences cannot be divided among " +
                              std::to_string(count) + " ranks.",
                          "mpirun -np 2 build/chapters/33-language-model-ranks " + word +
                              ", or 1, 4 or 8 ranks");
        const Book book = book_in(CHAPTER_DIR "/..");
        const Vocabulary vocabulary = vocabulary_of(book.learned, 20);
        const Tokens text = vocabulary.tokens_of(book.learned);
        Shape shape;
        shape.vocabulary = vocabulary.size();
        const lockstep::Lab lab{.device = device_of(ranks)};

        Plan share = plan;
        share.sequences /= count;
        Trainer mine{lab, shape, share};
        mine.rank = static_cast<cl_uint>(ranks.rank);
        mine.ranks = count;
        mine.after_backward = [&] { average(mine, ranks.count); };
        const Measured together = train(mine, text, steps, ranks);
        if (ranks.rank == 0) {
            const lockstep::Lab whole{.device = device_of(Ranks{MPI_COMM_SELF})};
            Trainer one{whole, shape, plan};
            const Measured alone = train(one, text, steps, Ranks{MPI_COMM_SELF});
            double largest = 0, apart = 0;
            for (std::size_t i = 0; i < alone.gradients.size(); ++i) {
                largest = std::max<double>(largest, std::abs(alone.gradients[i]));
                apart = std::max<double>(
                    apart, std::abs(alone.gradients[i] - together.gradients[i]));
            }
            std::printf("ranks: %u, with %u of %u sequences each\n", count, share.sequences,
                        plan.sequences);
            std::printf("  gradients are one rank's within 1e-5 of the largest: %s\n",
                        apart <= 1e-5 * largest ? "yes" : "NO");
            std::printf("  a step: %.1f ms; on one rank, while the others wait, %.1f ms\n",
                        together.ms, alone.ms);
        }
        ranks.sleep_until_all();
    });
}

#else

#include <lockstep/failure.hpp>

int main()
{
    return lockstep::run([] {
        throw lockstep::Missing(
            "This program was built without MPI, so it cannot be started as several ranks.",
            "./lockstep start --install-only && cmake build && ./lockstep run 33");
    });
}

#endif
