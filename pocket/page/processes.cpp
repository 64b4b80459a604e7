// Other programs, as the tool runs them in a page: each is a module of its own, which the page's worker runs to its end (worker.js). There is no
// other process, no sandbox and nothing to build, since what a page holds is built.
#include "base/build.hpp"
#include "base/isolation.hpp"
#include "base/process.hpp"
#include "base/sandbox.hpp"
#include "check/built_tests.hpp"
#include "check/confinement.hpp"
#include "check/device_needs.hpp"
#include "check/host_build.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"

#include <CL/cl.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <emscripten.h>

// The worker's answer to a command, as JSON; who gets it frees it.
// clang-format off
EM_JS(char*, lockstep_run_module, (const char* command), {
    return allocateUTF8(Module.runModule(UTF8ToString(command)));
});
// clang-format on

// The tool opens no device: what OpenCL's bindings release at its end is nothing.
extern "C"
{

    cl_int CL_API_CALL clReleaseCommandQueue(cl_command_queue)
    {
        return CL_SUCCESS;
    }

    cl_int CL_API_CALL clReleaseContext(cl_context)
    {
        return CL_SUCCESS;
    }

    cl_int CL_API_CALL clReleaseDevice(cl_device_id)
    {
        return CL_SUCCESS;
    }

} // extern "C"

namespace lockstep::tool
{

namespace
{

constexpr int timed_out_status = 124; // of a launch that went on for POCKET_SECONDS

[[noreturn]] void refuse_host_code()
{
    throw Failure("Host code is not checked in a page.", "./lockstep check, in a clone of the book");
}

} // namespace

ProcessResult run_process(const Command& command, const ProcessLimits& limits)
{
    ProcessResult result;
    result.called_off = limits.gate != nullptr && *limits.gate == Gate::closed;
    result.stopped = limits.stop != nullptr && *limits.stop;
    if (result.called_off || result.stopped) return result;
    nlohmann::json asked{{"arguments", command.arguments}, {"environment", command.environment}};
    asked["environment"]["POCKET_SECONDS"] =
        std::to_string(static_cast<double>(limits.time.count()) / 1000.0);
    char* const text = lockstep_run_module(asked.dump().c_str());
    const nlohmann::json told = nlohmann::json::parse(text);
    std::free(text);
    result.status = told.at("status");
    result.signal = told.at("signal");
    result.timed_out = result.status == timed_out_status;
    result.output = told.at("output");
    result.error = told.at("error");
    result.seconds = told.at("seconds");
    return result;
}

std::filesystem::path find_program(const std::string&)
{
    return {};
}

StopProcesses::StopProcesses() = default;
StopProcesses::~StopProcesses() = default;

std::string read_untrusted(const std::filesystem::path& file, std::size_t)
{
    return std::filesystem::is_regular_file(file) ? read_bytes(file) : "";
}

std::string test_target(const ExerciseInfo& exercise)
{
    return "exercise-" + exercise.chapter + "-" + exercise.name;
}

void build_tests(const ExerciseInfo&, const CheckOptions&) {}

void build_target(const std::filesystem::path&, const std::string&,
                  const std::function<void(std::string_view)>&)
{
}

std::optional<Missing> lacking(const ExerciseInfo&)
{
    return std::nullopt; // Pocket has all that exercises need
}

Sandbox test_sandbox(const ExerciseInfo&, const std::filesystem::path&, const std::filesystem::path&,
                     const std::filesystem::path&)
{
    return {};
}

std::map<std::string, std::string>
isolated_kernels(const std::filesystem::path&, const std::filesystem::path&, const std::filesystem::path&)
{
    return {};
}

std::map<std::string, std::string>
isolated_functions(const std::filesystem::path&, const std::filesystem::path&, const std::filesystem::path&)
{
    return {};
}

std::filesystem::path judge_of(const ExerciseInfo&, const std::filesystem::path&)
{
    refuse_host_code();
}

bool is_judged_outside(const ExerciseInfo&)
{
    return false;
}

HostBuild preprocess_host_exercise(const ExerciseInfo&, const HostPlaces&, const std::filesystem::path&,
                                   const ProcessLimits&)
{
    refuse_host_code();
}

HostBuild build_host_exercise(const ExerciseInfo&, const HostPlaces&, const std::filesystem::path&,
                              const std::filesystem::path&, const std::string&, const ProcessLimits&)
{
    refuse_host_code();
}

HostBuild link_servant(const ExerciseInfo&, const HostPlaces&, const std::filesystem::path&,
                       const ProcessLimits&)
{
    refuse_host_code();
}

bool has_sanitizer(const ExerciseInfo&, const std::filesystem::path&, const std::filesystem::path&,
                   const std::string&)
{
    return false;
}

} // namespace lockstep::tool
