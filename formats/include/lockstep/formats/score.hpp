// What a solution costs by the lens's counts, which are the same on every machine, and the medal that this earns.
#pragma once

#include "lockstep/formats/json_reader.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockstep
{

/// The counts of an exercise's cases for the lens together.
struct Score
{
    std::uint64_t sectors = 0;      ///< of global memory, read and written
    std::uint64_t passes = 0;       ///< of local memory's banks and of atomics
    std::uint64_t instructions = 0; ///< that sub-groups issue

    /// The counts in one number, by about what each costs an H200; the less the better. It orders three of four pairs of rungs of the
    /// book's ladders as their recorded times do.
    std::uint64_t cost() const { return 16 * sectors + 4 * passes + instructions; }

    bool operator==(const Score&) const = default;
};

/// {"sectors": 1024, "passes": 256, "instructions": 900}
Score score_of(const formats::JsonReader& json);
nlohmann::ordered_json to_json(const Score& score);

/// "18,308 (1,024 sectors, 256 passes, 900 instructions)"
std::string told(const Score& score);

/// For who solved an exercise: bronze meets the targets, silver is at par with the book's solution, gold is better.
enum class Medal
{
    bronze,
    silver,
    gold
};

Medal medal_for(const Score& score, const Score& par);
std::string_view medal_name(Medal medal); ///< "silver"

} // namespace lockstep
