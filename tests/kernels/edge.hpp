// Kernels of the set at the far end of inputs that no machine here could hold: they are told of high group numbers, and their
// pointers are moved so far back that what they reach there is a small buffer.
#pragma once

#include "lockstep/scratch.hpp"
#include "workbench.hpp"

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace lockstep::bench
{

/// One past the last index that fits a uint.
inline constexpr std::uint64_t end_of_indices = std::uint64_t{1} << 32U;

/// Some work-groups of a launch, run alone.
struct Edge
{
    std::string file;    ///< below the repository's root
    std::string kernel;  ///< its name, or the macro that stands for it in the text
    std::string options; ///< of the compiler
    std::array<std::uint64_t, 2> local{1, 1};
    std::array<std::uint64_t, 2> first_group{0, 0}; ///< what the first of those that run is told to be
    std::array<std::uint64_t, 2> of_groups{1, 1};   ///< how many groups they are told there are
    /// Pointers and how many elements the input or output has before the buffer's first one.
    std::vector<std::pair<std::string, std::uint64_t>> moved;
    std::uint64_t run = 1;   ///< groups that run, in the first dimension
    std::string called = {}; ///< the kernel's name where the text has a macro
};

/// The device, and a place for the texts that it compiles.
class Far
{
public:
    Far();

    Workbench& workbench() { return workbench_; }

    /// Runs the groups, and returns what they damaged beyond their buffers and inputs, in a sentence; empty when nothing.
    template <typename... Arguments>
    std::string run(const Edge& edge, const Arguments&... arguments)
    {
        cl::Kernel kernel = told(edge);
        set_arguments(kernel, arguments...);
        launch(kernel, edge);
        return workbench_.damage();
    }

private:
    cl::Kernel told(const Edge& edge);
    void launch(const cl::Kernel& kernel, const Edge& edge);

    Workbench workbench_;
    ScratchFolder scratch_;
    std::map<std::string, std::filesystem::path> files_; ///< by their text
};

/// The one that all test cases share.
Far& far();

/// Values below 16 that look random: exact in a float, as is a sum of a million of them.
template <typename T>
std::vector<T> small_numbers(std::size_t count)
{
    std::vector<T> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<T>((i * 2654435761U >> 13U) % 15 + 1);
    return values;
}

} // namespace lockstep::bench
