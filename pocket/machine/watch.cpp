// What a watcher is told of an instruction.
#include "machine/run.hpp"

namespace lockstep::pocket
{

namespace
{

// Local arrays and those of the program's constants: each at a place of its own, where the first bank begins.
std::uint64_t address_of(const Object& object, std::uint64_t pointer)
{
    const std::uint64_t number = pointer >> object_shift;
    const std::uint64_t offset = (pointer & ((std::uint64_t{1} << object_shift) - 1)) - object_middle;
    return (object.address != 0 ? object.address : number << object_shift) + offset;
}

} // namespace

// Executes an instruction, and tells of it.
void Run::watch(SubGroup& part, const Instruction& in)
{
    Watcher& watcher = *options_.watcher;
    const std::uint32_t index = part.at;
    const Mask before = part.mask;
    const auto tell = [&](SeenAccess::Is is, const Register& pointer, std::size_t bytes) {
        seen_.clear();
        const Object* first = nullptr;
        std::uint32_t number = 0;
        for (Mask left = part.mask & known(part, pointer); left != 0; left &= left - 1) {
            const unsigned lane = lowest_bit(left);
            const std::uint64_t value = lanes<std::uint64_t>(part, pointer)[lane];
            const Object* const object = object_of(part, value);
            if (object == nullptr) continue; // which is found where it is executed
            if (first == nullptr) number = static_cast<std::uint32_t>(value >> object_shift) - 1;
            if (first == nullptr) first = object;
            seen_.push_back({lane, address_of(*object, value), static_cast<std::uint32_t>(bytes)});
        }
        if (first != nullptr) watcher.access(part, index, {is, code_.objects[number].space, number, seen_});
    };
    switch (in.what) {
    case Do::load:
        tell(SeenAccess::Is::load, in.a, size_of(in.to.scalar) * in.to.lanes);
        break;
    case Do::store:
        tell(SeenAccess::Is::store, in.a, size_of(in.b.scalar) * in.b.lanes);
        break;
    case Do::atomic:
        tell(SeenAccess::Is::atomic, in.a, size_of(in.to.scalar));
        break;
    case Do::move:
        tell(SeenAccess::Is::load, in.b, static_cast<std::size_t>(in.number.whole));
        tell(SeenAccess::Is::store, in.a, static_cast<std::size_t>(in.number.whole));
        break;
    case Do::copy_async: {
        const auto& values = code_.parts[static_cast<std::size_t>(in.extra)];
        const std::uint64_t from = lanes<std::uint64_t>(part, values[1])[0],
                            to = lanes<std::uint64_t>(part, values[0])[0];
        const Object* const source = object_of(part, from);
        const Object* const target = object_of(part, to);
        if (part.number != 0 || source == nullptr || target == nullptr) break;
        const auto size = static_cast<std::uint32_t>(in.number.whole);
        const auto stride = in.flags != 0 ? static_cast<std::size_t>(whole(part, values[3], 0)) : 1;
        watcher.copies(part, index, static_cast<std::size_t>(whole(part, values[2], 0)),
                       {0, address_of(*source, from), size}, size * (in.flags == 1 ? stride : 1),
                       {0, address_of(*target, to), size}, size * (in.flags == 2 ? stride : 1),
                       source->space != Space::local);
        break;
    }
    case Do::read_image:
    case Do::write_image:
        seen_.clear(); // the pixels are told while they are read
        break;
    default:
        break;
    }
    execute(part, in);
    if ((in.what == Do::read_image || in.what == Do::write_image) && !seen_.empty())
        watcher.access(part, index,
                       {in.what == Do::read_image ? SeenAccess::Is::read : SeenAccess::Is::write,
                        Space::global, 0, seen_});
    if (part.waits)
        watcher.waits(part, index);
    else
        watcher.executed(part, index, before);
}

} // namespace lockstep::pocket
