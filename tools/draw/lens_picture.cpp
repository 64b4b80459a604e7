// The picture of one request: reading the sample, and the picture of global memory.
#include "draw/lens_picture.hpp"

#include "draw/lens_picture_parts.hpp"
#include "lockstep/text.hpp"

#include <lockstep/failure.hpp>

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

namespace lockstep::tool
{
namespace
{

using namespace figures;

constexpr double width = 660;
constexpr double margin = 10;
constexpr double lane_top = 34;
constexpr double lane_height = 22;
constexpr double sector_top = 138;
constexpr double sector_height = 40;
constexpr std::uint64_t ruler_bytes = 128; // between the offsets where there are no lines
constexpr std::size_t most_boxes = 32;
constexpr std::size_t kept_boxes = 28; // shown when there are more than that

/// A sector of memory and which of its bytes the request uses.
struct Sector
{
    std::uint64_t number = 0; ///< offset over the sector's size
    std::vector<bool> used;
    Rect box{};
};

std::vector<Sector> sectors_of(const Request& request)
{
    std::map<std::uint64_t, Sector> sectors;
    for (const Request::Lane& lane : request.lanes)
        for (std::uint64_t byte = lane.offset; byte < lane.offset + request.bytes; ++byte) {
            Sector& sector = sectors[byte / request.sector_bytes];
            sector.number = byte / request.sector_bytes;
            sector.used.resize(request.sector_bytes);
            sector.used[byte % request.sector_bytes] = true;
        }
    std::vector<Sector> list;
    for (auto& [number, sector] : sectors) list.push_back(std::move(sector));
    return list;
}

/// Gives the shown sectors their boxes; returns the place of the mark for the others, empty when all are shown.
Rect place_sectors(std::vector<Sector>& sectors, std::size_t shown)
{
    constexpr double more_width = 76;
    const bool is_cut = shown < sectors.size();
    std::size_t gaps = 0;
    for (std::size_t i = 1; i < shown; ++i) gaps += sectors[i].number != sectors[i - 1].number + 1 ? 1U : 0U;
    const double room = width - 2 * margin - (is_cut ? more_width + 10 : 0);
    const double gap = gaps > 12 ? 7 : 16;
    const double across =
        std::min(160.0, (room - gap * static_cast<double>(gaps)) / static_cast<double>(shown));
    double x = margin + (room - across * static_cast<double>(shown) - gap * static_cast<double>(gaps)) / 2;
    for (std::size_t i = 0; i < shown; ++i) {
        x += i > 0 && sectors[i].number != sectors[i - 1].number + 1 ? gap : 0;
        sectors[i].box = {x, sector_top, across, sector_height};
        x += across;
    }
    return is_cut ? Rect{x + 10, sector_top, more_width, sector_height} : Rect{};
}

void draw_sector(Canvas& canvas, const Sector& sector)
{
    const Rect& box = sector.box;
    canvas.box(box, {.fill = Colour::paper});
    canvas.hatch(box, Colour::line, 6, 1.25);
    const auto bytes = sector.used.size();
    const double per_byte = box.width / static_cast<double>(bytes);
    for (std::size_t first = 0; first < bytes;) {
        std::size_t last = first;
        while (last < bytes && sector.used[last] == sector.used[first]) ++last;
        if (sector.used[first])
            canvas.box({box.x + static_cast<double>(first) * per_byte, box.y,
                        static_cast<double>(last - first) * per_byte, box.height},
                       {.fill = Colour::accent});
        first = last;
    }
    canvas.box(box, {.stroke = Colour::ink, .width = box.width < 16 ? 1.0 : 1.5});
}

/// The cache lines below the sectors, each with its offset where there is room.
void draw_lines(Canvas& canvas, const std::vector<Sector>& sectors, std::size_t shown, const Request& request)
{
    const std::uint64_t sector_bytes = request.sector_bytes;
    const std::uint64_t line_bytes = request.line_bytes > 0 ? request.line_bytes : ruler_bytes;
    constexpr double y = sector_top + sector_height + 6;
    const Type type{.size = 14, .colour = Colour::muted, .align = Align::start};
    double free_from = 0;
    for (std::size_t i = 0; i < shown;) {
        const std::uint64_t line = sectors[i].number * sector_bytes / line_bytes;
        std::size_t last = i;
        while (last + 1 < shown && sectors[last + 1].number * sector_bytes / line_bytes == line) ++last;
        const double left = sectors[i].box.x + 1;
        canvas.bracket({sectors[last].box.right() - 1, y}, {left, y}, -5, {.colour = Colour::muted});
        const std::string offset = fmt::format("+{}", with_commas(line * line_bytes));
        if (left >= free_from && left + text_width(offset, type) < width - 2) {
            canvas.text({left, y + 17}, offset, type);
            free_from = left + text_width(offset, type) + 12;
        }
        i = last + 1;
    }
}

/// ", in 2 lines of 64 bytes"; empty where there is no cache in the way.
std::string lines_in_words(const std::vector<Sector>& sectors, const Request& request)
{
    if (request.line_bytes == 0) return "";
    std::set<std::uint64_t> lines;
    for (const Sector& sector : sectors)
        lines.insert(sector.number * request.sector_bytes / request.line_bytes);
    return fmt::format(", in {} of {} bytes", counted(lines.size(), "line"), request.line_bytes);
}

void draw_global(Canvas& canvas, const Request& request)
{
    std::vector<Sector> sectors = sectors_of(request);
    const std::size_t shown = sectors.size() > most_boxes ? kept_boxes : sectors.size();
    const Rect more = place_sectors(sectors, shown);
    draw_work_items(canvas, request, {margin, lane_top, width - 2 * margin, lane_height});

    const auto sector_at = [&](std::uint64_t offset) -> const Sector& {
        return *std::ranges::lower_bound(sectors, offset / request.sector_bytes, {}, &Sector::number);
    };
    const double lane_width = (width - 2 * margin) / request.sub_group_size;
    std::string to_shown;
    std::string to_hidden;
    for (const Request::Lane& lane : request.lanes) {
        const Sector& sector = sector_at(lane.offset);
        const double within = static_cast<double>(lane.offset % request.sector_bytes) +
                              std::min(request.bytes, request.sector_bytes) / 2.0;
        const bool hidden = sector.box.width == 0;
        const double to = hidden ? more.centre().x
                                 : std::min(sector.box.right(),
                                            sector.box.x + within * sector.box.width / request.sector_bytes);
        (hidden ? to_hidden : to_shown) +=
            fmt::format("M{:.1f} {}L{:.1f} {}", margin + (lane.lane + 0.5) * lane_width,
                        lane_top + lane_height + 2, to, sector_top - 2);
    }
    canvas.path(to_hidden, {.stroke = Colour::line, .width = 1});
    canvas.path(to_shown, {.stroke = Colour::accent, .width = 1.25});
    for (std::size_t i = 0; i < shown; ++i) draw_sector(canvas, sectors[i]);
    draw_lines(canvas, sectors, shown, request);
    if (more.width > 0)
        canvas.text(more.centre(), fmt::format("… {} more\nsectors", with_commas(sectors.size() - shown)),
                    {.size = 14, .colour = Colour::muted});

    std::uint64_t used = 0;
    for (const Sector& sector : sectors)
        used += static_cast<std::uint64_t>(std::ranges::count(sector.used, true));
    const std::uint64_t moved = sectors.size() * request.sector_bytes;
    constexpr double y = sector_top + sector_height + 56;
    const bool is_store = request.access == "store";
    canvas.text({margin, y},
                fmt::format("{}; {} of {} bytes {}{}", counted(request.lanes.size(), "work-item"),
                            counted(sectors.size(), "sector"), request.sector_bytes,
                            is_store ? "touched" : "fetched", lines_in_words(sectors, request)),
                {.size = 15, .align = Align::start});
    canvas.box({margin, y + 16, 16, 14}, {.fill = Colour::accent, .stroke = Colour::ink, .width = 1});
    const std::string words = fmt::format("{} of {} bytes used", with_commas(used), with_commas(moved));
    const Type quiet{.size = 15, .colour = Colour::muted, .align = Align::start};
    canvas.text({margin + 24, y + 23}, words, {.size = 15, .align = Align::start});
    if (used == moved) return;
    const double key = margin + 24 + text_width(words, quiet) + 24;
    canvas.hatch({key, y + 16, 16, 14}, Colour::line, 6, 1.25);
    canvas.box({key, y + 16, 16, 14}, {.stroke = Colour::ink, .width = 1});
    canvas.text({key + 24, y + 23}, is_store ? "in a touched sector, not written" : "fetched and not used",
                quiet);
}

std::string description_of(const Request& request)
{
    if (request.is_local)
        return fmt::format("{} of {} active work-items; {}.", request.lanes.size(), request.sub_group_size,
                           counted(local_passes(request).size(), "pass"));
    return fmt::format("{} of {} active work-items; {}.", request.lanes.size(), request.sub_group_size,
                       counted(sectors_of(request).size(), "sector"));
}

} // namespace

void draw_work_items(Canvas& canvas, const Request& request, const Rect& row)
{
    const unsigned count = request.sub_group_size;
    const double across = row.width / count;
    const unsigned step = across > 18 ? 1 : across > 9 ? 4 : 8;
    std::set<unsigned> active;
    for (const Request::Lane& lane : request.lanes) active.insert(lane.lane);
    canvas.heading({row.x, row.y - 17},
                   fmt::format("{} {}",
                               request.access == "atomic"  ? "Atomics of"
                               : request.access == "store" ? "Store of"
                                                           : "Load of",
                               request.place),
                   fmt::format("{} each", counted(request.bytes, "byte")));
    for (unsigned lane = 0; lane < count; ++lane) {
        const bool is_active = active.contains(lane);
        canvas.box({row.x + lane * across, row.y, across, row.height},
                   {.fill = is_active ? Colour::accent_soft : Colour::paper,
                    .stroke = is_active ? Colour::accent : Colour::line,
                    .width = 1,
                    .dash = is_active ? "" : "2 2"});
    }
    for (unsigned lane = 0; lane < count; lane += step)
        canvas.text(
            {row.x + (step == 1 ? lane + 0.5 : lane) * across + (step == 1 ? 0 : 2), row.y + row.height / 2},
            std::to_string(lane),
            {.size = 14,
             .colour = active.contains(lane) ? Colour::ink : Colour::muted,
             .align = step == 1 ? Align::middle : Align::start});
}

Request sampled_request(const formats::LensDevice& device, const formats::LensLine& line)
{
    constexpr const char* again = "run the program under the lens again";
    if (!line.sample)
        throw Failure(fmt::format("The lens's report holds no request of line {}.", line.line), again);
    const formats::LensSample& sample = *line.sample;
    Request request;
    request.sub_group_size = device.sub_group_size;
    request.sector_bytes = device.sector_bytes_of(line.access);
    request.line_bytes = device.line_bytes;
    request.banks = device.local_banks;
    request.bytes = sample.bytes;
    request.is_local = !line.is_global();
    request.access = name_of(line.access);
    if (request.is_local && line.access == formats::MemoryAccess::load && sample.bytes > 8)
        request.groups = device.load_group_16_bytes;
    if (request.is_local && request.banks == 0)
        throw Failure(
            "The device's profile does not tell the banks of local memory, so its requests cannot be drawn.",
            "--device h200, or another that tells them");
    std::vector<std::uint64_t> shown(sample.group.begin(), sample.group.end());
    while (shown.size() > 1 && shown.back() == 0) shown.pop_back();
    request.place = fmt::format("sub-group {} in work-group ({})", sample.sub_group, fmt::join(shown, ", "));
    for (const auto& [lane, offset] : sample.lanes) request.lanes.push_back({lane, offset});
    const bool lanes_fit = std::ranges::all_of(
        request.lanes, [&](const Request::Lane& lane) { return lane.lane < request.sub_group_size; });
    if (request.lanes.empty() || !lanes_fit || request.bytes == 0 || request.bytes > 4096 ||
        request.sector_bytes == 0 || request.sub_group_size > 1024 ||
        (!request.groups.empty() && request.groups.size() != request.sub_group_size))
        throw Failure("A request in the lens's report makes no sense.", again);
    return request;
}

std::string lens_picture(const formats::LensDevice& device, const formats::LensLine& line,
                         const PictureStyle& style)
{
    const Request request = sampled_request(device, line);
    const double height = request.is_local ? local_picture_height(request) : sector_top + sector_height + 94;
    Canvas canvas(style.name, width, height,
                  fmt::format("{} memory, {} of {}", request.is_local ? "Local" : "Global", request.access,
                              request.place),
                  description_of(request));
    if (request.is_local)
        draw_local(canvas, request);
    else
        draw_global(canvas, request);
    return canvas.svg();
}

} // namespace lockstep::tool
