// A kernel of the set on an exercise's device.
#include "set_kernel.hpp"

#include "lockstep/program.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <map>

namespace lockstep::kernel_set
{

std::string SetKernel::shown() const
{
    return fmt::format("kernel '{}' of kernels/{}", name, file);
}

bool is_asked()
{
    return Exercise::get().stage() == Stage::correct;
}

cl::Kernel load(const SetKernel& kernel)
{
    const char* other = std::getenv("LOCKSTEP_KERNELS");
    const std::filesystem::path folder =
        other != nullptr ? std::filesystem::path{other} : source_folder() / "kernels";
    static std::map<std::string, cl::Program>& built =
        *new std::map<std::string, cl::Program>; // outlives drivers
    const std::string key = kernel.file + " " + kernel.options;
    const Exercise& exercise = Exercise::get();
    if (!built.contains(key))
        built[key] =
            build_program(exercise.context(), exercise.device(), folder / kernel.file, kernel.options);
    return find_kernel(built[key], kernel.name);
}

void disagree(const SetKernel& kernel, const std::string& how)
{
    throw Failure(fmt::format("The references disagree, so your kernel was not judged: {} does not give what "
                              "the host computes. {}",
                              kernel.shown(), how),
                  fmt::format("git checkout -- kernels/{}", kernel.file));
}

} // namespace lockstep::kernel_set
