// What the program does on command: training a model, and writing with one.
#pragma once

#include "checkpoint.hpp"
#include "profile.hpp"
#include "progress.hpp"
#include "sampler.hpp"

#include <csignal>
#include <fstream>
#include <sstream>

namespace language_model
{

inline volatile std::sig_atomic_t interrupted = 0;

struct Wish
{
    std::filesystem::path model = "language-model.bin";
    Plan plan;
    float temperature = 0.7F;
    std::size_t length = 600;
    std::string beginning = "The kernel";
    std::string losses, text; // a file for each, or none
    std::string size = "small";
    cl_uint sequences = 0,
            steps = 10; // of a profile; 0 sequences: what its size is made for
};

// A text for a terminal: lines of at most 80 characters, broken between words.
inline std::string wrapped(const std::string& text)
{
    std::string lines;
    for (const std::string& paragraph : lockstep::split_lines(text)) {
        std::size_t column = 0;
        std::istringstream words{paragraph};
        for (std::string word; words >> word;) {
            const std::size_t width = characters_of(word).size();
            const bool fits = column + 1 + width <= 80;
            if (column > 0) lines += fits ? ' ' : '\n';
            column = column > 0 && fits ? column + 1 + width : width;
            lines += word;
        }
        lines += '\n';
    }
    return lines;
}

//! [train]
inline void train(const lockstep::Lab& lab, const Wish& wish)
{
    const Book book = wish.text.empty() ? book_in(CHAPTER_DIR "/..") : book_of(wish.text);
    const bool goes_on = std::filesystem::exists(wish.model);
    const Checkpoint before = goes_on ? load(wish.model) : Checkpoint{};
    const Vocabulary vocabulary =
        goes_on ? Vocabulary{before.characters} : vocabulary_of(book.learned, 20);
    const Tokens learned = vocabulary.tokens_of(book.learned),
                 held_out = vocabulary.tokens_of(book.held_out);
    Shape shape;
    shape.vocabulary = vocabulary.size();
    if (const std::size_t batch = std::size_t{wish.plan.sequences} * shape.context;
        held_out.size() <= batch)
        throw Failure("The text is too short: what is held out of it has " +
                          std::to_string(held_out.size()) +
                          " characters, and a batch takes " + std::to_string(batch + 1) +
                          ".",
                      "train with a longer text");
    Trainer trainer{lab, goes_on ? before.header.shape : shape,
                    goes_on ? before.plan() : wish.plan};
    if (goes_on)
        trainer.set_state({before.parameters, before.means, before.squares},
                          before.header.steps_done);
    if (goes_on)
        std::printf(
            "%s goes on after step %u of %u, with the rate and the seed that it has; "
            "another --model begins anew\n",
            wish.model.c_str(), trainer.steps_done, trainer.plan.steps);

    Progress progress{trainer.steps_done, trainer.plan.steps, trainer.model.rows};
    std::ofstream losses;
    if (!wish.losses.empty()) losses.open(wish.losses, std::ios::app);
    if (!losses)
        throw Failure("The losses cannot be written to " + wish.losses + ".",
                      "name a file in a folder that exists");
    std::signal(SIGINT, [](int) { interrupted = 1; });
    const auto keep = [&] {
        if (!wish.model.empty()) save(wish.model, trainer, vocabulary);
    };
    keep(); // if it cannot be written, that shows before the work
    lockstep::Stopwatch since_saved;
    while (trainer.steps_done < trainer.plan.steps && !interrupted) {
        const double loss = trainer.step(learned);
        progress.show(trainer.steps_done, loss);
        if (losses.is_open() && trainer.steps_done % 20 == 0)
            losses << trainer.steps_done << ' ' << progress.recent() << std::endl;
        if (since_saved.elapsed().count() < 30'000) continue;
        keep();
        since_saved.restart();
    }
    keep();
    std::signal(SIGINT, SIG_DFL);
    if (interrupted) {
        std::printf("\nstopped after step %u; ", trainer.steps_done);
        if (wish.model.empty())
            std::printf("nothing is kept\n");
        else
            std::printf("%s has it, and the same command goes on\n", wish.model.c_str());
        return;
    }
    if (!goes_on || trainer.steps_done > before.header.steps_done) progress.end();
    std::printf("held out: a loss of %.3f, where the trigram model has %.3f\n",
                trainer.judge(held_out),
                trigram_loss(learned, held_out, vocabulary.size()));
    Sampler sampler{lab, trainer.model.shape, trainer.model.parameters, wish.plan.seed};
    std::printf("\n%s", wrapped(sampler.continued(vocabulary, wish.beginning, wish.length,
                                                  wish.temperature))
                            .c_str());
}
//! [train]

// A profile at a size of the model. What a step costs does not depend on what the tokens
// mean: three characters of the lessons, folded to a number, occur about as unevenly as
// words.
inline void profile(const lockstep::Lab& lab, const Wish& wish)
{
    const bool small = wish.size == "small";
    const std::string lessons = book_in(CHAPTER_DIR "/..").learned;
    Shape shape = small ? Shape{} : gpt2;
    Plan plan = wish.plan;
    plan.steps = wish.steps + 2;
    plan.sequences = wish.sequences > 0 ? wish.sequences : small ? 8 : 16;
    Tokens tokens;
    for (std::size_t i = 0; i + 3 <= lessons.size(); i += 3)
        tokens.push_back(static_cast<cl_uint>(
            std::hash<std::string_view>{}({&lessons[i], 3}) % shape.vocabulary));
    profile(lab, shape, plan, tokens);
}

inline void sample(const lockstep::Lab& lab, const Wish& wish)
{
    const Checkpoint model = load(wish.model);
    const cl::Buffer parameters = lab.input(model.parameters);
    Sampler sampler{lab, model.header.shape, parameters, wish.plan.seed};
    std::printf("%s",
                wrapped(sampler.continued(Vocabulary{model.characters}, wish.beginning,
                                          wish.length, wish.temperature))
                    .c_str());
}

} // namespace language_model
