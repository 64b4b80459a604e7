// A program run on Pocket, and the history of one of its sub-groups.
#include "step/recording.hpp"

#include "lockstep/failure.hpp"
#include "lockstep/scratch.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <sstream>
#include <utility>

namespace lockstep::tool
{

std::array<std::size_t, 3> group_of(const std::string& text)
{
    std::array<std::size_t, 3> group{0, 0, 0};
    std::istringstream in{text};
    std::string one;
    std::size_t count = 0;
    for (; std::getline(in, one, ','); ++count)
        if (count >= group.size() || one.empty() || one.size() > 9 ||
            one.find_first_not_of("0123456789") != std::string::npos)
            throw Failure(fmt::format("'{}' is no work-group.", text), "--group 3, or --group 1,0 of a grid");
        else
            group[count] = std::stoul(one);
    if (count == 0) throw Failure("'' is no work-group.", "--group 3, or --group 1,0 of a grid");
    return group;
}

void record(Command program, const std::filesystem::path& pocket, const StepChoice& choice,
            const std::filesystem::path& file)
{
    auto& environment = program.environment;
    environment["OCL_ICD_VENDORS"] = std::filesystem::absolute(pocket).string();
    environment["LOCKSTEP_DEVICE"] = "pocket";
    environment["LOCKSTEP_STEPS"] = std::filesystem::absolute(file).string();
    environment["LOCKSTEP_STEPS_PROFILE"] = choice.profile.string();
    environment["LOCKSTEP_STEPS_KERNEL"] = choice.kernel;
    environment["LOCKSTEP_STEPS_LAUNCH"] = choice.launch ? std::to_string(*choice.launch) : "finding";
    environment["LOCKSTEP_STEPS_GROUP"] =
        fmt::format("{},{},{}", choice.group[0], choice.group[1], choice.group[2]);
    environment["LOCKSTEP_STEPS_SUB_GROUP"] = std::to_string(choice.sub_group);
    if (!choice.to_end) environment["LOCKSTEP_STEPS_ENDS"] = "1";
    if (std::getenv("POCKET_SECONDS") == nullptr)
        environment["POCKET_SECONDS"] = "60"; // of a kernel without an end
    if (choice.width) environment["POCKET_LANES"] = std::to_string(*choice.width);
    std::filesystem::remove(file); // else its history would be another process's, and stay
    const ProcessResult process = run_process(program, {.time = std::chrono::minutes{2}});
    if (std::filesystem::exists(file)) return;
    if (process.ok())
        throw Failure(
            "The program ran and recorded no step: it does not use OpenCL, or chose another device.",
            "./lockstep step --help");
    throw Failure(fmt::format("The program ended without a launch.\n{}", process.error),
                  fmt::format("LOCKSTEP_DEVICE=pocket {}", program.arguments.front()));
}

StepHistory record_steps(Command program, const std::filesystem::path& pocket, const StepChoice& choice)
{
    const ScratchFolder scratch;
    const std::filesystem::path file = scratch.path() / "steps.json";
    record(std::move(program), pocket, choice, file);
    return StepHistory{file};
}

} // namespace lockstep::tool
