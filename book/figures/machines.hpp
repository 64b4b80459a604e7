/// Devices as the block diagrams draw them, and the words for what their profiles say.
#pragma once

#include "lockstep/lens/profile.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace figures
{

/// What lies on a chip, and in one of its compute units.
struct Machine
{
    std::string name = {};
    std::string year = {};
    unsigned units = 1;
    std::string unit_name =
        "compute unit";                   ///< what OpenCL calls them, or the maker where OpenCL counts others
    unsigned columns = 1;                 ///< in which the units are drawn
    std::vector<std::string> shared = {}; ///< what all units share, from the nearest to the memory
    std::string unit = {};                ///< what the maker calls a compute unit
    std::vector<std::string> control = {};
    unsigned simds = 1;
    unsigned lanes = 1;          ///< of one SIMD
    unsigned slots = 1;          ///< operations that a lane starts at once
    std::string lanes_note = {}; ///< below the lanes
    std::string scalar = {};     ///< empty: none
    std::string registers = {};
    std::string local = {};
    std::vector<std::string> caches = {}; ///< of the unit
};

/// The device of a figure: what its profile knows comes from there, the rest from the documents that the lesson of chapter 10
/// lists. @throws std::logic_error when no device has that name.
Machine machine_of(std::string_view figure);

/// lens/devices/ID.json.
lockstep::lens::Profile profile_of(std::string_view id);

/// "GTX 480": without the words that only say who makes it.
std::string short_name(std::string name);

/// "48 KiB".
std::string size_in_words(double bytes);

} // namespace figures
