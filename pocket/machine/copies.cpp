// Copies that a group asks for and does not wait for, until it does.
#include "machine/run.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace lockstep::pocket
{

// All work-items ask for the same copy; the first sub-group notes it. What it copies to is unwritten until it is waited for.
void Run::copy_async(SubGroup& part, const Instruction& in)
{
    const auto& values = code_.parts[static_cast<std::size_t>(in.extra)];
    const Register& given = values.back();
    define(part, in.to, ~Mask{0});
    if (part.mask != part.exists) {
        find(part, lowest_bit(part.mask), Fault::barrier, in.place,
             "this copy must be asked for by all work-items of the group, with the same arguments");
        return;
    }
    if (const Mask unknown = part.mask & ~known(part, given); unknown != 0)
        find(part, lowest_bit(unknown), Fault::unwritten, in.place,
             "this copy gets an event that nobody has written; write 0, or the event of an earlier copy");
    const std::uint64_t number = ++part.copies;
    const auto joined = static_cast<std::uint64_t>(whole(part, given, 0));
    const std::uint64_t event = joined != 0 && joined < number ? joined : number;
    std::fill_n(lanes<std::uint64_t>(part, in.to), width_, event);
    if (part.number != 0) return;
    Group::Copy copy{.event = event,
                     .asked = &in,
                     .from = lanes<std::uint64_t>(part, values[1])[0],
                     .to = lanes<std::uint64_t>(part, values[0])[0],
                     .count = static_cast<std::size_t>(whole(part, values[2], 0)),
                     .stride = in.flags != 0 ? static_cast<std::size_t>(whole(part, values[3], 0)) : 1};
    const auto size = static_cast<std::size_t>(in.number.whole);
    const std::size_t step = size * (in.flags == 2 ? copy.stride : 1);
    Instruction writes = in;
    writes.a = values[0];
    for (std::size_t i = 0; i < copy.count; ++i) {
        if (++outcome_.steps > options_.most_steps) return; // which is told where the slice ends
        Object* target = nullptr;
        std::size_t at = 0;
        if (place(part, writes, 0, copy.to + i * step, size, 1, Kind::write, target, at) == nullptr) {
            copy.count = i;
            break;
        }
        if (target->space == Space::local && target->written != nullptr)
            std::memset(target->written + at, 0, size);
    }
    part.group->copies.push_back(copy);
}

void Run::complete(SubGroup& part, const Group::Copy& copy)
{
    const Instruction& in = *copy.asked;
    const auto asked = static_cast<std::uint32_t>(&in - code_.instructions.data());
    const auto& values = code_.parts[static_cast<std::size_t>(in.extra)];
    const auto size = static_cast<std::size_t>(in.number.whole);
    Instruction reads = in, writes = in;
    reads.a = values[1];
    writes.a = values[0];
    // The pointers were known when the copy was asked for; their registers may hold something else by now.
    const Mask before[2] = {std::exchange(part.defined[values[0].defined], ~Mask{0}),
                            std::exchange(part.defined[values[1].defined], ~Mask{0})};
    const auto end = [&] {
        part.defined[values[1].defined] = before[1];
        part.defined[values[0].defined] = before[0];
    };
    for (std::size_t i = 0; i < copy.count; ++i) {
        if (++outcome_.steps > options_.most_steps) return end();
        Object *source = nullptr, *target = nullptr;
        std::size_t source_at = 0, target_at = 0;
        const std::byte* const data =
            place(part, reads, 0, copy.from + i * size * (in.flags == 1 ? copy.stride : 1), size, 1,
                  Kind::read, source, source_at);
        std::byte* const there =
            data == nullptr ? nullptr
                            : place(part, writes, 0, copy.to + i * size * (in.flags == 2 ? copy.stride : 1),
                                    size, 1, Kind::write, target, target_at);
        if (there == nullptr) return end();
        std::memcpy(there, data, size);
        if (target->written != nullptr) {
            if (source->written == nullptr)
                std::memset(target->written + target_at, 1, size);
            else
                std::memcpy(target->written + target_at, source->written + source_at, size);
        }
        if (!source->accesses.empty()) note_access(part, asked, 0, *source, source_at, size, Kind::read);
        if (!target->accesses.empty()) note_access(part, asked, 0, *target, target_at, size, Kind::write);
    }
    end();
}

// The events that a group waits for: their copies are made. Each sub-group says the same ones, and the first has noted the copies.
void Run::wait_for(SubGroup& part, const Instruction& in)
{
    const auto count = static_cast<std::size_t>(whole(part, in.a, 0));
    const std::uint64_t first = lanes<std::uint64_t>(part, in.b)[0];
    for (std::size_t i = 0; i < count; ++i) {
        Object* object = nullptr;
        std::size_t offset = 0;
        Instruction reads = in;
        reads.a = in.b;
        const std::byte* const at = place(part, reads, 0, first + i * 8, 8, 1, Kind::read, object, offset);
        if (at == nullptr) return;
        if (object->written != nullptr && object->written[offset] == 0) {
            find(part, 0, Fault::unwritten, in.place, "this waits for an event that nobody has written",
                 object);
            return;
        }
        std::uint64_t event = 0;
        std::memcpy(&event, at, sizeof event);
        if (part.number != 0) continue;
        std::vector<Group::Copy>& copies = part.group->copies;
        for (const Group::Copy& copy : copies)
            if (copy.event == event) complete(part, copy);
        std::erase_if(copies, [&](const Group::Copy& copy) { return copy.event == event; });
    }
}

} // namespace lockstep::pocket
