// The rows of the experiments: bench/results/DEVICE-EXPERIMENT.json. What a row does not measure is left out.
#pragma once

#include "lockstep/formats/ladder_results.hpp"
#include "lockstep/formats/origin.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::formats
{

/// Bandwidth of loads and stores against their stride and their offset, and of two layouts.
struct CoalescingRow
{
    static constexpr std::string_view experiment = "coalescing";

    std::string vary;                    ///< "stride", "offset", "layout"
    std::optional<std::uint64_t> stride; ///< between neighbours, in elements of 4 bytes
    std::optional<std::uint64_t> offset_bytes;
    std::optional<std::string> access; ///< "load", "store"
    std::optional<std::string> layout; ///< "structures", "arrays"
    double ms = 0;
    double gbps = 0;
};

/// Time of branches against the number of neighbours that agree, and of loops with unequal trips.
struct DivergenceRow
{
    static constexpr std::string_view experiment = "divergence";

    std::string vary;                 ///< "granularity", "trips"
    std::optional<std::string> sides; ///< "long", "medium", "short"
    std::optional<std::uint64_t> steps;
    std::optional<std::uint64_t> granularity;
    std::optional<std::string> pattern; ///< "equal", "neighbours differ", "sorted"
    double ms = 0;
};

/// Throughput of local memory against the stride between neighbours.
struct LocalMemoryRow
{
    static constexpr std::string_view experiment = "local-memory";

    std::uint64_t bytes = 0; ///< of an access
    std::uint64_t stride = 0;
    double ms = 0;
    double gaccesses = 0;
    double gbps = 0;
};

/// Bandwidth of reads in a row and rate of dependent reads against resident work-items.
struct OccupancyRow
{
    static constexpr std::string_view experiment = "occupancy";

    std::string kernel; ///< "stream", "chase"
    std::uint64_t group_size = 0;
    std::uint64_t local_bytes = 0;
    std::uint64_t per_item = 0;                  ///< reads that a work-item has under way
    std::optional<std::uint64_t> resident_items; ///< of a compute unit, where the device has a profile
    std::optional<double> occupancy;
    double ms = 0;
    std::optional<double> gbps;   ///< of "stream"
    std::optional<double> greads; ///< of "chase"
};

/// The error of a sum or a scan for one order of additions.
struct AccuracyRow
{
    static constexpr std::string_view experiment = "accuracy";

    std::string ladder; ///< "reduction", "scan"
    std::string rung;
    std::uint64_t n = 0;
    std::string input; ///< "uniform-0-1"
    double relative_error = 0;
    double ulps = 0; ///< the same in units of 2^-23
    /// How many different results so many launches with the same input gave; nothing for an order on the host.
    std::optional<std::uint64_t> results;
    std::optional<std::uint64_t> launches;
};

/// What a work-group told the others, or asked them: in the order in which it happened, with no times.
struct MessageRow
{
    static constexpr std::string_view experiment = "trace";

    std::string subject;      ///< "look-back", "exchange"
    std::uint64_t group = 0;  ///< a tile's number, where groups have tiles
    std::string event;        ///< "draws", "tells sum", "asks", "tells total"; "leaves sum", "takes a sum"
    std::uint64_t moment = 0; ///< its place among the events of all groups, from 1 on
    std::optional<std::uint64_t>
        asked;                       ///< the tile that was asked; of an exchange, the ticket that was drawn
    std::optional<std::string> seen; ///< what that tile had told: "nothing", "sum", "total"
};

/// What the events of small commands cost: microseconds of each command by the host's clock, medians of several series.
struct EventRow
{
    static constexpr std::string_view experiment = "events";

    std::string queues;     ///< "in-order", "two in-order", "out-of-order"
    bool profiling = false; ///< whether the device takes times
    std::string events; ///< what the host does with them: "none", "released at once", "kept", "next waits", …
    std::uint64_t commands = 0; ///< of a series
    double enqueued_us = 0;     ///< until the last call has returned
    double done_us = 0;         ///< until the last command has ended
    Spread done_spread_us;
};

template <typename Row>
struct Measurements
{
    std::string experiment; ///< empty for those of lockstep bench
    Origin origin;
    std::vector<Row> rows;
};

/// The measurements a text holds, of one of the rows above. @param name stands for the file in errors.
/// @throws Failure with file, key and remedy.
template <typename Row>
Measurements<Row> parse_measurements(std::string_view text, const std::string& name);

/// DEVICE-EXPERIMENT.json of a folder. @throws Failure also where there is none, with the command that records it.
template <typename Row>
Measurements<Row> read_measurements(const std::filesystem::path& folder, const std::string& device);

/// As it stands in the file: one row a line.
template <typename Row>
std::string text_of(const Measurements<Row>& measurements);

/// A row of any experiment, its cells by the names they have in the file: for the queries of lessons.
struct NamedRow
{
    struct Cell
    {
        std::string name;
        std::string text;
        std::optional<double> number;
    };
    std::vector<Cell> cells;

    /// Nothing where there is no such cell.
    const Cell* find(std::string_view name) const;
};

struct NamedRows
{
    Origin origin;
    std::vector<NamedRow> rows;
};

/// FILE.json of a folder, whatever it measures. @throws Failure also where there is none.
NamedRows read_named_rows(const std::filesystem::path& folder, const std::string& file);

} // namespace lockstep::formats
