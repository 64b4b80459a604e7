// How fast a class's right submissions of an open exercise are: what one turn of the runner gave, and leaderboard.json.
#pragma once

#include "lockstep/formats/json_reader.hpp"
#include "lockstep/formats/ladder_results.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::formats
{

/// One launch of everything that a rung does, its result verified, by two clocks.
struct TimedLaunch
{
    double device_ms = 0; ///< of the commands alone, by the device's events
    double host_ms = 0;   ///< from the first request to the last command's end, by the process that verifies

    bool operator==(const TimedLaunch&) const = default;
};

/// What `lockstep-bench turn` and `lockstep-bench limit` write: one turn of a rung, or of the device's limit.
struct MeasuredTurn
{
    Origin origin = {};
    std::string ladder = {};
    std::string input = {}; ///< the case: "random"
    std::string unit = {};  ///< "GB/s", "GFLOP/s"
    std::string limit = {}; ///< "copy", "read", "FMA"
    std::uint64_t columns = 0;
    std::uint64_t rows = 0;
    double work = 0;            ///< bytes or operations of a launch; a rung's
    Parameters parameters = {}; ///< with which it ran, or which are the fastest
    std::string refused = {};   ///< what is wrong with the results; then there are no launches
    std::vector<TimedLaunch> launches = {};
    double figure = 0;  ///< of the limit, in `unit`
    double highest = 0; ///< the most that this turn saw the device do, native code included; of the limit
};

nlohmann::ordered_json json_of(const MeasuredTurn& turn);
/// Throws Failure.
MeasuredTurn measured_turn_of(const JsonReader& root);

/// What several rounds gave, in the ladder's unit.
struct Figures
{
    double median = 0;
    double low = 0; ///< of the interval that counts when two are compared
    double high = 0;

    bool operator==(const Figures&) const = default;
};

/// Places from `first` to `last`, equal where nobody else may stand there.
struct Places
{
    std::uint64_t first = 1;
    std::uint64_t last = 1;

    bool operator==(const Places&) const = default;
};

/// What the lens counts of all launches at the ladder's counted size.
struct BoardCounts
{
    std::uint64_t sectors = 0; ///< of global memory, loads and stores
    std::uint64_t passes = 0;  ///< of local memory: loads, stores, and the conflicts of atomics
    double efficiency = 1;     ///< of loads and stores of global memory: needed over moved

    bool operator==(const BoardCounts&) const = default;
};

/// One that was measured.
struct BoardRow
{
    std::string key = {};  ///< the student's; empty: the book's rung
    std::string name = {}; ///< as it is shown
    Figures figures = {};
    double of_limit = 0; ///< the median's part of the limit's median
    std::vector<double> rounds = {};
    Parameters parameters = {};
    std::optional<Places> places = {}; ///< of students
    std::optional<BoardCounts> counts = {};
    std::optional<Places> count_places = {}; ///< of students whose counts there are
};

/// One that was not measured, or whose measurement does not count.
struct BoardAbsence
{
    std::string key;
    std::string name;
    std::string why;
};

/// leaderboard.json.
struct Leaderboard
{
    Origin origin = {};
    std::string ladder = {};
    std::string exercise = {};   ///< its id
    std::string short_name = {}; ///< "20/4"
    std::string title = {};
    std::string rung = {};
    std::string input = {};
    std::string unit = {};
    std::uint64_t columns = 0;
    std::uint64_t rows = 0;
    bool quick = false;
    std::uint64_t seed = 0; ///< of the order of turns
    std::uint64_t rounds = 0;
    std::string limit = {};
    Figures limit_figures = {};
    std::string lens_device = {}; ///< the profile's id; empty where the lens did not count
    std::vector<BoardRow> students = {};
    std::optional<BoardRow> book = {};
    std::vector<BoardAbsence> absent = {};
};

nlohmann::ordered_json json_of(const Leaderboard& board);
/// Throws Failure.
Leaderboard leaderboard_of(const JsonReader& root);

} // namespace lockstep::formats
