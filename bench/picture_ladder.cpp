#include "picture_ladder.hpp"

#include "peers/native.hpp"
#include "peers/process.hpp"

#include <lockstep/error.hpp>
#include <lockstep/timing.hpp>

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace lockstep::bench
{

Extent PictureLadder::timed_extent(const Workbench& workbench, const std::string& input, bool quick) const
{
    const bool ragged = input == "ragged";
    if (workbench.is_simulator()) return ragged ? Extent{127, 65} : Extent{128, 64};
    if (quick) return ragged ? Extent{2047, 2049} : Extent{2048, 2048};
    return ragged ? Extent{8191, 8209} : Extent{8192, 8192};
}

std::array<Extent, 2> PictureLadder::counted_extents(const std::string& input, const Parameters&) const
{
    if (input == "ragged") return {{{63, 65}, {127, 129}}};
    return {{{64, 64}, {128, 128}}};
}

std::vector<Extent> PictureLadder::curve_extents(const Workbench& workbench, const std::string& input,
                                                 bool quick) const
{
    const Extent full = timed_extent(workbench, input, quick);
    std::vector<Extent> extents;
    for (std::size_t side = 128; side < full.columns; side *= 2)
        extents.push_back(input == "ragged" ? Extent{side - 1, side + 17} : Extent{side, side});
    if (input != "ragged") extents.push_back(full);
    return extents;
}

LaunchShape shifted_shape()
{
    return {{"GROUP", 1}, {{"GROUP", 4, -16}, "BLOCK_ROWS"}, false, 8};
}

std::vector<Parameters> shifted_choices()
{
    std::vector<Parameters> choices;
    for (const auto& [group, ahead, rows] : std::vector<std::array<int, 3>>{
             {64, 3, 12}, {128, 3, 12}, {128, 7, 16}, {64, 9, 18}, {128, 3, 24}, {128, 7, 32}, {128, 9, 36}})
        choices.push_back({{"GROUP", group}, {"AHEAD", ahead}, {"BLOCK_ROWS", rows}});
    return choices;
}

std::vector<Peer> picture_peers(const Workbench& workbench, const std::string& filter, Extent extent)
{
    const std::string columns = std::to_string(extent.columns), rows = std::to_string(extent.rows);
    const double work = 2.0 * sizeof(float) * static_cast<double>(extent.columns * extent.rows);
    std::vector<Peer> peers;
    if (auto npp = cuda_peer(workbench, "NPP", {filter, columns, rows}, work))
        peers.push_back(std::move(*npp));
    if (auto torch = torch_peer(workbench, "PyTorch", {filter, rows, columns}, work))
        peers.push_back(std::move(*torch));
    return peers;
}

std::vector<Peer> picture_peers(std::vector<float> picture, const std::vector<PicturePeer>& filters)
{
    const auto from = std::make_shared<const std::vector<float>>(std::move(picture));
    const auto to = std::make_shared<std::vector<float>>(from->size());
    const double work = 2.0 * sizeof(float) * static_cast<double>(from->size());
    const auto is_copy = [](const auto& in, const auto& out) { return in == out; };
    const auto copied = [](auto copy) {
        return [copy](std::span<const float> in, std::span<float> out) {
            copy(std::as_bytes(in), std::as_writable_bytes(out));
        };
    };
    std::vector<PicturePeer> all{{"memcpy", copied(native::copy), is_copy},
                                 {"streaming copy", copied(native::streaming_copy), is_copy}};
    all.insert(all.end(), filters.begin(), filters.end());
    std::vector<Peer> peers;
    for (const auto& [name, run, is_right, version] : all) {
        std::ranges::fill(*to, -7.0F);
        run(*from, *to);
        if (!is_right(*from, *to))
            throw Failure(fmt::format("The peer {} is wrong.", name),
                          "./lockstep bench measure box_filter gaussian_blur --quick");
        const auto run_ms = [from, to, run = run] {
            const Stopwatch watch;
            run(*from, *to);
            return watch.elapsed().count();
        };
        peers.push_back(
            {.name = name, .run_ms = run_ms, .work = work, .threads = native::threads(), .version = version});
    }
    return peers;
}

} // namespace lockstep::bench
