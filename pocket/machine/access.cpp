// Loads, stores and atomics, and what is wrong with them.
#include "machine/functions.hpp"
#include "machine/run.hpp"
#include "machine/telling.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace lockstep::pocket
{

namespace
{

// What an access asks of its address, in bytes.
std::size_t asked_alignment(const Instruction& in, const Register& value)
{
    const std::size_t size = size_of(value.scalar);
    if (in.flags == Aligned::anywhere) return 1;
    return in.flags == Aligned::as_element ? size : size * (value.lanes == 3 ? 4 : value.lanes);
}

} // namespace

Object* Run::object_of(SubGroup& part, std::uint64_t pointer) const
{
    const std::uint64_t number = pointer >> object_shift;
    if (number == 0 || number > code_.objects.size()) return nullptr;
    const auto index = static_cast<std::size_t>(number - 1);
    switch (code_.objects[index].space) {
    case Space::own:
        return &part.own_objects[index];
    case Space::local:
        return &part.group->locals[index];
    default:
        return globals_[index];
    }
}

// Where a lane's pointer leads, if that many bytes may be accessed there; else null, and it has been said why.
std::byte* Run::place(SubGroup& part, const Instruction& in, unsigned lane, std::uint64_t pointer,
                      std::size_t bytes, std::size_t alignment, Kind kind, Object*& object,
                      std::size_t& offset)
{
    const char* const does = kind == Kind::read ? "reads" : kind == Kind::write ? "writes" : "changes";
    if (((known(part, in.a) >> lane) & 1U) == 0 && in.what != Do::move) {
        tell_unwritten(part, lane, in,
                       std::string{"this "} + does +
                           " at a place that depends on a value that nobody has written",
                       in.a);
        return nullptr;
    }
    object = object_of(part, pointer);
    if (object == nullptr) {
        find(part, lane, Fault::unknown, in.place,
             pointer == 0 ? std::string{"this "} + does + " through a null pointer"
                          : std::string{"this "} + does + " through a pointer that leads nowhere");
        return nullptr;
    }
    std::int64_t at = offset_of(pointer);
    if (at < 0 || static_cast<std::uint64_t>(at) + bytes > object->size) {
        tell_outside(part, in, lane, does, pointer, bytes, *object);
        // Where there is memory, in what a sub-buffer is a part of, it is accessed all the same, as on a device.
        const std::int64_t there = at + static_cast<std::int64_t>(object->origin);
        if (object->whole == nullptr || there < 0 ||
            static_cast<std::uint64_t>(there) + bytes > object->whole->size)
            return nullptr;
        object = object->whole;
        at = there;
    }
    offset = static_cast<std::size_t>(at);
    if (alignment > 1 && offset % alignment != 0) {
        find(part, lane, Fault::misaligned, in.place,
             std::string{"this "} + does + " " + std::to_string(bytes) + " bytes of " + object->name +
                 " at its byte " + std::to_string(offset) + ", which is no multiple of " +
                 std::to_string(alignment),
             object, at);
        return nullptr;
    }
    if (kind != Kind::read && (object->is_read_only || object->space == Space::constant)) {
        find(part, lane, Fault::read_only, in.place,
             std::string{"this "} + does + " " + object->name + ", which may only be read", object, at);
        return nullptr;
    }
    if (object->space == Space::own) return object->data + lane * object->size + offset;
    return object->data + offset;
}

void Run::load(SubGroup& part, const Instruction& in)
{
    const std::size_t size = size_of(in.to.scalar);
    if (load_plainly(part, in)) return;
    const unsigned stored = in.to.lanes;
    const std::size_t alignment = asked_alignment(in, in.to);
    for (Mask left = part.mask; left != 0; left &= left - 1) {
        const unsigned lane = lowest_bit(left);
        Object* object = nullptr;
        std::size_t offset = 0;
        const std::byte* const from = place(part, in, lane, lanes<std::uint64_t>(part, in.a)[lane],
                                            size * stored, alignment, Kind::read, object, offset);
        const Mask bit = Mask{1} << lane;
        if (from == nullptr) {
            for (unsigned c = 0; c < stored; ++c) {
                set_whole(part, in.to, lane, c, 0);
                part.defined[in.to.defined + c] |= bit; // said once is enough
            }
            continue;
        }
        const std::uint8_t* written = object->written;
        if (written != nullptr)
            written += object->space == Space::own ? lane * object->size + offset : offset;
        for (unsigned c = 0; c < stored; ++c) {
            std::memcpy(at(part, in.to, c) + lane * size, from + c * size, size);
            bool all = true;
            if (written != nullptr)
                for (std::size_t b = 0; b < size; ++b) all = all && written[c * size + b] != 0;
            Mask& defined = part.defined[in.to.defined + c];
            defined = all ? defined | bit : defined & ~bit;
            if (!all) keep_unwritten(part, lane, lanes<std::uint64_t>(part, in.a)[lane] + c * size);
        }
        if (!object->accesses.empty())
            note_access(part, part.at, lane, *object, offset, size * stored, Kind::read);
    }
}

void Run::store(SubGroup& part, const Instruction& in)
{
    const std::size_t size = size_of(in.b.scalar);
    if (store_plainly(part, in)) return;
    const std::size_t alignment = asked_alignment(in, in.b);
    for (Mask left = part.mask; left != 0; left &= left - 1) {
        const unsigned lane = lowest_bit(left);
        Object* object = nullptr;
        std::size_t offset = 0;
        std::byte* const to = place(part, in, lane, lanes<std::uint64_t>(part, in.a)[lane], size * in.b.lanes,
                                    alignment, Kind::write, object, offset);
        if (to == nullptr) continue;
        std::uint8_t* written = object->written;
        if (written != nullptr)
            written += object->space == Space::own ? lane * object->size + offset : offset;
        for (unsigned c = 0; c < in.b.lanes; ++c) {
            std::memcpy(to + c * size, at(part, in.b, c) + lane * size, size);
            const bool is_known = (part.defined[in.b.defined + c] >> lane & 1U) != 0;
            if (!is_known && object->space != Space::own)
                tell_unwritten(part, lane, in,
                               "this writes a value that nobody has written into `" + object->name + "`",
                               in.b);
            if (written != nullptr)
                std::memset(written + c * size, is_known || object->space != Space::own ? 1 : 0, size);
        }
        if (!object->accesses.empty())
            note_access(part, part.at, lane, *object, offset, size * in.b.lanes, Kind::write);
    }
}

void Run::move(SubGroup& part, const Instruction& in)
{
    const auto bytes = static_cast<std::size_t>(in.number.whole);
    for (Mask left = part.mask; left != 0; left &= left - 1) {
        const unsigned lane = lowest_bit(left);
        Object *source = nullptr, *target = nullptr;
        std::size_t source_at = 0, target_at = 0;
        const std::byte* const from = place(part, in, lane, lanes<std::uint64_t>(part, in.b)[lane], bytes, 1,
                                            Kind::read, source, source_at);
        std::byte* const to = from == nullptr ? nullptr
                                              : place(part, in, lane, lanes<std::uint64_t>(part, in.a)[lane],
                                                      bytes, 1, Kind::write, target, target_at);
        if (to == nullptr) continue;
        std::memmove(to, from, bytes);
        if (target->written != nullptr) {
            std::uint8_t* const marks =
                target->written + (target->space == Space::own ? lane * target->size + target_at : target_at);
            if (source->written == nullptr)
                std::memset(marks, 1, bytes);
            else
                std::memmove(marks,
                             source->written +
                                 (source->space == Space::own ? lane * source->size + source_at : source_at),
                             bytes);
        }
        if (!source->accesses.empty())
            note_access(part, part.at, lane, *source, source_at, bytes, Kind::read);
        if (!target->accesses.empty())
            note_access(part, part.at, lane, *target, target_at, bytes, Kind::write);
    }
}

void Run::change(SubGroup& part, const Instruction& in)
{
    const std::string what = std::string{function_name(in.function)}.substr(7);
    const std::size_t size = size_of(in.to.scalar);
    const Scalar scalar = in.to.scalar;
    for (Mask left = part.mask; left != 0; left &= left - 1) {
        const unsigned lane = lowest_bit(left);
        Object* object = nullptr;
        std::size_t offset = 0;
        std::byte* const there = place(part, in, lane, lanes<std::uint64_t>(part, in.a)[lane], size, size,
                                       Kind::atomic, object, offset);
        const Mask bit = Mask{1} << lane;
        part.defined[in.to.defined] |= bit;
        if (there == nullptr) {
            set_whole(part, in.to, lane, 0, 0);
            continue;
        }
        std::memcpy(at(part, in.to) + lane * size, there, size);
        if (object->written != nullptr) {
            std::uint8_t* const marks =
                object->written + (object->space == Space::own ? lane * object->size + offset : offset);
            const bool all = std::all_of(marks, marks + size, [](std::uint8_t mark) { return mark != 0; });
            if (!all && what != "xchg")
                tell_unwritten_atomic(part, lane, in, lanes<std::uint64_t>(part, in.a)[lane]);
            std::memset(marks, 1, size);
        }
        if (!object->accesses.empty()) note_access(part, part.at, lane, *object, offset, size, Kind::atomic);
        if (what == "load") continue;
        if (is_float(scalar)) {
            const double was = real(part, in.to, lane), by = real(part, in.b, lane);
            const double now = what == "add"   ? was + by
                               : what == "sub" ? was - by
                               : what == "min" ? std::min(was, by)
                               : what == "max" ? std::max(was, by)
                                               : by;
            set_real(part, in.b, lane, 0, by);
            if (scalar == Scalar::f64)
                std::memcpy(there, &now, 8);
            else {
                const auto single = static_cast<float>(now);
                std::memcpy(there, &single, 4);
            }
            continue;
        }
        const std::int64_t was = whole(part, in.to, lane), by = whole(part, in.b, lane);
        const bool smaller =
            is_signed(scalar) ? by < was : static_cast<std::uint64_t>(by) < static_cast<std::uint64_t>(was);
        std::int64_t now = by;
        if (what == "add")
            now = static_cast<std::int64_t>(static_cast<std::uint64_t>(was) + static_cast<std::uint64_t>(by));
        else if (what == "sub")
            now = static_cast<std::int64_t>(static_cast<std::uint64_t>(was) - static_cast<std::uint64_t>(by));
        else if (what == "min")
            now = smaller ? by : was;
        else if (what == "max")
            now = smaller ? was : by;
        else if (what == "and")
            now = was & by;
        else if (what == "or")
            now = was | by;
        else if (what == "xor")
            now = was ^ by;
        else if (what == "cmpxchg")
            now = was == by ? whole(part, in.c, lane) : was;
        std::memcpy(there, &now, size);
    }
}

} // namespace lockstep::pocket
