// Who accessed a place, and whether anything orders it.
#include "machine/run.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace lockstep::pocket
{

void History::assign(std::size_t units)
{
    units_ = units;
    blocks_.resize((units + together - 1) / together);
    for (Block& block : blocks_) {
        block.first = {};
        block.apart = false;
    }
}

Access History::at(std::size_t unit) const
{
    const Block& block = blocks_[unit / together];
    const auto behind = static_cast<std::uint32_t>(unit % together);
    if (block.apart) return block.each[behind];
    Access access = block.first;
    if (access.writer != 0) access.writer += behind;
    if (access.reader != 0) access.reader += behind;
    return access;
}

Access& History::operator[](std::size_t unit)
{
    Block& block = blocks_[unit / together];
    if (!block.apart) {
        if (!block.each) block.each = std::make_unique<Access[]>(together);
        for (std::size_t i = 0; i < together; ++i) block.each[i] = at(unit / together * together + i);
        block.apart = true;
    }
    return block.each[unit % together];
}

Access* History::first_of(std::size_t block)
{
    return block < blocks_.size() && !blocks_[block].apart ? &blocks_[block].first : nullptr;
}

void History::halve()
{
    History finer;
    finer.assign(units_ * 2);
    for (std::size_t unit = 0; unit < units_; ++unit) {
        const Access access = at(unit);
        if (access.writer == 0 && access.reader == 0) continue;
        finer[2 * unit] = access;
        finer[2 * unit + 1] = access;
    }
    *this = std::move(finer);
}

Run::Accessing Run::accessing(const SubGroup& part, unsigned lane, const Object& object, Kind kind,
                              std::uint32_t instruction) const
{
    return {.part = part,
            .item = static_cast<std::uint32_t>(item_number(part, lane)) + 1,
            .time = object.space == Space::local ? part.group->local_time : part.group->global_time,
            .kind = kind,
            .at = instruction};
}

namespace
{

// Whether an item's number is one of so many from the first on, which counts from 0.
bool is_of(std::uint32_t number, std::size_t first, std::size_t count)
{
    return number - 1 - first < count; // of smaller ones: very large
}

} // namespace

bool Run::same_group(const Accessing& by, std::uint32_t other) const
{
    return is_of(other, by.part.group->first_item, sizes_.group[0] * sizes_.group[1] * sizes_.group[2]);
}

// Whether nothing orders a work-item and another one that was there `when` and at that `step`.
bool Run::together(const Accessing& by, std::uint32_t other, std::uint32_t when, std::uint16_t step) const
{
    if (other == 0 || other == by.item) return false;
    if (!same_group(by, other)) return true;
    if (when != by.time) return false;
    return !is_of(other, item_number(by.part, 0), width_) || step == by.part.step;
}

// With whom an access is a race.
Run::Other Run::other_of(const Accessing& by, const Access& access) const
{
    const bool atomic = by.kind == Kind::atomic;
    if (together(by, access.writer, access.written, access.write_step) && !(atomic && access.write_atomic))
        return {access.writer, true};
    if (by.kind != Kind::read && access.reader != 0 && !(atomic && access.read_atomic) &&
        (together(by, access.reader, access.read, access.read_step) || access.several_groups ||
         (access.several_readers && access.read == by.time && same_group(by, access.reader))))
        return {access.reader, false};
    return {};
}

void Run::note(const Accessing& by, Access& access) const
{
    const bool atomic = by.kind == Kind::atomic;
    if (by.kind != Kind::read) {
        // A plain write stays one until a barrier, though its work-item goes on with atomics.
        const bool plain_before =
            access.writer == by.item && access.written == by.time && !access.write_atomic;
        if (!atomic || !plain_before) access.write_at = by.at;
        access.writer = by.item;
        access.written = by.time;
        access.write_step = by.part.step;
        access.write_atomic = atomic && !plain_before;
    }
    if (by.kind != Kind::write) {
        const bool others = access.reader != 0 && access.reader != by.item;
        const bool of_group = access.reader != 0 && same_group(by, access.reader);
        const bool fresh =
            access.reader == 0 || (of_group && access.read != by.time); // a barrier lies between
        access.several_groups = access.several_groups || (others && !of_group);
        access.several_readers = !fresh && of_group && (others || access.several_readers);
        access.read_atomic = atomic && (fresh || access.read_atomic);
        access.reader = by.item;
        access.read = by.time;
        access.read_step = by.part.step;
        access.read_at = by.at;
    }
}

// Two accesses of different work-items, one of which writes, with nothing that orders them.
void Run::note_access(SubGroup& part, std::uint32_t at, unsigned lane, Object& object, std::size_t offset,
                      std::size_t bytes, Kind kind)
{
    std::size_t finest = object.unit; // neighbours must not share one
    while (finest > 1 && ((offset | bytes) & (finest - 1)) != 0) finest /= 2;
    object.refine(finest);
    const Accessing by = accessing(part, lane, object, kind, at);
    const int shift = std::countr_zero(object.unit);
    for (std::size_t unit = offset >> shift; unit <= (offset + bytes - 1) >> shift; ++unit) {
        Access& access = object.accesses[unit];
        if (const Other other = other_of(by, access); other.number != 0) {
            // Of an atomic and another access the latter is wrong, volatile or not.
            const bool beside_atomic =
                kind == Kind::atomic || (other.writes ? access.write_atomic : access.read_atomic);
            tell_race(part, at, lane, object, std::max(offset, unit * object.unit), kind,
                      {.item = other.number - 1,
                       .at = other.writes ? access.write_at : access.read_at,
                       .writes = other.writes,
                       .beside_atomic = beside_atomic});
        }
        note(by, access);
    }
}

} // namespace lockstep::pocket
