// What the lens's report counts: sums, ratios and names.
#include "lockstep/formats/lens_report.hpp"

namespace lockstep::formats
{

namespace
{

double ratio(std::uint64_t part, std::uint64_t whole)
{
    return whole == 0 ? 1.0 : static_cast<double>(part) / static_cast<double>(whole);
}

} // namespace

std::string_view name_of(MemorySpace space)
{
    return space == MemorySpace::global ? "global" : space == MemorySpace::local ? "local" : "image";
}

std::string_view name_of(MemoryAccess access)
{
    switch (access) {
    case MemoryAccess::load:
        return "load";
    case MemoryAccess::store:
        return "store";
    case MemoryAccess::atomic:
        return "atomic";
    case MemoryAccess::read:
        return "read";
    case MemoryAccess::write:
        break;
    }
    return "write";
}

std::string_view name_of(VectorCounting counting)
{
    return counting == VectorCounting::as_one     ? "as one"
           : counting == VectorCounting::in_parts ? "in parts"
                                                  : "one by one";
}

double GlobalCounts::efficiency() const
{
    return ratio(ideal(), actual());
}

void GlobalCounts::add(const GlobalCounts& other)
{
    requests += other.requests;
    sectors += other.sectors;
    ideal_sectors += other.ideal_sectors;
    bytes += other.bytes;
}

double LocalCounts::efficiency() const
{
    return ratio(ideal(), actual());
}

void LocalCounts::add(const LocalCounts& other)
{
    requests += other.requests;
    wavefronts += other.wavefronts;
    conflicts += other.conflicts;
    bytes += other.bytes;
}

void AtomicCounts::add(const AtomicCounts& other)
{
    requests += other.requests;
    lanes += other.lanes;
    same_address += other.same_address;
    conflicts += other.conflicts;
}

void ImageCounts::add(const ImageCounts& other)
{
    requests += other.requests;
    bytes += other.bytes;
    distinct_bytes += other.distinct_bytes;
}

void LensCaches::add(const LensCaches& other)
{
    first_bytes = std::min(first_bytes, other.first_bytes);
    groups_at_once = std::min(groups_at_once, other.groups_at_once);
    first_sectors += other.first_sectors;
    first_hits += other.first_hits;
    second_read += other.second_read;
    second_hits += other.second_hits;
    second_written += other.second_written;
    memory_read_bytes += other.memory_read_bytes;
    memory_written_bytes += other.memory_written_bytes;
    left_bytes += other.left_bytes;
    footprint_bytes = std::max(footprint_bytes, other.footprint_bytes);
    truncated = truncated || other.truncated;
}

void LensWork::add(const LensWork& other)
{
    issue_slots += other.issue_slots;
    waits += other.waits;
    local_waits += other.local_waits;
    steps += other.steps;
    lines += other.lines;
    sectors_by_groups += other.sectors_by_groups;
    sectors_read += other.sectors_read;
    sectors_written += other.sectors_written;
    atomic_lanes += other.atomic_lanes;
    atomic_lines += other.atomic_lines;
    atomic_passes += other.atomic_passes;
}

MemorySpace LensLine::space() const
{
    return std::holds_alternative<GlobalCounts>(counts)  ? MemorySpace::global
           : std::holds_alternative<LocalCounts>(counts) ? MemorySpace::local
                                                         : MemorySpace::image;
}

std::uint64_t LensLine::requests() const
{
    return std::visit([](const auto& of) { return of.requests; }, counts);
}

std::uint64_t LensLine::actual() const
{
    return std::visit([](const auto& of) { return of.actual(); }, counts);
}

std::uint64_t LensLine::ideal() const
{
    return std::visit([](const auto& of) { return of.ideal(); }, counts);
}

double LensLine::efficiency() const
{
    return std::visit([](const auto& of) { return of.efficiency(); }, counts);
}

void LensLine::add(const LensLine& other)
{
    std::visit([&]<typename Counts>(Counts& of) { of.add(std::get<Counts>(other.counts)); }, counts);
    lanes += other.lanes;
    same_address += other.same_address;
}

} // namespace lockstep::formats
