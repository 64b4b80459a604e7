// What the lens and the occupancy model need to know of a GPU, read from lens/devices/*.json.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lockstep::lens
{

/// How global memory answers one instruction of one sub-group.
struct GlobalRules
{
    unsigned lanes = 32;                     ///< consecutive work-items whose addresses are merged
    std::vector<unsigned> segment_bytes{32}; ///< aligned transaction sizes, rising; the first is the sector
    unsigned line_bytes = 128;               ///< a cache line (0: no cache in the way)
    unsigned store_segment_bytes =
        0; ///< of stores and atomics, where they pass the cache of loads by; 0: as loads

    /// The unit in which sectors are counted: the smallest transaction of a load, or of a store or atomic.
    unsigned sector_bytes(bool is_load = true) const
    {
        return is_load || store_segment_bytes == 0 ? segment_bytes.front() : store_segment_bytes;
    }

    bool operator==(const GlobalRules&) const = default;
};

/// How local memory answers one instruction of one sub-group.
struct LocalRules
{
    unsigned banks =
        32; ///< consecutive words of bank_bytes lie in consecutive banks; 0: the profile does not tell
    unsigned bank_bytes = 4;           ///< width of a bank, in bytes
    unsigned lanes_4_bytes = 32;       ///< work-items served in one pass when each asks for up to 4 bytes
    unsigned lanes_8_bytes = 16;       ///< ... for 8 bytes
    unsigned lanes_16_bytes = 8;       ///< ... for 16 bytes
    bool broadcasts_every_word = true; ///< false: one word a pass is broadcast (before 2010)
    /// Loads of 8 and 16 bytes that neighbours share take half the passes, see local_cost().
    bool joins_shared_loads = false;
    /// For each lane, which pass serves its load of 16 bytes, if those are no neighbours; empty: neighbours share a pass.
    std::vector<unsigned> load_group_16_bytes = {};

    bool operator==(const LocalRules&) const = default;
};

/// The caches between a compute unit and the memory: sizes in bytes; 0 where there is no such level, or the profile does
/// not tell.
struct CacheRules
{
    unsigned first_bytes = 0;  ///< of one compute unit, with its local memory where both share one memory
    unsigned second_bytes = 0; ///< of the whole GPU
    unsigned last_bytes = 0;   ///< of the whole GPU: a level behind the second

    unsigned line_bytes = 0; ///< of both levels; 0: the profile tells too little for the model of caches
    unsigned first_sector_bytes = 0; ///< the smallest piece of a line that the first level takes in
    unsigned first_ways = 0;         ///< lines of a set; 0: all of them are one
    bool first_keeps_stored =
        true; ///< false: what is stored leaves the first level; all stores go through it
    std::vector<unsigned> local_part_bytes =
        {}; ///< what local memory may take of the first level, rising; empty: nothing
    unsigned second_sector_bytes = 0;   ///< the smallest piece of a line that the second level gives or takes
    unsigned second_fetch_bytes = 0;    ///< the smallest piece that it fetches from memory
    unsigned second_ways = 0;           ///< lines of a set; 0: all of them are one
    unsigned second_distinct_bytes = 0; ///< of second_bytes, what holds data that is held nowhere else
    std::vector<std::string> assumed = {}; ///< of the figures that no document gives, as Profile::assumed

    /// Whether the profile tells enough for a model.
    bool modelled() const { return line_bytes > 0; }
};

/// How fast the GPU does what the lens counts: what a forecast of a launch's time is made from. 0 where the profile does not
/// tell.
struct Rates
{
    double clock_ghz = 0;       ///< of the compute units
    double slots_per_clock = 0; ///< instructions that a unit issues in a clock
    double lines_per_clock =
        0; ///< cache lines of its requests to global memory that a unit looks up in a clock
    double passes_per_clock = 0;    ///< passes through the banks of a unit's local memory in a clock
    double memory_gbps = 0;         ///< what a copy reaches, 1e9 bytes a second
    double second_gbps = 0;         ///< of the second level of cache, 1e9 bytes a second
    double atomics_per_ns = 0;      ///< atomics at addresses of their own, of the whole GPU
    double line_atomics_per_ns = 0; ///< atomics at one address
    double step_clocks = 0;         ///< from an instruction to the next one that needs its result
    double local_ns = 0;            ///< from a load of local memory to its result
    double first_ns = 0;            ///< from a load to its result, where the first level holds it
    double second_ns = 0;           ///< ... where the second level holds it
    double memory_ns = 0;           ///< ... where no cache holds it
    double launch_us =
        0; ///< what any launch takes by the host's clock; 0: not measured, and no forecast needs it

    /// The figures that are not told, by their names in the profile: "clock_ghz".
    std::vector<std::string> missing() const;
};

/// What one compute unit has for resident work-groups, and in what portions it gives it away.
struct UnitLimits
{
    unsigned registers =
        65536; ///< one work-item's registers, as many as the unit has; 0: the profile does not tell what fits
    unsigned register_bytes = 4;         ///< size of such a register: 4, or 16 where registers are four wide
    unsigned registers_reserved = 0;     ///< of them, never given to a kernel
    unsigned register_granularity = 256; ///< registers are given out in multiples of this ...
    bool registers_given_to_group = false; ///< ... to a whole work-group (true) or to each sub-group
    unsigned max_registers_per_item = 255; ///< the most one work-item may have
    unsigned sub_group_granularity = 1;    ///< a work-group's sub-groups are rounded up to a multiple of this
    unsigned local_bytes = 0;              ///< local memory of the unit, in bytes
    unsigned max_local_bytes_per_group = 0; ///< the most one group may have
    unsigned opencl_local_bytes = 0;        ///< what the vendor's OpenCL gives a group; as a rule the same
    unsigned local_granularity_bytes = 128; ///< local memory is given out in multiples of this
    unsigned local_reserved_bytes = 0;      ///< taken from every group by the system
    bool local_power_of_two = false;        ///< local memory is rounded up to a power of two of such portions
    std::vector<unsigned> local_sizes_bytes = {}; ///< what a group may be given, rising; empty: any portions
    unsigned max_sub_groups = 64;                 ///< resident at once
    unsigned max_groups = 32;                     ///< resident at once
    bool single_sub_group_counts = true; ///< false: max_groups is for groups of more than one sub-group
    unsigned max_group_size = 1024;      ///< work-items
    unsigned simds = 4;                  ///< schedulers among which registers and sub-groups are dealt out
};

/// A document that figures of a profile come from.
struct Source
{
    std::string key;       ///< by which the figures name it
    std::string title;     ///< as printed on it
    std::string publisher; ///< who answers for it
    unsigned year = 0;     ///< of publication
    std::string url = {};  ///< where it can be read; empty: not told
};

/// A GPU, as far as kernels can tell.
struct Profile
{
    std::string id;                    ///< "h200"
    std::string name;                  ///< "NVIDIA H200"
    std::string vendor;                ///< "NVIDIA"
    std::string architecture;          ///< "Hopper"
    unsigned year = 0;                 ///< of the GPU's release
    unsigned sub_group_size = 32;      ///< work-items that execute one instruction together
    unsigned compute_units = 0;        ///< of the whole GPU: what holds a work-group
    unsigned opencl_compute_units = 0; ///< as the vendor's OpenCL counts them; as a rule the same
    double peak_gflops = 0;            ///< single precision, a fused multiply-add counted as two
    double matrix_gflops = 0; ///< of the matrix units, dense, half precision summed in single; 0: not told
    double peak_gbps = 0;     ///< global memory, 1e9 bytes a second
    GlobalRules global;       ///< the rules of global memory
    LocalRules local;         ///< the rules of local memory
    CacheRules caches;        ///< the caches
    UnitLimits unit;          ///< what one of the compute units has
    Rates rates;              ///< how fast it works
    std::string
        validated; ///< against which counters, with device, driver and date; empty: modelled from documents
    std::vector<Source> sources;    ///< of the figures above
    std::vector<std::string> notes; ///< what the figures leave out
    std::vector<std::string>
        assumed;           ///< of figures that no document gives: "that lines of 128 bytes are moved whole"
    std::string no_passes; ///< why passes through local memory are not counted; empty: they are
    std::string no_occupancy; ///< why it cannot be said how many work-groups fit; empty: it can

    /// Whether the passes of local memory can be counted.
    bool tells_banks() const { return no_passes.empty(); }
    /// Whether it can be said how many work-groups fit.
    bool tells_occupancy() const { return no_occupancy.empty(); }
};

/// Reads one profile. Every figure in the file is `{"value", "source", "where"}`, `source` a key of `sources`; or, where
/// no document gives it, `{"value", "assumed"}`, what is assumed being said in words that follow "assumed:".
/// A profile that knows too little for a count has the reason in `not_told` instead: in `not_told.local`, and no section
/// `local`; in `not_told.occupancy`, and of `unit` only what a work-group may have.
/// @throws Failure naming the file and the key that is missing or impossible.
Profile read_profile(const std::filesystem::path& file);

/// The ids of all profiles in `folder`, sorted.
/// @throws Failure when there is no such folder.
std::vector<std::string> profile_ids(const std::filesystem::path& folder);

} // namespace lockstep::lens
