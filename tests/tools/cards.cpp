// share, league and pars: a card proves itself, and what is forged, cut or cheats ends in a sentence.
#include "fixture.hpp"

#include "base/paths.hpp"
#include "desk/cards.hpp"
#include "lockstep/files.hpp"
#include "lockstep/formats/card.hpp"
#include "lockstep/formats/progress.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <string>

using namespace lockstep;
using namespace lockstep::tool;
using namespace lockstep::tool::test;

namespace
{

namespace fs = std::filesystem;

const std::string counted_exercise = "12-coalescing/3-product";

std::string right_products()
{
    const fs::path folder = own_source_dir() / "solutions" / counted_exercise;
    for (const fs::path& file : sorted_entries(folder))
        if (file.extension() == ".cl") return read_text(file);
    return "";
}

// Notes are set in lines.
std::string unwrapped(const std::string& text)
{
    std::string line = replace_all(text, "\n", " ");
    while (contains(line, "  ")) line = replace_all(line, "  ", " ");
    return line;
}

// A tree with the exercise solved, and a folder with its card.
struct Solved : Fixture
{
    Solved() : Fixture(counted_exercise)
    {
        fs::create_directory_symlink(own_source_dir() / "lens", root() / "lens"); // the profiles
        for (const fs::path& file : sorted_entries(own_source_dir() / "solutions" / counted_exercise))
            if (file.extension() == ".cl")
                write("exercises/" + counted_exercise + "/" + file.filename().string(), read_text(file));
    }

    ProcessResult share() const
    {
        return lockstep({"share", "12/3", "--name", "Ann", "--out", (root() / "cards").string()});
    }
    fs::path card() const
    {
        return root() / "cards" / ("card-" + replace_all(counted_exercise, "/", "-") + ".json");
    }
    ProcessResult league() const
    {
        return lockstep({"league", (root() / "cards").string(), "--unsafe", "--seed", "7"});
    }

    // Changes the card as somebody would who cheats.
    template <typename Change>
    void forge(Change change) const
    {
        nlohmann::ordered_json json = nlohmann::ordered_json::parse(read_text(card()));
        change(json);
        write_text(card(), json.dump());
    }
};

} // namespace

TEST_SUITE("cards")
{
    TEST_CASE("a sector costs 16, a pass 4, an instruction 1, and the book's own cost is silver")
    {
        const Score par{.sectors = 100, .passes = 50, .instructions = 900};
        CHECK(par.cost() == 2700);
        CHECK(medal_for({.sectors = 99, .passes = 50, .instructions = 915}, par) == Medal::gold);
        CHECK(medal_for({.sectors = 99, .passes = 54, .instructions = 900}, par) == Medal::silver);
        CHECK(medal_for(par, par) == Medal::silver);
        CHECK(medal_for({.sectors = 100, .passes = 49, .instructions = 905}, par) == Medal::bronze);
    }

    TEST_CASE("a solution earns its medal, its best is kept, and its card proves itself")
    {
        const Solved fixture;
        const ProcessResult check = fixture.lockstep({"check", "12/3"});
        INFO(check.output);
        INFO(check.error);
        REQUIRE(contains(check.output, "silver:"));
        const auto kept = nlohmann::json::parse(
            read_text(fixture.root() / ".lockstep/progress.json"))["exercises"][counted_exercise];
        CHECK(kept["best"]["sectors"].get<int>() > 0);
        CHECK(contains(fixture.lockstep({"list"}).output, "silver"));
        const ProcessResult share = fixture.share();
        CHECK(share.status == 0);
        CHECK(contains(share.output, "by Ann"));
        CHECK(fs::exists(fs::path{fixture.card()}.replace_extension(".svg")));
        CHECK(fs::exists(fs::path{fixture.card()}.replace_extension(".txt")));
        const ProcessResult league = fixture.league();
        CHECK(league.status == 0);
        CHECK(contains(league.output, "   1.  Ann"));
    }

    TEST_CASE("a card with better counts than its kernel's is not ranked, and the counts are told")
    {
        const Solved fixture;
        fixture.share();
        fixture.forge([](auto& card) { card["counted"]["sectors"] = 1; });
        const ProcessResult league = fixture.league();
        CHECK(league.status == 1);
        CHECK(contains(league.output, "not ranked"));
        CHECK(contains(unwrapped(league.output), "(1 sectors"));
    }

    TEST_CASE("a kernel that is wrong at other sizes, or reads beyond a buffer, is not ranked")
    {
        const Solved fixture;
        fixture.share();
        const std::string right = right_products();
        std::string wrong;
        SUBCASE("reads and writes beyond the matrices")
        {
            wrong = replace_all(right, "if (row >= rows || column >= columns) return;", "");
        }
        SUBCASE("right at a depth of 32 only")
        {
            wrong = replace_all(right, "k < depth", "k < 32");
        }
        SUBCASE("leaves the work to somebody else")
        {
            wrong = replace_all(right, "c[row * columns + column] = sum;", "");
        }
        REQUIRE(wrong != right);
        fixture.forge([&](auto& card) { card["files"].begin().value() = wrong; });
        const ProcessResult league = fixture.league();
        CHECK(league.status == 1);
        CHECK(contains(league.output, "not ranked"));
        CHECK(contains(league.output, "fails in the stage"));
    }

    TEST_CASE("cut, foreign and future cards end in a sentence, and the others are ranked all the same")
    {
        const Solved fixture;
        fixture.share();
        const std::string text = read_text(fixture.card());
        write_text(fixture.root() / "cards/cut.json", text.substr(0, text.size() / 2));
        write_text(fixture.root() / "cards/other.json", R"({"lockstep": "work"})");
        write_text(fixture.root() / "cards/future.json", R"({"lockstep": "card", "format": 9})");
        write_text(fixture.root() / "cards/nowhere.json",
                   replace_all(text, counted_exercise, "99-nowhere/1-nothing"));
        const ProcessResult league = fixture.league();
        CHECK(league.status == 1);
        const std::string told = unwrapped(league.output);
        CHECK(contains(told, "is no card that ./lockstep share has written"));
        CHECK(contains(told, "this book reads cards of format 1"));
        CHECK(contains(told, "cut.json"));
        CHECK(contains(told, "99-nowhere"));
        CHECK(contains(league.output, "   1.  Ann"));
    }

    TEST_CASE("a card of another version is counted anew, and what it claimed is told")
    {
        const Solved fixture;
        fixture.share();
        fixture.forge([](auto& card) {
            card["version"] = "0.9.0";
            card["counted"]["sectors"] = 5;
        });
        const ProcessResult league = fixture.league();
        CHECK(league.status == 0);
        CHECK(contains(unwrapped(league.output), "Lockstep 0.9.0 counted"));
        CHECK(contains(unwrapped(league.output), "(5 sectors"));
    }

    TEST_CASE("what has no par, and what is not solved, has no card")
    {
        const Fixture fixture;
        CHECK(contains(fixture.lockstep({"share", "3/2"}).error, "3/2 has no par"));
        const Fixture stub(counted_exercise);
        const ProcessResult share = stub.lockstep({"share", "12/3"});
        CHECK(share.status == 2);
        CHECK(contains(share.error, "There is no card for 12/3 yet"));
        CHECK(contains(stub.lockstep({"league", (stub.root() / "nowhere").string(), "--unsafe"}).error,
                       "There is no folder"));
    }
}
