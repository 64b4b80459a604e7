#include "plan.hpp"

#include <fmt/format.h>

namespace lockstep::bench
{

std::string options_of(const Parameters& parameters)
{
    std::string options;
    for (const auto& [name, value] : parameters)
        options += fmt::format("{}-D {}={}", options.empty() ? "" : " ", name, value);
    return options;
}

std::unique_ptr<Plan> Problem::plan(const Rung& rung, const Parameters& parameters) const
{
    return std::make_unique<Plan>(*this, rung, parameters);
}

Plan::Plan(const Problem& problem, Rung rung, Parameters parameters)
    : defined(parameters), problem_(problem), rung_(std::move(rung)), parameters_(std::move(parameters))
{
    rung_.plan(*this, problem_);
}

Workbench& Plan::workbench() const
{
    return problem_.workbench();
}

cl::Kernel Plan::kernel(std::size_t index) const
{
    return kernel(rung_.kernels.at(index));
}

cl::Kernel Plan::kernel(const std::string& name) const
{
    std::string all = options_of(defined);
    for (const std::string& more : {options, rung_.language})
        if (!more.empty()) all += (all.empty() ? "" : " ") + more;
    return workbench().kernel(rung_.file, name, all);
}

Guarded Plan::output(std::size_t bytes)
{
    Guarded buffer = workbench().output(bytes);
    keep(buffer);
    return buffer;
}

void Plan::add(cl::Kernel kernel, LaunchRange range)
{
    run([queue = workbench().queue(), kernel = std::move(kernel), range = std::move(range)](Events& events) {
        queue.enqueueNDRangeKernel(kernel, cl::NullRange, range.global, range.local, nullptr,
                                   &events.emplace_back());
    });
}

void Plan::copy(const Guarded& from, const Guarded& to, std::size_t from_byte)
{
    keep(from);
    keep(to);
    run([queue = workbench().queue(), from, to, from_byte](Events& events) {
        queue.enqueueCopyBuffer(from.buffer(), to.buffer(), from_byte, 0, to.bytes(), nullptr,
                                &events.emplace_back());
    });
}

Plan::Span Plan::enqueue()
{
    Events events;
    for (const auto& command : commands_) command(events);
    Span span{events.front(), events.back()};
    if (events.size() > 2) span.between.assign(events.begin() + 1, events.end() - 1);
    return span;
}

std::string Plan::verify()
{
    const Verdict verdict = problem_.judge(*this);
    error_ = verdict.error;
    std::string why = verdict.mistake;
    for (const auto& other : problem_.awkward()) {
        if (!why.empty()) break;
        const auto plan = other->plan(rung_, parameters_);
        workbench().poison_outputs();
        plan->enqueue();
        why = plan->verify();
    }
    return why;
}

std::optional<std::size_t> Plan::digest() const
{
    return problem_.digest(*this);
}

} // namespace lockstep::bench
