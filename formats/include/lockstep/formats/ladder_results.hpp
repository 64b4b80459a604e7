// What climbing the ladders gave on one device: bench/results/DEVICE-ladders.json. A ladder that was climbed several times
// holds medians over the climbs, and their spreads; ratios are formed within each climb, before their median is taken.
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

/// The lowest and the highest of several climbs.
struct Spread
{
    double low = 0;
    double high = 0;

    bool operator==(const Spread&) const = default;
};

/// By what it is the spread of: a peer's name, a limit's.
using Spreads = std::map<std::string, Spread>;

/// What the device can do at most; on a CPU, what native C++ reaches as well. GB/s and GFLOP/s.
struct LimitFigures
{
    std::optional<double>
        clock_mhz{}; ///< the device's own, while it multiplies and adds; nothing where it is not told
    double copy_gbps = 0;
    double fma_gflops = 0;
    std::optional<double>
        matrix_fma_gflops; ///< by units for matrices, in 16 bits; nothing where there are none
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

    bool operator==(const ResultExtent&) const = default;
};

/// What a rung reached, in the ladder's unit.
struct RungFigures
{
    double median = 0;
    double best = 0;
    std::uint64_t runs = 0;               ///< timed launches, of all climbs together
    std::optional<std::uint64_t> repeats; ///< climbs, where there were several; the spreads are theirs
    std::optional<Spread> spread;
    double of_limit = 0; ///< its part of the device's limit, or of a multiple of that
    std::optional<Spread> of_limit_spread;
    std::optional<double>
        limit_times; ///< the multiple, for a rung that needs fewer operations than the ladder counts
    std::vector<PeerRatio> of_peer;
    Spreads of_peer_spread;
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
    std::string version{}; ///< of the library or the compiler: "CUB 2.8.2, CUDA 13.0"; empty: not recorded
    double median = 0;
    double best = 0;
    std::optional<std::uint64_t> repeats; ///< as a rung's
    std::optional<Spread> spread;
    std::optional<double> of_limit; ///< its part of the device's limit, measured beside the rungs
    std::optional<Spread> of_limit_spread;
    std::optional<std::uint64_t> threads; ///< of the host, where it runs there
};

/// The machine that a ladder was climbed on, as it names itself.
struct Machine
{
    std::string processor; ///< of the host; a virtual machine may hide which
    std::string system;    ///< "Debian GNU/Linux 12 (bookworm)"
    std::string
        opencl; ///< the platform's version, with the compiler's where it names it: "OpenCL 3.0 CUDA 13.0.97"

    bool operator==(const Machine&) const = default;
};

/// One case of one ladder.
struct LadderResult
{
    std::string name;
    std::string chapter;
    std::string title;
    std::string input; ///< the case: "random"
    std::string chart; ///< what its chart shows, "scans of floats"; empty where none is drawn
    std::string unit;  ///< "GB/s", "GFLOP/s"
    std::string limit; ///< "copy", "read", "FMA", "matrix FMA"
    std::optional<LimitFigures>
        limits;           ///< measured in the same climbs; files of one climb each may have the file's alone
    Spreads limit_spread; ///< by their names in the file
    std::optional<Machine> machine{}; ///< nothing where it was not recorded, as before 2026-11-26
    std::uint64_t columns = 0;
    std::uint64_t rows = 0;
    std::vector<RungResult> rungs;
    std::vector<PeerResult> peers;
    std::string command; ///< what measured it; empty: the file's own command
    std::string date;    ///< and when; empty: the file's own date

    /// Nothing where there is no such rung.
    const RungResult* find_rung(std::string_view rung) const;

    /// How often it was climbed.
    std::uint64_t repeats() const;
};

struct DeviceResults
{
    Origin origin;
    std::optional<LimitFigures> limits; ///< of the ladders that have none of their own
    std::vector<LadderResult> ladders;  ///< in the order of the chapters

    /// @param input the case; empty: the first one. Nothing where it was not measured.
    const LadderResult* find_ladder(std::string_view name, std::string_view input) const;
};

/// The limits that a ladder of these results is held against: its own, else the file's; null where there are none.
const LimitFigures* limits_of(const DeviceResults& results, const LadderResult& ladder);

/// Where and when a ladder of these results was measured, and by what.
Origin origin_of(const DeviceResults& results, const LadderResult& ladder);

/// A limit by its name, "copy", "FMA", "native copy"; nothing where there is none.
std::optional<double> limit_named(const LimitFigures& limits, std::string_view name);

/// The part by which one limit may differ from another of the same device before it is taken for another machine's.
inline constexpr double same_machine = 0.2;

/// Whether two figures of one limit are near enough to be of one machine.
bool is_of_same_machine(double limit, double other);

/// Of all ladders' limits of this name the one in the middle; nothing where there is none. @param name as of limit_named()
std::optional<double> middle_limit(const DeviceResults& results, std::string_view name);

/// The name in the file of what a ladder calls its limit: "copy_gbps" of "copy".
std::string limit_key(std::string_view name);

/// The results a text holds. @param name stands for the file in errors. @throws Failure with file, key and remedy.
DeviceResults parse_device_results(std::string_view text, const std::string& name);

/// DEVICE-ladders.json of a folder. @throws Failure also where there is none, with the command that records it.
DeviceResults read_device_results(const std::filesystem::path& folder, const std::string& device);

/// As it stands in the file: one rung a line, so that a new run can be compared with an old one.
std::string text_of(const DeviceResults& results);

} // namespace lockstep::formats
