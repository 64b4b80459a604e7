// Where a file of results comes from.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace lockstep::formats
{

/// The device that was measured, on which machine, when and by which command. What is empty was not recorded.
struct Origin
{
    std::string device;
    std::string driver;
    std::string platform;
    std::optional<std::uint64_t> compute_units;
    std::string date;      ///< "2026-11-21"
    std::string system;    ///< "Debian GNU/Linux 12 (bookworm)"
    std::string processor; ///< of the host
    std::string command;   ///< "lockstep bench reduction"
};

/// "NVIDIA H200, driver 580.1, 2026-11-21".
std::string in_words(const Origin& origin);

} // namespace lockstep::formats
