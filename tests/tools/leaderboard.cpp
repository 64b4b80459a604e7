// Tests of the order in which a leaderboard puts students, on measurements made up.
#include "grade/leaderboard.hpp"

#include "fixture.hpp"

#include "base/paths.hpp"
#include "lockstep/formats/catalogue.hpp"
#include "lockstep/formats/rung_counts.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

using namespace lockstep;
using namespace lockstep::tool;
using namespace lockstep::tool::test;
using formats::BoardCounts;
using formats::BoardRow;
using formats::Figures;
using formats::MeasuredTurn;
using formats::Places;

namespace
{

namespace fs = std::filesystem;

BoardRow row(const std::string& key, double low, double high, std::optional<BoardCounts> counts = {})
{
    return {.key = key,
            .name = key,
            .figures = {.median = (low + high) / 2, .low = low, .high = high},
            .counts = counts};
}

std::string speed(const std::vector<BoardRow>& rows)
{
    std::string text;
    for (const BoardRow& one : rows) text += one.key + " " + places_text(*one.places) + " ";
    return text;
}

/// A turn of launches of 10 ms, to which the grader's clock adds `gap`.
MeasuredTurn turn(double gap, double work = 1e9)
{
    return {.unit = "GB/s", .work = work, .launches = {{10, 10 + gap}, {10, 10 + 2 * gap}, {10, 10 + gap}}};
}

} // namespace

