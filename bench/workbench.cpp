// The device of a ladder, its programs, and buffers with guards.
#include "workbench.hpp"

#include <lockstep/program.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace lockstep::bench
{
namespace
{

constexpr std::size_t most_kept_bytes = 1U
                                        << 20U; // inputs up to this size are compared after each verified run

std::string lower_case(std::string text)
{
    std::ranges::transform(text, text.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

} // namespace

struct Guarded::State
{
    GuardedBytes memory;
    bool is_output = false;
    std::vector<std::byte> kept = {}; ///< contents of a small input
};

const cl::Buffer& Guarded::buffer() const
{
    return state_->memory.buffer();
}

std::size_t Guarded::bytes() const
{
    return state_->memory.bytes();
}

void Guarded::read_bytes(std::span<std::byte> destination) const
{
    state_->memory.read(destination);
}

Workbench::Workbench(std::filesystem::path source)
    : source_(std::move(source)), device_(choose_device()), context_(device_),
      queue_(context_, device_, CL_QUEUE_PROFILING_ENABLE)
{
    is_simulator_ = lockstep::is_simulator(device_); // of a GPU, though it calls itself everything at once
    is_cpu_ = !is_simulator_ && (device_.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_CPU) != 0;
    is_nvidia_ = lower_case(device_.getInfo<CL_DEVICE_VENDOR>()).find("nvidia") != std::string::npos;
    compute_units_ = device_.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
    const std::string extensions = device_.getInfo<CL_DEVICE_EXTENSIONS>() + " ";
    if (!is_simulator_ && (extensions.find("cl_khr_subgroups ") != std::string::npos ||
                           extensions.find("cl_intel_subgroups ") != std::string::npos))
        sub_group_language_ =
            device_.getInfo<CL_DEVICE_VERSION>().starts_with("OpenCL 2") ? "-cl-std=CL2.0" : "-cl-std=CL3.0";
}

Workbench::~Workbench() = default;

cl::Kernel Workbench::kernel(const std::string& file, const std::string& name, const std::string& options)
{
    const auto key = std::pair{file, options};
    auto found = programs_.find(key);
    if (found == programs_.end())
        found = programs_.emplace(key, build_program(context_, device_, source_ / file, options)).first;
    return find_kernel(found->second, name);
}

namespace
{

/// What is wrong with one buffer; it is mended at once, so that the next rung is not blamed for it.
std::string damage_of(const Guarded::State& state)
{
    const std::size_t bytes = state.memory.bytes();
    if (!state.kept.empty()) {
        std::vector<std::byte> now(bytes);
        state.memory.read(now);
        if (now != state.kept) {
            state.memory.write(state.kept);
            return fmt::format("an input of {} bytes was overwritten", bytes);
        }
    }
    const auto damage = state.memory.damage();
    if (!damage) return {};
    state.memory.mend();
    return fmt::format("the bytes {} {} of {} bytes were overwritten", *damage < 0 ? "before" : "behind",
                       state.is_output ? "an output" : "an input", bytes);
}

} // namespace

Guarded Workbench::allocate(std::size_t bytes, std::span<const std::byte> contents)
{
    const Guards guards = is_simulator_ ? Guards::none : Guards::both;
    auto state = std::make_shared<Guarded::State>(
        Guarded::State{.memory = {queue_, bytes, contents, guards}, .is_output = contents.empty()});
    if (bytes <= most_kept_bytes) state->kept.assign(contents.begin(), contents.end());
    std::erase_if(buffers_, [](const auto& buffer) { return buffer.expired(); });
    buffers_.push_back(state);
    // Oclgrind 21.10 takes what is written to a buffer in the place of a freed one for uninitialised.
    if (is_simulator_) kept_.push_back(state);
    return Guarded{state};
}

void Workbench::poison_outputs()
{
    if (is_simulator_) return; // Oclgrind reports what is read and was never written
    for (const auto& buffer : buffers_)
        if (const auto state = buffer.lock(); state && state->is_output) state->memory.poison();
}

std::string Workbench::damage()
{
    std::string found;
    for (const auto& buffer : buffers_)
        if (const auto state = buffer.lock()) {
            const std::string what = damage_of(*state);
            if (found.empty()) found = what;
        }
    return found;
}

} // namespace lockstep::bench
