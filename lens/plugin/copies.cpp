// Asynchronous copies of a work-group: its work-items take the elements in turn.
#include "worker.hpp"

#include <algorithm>

namespace lockstep::lens
{

/// The work-item has started a copy; every other work-item of the group starts it too.
void Worker::note_copy(LlvmHandle instruction)
{
    if (local_id_ != 0) return;
    copies_.push_back(
        {instruction, read_pointer_(item_, llvm_functions().operand(instruction, 1)), false, {}});
}

void Worker::group_access(AccessKind kind, std::uint64_t address, std::uint64_t bytes)
{
    if (kind == AccessKind::global_load || kind == AccessKind::local_load)
        for (Copy& copy : copies_)
            if (!copy.begun && copy.source == address) {
                copy.begun = true;
                copy_ = &copy;
                break;
            }
    if (copy_)
        copy_->pieces.push_back({address, copy_->instruction, static_cast<std::uint32_t>(bytes), kind});
}

void Worker::count_copies()
{
    for (const Copy& copy : copies_)
        for (const AccessKind kind : {AccessKind::global_load, AccessKind::global_store,
                                      AccessKind::local_load, AccessKind::local_store})
            for (Width& width : widths_) count_copy(copy, kind, width);
    std::erase_if(copies_, [](const Copy& copy) { return copy.begun; });
    copy_ = nullptr;
}

/// The work-items take the elements in turn: l, l + items and so on, as NVIDIA's OpenCL does (lens/validation, kernels
/// group_copies_*). An element of more than 16 bytes takes several requests.
void Worker::count_copy(const Copy& copy, AccessKind kind, Width& width)
{
    std::vector<Access> elements;
    for (const Access& piece : copy.pieces)
        if (piece.kind == kind) elements.push_back(piece);
    if (elements.empty()) return;
    const std::size_t site = site_of(copy.instruction, kind);
    for (std::size_t first = 0; first < elements.size();) {
        const std::size_t item = first % group_items_;
        const std::size_t lanes_left = std::min(width.size - item % width.size, group_items_ - item);
        const std::size_t count = std::min(lanes_left, elements.size() - first);
        const std::uint32_t bytes = elements[first].bytes;
        const auto part = static_cast<std::uint32_t>(access_part(bytes));
        for (std::uint32_t done = 0; done < bytes; done += part) {
            std::vector<LaneAccess> lanes;
            for (std::size_t i = 0; i < count; ++i)
                lanes.push_back({static_cast<unsigned>((item + i) % width.size),
                                 elements[first + i].address + done, part});
            count_request(width, item / width.size, site, lanes);
        }
        first += count;
    }
}

} // namespace lockstep::lens
