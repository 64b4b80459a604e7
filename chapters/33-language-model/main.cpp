// A language model that learns from the lessons of this book: looked at in a few seconds,
// trained in a few minutes.
#include "commands.hpp"
#include "look.hpp"

#include <lockstep/run.hpp>

#include <CLI/CLI.hpp>

using namespace language_model;

int main(int argc, char** argv)
{
    Wish wish;
    CLI::App app{"A language model that learns from the lessons of this book."};
    CLI::App* training =
        app.add_subcommand("train", "trains, or goes on where it was stopped");
    CLI::App* sampling =
        app.add_subcommand("sample", "writes what a trained model thinks comes next");
    CLI::App* profiling =
        app.add_subcommand("profile", "tells where the time of a training step goes");
    app.require_subcommand(0, 1);
    for (CLI::App* command : {training, sampling}) {
        command
            ->add_option("--model", wish.model,
                         "the file that the model is kept in; \"\" keeps none")
            ->capture_default_str();
        command->add_option("--seed", wish.plan.seed, "another one for another result")
            ->capture_default_str();
        command
            ->add_option("--temperature", wish.temperature,
                         "0 takes the likeliest character")
            ->check(CLI::Range(0.0F, 10.0F))
            ->capture_default_str();
        command->add_option("--length", wish.length, "characters to write")
            ->capture_default_str();
        command->add_option("--beginning", wish.beginning, "what they follow")
            ->capture_default_str();
    }
    training->add_option("--steps", wish.plan.steps, "of a new model")
        ->check(CLI::Range(1, 10'000'000))
        ->capture_default_str();
    training->add_option("--rate", wish.plan.rate, "how far the longest step goes")
        ->check(CLI::Range(1e-9F, 1e9F))
        ->capture_default_str();
    training->add_option("--text", wish.text,
                         "a file to learn from, instead of the lessons");
    training->add_option("--losses", wish.losses,
                         "a file for the mean loss of every twenty steps");
    profiling->add_option("--size", wish.size, "small, or gpt2: GPT-2's small size")
        ->check(CLI::IsMember({"small", "gpt2"}))
        ->capture_default_str();
    profiling->add_option("--sequences", wish.sequences, "of a step; 8, and 16 for gpt2")
        ->check(CLI::Range(1, 4096));
    profiling->add_option("--steps", wish.steps, "to time, after two that are not counted")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    CLI11_PARSE(app, argc, argv);
    return lockstep::run([&] {
        const lockstep::Lab lab;
        if (*training)
            train(lab, wish);
        else if (*sampling)
            sample(lab, wish);
        else if (*profiling)
            profile(lab, wish);
        else
            look(lab);
    });
}
