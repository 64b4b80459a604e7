// What can be seen of the model in a few seconds: its text, its gradients beside
// differences, one step kernel by kernel, and the first steps of a training.
#pragma once

#include "reference.hpp"
#include "training.hpp"

#include <cstdio>

namespace language_model
{

// Whether a small model's gradients are those of its loss: two sequences of other tokens
// than the text's. Those of units for matrices are beside those of floats.
inline void look_at_gradients(const lockstep::Lab& lab)
{
    const Shape shape{lab.simulated ? 1U : 2U, lab.simulated ? 1U : 2U,
                      lab.simulated ? 32U : 64U, 32, 90};
    Floats parameters = first_parameters(shape, 5);
    const Floats moved = lockstep::random_floats(parameters.size(), 9, -0.2F, 0.2F);
    for (const Tensor& tensor : tensors_of(shape))
        for (std::size_t i = tensor.begin; i < tensor.begin + tensor.count; ++i)
            parameters[i] += moved[i];
    const Tokens now = lockstep::random_uints(2 * shape.context, 1, shape.vocabulary),
                 next = lockstep::random_uints(2 * shape.context, 2, shape.vocabulary);
    const auto gradients_of = [&](Body body) {
        Model model{lab, shape, 2, body};
        lab.queue.enqueueWriteBuffer(model.parameters, CL_TRUE, 0,
                                     parameters.size() * sizeof(float), parameters.data());
        model.set_batch(now, next);
        model.forward();
        model.loss();
        model.backward();
        return lab.read<float>(model.gradients, parameters.size());
    };
    const bool on_units = body_for(lab.device) == Body::units;
    const Floats gradients = gradients_of(on_units ? Body::gpu : body_for(lab.device));
    const std::vector<Checked> all =
        check_gradients(shape, parameters, gradients, now, next);
    double worst = 0;
    for (const Checked& checked : all) worst = std::max(worst, checked.error());
    const double apart =
        on_units ? worst_apart(shape, gradients_of(Body::units), gradients) : 0;
    std::printf("gradients of %zu tensors beside differences in double precision: %s\n",
                all.size(), worst < 1e-3 && apart < 0.02 ? "right" : "WRONG");
    if (lab.simulated) return;
    std::printf("%-46s %12s %12s\n", "  along a random direction", "device", "differences");
    for (std::size_t i = 0; i < 8; ++i)
        std::printf("  %-44s %12.6f %12.6f\n", all[i].tensor.c_str(), all[i].by_device,
                    all[i].by_differences);
    std::printf("  the largest relative difference of all is %.0e\n", worst);
    if (on_units)
        std::printf(
            "  those of units for matrices are at most %.1f %% apart from the device's\n",
            100 * apart);
}

//! [profile]
// The launches of one step, those of the same kernel together.
inline void look_at_step(Trainer& trainer, const Tokens& text)
{
    std::vector<Launch> launches;
    trainer.model.launcher.watch = [&](const Launch& launch) {
        launches.push_back(launch);
    };
    trainer.step(text);
    trainer.model.launcher.watch = nullptr;
    struct Sum
    {
        std::string kernel;
        int count = 0;
        double ms = 0, operations = 0;
    };
    std::vector<Sum> sums; // in the order of the first launches
    double all_ms = 0;
    for (const Launch& launch : launches) {
        auto sum = std::ranges::find(sums, launch.kernel, &Sum::kernel);
        if (sum == sums.end()) sum = sums.insert(sum, {launch.kernel});
        const double ms = lockstep::elapsed(launch.event).count();
        ++sum->count, sum->ms += ms, sum->operations += launch.operations;
        all_ms += ms;
    }
    std::printf("one step of %u characters, %zu parameters: %zu launches, %.1f ms\n",
                trainer.model.rows, parameters_of(trainer.model.shape), launches.size(),
                all_ms);
    for (const Sum& sum : sums) {
        std::printf("  %-26s %4d × %9.2f ms %5.1f %%", sum.kernel.c_str(), sum.count,
                    sum.ms, 100 * sum.ms / all_ms);
        if (sum.operations > 0)
            std::printf("  %.0f GFLOP/s", sum.operations / sum.ms / 1e6);
        std::printf("\n");
    }
}
//! [profile]

inline void look(const lockstep::Lab& lab)
{
    const Book book = book_in(CHAPTER_DIR "/..");
    const Vocabulary vocabulary = vocabulary_of(book.learned, 20);
    const Tokens learned = vocabulary.tokens_of(book.learned),
                 held_out = vocabulary.tokens_of(book.held_out);
    std::printf(
        "the lessons: %zu characters to learn from and %zu held out, %u different ones\n",
        learned.size(), held_out.size(), vocabulary.size());
    std::printf(
        "a loss of %.3f for one who knows nothing, and of %.3f for a trigram model\n",
        std::log(vocabulary.size()), trigram_loss(learned, held_out, vocabulary.size()));
    look_at_gradients(lab);
    if (lab.simulated) return;

    Shape shape;
    shape.vocabulary = vocabulary.size();
    Plan plan;
    plan.steps = 40;
    Trainer trainer{lab, shape, plan};
    const double first = trainer.step(learned);
    look_at_step(trainer, learned);
    const lockstep::Stopwatch watch;
    double last = 0;
    while (trainer.steps_done < plan.steps) last = trainer.step(learned);
    const double seconds = watch.elapsed().count() / 1000;
    std::printf("the loss falls from %.3f to %.3f in %u steps, %.0f characters/s\n", first,
                last, plan.steps, (plan.steps - 2) * trainer.model.rows / seconds);
}

} // namespace language_model
