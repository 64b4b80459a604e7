// The device a ladder is climbed on: its queue, its compiled kernels, and buffers with guards around them.
#pragma once

#include <lockstep/device.hpp>
#include <lockstep/guarded.hpp>

#include <CL/opencl.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace lockstep::bench
{

/// A buffer that the workbench looks after. Copies stand for the same memory.
/// On the simulator there are no guards: Oclgrind itself reports an access outside the buffer.
class Guarded
{
public:
    struct State;

    Guarded() = default;

    /// What a kernel gets as its argument. Kernels do not keep it alive: whoever launches must hold the Guarded.
    const cl::Buffer& buffer() const;
    std::size_t bytes() const;

    /// Everything in it, or its first `count` elements; waits for the queue.
    template <typename T>
    std::vector<T> read(std::size_t count = SIZE_MAX) const
    {
        std::vector<T> values(std::min(count, bytes() / sizeof(T)));
        read_bytes(std::as_writable_bytes(std::span(values)));
        return values;
    }

private:
    friend class Workbench;
    explicit Guarded(std::shared_ptr<State> state) : state_(std::move(state)) {}
    void read_bytes(std::span<std::byte> destination) const;

    std::shared_ptr<State> state_;
};

/// One device with an in-order queue that records times.
class Workbench
{
public:
    /// @param source the root of the repository, for kernel files.
    explicit Workbench(std::filesystem::path source);
    ~Workbench();
    Workbench(const Workbench&) = delete;
    Workbench& operator=(const Workbench&) = delete;

    const cl::Device& device() const { return device_; }
    const cl::Context& context() const { return context_; }
    const cl::CommandQueue& queue() const { return queue_; }

    /// Whether rungs made for a CPU are wanted; what the device is, unless act_as_cpu said otherwise.
    bool is_cpu() const { return is_cpu_; }
    bool is_simulator() const { return is_simulator_; } ///< Oclgrind: everything is a thousand times slower
    bool is_nvidia() const { return is_nvidia_; }
    std::size_t compute_units() const { return compute_units_; }
    /// How many to spread groups over that stay the same for all elements: `simulated` where the device is the simulator, of
    /// which each unit costs time.
    std::size_t spread_over(std::size_t simulated) const
    {
        return is_simulator_ && !acts_with_units_ ? simulated : compute_units_;
    }
    /// The compiler's option for kernels with sub-groups; empty where the device has none.
    const std::string& sub_group_language() const { return sub_group_language_; }

    /// Every rung must be right on every device: CPU's rungs on a GPU, and a GPU's on a CPU.
    void act_as_cpu(bool cpu) { is_cpu_ = cpu; }

    /// The simulator launches what a GPU of that many compute units would.
    void act_with_units(std::size_t units)
    {
        compute_units_ = units;
        acts_with_units_ = true;
    }

    /// A kernel of a file given relative to the repository's root (an absolute path is taken as it is); programs
    /// are compiled once for each set of options. @throws BuildFailure, Failure as build_program and find_kernel do.
    cl::Kernel kernel(const std::string& file, const std::string& name, const std::string& options = "");

    /// A buffer with these contents, which a kernel must leave as they are.
    template <typename T>
    Guarded input(const std::vector<T>& contents)
    {
        return allocate(contents.size() * sizeof(T), std::as_bytes(std::span(contents)));
    }

    /// A buffer for results (or for what one kernel leaves to the next): poisoned before each verified run.
    Guarded output(std::size_t bytes) { return allocate(bytes, {}); }

    /// Overwrites every output with a NaN that no arithmetic produces.
    void poison_outputs();

    /// What is wrong with the guards and the inputs, in a sentence; empty when nothing is.
    std::string damage();

private:
    Guarded allocate(std::size_t bytes, std::span<const std::byte> contents);

    std::filesystem::path source_;
    cl::Device device_;
    cl::Context context_;
    cl::CommandQueue queue_;
    bool is_cpu_ = false;
    bool is_simulator_ = false;
    bool is_nvidia_ = false;
    bool acts_with_units_ = false;
    std::size_t compute_units_ = 0;
    std::string sub_group_language_;
    std::map<std::pair<std::string, std::string>, cl::Program> programs_;
    std::vector<std::weak_ptr<Guarded::State>> buffers_;
    std::vector<std::shared_ptr<Guarded::State>> kept_; ///< on the simulator, all of them
};

/// Sets a kernel's arguments in order; a Guarded stands for its buffer.
template <typename... Arguments>
void set_arguments(cl::Kernel& kernel, const Arguments&... arguments)
{
    cl_uint at = 0;
    [[maybe_unused]] const auto set = [&](const auto& argument) {
        if constexpr (std::is_same_v<std::decay_t<decltype(argument)>, Guarded>)
            kernel.setArg(at++, argument.buffer());
        else
            kernel.setArg(at++, argument);
    };
    (set(arguments), ...);
}

} // namespace lockstep::bench
