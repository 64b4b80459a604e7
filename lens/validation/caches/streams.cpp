// The addresses that the launches of bench/counters ask for. Each function follows the kernel that it is named after.
#include "streams.hpp"

#include <algorithm>
#include <vector>

namespace lockstep::validation
{

namespace
{

using lens::CacheAccess;
using lens::CacheRules;
using lens::GroupTrace;
using lens::LaneAccess;

constexpr unsigned lanes = 32;
constexpr unsigned group_items = 256;

/// Writes the requests of a group: one for a sub-group of 32, from a function that tells the lane's address.
class Writer
{
public:
    Writer(GroupTrace& trace, const CacheRules& rules) : trace_(trace), rules_(rules) {}

    /// @param buffer number, at which no other begins
    /// @param element index of the element that the lane asks for; below 0: the lane takes no part
    template <typename Element>
    void request(CacheAccess kind, unsigned buffer, unsigned bytes, Element&& element)
    {
        constexpr unsigned buffer_shift = 48;
        asks_.clear();
        for (unsigned lane = 0; lane < lanes; ++lane) {
            const auto index = static_cast<std::int64_t>(element(lane));
            if (index < 0) continue;
            asks_.push_back(
                {lane,
                 (std::uint64_t{buffer} + 1) << buffer_shift | static_cast<std::uint64_t>(index) * bytes,
                 bytes});
        }
        if (!asks_.empty()) trace_.request(rules_, kind, asks_);
    }

    template <typename Element>
    void load(unsigned buffer, Element&& element)
    {
        request(CacheAccess::load, buffer, 4, element);
    }

