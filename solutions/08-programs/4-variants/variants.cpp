// Programs by their build options, each built once.
#include "variants.hpp"

#include <future>
#include <map>
#include <mutex>

struct Variants::State
{
    Build build;
    std::mutex mutex; // of the map, and not held while anything is built
    std::map<std::string, std::shared_future<cl::Program>> programs;
};

Variants::Variants(Build build) : state_(std::make_shared<State>())
{
    state_->build = std::move(build);
}

cl::Program Variants::program(const std::string& options)
{
    std::promise<cl::Program> promise;
    std::shared_future<cl::Program> program;
    bool first = false;
    {
        const std::lock_guard lock{state_->mutex};
        const auto [entry, inserted] = state_->programs.try_emplace(options);
        if (inserted)
            entry->second = promise.get_future().share(); // from now on all others wait for this one
        program = entry->second;
        first = inserted;
    }
    if (first) try {
            promise.set_value(state_->build(options));
        } catch (...) {
            {
                const std::lock_guard lock{state_->mutex};
                state_->programs.erase(options);
            }
            promise.set_exception(std::current_exception());
        }
    return program.get();
}
