// What climbing the ladders gave on one device: bench/results/DEVICE-ladders.json.
#pragma once

#include "lockstep/formats/origin.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::formats
{

/// Choices of a rung: {"GROUP": 256}.
using Parameters = std::map<std::string, int>;

/// What the device can do at most; on a CPU, what native C++ reaches as well. GB/s and GFLOP/s.
struct LimitFigures
{
    double copy_gbps = 0;
    double fma_gflops = 0;
    std::optional<double> native_copy_gbps; ///< memcpy
    std::optional<double> native_fma_gflops;
    std::optional<double> native_read_gbps;
    std::optional<double> native_streaming_gbps; ///< a copy with streaming stores
    double read_gbps = 0;
};

/// One choice that the tuner tried: the best of a few runs, or why there is none.
struct TriedCandidate
{
    Parameters parameters;
    std::optional<double> best;
    std::optional<std::string> refused;
};

/// A rung's figure in times a peer's that was measured in turn with it.
struct PeerRatio
{
    std::string peer;
    double ratio = 0;
};

struct ResultExtent
{
    std::uint64_t columns = 0;
    std::uint64_t rows = 0;
};

/// What a rung reached, in the ladder's unit.
struct RungFigures
{
    double median = 0;
    double best = 0;
    std::uint64_t runs = 0;
    double of_limit = 0; ///< its part of the device's limit
    std::vector<PeerRatio> of_peer;
    std::optional<double> error;        ///< largest relative error, for rungs on floats
    std::optional<ResultExtent> extent; ///< where it is smaller than the ladder's
    std::optional<double> drift;        ///< by which part the limit moved meanwhile, where that is much

    /// In times this peer; nothing where it was not measured.
    std::optional<double> of(std::string_view peer) const;
};

struct RungResult
{
    std::string name;
    std::string idea;
    std::vector<TriedCandidate> tried;
    std::optional<Parameters> parameters; ///< what the tuner chose
    std::optional<bool> verified;
    std::optional<std::string> refused;   ///< why there are no figures
    std::optional<RungFigures> figures{}; ///< of a rung that was not refused
};

/// Somebody else's way to do the same job.
struct PeerResult
{
    std::string name;
    double median = 0;
    double best = 0;
};

/// One case of one ladder.
struct LadderResult
{
    std::string name;
    std::string chapter;
    std::string title;
    std::string input; ///< the case: "random"
    std::string unit;  ///< "GB/s", "GFLOP/s"
    std::string limit; ///< "copy", "read", "FMA"
    std::uint64_t columns = 0;
    std::uint64_t rows = 0;
    std::vector<RungResult> rungs;
    std::vector<PeerResult> peers;
    std::string command; ///< what measured it; empty: the file's own command

    /// Nothing where there is no such rung.
    const RungResult* find_rung(std::string_view rung) const;
};

struct DeviceResults
{
    Origin origin;
    LimitFigures limits;
    std::vector<LadderResult> ladders; ///< in the order of the chapters

    /// @param input the case; empty: the first one. Nothing where it was not measured.
    const LadderResult* find_ladder(std::string_view name, std::string_view input) const;
};

/// A limit by its name in the file, "copy_gbps"; nothing where there is none.
std::optional<double> limit_named(const LimitFigures& limits, std::string_view name);

/// The results a text holds. @param name stands for the file in errors. @throws Failure with file, key and remedy.
DeviceResults parse_device_results(std::string_view text, const std::string& name);

/// DEVICE-ladders.json of a folder. @throws Failure also where there is none, with the command that records it.
DeviceResults read_device_results(const std::filesystem::path& folder, const std::string& device);

/// As it stands in the file: one rung a line, so that a new run can be compared with an old one.
std::string text_of(const DeviceResults& results);

} // namespace lockstep::formats
