// The exercise harness: guarded buffers, kernels that are what was asked for, launches.
#include "lockstep/exercise.hpp"

#include "exercise_report.hpp"
#include "lockstep/device.hpp"
#include "lockstep/program.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <regex>
#include <set>

namespace lockstep
{

namespace
{

std::string environment(const char* name, const std::string& fallback)
{
    const char* value = std::getenv(name);
    return value != nullptr ? value : fallback;
}

Stage stage_of(const std::string& name)
{
    return name == "clean" ? Stage::clean : name == "lens" ? Stage::lens : Stage::correct;
}

std::string normal_type(std::string type)
{
    type = std::regex_replace(type, std::regex{R"(\b(const|restrict|volatile)\b)"}, "");
    type = std::regex_replace(type, std::regex{R"(\bunsigned (char|short|int|long)\b)"}, "u$1");
    return std::regex_replace(type, std::regex{R"(\s)"}, "");
}

std::string address_space(cl_kernel_arg_address_qualifier qualifier)
{
    switch (qualifier) {
    case CL_KERNEL_ARG_ADDRESS_GLOBAL:
        return "global ";
    case CL_KERNEL_ARG_ADDRESS_LOCAL:
        return "local ";
    case CL_KERNEL_ARG_ADDRESS_CONSTANT:
        return "constant ";
    default:
        return "";
    }
}

std::vector<std::string> parameters_of(const cl::Kernel& kernel)
{
    std::vector<std::string> parameters;
    const cl_uint count = kernel.getInfo<CL_KERNEL_NUM_ARGS>();
    for (cl_uint i = 0; i < count; ++i)
        parameters.push_back(address_space(kernel.getArgInfo<CL_KERNEL_ARG_ADDRESS_QUALIFIER>(i)) +
                             normal_type(kernel.getArgInfo<CL_KERNEL_ARG_TYPE_NAME>(i).c_str()));
    return parameters;
}

cl::Device device_or_exit()
{
    try {
        return choose_device();
    } catch (const Failure& failure) {
        report_no_device_and_exit(failure.what());
    }
}

// Builds the same file of other folders too, for later runs to find: LOCKSTEP_BUILD_BESIDE names a list of them,
// "TEST CASE<tab>FOLDER" a line, for the test cases that the folders are tried in (none: in all). It is PoCL that keeps
// what it compiled; and of its time for a program three quarters go into reading its built-in functions, which it
// does once in a process.
void build_beside(const cl::Context& context, const cl::Device& device, const std::string& file,
                  const std::string& options)
{
    static const bool keeps =
        cl::Platform{device.getInfo<CL_DEVICE_PLATFORM>()}.getInfo<CL_PLATFORM_NAME>() ==
        "Portable Computing Language";
    std::ifstream list{environment("LOCKSTEP_BUILD_BESIDE", "")};
    std::string test_case;
    std::string folder;
    static std::set<std::string> done;
    while (keeps && std::getline(list, test_case, '\t') && std::getline(list, folder)) {
        const bool wanted = test_case.empty() || test_case == running_case();
        if (!wanted || !done.insert(fmt::format("{} {} {}", folder, file, options)).second) continue;
        try {
            build_program(context, device, std::filesystem::path{folder} / file, options);
        } catch (const Failure&) // told where it is tried
        {
        }
    }
}

std::array<std::size_t, 3> sizes_of(const cl::NDRange& range, std::size_t fallback)
{
    std::array<std::size_t, 3> sizes{1, 1, 1};
    for (std::size_t d = 0; d < 3; ++d)
        sizes[d] = d < range.dimensions() ? range.get()[d] : d == 0 ? fallback : 1;
    return sizes;
}

} // namespace

GuardedBytes bytes_for_stage(std::size_t bytes, std::span<const std::byte> contents)
{
    const Exercise& exercise = Exercise::get();
    const bool is_output = contents.empty();
    if (exercise.stage() == Stage::lens && is_output)
        return {exercise.queue(), bytes, poisoned(bytes), Guards::none};
    if (exercise.stage() != Stage::correct) return {exercise.queue(), bytes, contents, Guards::none};
    const GuardedBytes buffer{exercise.queue(), bytes, contents, Guards::both};
    if (is_output) buffer.poison();
    return buffer;
}

void require_whole_guards(const GuardedBytes& buffer, const std::string& name, std::size_t element_bytes)
{
    const auto damage = buffer.damage();
    if (!damage) return;
    const auto size = static_cast<std::ptrdiff_t>(element_bytes);
    const std::ptrdiff_t element = *damage < 0 ? -((size - 1 - *damage) / size) : *damage / size;
    const std::size_t count = buffer.bytes() / element_bytes;
    DOCTEST_FAIL(
        fmt::format("The kernel wrote outside of {}: at {}[{}], but {} has {} element{}. A work-item beyond "
                    "the end must do nothing; guard the write.",
                    name, name, element, name, count, count == 1 ? "" : "s"));
}

Exercise& Exercise::get()
{
    // Never destroyed: at exit a driver may have been torn down before its objects.
    static Exercise& exercise = *new Exercise;
    return exercise;
}

Exercise::Exercise()
    : stage_(stage_of(environment("LOCKSTEP_STAGE", "correct"))),
      files_(environment("LOCKSTEP_EXERCISE_FILES", ".")), device_(device_or_exit()), context_(device_),
      queue_(context_, device_)
{
}

std::vector<Size1D> Exercise::sizes_1d() const
{
    if (stage_ == Stage::lens) return {{4096, 64}};
    if (stage_ == Stage::clean) return {{1, 8}, {37, 8}, {64, 16}};
    return {{1, 64}, {37, 64}, {1024, 64}, {1000, 16}, {100003, 64}};
}

std::vector<Size2D> Exercise::sizes_2d() const
{
    if (stage_ == Stage::lens) return {{64, 64, 16, 16}};
    if (stage_ == Stage::clean) return {{1, 1, 4, 4}, {13, 7, 4, 4}, {16, 8, 8, 2}};
    return {{1, 1, 8, 8}, {37, 5, 8, 8}, {5, 37, 16, 4}, {64, 32, 16, 4}, {333, 257, 16, 4}};
}

cl::Kernel Exercise::kernel(const std::string& file, const std::string& name,
                            std::initializer_list<std::string> parameters, const std::string& options)
{
    try {
        const std::string key = file + " " + options;
        auto built = std::find_if(programs_.begin(), programs_.end(),
                                  [&](const BuiltProgram& p) { return p.key == key; });
        if (built == programs_.end()) {
            programs_.push_back({key, build_program(context_, device_, files_ / file, options)});
            built = std::prev(programs_.end());
        }
        build_beside(context_, device_, file, options);
        cl::Kernel kernel = find_kernel(built->program, name);
        const std::vector<std::string> found = parameters_of(kernel);
        const std::vector<std::string> wanted{parameters};
        if (found != wanted)
            throw Failure(
                fmt::format("The kernel '{}' takes ({}); the exercise passes ({}).", name,
                            fmt::join(found, ", "), fmt::join(wanted, ", ")),
                fmt::format("give '{}' the argument list of the exercise's text, in that order", name));
        return kernel;
    } catch (const Failure& failure) {
        report_build_failure_and_exit(failure.what());
    }
}

void Exercise::enqueue(const cl::Kernel& kernel, const Launch& how)
{
    last_launch_.dimensions = static_cast<unsigned>(how.global.dimensions());
    last_launch_.global = sizes_of(how.global, 1);
    last_launch_.local = sizes_of(how.local, 0);
    queue_.enqueueNDRangeKernel(kernel, how.offset, how.global, how.local);
    queue_.finish();
}

void Exercise::fail(const Mismatch& mismatch, const std::string& name, std::size_t columns) const
{
    const auto range = [&](const std::array<std::size_t, 3>& sizes) {
        return fmt::format("{}", fmt::join(sizes.begin(), sizes.begin() + last_launch_.dimensions, " × "));
    };
    const std::string groups =
        last_launch_.local[0] == 0 ? "whatever size the runtime chose" : range(last_launch_.local);
    DOCTEST_FAIL(fmt::format("NDRange {} in work-groups of {}: {}", range(last_launch_.global), groups,
                             explain(mismatch, name, last_launch_, columns)));
}

} // namespace lockstep
