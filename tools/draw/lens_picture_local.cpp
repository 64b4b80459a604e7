// The picture of local memory: banks as columns, passes as rows.
#include "draw/lens_picture_parts.hpp"

#include "lockstep/text.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace lockstep::tool
{
namespace
{

using namespace figures;

constexpr double left = 72;
constexpr double right = 650;
constexpr double header = 58;
constexpr double cell_height = 20;
constexpr double line_height = 17.5;
constexpr std::size_t most_rows = 16;
constexpr std::size_t kept_rows = 12; // shown when there are more than that
constexpr unsigned bank_bytes = 4;

/// The work-items of one cell, at most three lines: "3", "0 16", "0 … 31".
std::string cell_words(const std::vector<unsigned>& lanes)
{
    if (lanes.size() <= 3) return fmt::format("{}", fmt::join(lanes, "\n"));
    return fmt::format("{}\n…\n{}", lanes.front(), lanes.back());
}

double row_height(const Pass& pass)
{
    std::size_t most = 1;
    for (const std::vector<unsigned>& lanes : pass.served)
        most = std::max(most, std::min<std::size_t>(lanes.size(), 3));
    return cell_height + line_height * static_cast<double>(most - 1);
}

std::size_t shown_rows(const std::vector<Pass>& passes)
{
    return passes.size() > most_rows ? kept_rows : passes.size();
}

double rows_bottom(const std::vector<Pass>& passes)
{
    double y = header;
    for (std::size_t i = 0; i < shown_rows(passes); ++i) y += row_height(passes[i]) + 3;
    return y + (shown_rows(passes) < passes.size() ? cell_height + 4 : 0);
}

} // namespace

std::vector<Pass> local_passes(const Request& request)
{
    std::vector<Pass> passes;
    const unsigned together =
        std::clamp(request.banks * bank_bytes / request.bytes, 1U, request.sub_group_size);
    const auto group_of = [&](unsigned lane) {
        return request.groups.empty() ? lane / together : request.groups[lane];
    };
    unsigned last = 0;
    for (const Request::Lane& lane : request.lanes) last = std::max(last, group_of(lane.lane));
    for (unsigned group = 0; group <= last; ++group) {
        std::vector<std::map<std::uint64_t, std::vector<unsigned>>> words(request.banks); // of each bank
        for (const Request::Lane& lane : request.lanes) {
            if (group_of(lane.lane) != group) continue;
            for (std::uint64_t word = lane.offset / bank_bytes;
                 word <= (lane.offset + request.bytes - 1) / bank_bytes; ++word)
                words[word % request.banks][word].push_back(lane.lane);
        }
        std::size_t deepest = 0;
        for (const auto& bank : words) deepest = std::max(deepest, bank.size());
        const std::size_t before = passes.size();
        passes.resize(before + deepest, {.served = std::vector<std::vector<unsigned>>(request.banks)});
        for (std::size_t bank = 0; bank < words.size(); ++bank) {
            std::size_t turn = before;
            for (const auto& [word, lanes] : words[bank]) passes[turn++].served[bank] = lanes;
        }
        for (std::size_t late = before + 1; late < passes.size(); ++late) passes[late].is_late = true;
    }
    return passes;
}

double local_picture_height(const Request& request)
{
    return rows_bottom(local_passes(request)) + 62;
}

void draw_local(Canvas& canvas, const Request& request)
{
    const std::vector<Pass> passes = local_passes(request);
    const double across = (right - left) / request.banks;
    const bool has_numbers = across >= 17.2;
    canvas.heading({10, 17},
                   fmt::format("{} of {}",
                               request.access == "atomic"  ? "Atomics"
                               : request.access == "store" ? "Store"
                                                           : "Load",
                               request.place),
                   fmt::format("{} each", counted(request.bytes, "byte")));
    canvas.text({10, header - 13}, "bank", {.size = 14, .colour = Colour::muted, .align = Align::start});
    for (unsigned bank = 0; bank < request.banks; ++bank)
        if (bank % (has_numbers ? 2 : 8) == 0)
            canvas.text({left + (bank + 0.5) * across, header - 13}, std::to_string(bank),
                        {.size = 14, .colour = Colour::muted});

    constexpr Shape served{.fill = Colour::accent_soft, .stroke = Colour::accent, .width = 1};
    constexpr Shape shared{.fill = Colour::violet_soft, .stroke = Colour::violet, .width = 1};
    constexpr Shape late{.fill = Colour::bad_soft, .stroke = Colour::bad, .width = 1};
    double y = header;
    bool has_broadcast = false;
    for (const Pass& pass : passes)
        has_broadcast = has_broadcast ||
                        std::ranges::any_of(pass.served, [](const auto& lanes) { return lanes.size() > 1; });
    const auto needed = std::ranges::count(passes, false, &Pass::is_late);
    const bool has_conflict = needed != std::ssize(passes);
    for (std::size_t row = 0; row < shown_rows(passes); ++row) {
        const double height = row_height(passes[row]);
        canvas.text({10, y + height / 2}, fmt::format("pass {}", row + 1),
                    {.size = 14, .align = Align::start});
        std::string grid = fmt::format("M{} {}H{}M{} {}H{}", left, y, right, left, y + height, right);
        for (unsigned bank = 0; bank <= request.banks; ++bank)
            grid += fmt::format("M{:.1f} {}v{}", left + bank * across, y, height);
        canvas.path(grid, {.stroke = Colour::line, .width = 1, .dash = "1 3"});
        for (unsigned bank = 0; bank < request.banks; ++bank) {
            const std::vector<unsigned>& lanes = passes[row].served[bank];
            if (lanes.empty()) continue;
            const Rect cell{left + bank * across, y, across, height};
            canvas.box(cell, passes[row].is_late ? late : lanes.size() > 1 ? shared : served);
            if (has_numbers) canvas.text(cell.centre(), cell_words(lanes), {.size = 14});
        }
        y += height + 3;
    }
    if (shown_rows(passes) < passes.size())
        canvas.text({left, y + 9},
                    fmt::format("… {} like these", counted(passes.size() - shown_rows(passes), "more pass")),
                    {.size = 14, .colour = Colour::muted, .align = Align::start});
    y = rows_bottom(passes) + 18;
    canvas.text({10, y},
                fmt::format("{}; {}{}", counted(request.lanes.size(), "work-item"),
                            counted(passes.size(), "pass"),
                            has_conflict ? fmt::format(" where {} would do", needed) : ", no bank conflict"),
                {.size = 15, .align = Align::start});
    const Type quiet{.size = 15, .colour = Colour::muted, .align = Align::start};
    double x = 10;
    const auto key = [&](const Shape& shape, std::string_view words) {
        canvas.box({x, y + 16, 16, 14}, shape);
        canvas.text({x + 24, y + 23}, words, quiet);
        x += 24 + text_width(words, quiet) + 22;
    };
    key(served, has_conflict ? "served at once" : "served");
    if (has_conflict) key(late, "late: a bank conflict");
    if (has_broadcast) key(shared, "one word for several: broadcast");
}

} // namespace lockstep::tool
