// Who accessed a place, and whether anything orders it.
#include "machine/run.hpp"

#include <algorithm>

namespace lockstep::pocket
{

// Two accesses of different work-items, one of which writes, with nothing that orders them.
void Run::note_access(SubGroup& part, std::uint32_t at, unsigned lane, Object& object, std::size_t offset,
                      std::size_t bytes, Kind kind)
{
    std::size_t finest = object.unit; // neighbours must not share one
    while (finest > 1 && (offset % finest != 0 || bytes % finest != 0)) finest /= 2;
    object.refine(finest);
    const Group& group = *part.group;
    const auto item = static_cast<std::uint32_t>(item_number(part, lane)) + 1;
    const std::uint32_t time = object.space == Space::local ? group.local_time : group.global_time;
    const std::size_t items = sizes_.group[0] * sizes_.group[1] * sizes_.group[2];
    const auto group_of = [&](std::uint32_t number) { return group_of_item(number - 1); };
    const auto together = [&](std::uint32_t other, std::uint32_t when, std::uint16_t step) {
        if (other == 0 || other == item) return false;
        if (group_of(other) != group_of(item)) return true;
        if (when != time) return false;
        const std::size_t mine = (item - 1) % items / width_, theirs = (other - 1) % items / width_;
        return mine != theirs || step == part.step;
    };
    for (std::size_t unit = offset / object.unit; unit <= (offset + bytes - 1) / object.unit; ++unit) {
        Access& access = object.accesses[unit];
        const bool atomic = kind == Kind::atomic;
        if (access.writer == 0 && access.reader == 0 && kind == Kind::write) { // the first of all
            access.writer = item;
            access.written = time;
            access.write_step = part.step;
            access.write_at = at;
            continue;
        }
        std::uint32_t other = 0;
        bool other_writes = false;
        if (together(access.writer, access.written, access.write_step) && !(atomic && access.write_atomic)) {
            other = access.writer;
            other_writes = true;
        } else if (kind != Kind::read && !(atomic && access.read_atomic) &&
                   (together(access.reader, access.read, access.read_step) ||
                    (access.reader != 0 && access.several_readers && access.read == time &&
                     group_of(access.reader) == group_of(item)) ||
                    (access.reader != 0 && access.several_groups))) {
            other = access.reader;
        }
        if (other != 0) {
            // Of an atomic and another access the latter is wrong, volatile or not.
            const bool beside_atomic = atomic || (other_writes ? access.write_atomic : access.read_atomic);
            tell_race(part, at, lane, object, std::max(offset, unit * object.unit), kind,
                      {.item = other - 1,
                       .at = other_writes ? access.write_at : access.read_at,
                       .writes = other_writes,
                       .beside_atomic = beside_atomic});
        }
        if (kind != Kind::read) {
            // A plain write stays one until a barrier, though its work-item goes on with atomics.
            const bool plain_before = access.writer == item && access.written == time && !access.write_atomic;
            if (!atomic || !plain_before) access.write_at = at;
            access.writer = item;
            access.written = time;
            access.write_step = part.step;
            access.write_atomic = atomic && !plain_before;
        }
        if (kind != Kind::write) {
            const bool others = access.reader != 0 && access.reader != item;
            const bool same_group = access.reader != 0 && group_of(access.reader) == group_of(item);
            const bool fresh =
                access.reader == 0 || (same_group && access.read != time); // a barrier lies between
            access.several_groups = access.several_groups || (others && !same_group);
            access.several_readers = !fresh && same_group && (others || access.several_readers);
            access.read_atomic = atomic && (fresh || access.read_atomic);
            access.reader = item;
            access.read = time;
            access.read_step = part.step;
            access.read_at = at;
        }
    }
}

} // namespace lockstep::pocket
