// The leaderboard's page: the parts in tools/grade/board, the book's colours, and the board as data.
#include "grade/leaderboard_page.hpp"

#include "base/paths.hpp"
#include "grade/leaderboard.hpp"
#include "html/standalone.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <filesystem>

namespace lockstep::tool
{

std::string leaderboard_page(const formats::Leaderboard& board)
{
    using Json = nlohmann::ordered_json;
    Json data = formats::json_of(board);
    data["seed"] = std::to_string(board.seed); // more digits than JavaScript's numbers hold
    data["where"] = formats::in_words(board.origin);
    data["false_orders"] = expected_false_orders(board.rounds, board.students.size());
    data["drift"] = drift_of(board) > most_drift ? drift_of(board) : 0.0;
    for (std::size_t i = 0; i < board.students.size(); ++i) {
        const formats::BoardRow& row = board.students[i];
        data["students"][i]["place"] = places_text(*row.places);
        if (row.count_places) data["students"][i]["count_place"] = places_text(*row.count_places);
    }
    const std::filesystem::path root = own_source_dir();
    const std::filesystem::path theme = root / "book" / "theme";
    return standalone_html({.command = "grade",
                            .title = fmt::format("Leaderboard: {}", board.title),
                            .folder = root / "tools" / "grade" / "board",
                            .styles = {theme / "1-base.css", theme / "4-code.css"},
                            .data = data.dump(-1, ' ', false, Json::error_handler_t::replace)},
                           root / "tools" / "html" / "standalone");
}

} // namespace lockstep::tool
