#include "lens/asked.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace lockstep::tool
{

namespace
{

using formats::LensDevice;
using formats::LensLine;
using formats::LensSample;

constexpr std::size_t most_lanes = 6; // that are told of a request

// Of the first lanes each one's number, or what it asks for.
template <typename Of>
std::string first_ones(const std::vector<LensSample::Lane>& lanes, Of of)
{
    std::vector<std::uint64_t> told;
    for (const LensSample::Lane& lane : lanes)
        if (told.size() < most_lanes) told.push_back(of(lane));
    return fmt::format("{}{}", fmt::join(told, ", "), lanes.size() > told.size() ? ", …" : "");
}

// The pieces of so many bytes that a request touches, and how few could hold the bytes that it asks for.
std::pair<std::size_t, std::size_t> pieces(const LensSample& sample, std::uint64_t piece)
{
    std::set<std::uint64_t> touched, bytes;
    for (const LensSample::Lane& lane : sample.lanes)
        for (unsigned i = 0; i < sample.bytes; ++i) {
            const std::uint64_t at = sample.base.value_or(0) + lane.offset + i;
            touched.insert(at / piece);
            bytes.insert(at);
        }
    return {touched.size(), (bytes.size() + piece - 1) / piece};
}

} // namespace

std::string asked_for(const LensLine& line, const LensDevice& device)
{
    if (!line.sample || line.sample->lanes.empty() || line.space() == formats::MemorySpace::image) return "";
    const LensSample& sample = *line.sample;
    const std::uint64_t first = sample.lanes.front().offset;
    const std::string who = first_ones(sample.lanes, [](const auto& lane) { return lane.lane; });
    const std::string at = first_ones(sample.lanes, [&](const auto& lane) { return lane.offset - first; });
    const std::string asks =
        fmt::format("in one request, work-items {} ask for {} bytes each, {} bytes behind the first's", who,
                    sample.bytes, at);
    if (line.is_global()) {
        const auto [touched, held] = pieces(sample, device.sector_bytes_of(line.access));
        return fmt::format("{}: {} sectors of {} bytes, where {} hold as much", asks, touched,
                           device.sector_bytes_of(line.access), held);
    }
    constexpr std::uint64_t word = 4;
    const std::uint64_t banks = device.local_banks;
    if (banks == 0) return asks;
    const std::string in = first_ones(sample.lanes, [&](const auto& lane) {
        return (sample.base.value_or(0) + lane.offset) / word % banks;
    });
    return fmt::format("{}: in banks {} of {}", asks, in, banks);
}

} // namespace lockstep::tool
