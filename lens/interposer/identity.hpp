// The GPU that a program under the lens is told it runs on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace lockstep::lens
{

/// What is answered in place of the simulator's own figures; sizes in bytes.
struct Identity
{
    unsigned compute_units = 0;
    std::size_t group_size = 0;    ///< the most work-items in a group
    std::size_t sub_group = 0;     ///< work-items that execute together
    std::uint64_t local_bytes = 0; ///< of a group
    std::uint64_t global_bytes = 0;
    std::uint64_t cache_bytes = 0; ///< of global memory; 0: it has none
    unsigned line_bytes = 0;
    std::string vendor; ///< empty: the simulator's own, as are the next two
    std::string name;
    unsigned vendor_id = 0;
};

/// From LOCKSTEP_LENS_DEVICE, lines of "key=value"; nothing where that is not set.
const std::optional<Identity>& identity();

} // namespace lockstep::lens
