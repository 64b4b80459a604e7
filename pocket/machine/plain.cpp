// The usual loads and stores: each lane of a sub-group at an element of the same object, and nothing is wrong with any.
#include "machine/run.hpp"

#include <bit>
#include <cstring>

namespace lockstep::pocket
{

// All of a sub-group at neighbours, each at its own: what holds of the first holds of the others. @return false where each lane must be looked at
bool Run::note_row(const SubGroup& part, Object& object, std::size_t offset, std::size_t bytes, Kind kind)
{
    constexpr unsigned together = History::together;
    if (bytes != object.unit || width_ % together != 0 || offset % (bytes * together) != 0) return false;
    const std::size_t begin = offset / bytes / together;
    for (unsigned lane = 0; lane < width_; lane += together) {
        const Access* const first = object.accesses.first_of(begin + lane / together);
        if (first == nullptr || other_of(accessing(part, lane, object, kind, part.at), *first).number != 0)
            return false;
    }
    for (unsigned lane = 0; lane < width_; lane += together)
        note(accessing(part, lane, object, kind, part.at),
             *object.accesses.first_of(begin + lane / together));
    return true;
}

// Several read the same unit: what the first and the last leave behind is what all do. @return as above
bool Run::note_one_read(const SubGroup& part, const Plain& plain, std::size_t bytes)
{
    Object& object = *plain.object;
    const unsigned lanes_[2] = {lowest_bit(part.mask), highest_bit(part.mask)};
    if (bytes != object.unit || plain.in_a_row || lanes_[0] == lanes_[1]) return false;
    for (Mask left = part.mask; left != 0; left &= left - 1)
        if (plain.at[lowest_bit(left)] != plain.first) return false;
    Access& access = object.accesses[plain.first / bytes];
    for (const unsigned lane : lanes_)
        if (other_of(accessing(part, lane, object, Kind::read, part.at), access).number != 0) return false;
    for (const unsigned lane : lanes_) note(accessing(part, lane, object, Kind::read, part.at), access);
    return true;
}

// Where the lanes access elements of the same object, if nothing is wrong with their places.
Run::Plain Run::plain_places(SubGroup& part, const Instruction& in, std::size_t bytes)
{
    Plain plain;
    if (part.mask == 0 || (part.mask & ~known(part, in.a)) != 0) return plain;
    const std::uint64_t* const pointers = lanes<std::uint64_t>(part, in.a);
    const std::uint64_t first = pointers[lowest_bit(part.mask)];
    Object* const object = object_of(part, first);
    if (object == nullptr || object->size < bytes) return plain;
    const std::uint64_t base = (first >> object_shift << object_shift) + object_middle;
    const std::size_t last = object->size - bytes;
    const std::size_t apart = object->space == Space::own ? object->size : 0; // a copy for each lane
    plain.first = static_cast<std::size_t>(first - base);
    if (apart == 0 && std::popcount(part.mask) == static_cast<int>(width_)) {
        std::uint64_t others = 0; // that are not where the row has them
        for (unsigned lane = 0; lane < width_; ++lane) others |= pointers[lane] ^ (first + lane * bytes);
        if (others == 0 && plain.first <= last && plain.first + width_ * bytes <= object->size &&
            plain.first % bytes == 0) {
            plain.object = object;
            plain.in_a_row = true;
            return plain;
        }
    }
    for (Mask left = part.mask; left != 0; left &= left - 1) {
        const unsigned lane = lowest_bit(left);
        const std::uint64_t offset = pointers[lane] - base; // of another object: very large
        if (offset > last || offset % bytes != 0) return plain;
        plain.at[lane] = lane * apart + static_cast<std::size_t>(offset);
    }
    plain.object = object;
    return plain;
}

void Run::note_plain(SubGroup& part, const Plain& plain, std::size_t bytes, Kind kind)
{
    Object& object = *plain.object;
    if (object.accesses.empty() || (plain.in_a_row && note_row(part, object, plain.first, bytes, kind)) ||
        (kind == Kind::read && note_one_read(part, plain, bytes)))
        return;
    for (Mask left = part.mask; left != 0; left &= left - 1) {
        const unsigned lane = lowest_bit(left);
        note_access(part, part.at, lane, object, plain.in_a_row ? plain.first + lane * bytes : plain.at[lane],
                    bytes, kind);
    }
}

// Whether each byte of an element has been written: each has a mark, 0 or 1.
template <typename Element>
bool all_written(const std::uint8_t* marks)
{
    Element all;
    std::memcpy(&all, marks, sizeof all);
    return all == static_cast<Element>(0x0101010101010101U);
}

// The usual load: each lane reads an element of the same object, and nothing is wrong with it. @return false where something may be, so that each
// lane must be looked at.
template <typename Element>
bool Run::load_elements(SubGroup& part, const Instruction& in)
{
    constexpr std::size_t bytes = sizeof(Element);
    const Plain plain = plain_places(part, in, bytes);
    if (plain.object == nullptr) return false;
    const std::uint8_t* const written = plain.object->written;
    auto* const to = reinterpret_cast<Element*>(at(part, in.to, 0));
    if (plain.in_a_row) {
        if (written != nullptr && std::memchr(written + plain.first, 0, width_ * bytes) != nullptr)
            return false;
        std::memcpy(to, plain.object->data + plain.first, width_ * bytes);
    } else {
        for (Mask left = part.mask; left != 0; left &= left - 1) {
            const unsigned lane = lowest_bit(left);
            if (written != nullptr && !all_written<Element>(written + plain.at[lane])) return false;
            std::memcpy(to + lane, plain.object->data + plain.at[lane], bytes);
        }
    }
    part.defined[in.to.defined] |= part.mask;
    note_plain(part, plain, bytes, Kind::read);
    return true;
}

// The usual store, likewise.
template <typename Element>
bool Run::store_elements(SubGroup& part, const Instruction& in)
{
    constexpr std::size_t bytes = sizeof(Element);
    const Plain plain = plain_places(part, in, bytes);
    if (plain.object == nullptr || plain.object->is_read_only || plain.object->space == Space::constant ||
        (part.mask & ~known(part, in.b)) != 0)
        return false;
    std::uint8_t* const written = plain.object->written;
    const auto* const from = reinterpret_cast<const Element*>(at(part, in.b, 0));
    if (plain.in_a_row) {
        std::memcpy(plain.object->data + plain.first, from, width_ * bytes);
        if (written != nullptr) std::memset(written + plain.first, 1, width_ * bytes);
    } else {
        for (Mask left = part.mask; left != 0; left &= left - 1) {
            const unsigned lane = lowest_bit(left);
            std::memcpy(plain.object->data + plain.at[lane], from + lane, bytes);
            if (written != nullptr) std::memset(written + plain.at[lane], 1, bytes);
        }
    }
    note_plain(part, plain, bytes, Kind::write);
    return true;
}

bool Run::load_plainly(SubGroup& part, const Instruction& in)
{
    if (in.to.lanes != 1) return false;
    switch (size_of(in.to.scalar)) {
    case 1:
        return load_elements<std::uint8_t>(part, in);
    case 2:
        return load_elements<std::uint16_t>(part, in);
    case 4:
        return load_elements<std::uint32_t>(part, in);
    default:
        return load_elements<std::uint64_t>(part, in);
    }
}

bool Run::store_plainly(SubGroup& part, const Instruction& in)
{
    if (in.b.lanes != 1) return false;
    switch (size_of(in.b.scalar)) {
    case 1:
        return store_elements<std::uint8_t>(part, in);
    case 2:
        return store_elements<std::uint16_t>(part, in);
    case 4:
        return store_elements<std::uint32_t>(part, in);
    default:
        return store_elements<std::uint64_t>(part, in);
    }
}

} // namespace lockstep::pocket
