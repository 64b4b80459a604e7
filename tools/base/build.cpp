// Calling the build.
#include "base/build.hpp"

#include "base/process.hpp"
#include "lockstep/failure.hpp"

#include <fmt/format.h>

namespace lockstep::tool
{

void build_target(const std::filesystem::path& build, const std::string& target)
{
    const ProcessResult process =
        run_process({.arguments = {"cmake", "--build", build.string(), "--target", target, "--parallel"}},
                    ProcessLimits{.time = std::chrono::minutes{20},
                                  .memory_bytes = std::size_t{64} << 30U,
                                  .output_bytes = 1U << 20U});
    if (!process.ok())
        throw Failure(fmt::format("{} could not be built:\n{}{}", target, process.output, process.error),
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
