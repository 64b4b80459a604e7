// bench/results/DEVICE-rung-counters.json, what a GPU's hardware counters say of the ladders' rungs, and DEVICE-caches.json,
// what the lens's model of caches says of the same launches.
#pragma once

#include "lockstep/formats/json_reader.hpp"
#include "lockstep/formats/ladder_results.hpp"
#include "lockstep/formats/origin.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::formats
{

/// What all launches of a kernel did in one rung; each began with empty caches.
struct KernelCounters
{
    std::string name;
    std::uint64_t launches = 0;
    std::uint64_t work_groups = 0;
    std::uint64_t registers = 0;    ///< of a work-item
    std::uint64_t instructions = 0; ///< of sub-groups
    std::uint64_t local_passes = 0;
    std::uint64_t first_sectors = 0; ///< that loads ask the first level for
    std::uint64_t first_hits = 0;
    std::uint64_t second_read = 0; ///< sectors, of loads
    std::uint64_t second_written = 0;
    std::uint64_t second_atomics = 0;    ///< of atomics whose result is used
    std::uint64_t second_reductions = 0; ///< of the others
    std::uint64_t memory_read_bytes = 0;
    std::uint64_t memory_written_bytes = 0;
};

/// One rung of one case, with the parameters that the tuner chose, launched once.
struct RungCounters
{
    std::string ladder;
    std::string input; ///< the case
    std::string rung;
    Parameters parameters;
    std::uint64_t columns = 0;
    std::uint64_t rows = 0;
    std::vector<KernelCounters> kernels;

    /// Nothing where the rung launched no such kernel.
    const KernelCounters* find(std::string_view kernel) const;
};

struct DeviceCounters
{
    Origin origin;
    std::string profiler; ///< "Nsight Compute 2025.1"
    std::vector<RungCounters> rungs;

    /// Nothing where that rung was not counted with these parameters.
    const RungCounters* find(std::string_view ladder, std::string_view input, std::string_view rung,
                             const Parameters& parameters) const;
};

/// A figure that a counter and the model give.
struct CacheFigure
{
    double counter = 0;
    double model = 0;
};

/// One kernel of one rung.
struct CacheRow
{
    std::string ladder;
    std::string input;
    std::string rung;
    std::string kernel;
    CacheFigure first_hits_percent; ///< of the sectors that loads ask for; both 0 where there are none
    CacheFigure second_read;        ///< sectors, of loads and of atomics
    CacheFigure second_written;     ///< sectors
    CacheFigure memory_read_bytes;
};

/// How far off the model is in one of the figures.
struct CacheError
{
    std::string of;     ///< a ladder's name, or "all"
    std::string figure; ///< as it is called in the rows
    std::uint64_t kernels = 0;
    double median = 0; ///< of |model / counter - 1| in percent; of hits, of the difference in points
    double worst = 0;
    std::string worst_at; ///< "ladder, case, rung, kernel"
};

struct CacheRecord
{
    Origin origin; ///< of the counters
    std::vector<CacheRow> rows;

    /// Of all first, then of each ladder; of a figure those kernels for which it says something.
    std::vector<CacheError> errors() const;
};

/// Throws Failure.
DeviceCounters read_device_counters(const std::filesystem::path& file);
DeviceCounters device_counters_of(const JsonReader& root);
CacheRecord read_cache_record(const std::filesystem::path& file);
CacheRecord cache_record_of(const JsonReader& root);

/// The file's text: rows of an experiment, which lessons quote; first come the errors.
std::string text_of(const CacheRecord& record);

} // namespace lockstep::formats
