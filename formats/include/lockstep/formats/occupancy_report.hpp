// What `lockstep occupancy --json` writes, and the driver's answers that the occupancy model is held against.
#pragma once

#include "lockstep/formats/json_reader.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace lockstep::formats
{

/// What one resource of a compute unit allows.
struct OccupancyLimit
{
    std::string resource; ///< "registers", "local memory", "groups", "sub-groups"
    unsigned per_group = 0;
    unsigned available = 0;
    unsigned groups = 0;

    bool operator==(const OccupancyLimit&) const = default;
};

/// The occupancy while one resource varies.
struct OccupancySweep
{
    std::string against; ///< "work-items in a group"
    std::vector<unsigned> values;
    std::vector<double> fractions; ///< one a value

    bool operator==(const OccupancySweep&) const = default;
};

/// How many work-groups of a kernel fit on one compute unit of a GPU.
struct OccupancyReport
{
    std::string device; ///< the profile's id
    std::string device_name;
    unsigned sub_group_size = 0;
    unsigned max_sub_groups = 0;
    unsigned group_size = 0; ///< of the kernel, as the next two
    unsigned registers = 0;
    unsigned local_bytes = 0;
    unsigned groups = 0;
    unsigned sub_groups = 0;
    double fraction = 0.0;
    std::string limit;
    std::string refusal; ///< why the kernel cannot be launched; empty otherwise
    std::vector<OccupancyLimit> limits;
    std::string advice;
    std::vector<OccupancySweep> sweeps; ///< empty: none was asked for

    bool operator==(const OccupancyReport&) const = default;
};

/// Throws Failure.
OccupancyReport occupancy_report_of(const JsonReader& root);

/// One GPU's report.
std::string text_of(const OccupancyReport& report);
/// {"devices": [...]}
std::string text_of(const std::vector<OccupancyReport>& reports);

/// What a driver answers for every combination of registers, group size and local memory: the file that
/// lens/validation/occupancy/record.cpp writes.
struct OccupancyRecord
{
    struct Row
    {
        unsigned registers = 0;
        std::vector<std::vector<unsigned>> groups; ///< by group size, then by local bytes
    };

    std::string device; ///< as the driver names it
    std::string driver;
    unsigned cuda = 0;
    std::string date;
    std::string call; ///< that was asked
    std::map<std::string, unsigned> answers_changed_by_carveout_percent;
    std::vector<unsigned> group_sizes;
    std::vector<unsigned> local_bytes;
    std::vector<Row> rows;
};

/// Throws Failure, also where a row lacks an answer.
OccupancyRecord read_occupancy_record(const std::filesystem::path& file);
OccupancyRecord occupancy_record_of(const JsonReader& root);

} // namespace lockstep::formats
