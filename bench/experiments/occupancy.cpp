// Bandwidth of reads in a row and rate of dependent reads against resident work-items and reads under way in each.
#include "experiment.hpp"

#include "base/paths.hpp"

#include <lockstep/lens/occupancy.hpp>

#include <fmt/format.h>

#include <optional>

namespace lockstep::bench
{
namespace
{

struct Setting
{
    std::uint32_t group;
    std::uint32_t local_bytes;
    std::uint32_t per_item;
};

struct Table
{
    cl::Buffer words;
    cl::Buffer links;
    cl::Buffer out;
    std::uint32_t elements;
};

std::uint32_t follow(std::uint32_t at, std::uint32_t rounds, std::uint32_t mask)
{
    for (std::uint32_t r = 0; r < rounds; ++r) at = (at * 1664525U + 1013904223U) & mask;
    return at;
}

OccupancyRow row_of(const std::string& kernel, const Setting& setting,
                    const std::optional<lens::Profile>& profile)
{
    OccupancyRow row;
    row.kernel = kernel;
    row.group_size = setting.group;
    row.local_bytes = setting.local_bytes;
    row.per_item = setting.per_item;
    if (profile) {
        const lens::Occupancy fits = lens::occupancy(
            *profile,
            {.group_size = setting.group, .registers_per_item = 0, .local_bytes = setting.local_bytes});
        row.resident_items = fits.groups * setting.group;
        row.occupancy = fits.fraction;
    }
    return row;
}

OccupancyRow measure_stream(Bench& bench, const Table& table, const Setting& setting, OccupancyRow row)
{
    const std::uint32_t rounds = bench.scale().quick ? 2 : 64 / setting.per_item;
    const std::uint32_t items = table.elements / rounds / setting.per_item;
    cl::Kernel kernel =
        bench.kernel("occupancy.cl", "stream", fmt::format("-D PER_ITEM={}", setting.per_item));
    set_arguments(kernel, table.words, table.out, rounds, cl::Local(setting.local_bytes));
    const double ms = bench.median_ms(kernel, {items}, {setting.group});
    const auto got = bench.words(table.out, 0, setting.group);
    bool right = true;
    for (std::uint32_t i = 0; i < setting.group; ++i) {
        std::uint32_t expected = 0;
        for (std::uint32_t k = 0; k < rounds * setting.per_item; ++k) expected ^= hash(i + k * items);
        right = right && got[i] == expected;
    }
    require_right(right, "reads in a row");
    row.ms = ms;
    row.gbps = 4.0 * items * rounds * setting.per_item / ms * 1e-6;
    return row;
}

OccupancyRow measure_chase(Bench& bench, const Table& table, const Setting& setting, OccupancyRow row)
{
    const std::uint32_t rounds = bench.scale().quick ? 4 : 32;
    const std::uint32_t items = bench.scale().quick ? 4096 : 132 * 2048 * 2;
    cl::Kernel kernel =
        bench.kernel("occupancy.cl", "chase", fmt::format("-D PER_ITEM={}", setting.per_item));
    const std::uint32_t mask = table.elements - 1;
    set_arguments(kernel, table.links, table.out, rounds, cl::Local(setting.local_bytes), mask);
    const double ms = bench.median_ms(kernel, {items}, {setting.group});
    const auto got = bench.words(table.out, 0, setting.group);
    bool right = true;
    for (std::uint32_t i = 0; i < setting.group; ++i) {
        std::uint32_t expected = 0;
        for (std::uint32_t k = 0; k < setting.per_item; ++k)
            expected ^= follow(hash(i * setting.per_item + k) & mask, rounds, mask);
        right = right && got[i] == expected;
    }
    require_right(right, "the chains of reads");
    row.ms = ms;
    row.greads = 1.0 * items * rounds * setting.per_item / ms * 1e-6;
    return row;
}

} // namespace

std::vector<OccupancyRow> measure_occupancy(Bench& bench)
{
    std::optional<lens::Profile> profile;
    if (!bench.scale().profile.empty())
        profile =
            lens::read_profile(tool::source_dir() / "lens" / "devices" / (bench.scale().profile + ".json"));
    const std::uint32_t elements = bench.scale().quick ? 1U << 16U : 1U << 28U; // 256 KiB, 1 GiB
    const Table table{bench.buffer(elements * std::size_t{4}), bench.buffer(elements * std::size_t{4}),
                      bench.buffer(elements * std::size_t{4}), elements};
    cl::Kernel fill = bench.kernel("occupancy.cl", "fill", "-D PER_ITEM=1");
    set_arguments(fill, table.words);
    bench.launch(fill, {elements}, {256});
    cl::Kernel link = bench.kernel("occupancy.cl", "link", "-D PER_ITEM=1");
    set_arguments(link, table.links, elements - 1);
    bench.launch(link, {elements}, {256});

    const auto most_items =
        static_cast<std::uint32_t>(bench.device().getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>());
    const auto most_local = static_cast<std::uint32_t>(bench.device().getInfo<CL_DEVICE_LOCAL_MEM_SIZE>());
    std::vector<OccupancyRow> rows;
    for (const std::uint32_t group : {64U, 256U, 1024U})
        for (const std::uint32_t local_kib : {1U, 13U, 20U, 27U, 44U})
            for (const std::uint32_t per_item : {1U, 2U, 4U, 8U}) {
                if (group > most_items || local_kib * 1024 > most_local) continue;
                const Setting setting{group, local_kib * 1024, per_item};
                rows.push_back(measure_stream(bench, table, setting, row_of("stream", setting, profile)));
                rows.push_back(measure_chase(bench, table, setting, row_of("chase", setting, profile)));
            }
    return rows;
}

} // namespace lockstep::bench
