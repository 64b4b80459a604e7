// The work-groups that a launch has yet to run, which Oclgrind keeps to itself.
#pragma once

#include "oclgrind_interface.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace lockstep::lens
{

/// How an oclgrind::KernelInvocation begins, in 21.10 and 26.03. Oclgrind makes the list of a launch's groups before it
/// tells plugins of the launch, and takes the next group from it until it ends.
struct InvocationHead
{
    const void* functions;
    const void* context;
    const void* kernel;
    std::size_t dimensions;
    oclgrind::Size3 global_offset;
    oclgrind::Size3 global_size;
    oclgrind::Size3 local_size;
    oclgrind::Size3 groups;
    std::vector<oclgrind::Size3> pending;
};

inline bool is_same(const oclgrind::Size3& one, const oclgrind::Size3& other)
{
    return one.x == other.x && one.y == other.y && one.z == other.z;
}

/// The list, before a group of it was run; null where it does not stand where it is expected, or is not of all groups.
inline std::vector<oclgrind::Size3>* pending_groups(const oclgrind::KernelInvocation* invocation)
{
    const oclgrind::Size3 groups = invocation->getNumGroups();
    // Oclgrind hands out what it has made itself, and made changeable.
    auto* head = reinterpret_cast<InvocationHead*>(const_cast<oclgrind::KernelInvocation*>(invocation));
    if (!is_same(head->global_size, invocation->getGlobalSize()) ||
        !is_same(head->local_size, invocation->getLocalSize()) || !is_same(head->groups, groups))
        return nullptr;
    const std::size_t count = groups.x * groups.y * groups.z;
    if (count == 0 || head->pending.size() != count) return nullptr;
    oclgrind::Size3 last;
    last.x = groups.x - 1;
    last.y = groups.y - 1;
    last.z = groups.z - 1;
    oclgrind::Size3 first;
    first.x = first.y = first.z = 0;
    const bool known = is_same(head->pending.front(), first) && is_same(head->pending.back(), last);
    return known ? &head->pending : nullptr;
}

/// Leaves a launch that begins only the groups of which `is_wanted(id)` is true.
/// @return whether that can be done with this Oclgrind; if not, all are run
template <typename IsWanted>
bool keep_groups(const oclgrind::KernelInvocation* invocation, IsWanted is_wanted)
{
    auto* const pending = pending_groups(invocation);
    if (!pending) return false;
    const auto end = std::remove_if(pending->begin(), pending->end(),
                                    [&](const oclgrind::Size3& group) { return !is_wanted(group); });
    pending->erase(end, pending->end());
    return true;
}

} // namespace lockstep::lens
