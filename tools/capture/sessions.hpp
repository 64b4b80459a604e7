// The sessions of a chapter: what another command prints, kept in session-….txt beside the lesson.
#pragma once

#include "base/process.hpp"
#include "lockstep/formats/captured_output.hpp"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::tool
{

/// Between the parts of a captured output's first line.
inline constexpr std::string_view capture_separator = " · ";

/// Of what is captured or compared with a capture.
inline ProcessLimits capture_limits()
{
    return {.time = std::chrono::minutes{5}, .memory_bytes = std::size_t{1} << 40U};
}

/// The sessions in a chapter's folder, in order.
std::vector<std::filesystem::path> sessions_in(const std::filesystem::path& folder);

/// The command in a session's first line.
std::string session_command(const std::filesystem::path& session);

/// Whether the command runs its kernels on Oclgrind, whatever device is chosen.
bool is_on_oclgrind(const std::string& command);

/// Why the command of a session cannot be run here; nothing when it can.
/// @param header the session's first line; empty: it is captured now.
std::optional<std::string> obstacle(const std::string& command, const std::string& header);

/// What the command of a session prints.
std::string run_session(const std::string& command);

/// What to type when a chapter prints something else than was captured, on a line of its own.
std::string capture_again(const std::string& chapter);

/// Runs the sessions in a chapter's folder and compares; prints what differs, and what is not checked and why.
/// @param device the one that an exercise is checked on, which a simulator is too slow for.
bool sessions_hold(const std::filesystem::path& folder, const CaptureDevice& device, bool simulator);

} // namespace lockstep::tool
