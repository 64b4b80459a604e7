// Calling the build.
#include "base/build.hpp"

#include "base/process.hpp"
#include "lockstep/failure.hpp"

#include <fmt/format.h>

#include <string>

namespace lockstep::tool
{

void build_target(const std::filesystem::path& build, const std::string& target,
                  const std::function<void(std::string_view)>& tell)
{
    constexpr std::size_t most_said = std::size_t{1} << 20U; // the first errors are what is to be mended
    std::string said;
    Command command{.arguments = {"cmake", "--build", build.string(), "--target", target, "--parallel"}};
    command.hear = [&](std::string_view text) {
        if (said.size() < most_said) said += text;
        const std::size_t step = said.rfind("\n[");
        const std::size_t end = said.find('\n', step + 1);
        if (tell && step != std::string::npos && end != std::string::npos)
            tell(std::string_view{said}.substr(step + 1, end - step - 1));
    };
    const ProcessResult process = run_process(
        command, ProcessLimits{.time = std::chrono::minutes{20}, .memory_bytes = std::size_t{64} << 30U});
    if (!process.ok())
        throw Failure(fmt::format("{} could not be built:\n{}{}", target, said, process.error),
                      "mend the first error above; if the build itself is broken: ./lockstep doctor");
}

void build_when_older(const std::filesystem::path& build, const std::string& target,
                      const std::filesystem::path& product, const std::filesystem::path& source)
{
    std::error_code missing;
    const auto time = std::filesystem::last_write_time(product, missing);
    if (missing || time < std::filesystem::last_write_time(source)) build_target(build, target);
}

} // namespace lockstep::tool
