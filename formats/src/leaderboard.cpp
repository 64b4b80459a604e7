// Turns and leaderboards from JSON and to JSON.
#include "lockstep/formats/leaderboard.hpp"

#include "results_text.hpp"

namespace lockstep::formats
{

template <FieldsOf<TimedLaunch> Any, typename Visitor>
void visit_fields(Any& launch, Visitor& visit)
{
    visit("device_ms", launch.device_ms);
    visit("host_ms", launch.host_ms);
}

template <FieldsOf<MeasuredTurn> Any, typename Visitor>
void visit_fields(Any& turn, Visitor& visit)
{
    visit("origin", turn.origin);
    visit("ladder", turn.ladder);
    visit("input", turn.input);
    visit("unit", turn.unit);
    visit("limit", turn.limit);
    visit("columns", turn.columns);
    visit("rows", turn.rows);
    visit("work", turn.work);
    visit("parameters", turn.parameters);
    visit("refused", turn.refused);
    visit("launches", turn.launches);
    visit("figure", turn.figure);
    visit("highest", turn.highest);
}

template <FieldsOf<Figures> Any, typename Visitor>
void visit_fields(Any& figures, Visitor& visit)
{
    visit("median", figures.median);
    visit("low", figures.low);
    visit("high", figures.high);
}

template <FieldsOf<Places> Any, typename Visitor>
void visit_fields(Any& places, Visitor& visit)
{
    visit("first", places.first);
    visit("last", places.last);
}

template <FieldsOf<BoardCounts> Any, typename Visitor>
void visit_fields(Any& counts, Visitor& visit)
{
    visit("sectors", counts.sectors);
    visit("passes", counts.passes);
    visit("efficiency", counts.efficiency);
}

template <FieldsOf<BoardRow> Any, typename Visitor>
void visit_fields(Any& row, Visitor& visit)
{
    visit("key", row.key);
    visit("name", row.name);
    visit("figures", row.figures);
    visit("of_limit", row.of_limit);
    visit("rounds", row.rounds);
    visit("parameters", row.parameters);
    visit("places", row.places);
    visit("counts", row.counts);
    visit("count_places", row.count_places);
}

template <FieldsOf<BoardAbsence> Any, typename Visitor>
void visit_fields(Any& absence, Visitor& visit)
{
    visit("key", absence.key);
    visit("name", absence.name);
    visit("why", absence.why);
}

template <FieldsOf<Leaderboard> Any, typename Visitor>
void visit_fields(Any& board, Visitor& visit)
{
    visit("origin", board.origin);
    visit("ladder", board.ladder);
    visit("exercise", board.exercise);
    visit("short_name", board.short_name);
    visit("title", board.title);
    visit("rung", board.rung);
    visit("input", board.input);
    visit("unit", board.unit);
    visit("columns", board.columns);
    visit("rows", board.rows);
    visit("quick", board.quick);
    visit("seed", board.seed);
    visit("rounds", board.rounds);
    visit("limit", board.limit);
    visit("limit_figures", board.limit_figures);
    visit("lens_device", board.lens_device);
    visit("students", board.students);
    visit("book", board.book);
    visit("absent", board.absent);
}

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
