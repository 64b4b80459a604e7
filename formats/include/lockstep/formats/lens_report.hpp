// What the lens reports: for each device and kernel the requests to memory, line by line, and how control flowed.
// What the figures mean is told in lens/counting/report.hpp.
#pragma once

#include "lockstep/formats/json_reader.hpp"

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace lockstep::formats
{

enum class MemorySpace
{
    global,
    local,
    image
};
enum class MemoryAccess
{
    load,
    store,
    atomic,
    read, ///< of an image, as is write
    write
};

std::string_view name_of(MemorySpace space);   ///< "global"
std::string_view name_of(MemoryAccess access); ///< "load"

/// Requests to global memory.
struct GlobalCounts
{
    std::uint64_t requests = 0;
    std::uint64_t sectors = 0;
    std::uint64_t ideal_sectors = 0;
    std::uint64_t bytes = 0;

    std::uint64_t actual() const { return sectors; }
    std::uint64_t ideal() const { return ideal_sectors; }
    double efficiency() const; ///< ideal over actual; 1 where nothing is accessed
    void add(const GlobalCounts& other);
    bool operator==(const GlobalCounts&) const = default;
};

/// Requests to local memory.
struct LocalCounts
{
    std::uint64_t requests = 0;
    std::uint64_t wavefronts = 0; ///< passes
    std::uint64_t conflicts = 0;  ///< those beyond what the work-items need
    std::uint64_t bytes = 0;

    std::uint64_t actual() const { return wavefronts; }
    std::uint64_t ideal() const { return wavefronts - conflicts; }
    double efficiency() const;
    void add(const LocalCounts& other);
    bool operator==(const LocalCounts&) const = default;
};

/// Reads or writes of images. A device stores those in a layout of its own, so nobody can tell the sectors.
struct ImageCounts
{
    std::uint64_t requests = 0;
    std::uint64_t bytes = 0;          ///< of the texels that the work-items ask for, each in its own right
    std::uint64_t distinct_bytes = 0; ///< the same, a texel counted once in a request

    std::uint64_t actual() const { return 0; } ///< not known
    std::uint64_t ideal() const { return 0; }
    double efficiency() const { return 1.0; }
    void add(const ImageCounts& other);
    bool operator==(const ImageCounts&) const = default;
};

/// Atomics, of both memories.
struct AtomicCounts
{
    std::uint64_t requests = 0;
    std::uint64_t lanes = 0;
    std::uint64_t same_address = 0; ///< lanes beyond the first that hit an address of their request
    std::uint64_t conflicts = 0;    ///< of local memory

    void add(const AtomicCounts& other);
    bool operator==(const AtomicCounts&) const = default;
};

/// What is counted of a launch, of several, or of a rung of a ladder.
struct LensCounts
{
    std::uint64_t launches = 1; ///< that are summed here
    std::uint64_t work_groups = 0;
    std::uint64_t instructions = 0;
    double simd_efficiency = 1.0;
    std::uint64_t local_bytes = 0; ///< of a work-group
    GlobalCounts global_load;
    GlobalCounts global_store;
    LocalCounts local_load;
    LocalCounts local_store;
    AtomicCounts atomics;
    ImageCounts image_read = {};
    ImageCounts image_write = {};

    bool operator==(const LensCounts&) const = default;
};

using Size3 = std::array<std::uint64_t, 3>; ///< x, y, z

/// One whole request, to be drawn.
struct LensSample
{
    struct Lane
    {
        unsigned lane = 0;        ///< within its sub-group
        std::uint64_t offset = 0; ///< in bytes from the request's base

        auto operator<=>(const Lane&) const = default;
    };

    Size3 group{};
    std::uint64_t sub_group = 0;
    unsigned bytes = 0;                ///< that each work-item asks for
    std::optional<std::uint64_t> base; ///< an address of that run; recordings leave it out
    std::vector<Lane> lanes;           ///< the active work-items

    bool operator==(const LensSample&) const = default;
};

/// The source of line 0: of instructions in a function whose code names no line.
inline constexpr std::string_view no_line = "made by the compiler, no line";

/// How an access to a vector is counted that the simulator makes element by element.
enum class VectorCounting
{
    as_one,     ///< its compiler took the vector apart; a GPU's reads it whole
    in_parts,   ///< so few elements are used that a GPU's compiler reads each by itself
    one_by_one, ///< vload or vstore, which promise no more than an element's alignment
};

/// A vector that is accessed in one of these ways.
struct LensVector
{
    unsigned elements = 0; ///< 0: none is
    VectorCounting counting = VectorCounting::as_one;

    auto operator<=>(const LensVector&) const = default;
};

std::string_view name_of(VectorCounting counting); ///< "as one"

/// The requests of one kind that begin at one place of the source.
struct LensLine
{
    int line = 0;          ///< of the program's text, from 1; 0: see no_line
    unsigned column = 0;   ///< of the access in its line, from 1; 0: not known
    std::string file = {}; ///< that it is a line of, as the compiler names it; empty: the program's own text
    std::string source;    ///< empty where the program's text lacks the line, as of a header
    LensVector vector;     ///< that is accessed in a way of its own

    MemoryAccess access = MemoryAccess::load;
    std::variant<GlobalCounts, LocalCounts, ImageCounts> counts; ///< of the memory that is accessed
    std::uint64_t lanes = 0;                                     ///< of atomics
    std::uint64_t same_address = 0;                              ///< of atomics
    std::string expression = {};      ///< that begins at the column: "a[i * n]"; the tool's to add
    std::optional<LensSample> sample; ///< none of an image

    MemorySpace space() const;
    bool is_global() const { return space() == MemorySpace::global; }
    std::uint64_t requests() const;
    std::uint64_t actual() const; ///< sectors, or passes; 0 of an image
    std::uint64_t ideal() const;
    double efficiency() const;
    /// Adds another line's counts; of requests to the same memory.
    void add(const LensLine& other);
    bool operator==(const LensLine&) const = default;
};

/// How control flowed through a source line.
struct LensControl
{
    int line = 0;
    std::string file = {};
    std::string source;
    std::uint64_t branches = 0; ///< conditional
    std::uint64_t divergent = 0;
    std::uint64_t loop_exits = 0; ///< of the divergent ones: some work-items leave a loop, and wait behind it
    std::uint64_t skips = 0;      ///< of the divergent ones: an if without an else, which some do not enter
    std::uint64_t instructions = 0;
    std::uint64_t alone = 0; ///< of the instructions: issued for one work-item alone
    double simd_efficiency = 1.0;

    bool operator==(const LensControl&) const = default;
};

/// How many work-groups of a launch fit on a compute unit, registers not counted.
struct LensOccupancy
{
    unsigned groups = 0;
    unsigned waves = 0;
    double fraction = 0.0;
    std::string limit;
    std::string refusal; ///< why the launch is impossible; empty otherwise

    bool operator==(const LensOccupancy&) const = default;
};

/// What the model of the device's caches says of a launch, each unit's first level and the second level being empty at
/// its begin.
struct LensCaches
{
    unsigned sector_bytes = 0;           ///< of the sectors below
    std::uint64_t first_bytes = 0;       ///< of a unit's first level, without what local memory takes of it
    std::uint64_t groups_at_once = 0;    ///< of a unit
    std::uint64_t first_sectors = 0;     ///< that loads ask the first level for
    std::uint64_t first_hits = 0;        ///< of these, held there
    std::uint64_t second_read = 0;       ///< sectors that the second level gives: to loads and to atomics
    std::uint64_t second_hits = 0;       ///< of these, held there
    std::uint64_t second_written = 0;    ///< sectors that stores send to it
    std::uint64_t memory_read_bytes = 0; ///< that the second level fetches
    std::uint64_t memory_written_bytes = 0; ///< that it writes back to make room
    std::uint64_t left_bytes = 0;           ///< written, and in the second level at the end
    std::uint64_t footprint_bytes = 0;      ///< of the distinct sectors that are touched
    bool truncated = false;                 ///< a work-group had too many requests to keep

    /// Another launch's: sums, but of the sizes the smallest, and of the footprints the largest.
    void add(const LensCaches& other);
    bool operator==(const LensCaches&) const = default;
};

/// What a forecast of a launch's time is made from, beside the requests.
struct LensWork
{
    std::uint64_t issue_slots = 0;       ///< instructions that a GPU issues, vectors element by element
    std::uint64_t waits = 0;             ///< of sub-groups for global memory, one after another
    std::uint64_t local_waits = 0;       ///< for local memory, likewise
    std::uint64_t steps = 0;             ///< other instructions on that way, likewise
    std::uint64_t lines = 0;             ///< cache lines of each request to global memory, summed
    std::uint64_t sectors_by_groups = 0; ///< sectors of global loads, each once in a work-group
    std::uint64_t sectors_read = 0;      ///< the same, each once in the launch
    std::uint64_t sectors_written = 0;   ///< by stores and atomics, each once in the launch
    std::uint64_t atomic_lanes = 0;      ///< work-items of atomics in global memory, summed
    std::uint64_t atomic_lines = 0;      ///< cache lines that those change, each once in the launch
    std::uint64_t atomic_passes = 0;     ///< of atomics in local memory

    void add(const LensWork& other);
    bool operator==(const LensWork&) const = default;
};

/// How long a launch is expected to take on the device.
struct LensForecast
{
    /// What the device needs for one part of the work, were it alone.
    struct Term
    {
        std::string name; ///< "memory"
        double microseconds = 0;

        bool operator==(const Term&) const = default;
    };

    double microseconds =
        0; ///< of the launch, or where `copies` are forecast, of one of them: its part of a full device
    double copies = 1; ///< how often its groups were taken, since they do not fill the device; 1: they do
    std::string bound; ///< the name of the term that lasts longest
    std::vector<Term> terms; ///< in the order of lens::forecast()

    bool operator==(const LensForecast&) const = default;
};

/// One launch of a kernel, or several summed.
struct LensKernel : LensCounts
{
    std::string name;
    std::uint64_t launch = 0; ///< among the program's, from 0
    std::uint64_t source = 0; ///< index of the program's text
    Size3 global_size{};
    Size3 local_size{};
    std::uint64_t sampled_groups = 0; ///< those that were counted
    std::uint64_t skipped_groups = 0; ///< those that were not even run
    bool estimated = false;           ///< the counts are those of the counted groups, scaled to all
    bool truncated = false;
    std::uint64_t branches = 0;
    std::uint64_t divergent_branches = 0;
    std::vector<LensLine> lines;
    std::vector<LensControl> control;
    std::optional<LensWork> work = {};         ///< none where the counts are estimated
    std::optional<LensOccupancy> occupancy;    ///< the tool's to add
    std::optional<LensForecast> forecast = {}; ///< the tool's to add; none where the profile lacks figures
    std::string test_case = {};                ///< of an exercise, in which it was launched; empty: in none
    bool local_size_chosen = false;            ///< by the lens, since the program left it open
    std::vector<std::string> not_counted = {}; ///< of what the kernel did: "constant memory"
    std::vector<std::string> remarks = {}; ///< what else its reader must know, in sentences without an end
    std::optional<LensCaches> caches = {}; ///< where they were asked for
    std::uint64_t registers = 0;           ///< of a work-item, as the lens was told; 0: it was not

    bool operator==(const LensKernel&) const = default;
};

/// The device that was counted for, as far as pictures and sentences need it.
struct LensDevice
{
    std::string id; ///< of its profile: "h200"
    std::string name;
    unsigned sub_group_size = 32;
    unsigned sector_bytes = 32; ///< of loads; 0 never
    unsigned local_banks = 32;
    unsigned store_sector_bytes = 0;  ///< of stores and atomics; 0: as loads
    unsigned widest_sector_bytes = 0; ///< the largest of several transactions of a load; 0: there is one size
    std::vector<unsigned> load_group_16_bytes = {}; ///< as the profile's, see lens::LocalRules
    unsigned compute_units = 0;                     ///< of the whole GPU; 0: not told
    unsigned line_bytes = 128;                      ///< of the cache that loads go through; 0: none

    /// What a request of that kind is counted in.
    unsigned sector_bytes_of(MemoryAccess access) const
    {
        return access == MemoryAccess::load || store_sector_bytes == 0 ? sector_bytes : store_sector_bytes;
    }

    bool operator==(const LensDevice&) const = default;
};

/// What a person should know of a kernel: what is wrong, and what helps.
struct LensFinding
{
    std::string kernel;
    std::uint64_t launch = 0; ///< the first that it is true of
    int line = 0;             ///< of its file; 0: the kernel as a whole, or an instruction without a line
    unsigned column = 0;
    std::uint64_t source = 0; ///< index of the program's text
    std::string file;         ///< that the line is of; empty: the program's own text
    std::string rule;         ///< "stride", of a set that is listed in lens/report.schema.json
    std::string cause;        ///< a sentence
    std::string cure;         ///< another one
    int chapter = 0;          ///< of this book; 0: none

    bool operator==(const LensFinding&) const = default;
};

struct LensReport
{
    LensDevice device;
    std::vector<LensKernel> kernels;
    std::string basis = {};                ///< what the figures rest on: the tool's to add
    std::vector<std::string> assumed = {}; ///< of the profile, as well
    std::string verdict = {};              ///< in a sentence, as well
    /// How far forecasts were off where launches were measured, or why there is no forecast; the tool's to add.
    std::string forecast_error = {};
    std::string sampling = {};              ///< why counts are estimates, as well; empty: none is
    std::vector<LensFinding> findings = {}; ///< the costliest of each kernel first, as well

    bool operator==(const LensReport&) const = default;
};

/// Of the files that hold it: it rises when a key goes or means something else, not when one is added. What the keys are
/// is told in lens/report.schema.json.
inline constexpr std::uint64_t lens_report_version = 3;

/// Of a chapter's lens.json.
inline constexpr std::uint64_t lens_recording_version = 1;

/// What one run of a program was counted to do, for one device or several.
struct LensReports
{
    std::vector<std::string> sources; ///< the programs' texts
    std::vector<LensReport> reports;

    bool operator==(const LensReports&) const = default;
};

/// {"version", "sources", "reports"}. Throws Failure.
LensReports lens_reports_of(const JsonReader& root);

/// A chapter's lens.json: what recording_text() writes. Throws Failure.
LensReports recorded_requests_of(const JsonReader& root);

nlohmann::ordered_json json_of(const LensReports& reports);
nlohmann::ordered_json json_of(const LensDevice& device);
nlohmann::ordered_json json_of(const LensKernel& kernel);
nlohmann::ordered_json json_of(const LensLine& line);
nlohmann::ordered_json json_of(const LensControl& control);

/// The file that the plugin leaves behind.
std::string plugin_text(const LensReports& reports);

/// The file that the plugin leaves behind when it could not count: {"version", "error"}.
std::string plugin_error_text(const std::string& message);

/// The same for other programs to read, and for people.
std::string report_text(const LensReports& reports);

/// A chapter's lens.json: of every kernel its launch, its sizes and the lines with their samples.
std::string recording_text(const LensReports& recording);

} // namespace lockstep::formats
