// Training: batches drawn from a text, AdamW, and checkpoints that go on where they were.
#pragma once

#include "model.hpp"
#include "text.hpp"

#include <array>
#include <numbers>

namespace language_model
{

struct Plan
{
    std::uint64_t seed = 33;
    cl_uint steps = 6000, sequences = 8;
    float rate = 2e-3F, decay = 0.1F;
};

// Warms up for a twentieth of the steps, and falls to a tenth along half a cosine.
inline float rate_at(const Plan& plan, cl_uint step)
{
    const float warm = static_cast<float>(plan.steps) / 20 + 1,
                now = static_cast<float>(step) + 1;
    if (now < warm) return plan.rate * now / warm;
    const float way = (now - warm) / (static_cast<float>(plan.steps) - warm + 1);
    return plan.rate *
           (0.55F + 0.45F * std::cos(std::numbers::pi_v<float> * std::min(way, 1.0F)));
}

class Trainer
{
public:
    Trainer(const lockstep::Lab& lab, const Shape& shape, const Plan& of)
        : plan(of), model(lab, shape, of.sequences, body_for(lab.device))
    {
        const std::size_t count = parameters_of(shape);
        set_state(
            {first_parameters(shape, plan.seed), Floats(count, 0.0F), Floats(count, 0.0F)},
            0);
    }

    using State = std::array<
        Floats, 3>; // parameters, and the running means of gradients and of their squares

    State state() const
    {
        const auto read = [&](const cl::Buffer& of) {
            return model.launcher.lab.read<float>(of, parameters_of(model.shape));
        };
        return {read(model.parameters), read(means), read(squares)};
    }

    void set_state(const State& to, cl_uint after_steps)
    {
        steps_done = after_steps;
        const std::array buffers{model.parameters, means, squares};
        for (std::size_t i = 0; i < to.size(); ++i)
            model.launcher.lab.queue.enqueueWriteBuffer(
                buffers[i], CL_TRUE, 0, to[i].size() * sizeof(float), to[i].data());
    }

    //! [step]
    // The mean loss of a batch, before the step that it leads to.
    double step(const Tokens& text)
    {
        draw(text, plan.seed + 1 + steps_done);
        model.forward();
        const double loss = model.loss();
        model.backward();
        if (after_backward) after_backward();
        const double length = std::sqrt(model.launcher.sum_of_squares(model.gradients));
        if (!std::isfinite(loss) || !std::isfinite(length)) find_cause(loss);
        const auto clip = static_cast<float>(std::min(1.0, 1.0 / (length + 1e-9))),
                   time = static_cast<float>(steps_done + 1);
        model.launcher.elements(
            "adamw", {parameters_of(model.shape)}, model.parameters, means, squares,
            model.gradients, clip, rate_at(plan, steps_done), plan.decay,
            1 / (1 - std::pow(0.9F, time)), 1 / (1 - std::pow(0.99F, time)));
        ++steps_done;
        return loss;
    }
    //! [step]

    // The mean loss of a text in pieces of a whole context, as far as they fill whole
    // batches.
    double judge(const Tokens& text)
    {
        const std::size_t each = model.rows;
        double sum = 0;
        std::size_t batches = 0;
        for (; (batches + 1) * each < text.size(); ++batches) {
            const auto begin = text.begin() + static_cast<std::ptrdiff_t>(batches * each);
            model.set_batch({begin, begin + static_cast<std::ptrdiff_t>(each)},
                            {begin + 1, begin + static_cast<std::ptrdiff_t>(each) + 1});
            model.forward();
            sum += model.loss();
        }
        return sum / static_cast<double>(batches);
    }

    const Plan plan;
    Model model;
    cl_uint steps_done = 0;

    // Of several that train together, which one this is. Each draws the batch of all, and
    // works on its own sequences.
    cl_uint rank = 0, ranks = 1;
    std::function<void()> after_backward; // what they do with their gradients

private:
    void draw(const Tokens& text, std::uint64_t seed)
    {
        const cl_uint context = model.shape.context;
        if (text.size() <= context)
            throw Failure("The text has " + std::to_string(text.size()) +
                              " characters, and one context alone takes " +
                              std::to_string(context + 1) + ".",
                          "train with a longer text");
        lockstep::Random random{seed};
        Tokens tokens, next;
        for (cl_uint s = 0; s < ranks * plan.sequences; ++s) {
            const auto begin =
                text.begin() + random.below(static_cast<cl_uint>(text.size()) - context);
            if (s / plan.sequences != rank) continue;
            tokens.insert(tokens.end(), begin, begin + context);
            next.insert(next.end(), begin + 1, begin + 1 + context);
        }
        model.set_batch(tokens, next);
    }

    //! [cause]
    // Does the step again, and looks for an infinity or a NaN in what each
    // launch has written.
    [[noreturn]] void find_cause(double loss)
    {
        char shown[32];
        std::snprintf(shown, sizeof shown, "%.3g", loss);
        const std::string step = "Step " + std::to_string(steps_done + 1);
        std::size_t launches = 0;
        std::string first;
        model.launcher.watch = [&](const Launch& launch) {
            ++launches;
            if (first.empty() && !model.launcher.is_finite(launch.written))
                first = launch.kernel + ", launch " + std::to_string(launches);
        };
        model.clear_parts();
        model.forward();
        model.loss();
        model.backward();
        model.launcher.watch = nullptr;
        const std::string next =
            "begin anew, or from an older checkpoint, with a smaller --rate";
        if (first.empty())
            throw Failure(
                step + ": the loss is " + shown +
                    ", and the gradient is so long that the sum of its squares is "
                    "no float. No launch has written an infinity or a NaN.",
                next);
        throw Failure(step + ": the loss is " + shown +
                          ". The first launch that writes an infinity or a NaN is " +
                          first + " of the step.",
                      next);
    }
    //! [cause]

    cl::Buffer means = model.launcher.memory.floats(parameters_of(model.shape)),
               squares = model.launcher.memory.floats(parameters_of(model.shape));
};

} // namespace language_model
