// The launches by which the lens is validated: one list for the lens, for OpenCL and for the hardware counters.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace lockstep::validation
{

/// One argument of a kernel.
struct Argument
{
    enum class Kind
    {
        source, ///< the buffer of source_words()
        result, ///< a buffer of result_bytes zeros
        table,  ///< the launch's own table of words
        number  ///< a word by value
    };
    Kind kind = Kind::number;
    std::uint32_t number = 0;
};

/// One launch of a kernel in kernels/FILE.cl.
struct Launch
{
    std::string title;  ///< what it shows, unique
    std::string file;   ///< without folder and extension
    std::string kernel; ///< the function's name
    std::array<std::size_t, 3> global{1, 1, 1};
    std::array<std::size_t, 3> local{1, 1, 1};
    std::vector<Argument> arguments;
    std::vector<std::uint32_t> table; ///< empty: the kernel takes none
};

inline constexpr std::size_t result_bytes = 256 * 1024;

/// What the sources hold: 1 MiB of seeded random words.
std::vector<std::uint32_t> source_words();

/// All launches, in the order in which every program runs them.
std::vector<Launch> launches();

/// The files they come from, each once, in the order of their first use.
std::vector<std::string> files_of(std::span<const Launch> launches);

/// A result's fingerprint: 64-bit FNV-1a as 16 hexadecimal digits.
std::string fingerprint(std::span<const std::byte> bytes);

} // namespace lockstep::validation
