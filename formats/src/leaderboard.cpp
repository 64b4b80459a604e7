// Turns and leaderboards from JSON and to JSON.
#include "lockstep/formats/leaderboard.hpp"

#include "results_text.hpp"

namespace lockstep::formats
{

LOCKSTEP_FIELDS(TimedLaunch, device_ms, host_ms)
LOCKSTEP_FIELDS(MeasuredTurn, origin, ladder, input, unit, limit, columns, rows, work, parameters, refused,
                launches, figure, highest)
LOCKSTEP_FIELDS(Figures, median, low, high)
LOCKSTEP_FIELDS(Places, first, last)
LOCKSTEP_FIELDS(BoardCounts, sectors, passes, efficiency)
LOCKSTEP_FIELDS(BoardRow, key, name, figures, of_limit, rounds, parameters, places, counts, count_places)
LOCKSTEP_FIELDS(BoardAbsence, key, name, why)
LOCKSTEP_FIELDS(Leaderboard, origin, ladder, exercise, short_name, title, rung, input, unit, columns, rows,
                quick, seed, rounds, limit, limit_figures, lens_device, students, book, absent)

Json json_of(const MeasuredTurn& turn)
{
    return written(turn);
}

MeasuredTurn measured_turn_of(const JsonReader& root)
{
    MeasuredTurn turn;
    read_value(root, turn);
    return turn;
}

Json json_of(const Leaderboard& board)
{
    return written(board);
}

Leaderboard leaderboard_of(const JsonReader& root)
{
    Leaderboard board;
    read_value(root, board);
    return board;
}

} // namespace lockstep::formats