TEST_SUITE("leaderboard")
{
    TEST_CASE("of two equal kernels in five rounds one seems faster in one case of 126")
    {
        CHECK(false_order(5, 0) == doctest::Approx(1.0 / 126));
        CHECK(false_order(5, 1) ==
              doctest::Approx(26.0 / 126)); // counted by hand: 26 of 252 orders, either way
        CHECK(false_order(4, 0) > 0.01);
    }

    TEST_CASE("the interval is from the lowest to the highest of few rounds, and leaves out more the more "
              "there are")
    {
        CHECK(figures_of({3, 1, 2, 5, 4}, 1) == Figures{.median = 3, .low = 1, .high = 5});
        std::vector<double> many;
        for (int i = 1; i <= 20; ++i) many.push_back(i);
        const Figures of_two = figures_of(many, 2);
        CHECK(of_two.median == doctest::Approx(10.5));
        CHECK(of_two.low - 1 == 20 - of_two.high);
        CHECK(false_order(20, static_cast<std::size_t>(of_two.low) - 1) <= 0.05);
        CHECK(false_order(20, static_cast<std::size_t>(of_two.low)) > 0.05);
        const Figures of_a_class = figures_of(many, 30); // 435 pairs
        CHECK(of_a_class.low < of_two.low);
        CHECK(435 * false_order(20, static_cast<std::size_t>(of_a_class.low) - 1) <= 0.05);
        CHECK(435 * false_order(20, static_cast<std::size_t>(of_a_class.low)) > 0.05);
    }

    TEST_CASE("a class of equals has false orders, which more rounds make fewer")
    {
        CHECK(expected_false_orders(5, 1) == 0);
        CHECK(expected_false_orders(5, 30) == doctest::Approx(435.0 / 126));
        CHECK(expected_false_orders(7, 30) == doctest::Approx(435.0 / 1716));
        CHECK(expected_false_orders(10, 30) <= 0.05);
    }

    TEST_CASE("whose intervals are apart have places of their own")
    {
        std::vector<BoardRow> rows{row("slow", 1, 2), row("fast", 5, 6), row("middle", 3, 4)};
        place(rows);
        CHECK(speed(rows) == "fast 1 middle 2 slow 3 ");
    }

    TEST_CASE("whose intervals overlap share places, in chains each with those it overlaps")
    {
        std::vector<BoardRow> equal{row("b", 1, 3), row("a", 2, 4), row("c", 2, 3)};
        place(equal);
        CHECK(speed(equal) == "a 1–3 c 1–3 b 1–3 ");
        std::vector<BoardRow> chain{row("low", 1, 3), row("between", 2, 5), row("high", 4, 6)};
        place(chain);
        CHECK(speed(chain) == "high 1–2 between 1–3 low 2–3 ");
        std::vector<BoardRow> touching{row("low", 1, 2), row("high", 2, 3)};
        place(touching);
        CHECK(speed(touching) == "high 1–2 low 1–2 ");
    }

    TEST_CASE("by counts the fewest sectors are first, then the fewest passes, and equal counts share")
    {
        std::vector<BoardRow> rows{row("a", 1, 2, BoardCounts{.sectors = 20, .passes = 1}),
                                   row("b", 3, 4, BoardCounts{.sectors = 10, .passes = 9}),
                                   row("c", 5, 6, BoardCounts{.sectors = 10, .passes = 5}), row("d", 7, 8),
                                   row("e", 9, 9, BoardCounts{.sectors = 10, .passes = 5})};
        place(rows);
        std::map<std::string, std::optional<Places>> places;
        for (const BoardRow& one : rows) places[one.key] = one.count_places;
        CHECK(*places["c"] == Places{1, 2});
        CHECK(*places["e"] == Places{1, 2});
        CHECK(*places["b"] == Places{3, 3});
        CHECK(*places["a"] == Places{4, 4});
        CHECK_FALSE(places["d"].has_value());
    }

    TEST_CASE("a round's figure is the work over the median launch")
    {
        MeasuredTurn one = turn(0);
        one.launches = {{10, 11}, {30, 31}, {20, 21}};
        CHECK(figure_of(one) == doctest::Approx(50));
    }

    TEST_CASE("times that the grader's clock contradicts are not believed")
    {
        const std::vector<MeasuredTurn> book{turn(0.2), turn(0.3)};
        CHECK(unbelievable(std::vector{turn(0.1)}, book, 0).empty());
        CHECK(unbelievable(std::vector{turn(1.0)}, book, 0).empty()); // a busy moment
        CHECK(unbelievable(std::vector{turn(9), turn(0.4)}, book, 0).empty());
        CHECK(contains(unbelievable(std::vector{turn(9), turn(8)}, book, 0), "do not agree"));
    }

    TEST_CASE("a figure above all that the device was seen to do is not believed")
    {
        const std::vector<MeasuredTurn> book{turn(0.2)};
        CHECK(unbelievable(std::vector{turn(0.1)}, book, 97).empty()); // 100 GB/s
        CHECK(contains(unbelievable(std::vector{turn(0.1)}, book, 90),
                       "100 GB/s is more than the device can do"));
    }

    TEST_CASE("tables keep to their columns whatever the names are")
    {
        formats::Leaderboard board{
            .short_name = "20/4", .title = "Four", .unit = "GB/s", .rounds = 5, .limit = "copy"};
        board.students = {row("a", 5, 6), row("b", 1, 2)};
        board.students.front().name = "Čeněk, \"Č\"";
        board.absent = {{"c", "=1+1", "wrong\nand more"}};
        place(board.students);
        const std::string csv = leaderboard_csv(board);
        CHECK(contains(csv, "\n1,a,\"Čeněk, \"\"Č\"\"\",5.5,5,6,"));
        CHECK(contains(csv, ",c,'=1+1,"));
        const std::string text = leaderboard_text(board);
        CHECK(contains(text, "not ranked: =1+1: wrong\n"));
        CHECK(text.find("5.5") - text.find("\n  1 ") ==
              text.find("1.5") - text.find("\n  2 ") + 3); // Č, ě and Č
    }

    TEST_CASE("a board is written and read again")
    {
        formats::Leaderboard board{.ladder = "scan", .exercise = "19-scan/5-rung", .seed = 7, .rounds = 5};
        board.students = {row("a", 5, 6, BoardCounts{.sectors = 20, .passes = 1, .efficiency = 0.5})};
        board.students.front().parameters = {{"GROUP", 64}};
        board.absent = {{"c", "C", "wrong"}};
        place(board.students);
        const auto json = formats::json_of(board);
        const auto again = formats::leaderboard_of(formats::JsonReader::parse(json.dump(), "board", ""));
        CHECK(formats::json_of(again) == json);
        CHECK(again.students.front().counts == board.students.front().counts);
        CHECK_FALSE(again.book.has_value());
    }

    TEST_CASE("the open exercises of the book name each ladder once, and a rung that it has")
    {
        std::map<std::string, std::string> seen;
        for (const ChapterInfo& chapter : load_catalogue(own_source_dir()))
            for (const ExerciseInfo& exercise : chapter.exercises) {
                if (!exercise.open_rung) continue;
                CAPTURE(exercise.id);
                const auto& [ladder, rung] = *exercise.open_rung;
                CHECK(seen.emplace(ladder, rung).second);
                const fs::path counts = "bench/results/lens-" + ladder + ".json";
                CHECK(formats::read_ladder_counts(own_source_dir() / counts).find(rung) != nullptr);
            }
        std::size_t ladders = 0;
        for (const auto& entry : fs::directory_iterator{own_source_dir() / "bench" / "results"}) {
            const std::string name = entry.path().filename().string();
            // Nobody has to write a kernel for matrix units: most devices have none. And sorts, sparse
            // products, searches, fluids and what attention is made of are projects, not exercises.
            const std::set<std::string> projects{"lens-sort.json",
                                                 "lens-sparse.json",
                                                 "lens-bfs.json",
                                                 "lens-softmax.json",
                                                 "lens-layer_norm.json",
                                                 "lens-attention.json",
                                                 "lens-attention_units.json",
                                                 "lens-lbm.json"};
            ladders += name.starts_with("lens-") && !name.starts_with("lens-matrix_units") &&
                               !projects.contains(name)
                           ? 1
                           : 0;
        }
        CHECK(seen.size() == ladders);
    }
}