    template <typename Element>
    void store(unsigned buffer, Element&& element)
    {
        request(CacheAccess::store, buffer, 4, element);
    }

private:
    GroupTrace& trace_;
    const CacheRules& rules_;
    std::vector<LaneAccess> asks_;
};

/// A kernel of one dimension without a barrier: `body` is called for each sub-group with its first work-item.
template <typename Body>
Stream one_dimension(std::string kernel, std::uint64_t items, unsigned registers, Body body)
{
    return {.kernel = std::move(kernel),
            .resources = {.group_size = group_items, .registers_per_item = registers, .local_bytes = 0},
            .groups = items / group_items,
            .write = [body](std::size_t group, GroupTrace& trace, const CacheRules& rules) {
                Writer writer{trace, rules};
                for (unsigned s = 0; s < group_items / lanes; ++s) {
                    trace.begin_sub_group(s);
                    body(writer, group * group_items + s * lanes);
                }
            }};
}

} // namespace

Stream product(unsigned n, bool by_rows)
{
    constexpr unsigned group_rows = 8;
    const std::size_t across = n / lanes;
    return {.kernel = by_rows ? "product_by_rows" : "product_by_columns",
            .resources = {.group_size = group_items, .registers_per_item = 0, .local_bytes = 0},
            .groups = across * (n / group_rows),
            .write = [=](std::size_t group, GroupTrace& trace, const CacheRules& rules) {
                Writer writer{trace, rules};
                for (unsigned s = 0; s < group_rows; ++s) {
                    trace.begin_sub_group(s);
                    const std::uint64_t first = group % across * lanes;          // of dimension 0
                    const std::uint64_t other = group / across * group_rows + s; // dimension 1
                    const auto row = [&](unsigned lane) { return by_rows ? first + lane : other; };
                    const auto column = [&](unsigned lane) { return by_rows ? other : first + lane; };
                    for (std::uint64_t k = 0; k < n; ++k) {
                        writer.load(0, [&](unsigned lane) { return row(lane) * n + k; });
                        writer.load(1, [&](unsigned lane) { return k * n + column(lane); });
                    }
                    writer.store(2, [&](unsigned lane) { return row(lane) * n + column(lane); });
                }
            }};
}

Stream strided(std::uint64_t elements, unsigned stride)
{
    const std::uint64_t items = elements / stride;
    return one_dimension("strided", elements, 0, [=](Writer& writer, std::uint64_t first) {
        const std::uint64_t i = first % items;
        const std::uint64_t row = first / items;
        writer.load(0, [&](unsigned lane) { return (i + lane) * stride + row; });
        writer.store(1, [&](unsigned lane) { return first + lane; });
    });
}

Stream shifted(std::uint64_t items, unsigned offset)
{
    return one_dimension("shifted", items, 0, [=](Writer& writer, std::uint64_t first) {
        writer.load(0, [&](unsigned lane) { return first + lane + offset; });
        writer.store(1, [&](unsigned lane) { return first + lane; });
    });
}

Stream structures(std::uint64_t items)
{
    return one_dimension("energy_of_structures", items, 0, [](Writer& writer, std::uint64_t first) {
        constexpr unsigned members = 8;
        constexpr unsigned mass = 3;
        constexpr unsigned vx = 4;
        writer.load(0, [&](unsigned lane) { return (first + lane) * members + mass; });
        writer.load(0, [&](unsigned lane) { return (first + lane) * members + vx; });
        writer.store(1, [&](unsigned lane) { return first + lane; });
    });
}

Stream arrays(std::uint64_t items)
{
    return one_dimension("energy_of_arrays", items, 0, [](Writer& writer, std::uint64_t first) {
        for (const unsigned buffer : {0U, 1U})
            writer.load(buffer, [&](unsigned lane) { return first + lane; });
        writer.store(2, [&](unsigned lane) { return first + lane; });
    });
}

Stream stores(std::uint64_t items, unsigned offset)
{
    return one_dimension("store", items, 0, [=](Writer& writer, std::uint64_t first) {
        constexpr unsigned rounds = 8;
        for (unsigned r = 0; r < rounds; ++r)
            writer.store(0, [&](unsigned lane) { return first + lane + r * items + offset; });
    });
}

Stream many_sums(std::uint64_t items, unsigned rounds, unsigned registers)
{
    return one_dimension("many_sums", items, registers, [=](Writer& writer, std::uint64_t first) {
        for (unsigned r = 0; r < rounds; ++r)
            writer.load(0, [&](unsigned lane) { return first + lane + r * items; });
        writer.store(1, [&](unsigned lane) { return first + lane; });
    });
}

Stream quads(unsigned columns, unsigned rows, unsigned strip, unsigned registers)
{
    constexpr int radius = 4;
    constexpr int window = 9;
    constexpr unsigned items = 128;
    const std::size_t across = columns / 4 / items;
    return {.kernel = "quads",
            .resources = {.group_size = items, .registers_per_item = registers, .local_bytes = 0},
            .groups = across * ((rows + strip - 1) / strip),
            .write = [=](std::size_t group, GroupTrace& trace, const CacheRules& rules) {
                Writer writer{trace, rules};
                const int top = static_cast<int>(group / across * strip);
                const int bottom = std::min(top + static_cast<int>(strip), static_cast<int>(rows));
                const bool down = group / across % 2 == 0;
                const int first = down ? top : bottom - 1;
                const int step = down ? 1 : -1;
                const int last_quad = static_cast<int>(columns / 4) - 1;
                for (unsigned s = 0; s < items / lanes; ++s) {
                    trace.begin_sub_group(s);
                    const int quad = static_cast<int>(group % across * items + s * lanes);
                    const auto row_of = [&](int y) { return std::int64_t{y} * (columns / 4) + quad; };
                    const auto load_row = [&](int y) {
                        const int there = std::clamp(y, 0, static_cast<int>(rows) - 1);
                        for (const int beside : {-1, 0, 1})
                            writer.request(CacheAccess::load, 0, 16, [&](unsigned lane) {
                                const int at = quad + static_cast<int>(lane) + beside;
                                return row_of(there) + std::clamp(at, 0, last_quad) - quad;
                            });
                    };
                    for (int k = 0; k < window - 1; ++k) load_row(first + (k - radius) * step);
                    for (int base = 0; base < bottom - top; base += window)
                        for (int k = 0; k < window; ++k) {
                            const int y = first + (base + k) * step;
                            load_row(y + radius * step);
                            if (base + k < bottom - top)
                                writer.request(CacheAccess::store, 1, 16,
                                               [&](unsigned lane) { return row_of(y) + lane; });
                        }
                }
            }};
}

Stream tile(unsigned columns, unsigned rows, unsigned strip, unsigned registers)
{
    constexpr int radius = 4;
    constexpr int halo = 8;
    constexpr int own = static_cast<int>(group_items) - 2 * halo;
    const std::size_t across = (columns + own - 1) / own;
    return {.kernel = "tile",
            .resources = {.group_size = group_items,
                          .registers_per_item = registers,
                          .local_bytes = 2 * group_items * 4},
            .groups = across * ((rows + strip - 1) / strip),
            .write = [=](std::size_t group, GroupTrace& trace, const CacheRules& rules) {
                Writer writer{trace, rules};
                const int top = static_cast<int>(group / across * strip);
                const int left = static_cast<int>(group % across) * own - halo;
                const auto at = [&](int y, unsigned s, unsigned lane, int edge) -> std::int64_t {
                    const int i = static_cast<int>(s * lanes + lane);
                    const int x = left + i;
                    const bool there = x >= 0 && x < static_cast<int>(columns) && i >= edge &&
                                       i < static_cast<int>(group_items) - edge && y >= 0 &&
                                       y < static_cast<int>(rows);
                    return there ? std::int64_t{y} * columns + x : -1;
                };
                // A row's sums are shared behind a barrier, which the means of the row before precede.
                for (int y = top - radius; y < top + static_cast<int>(strip) + radius; ++y) {
                    for (unsigned s = 0; s < group_items / lanes; ++s) {
                        trace.begin_sub_group(s);
                        if (y - 1 - radius >= top)
                            writer.store(1, [&](unsigned lane) { return at(y - 1 - radius, s, lane, halo); });
                        writer.load(0, [&](unsigned lane) { return at(y, s, lane, 0); });
                    }
                    if (y - radius >= top) trace.barrier();
                }
                for (unsigned s = 0; s < group_items / lanes; ++s) {
                    trace.begin_sub_group(s);
                    writer.store(1, [&](unsigned lane) {
                        return at(top + static_cast<int>(strip) - 1, s, lane, halo);
                    });
                }
            }};
}

lens::CacheTraffic traffic_of(const Stream& stream, const lens::Profile& profile, std::size_t every)
{
    lens::CacheReplay replay{profile, stream.resources, stream.groups};
    for (std::size_t group = 0; group < stream.groups; ++group) {
        GroupTrace trace;
        if (group % every == 0) stream.write(group, trace, profile.caches);
        replay.add(group, std::move(trace));
    }
    return replay.finish();
}

} // namespace lockstep::validation
