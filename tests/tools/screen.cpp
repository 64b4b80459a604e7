// Tests of what pages are made of: keys, widths, lines that are broken, two texts beside each other, files that change.
#include "base/screen.hpp"

#include "base/file_watch.hpp"
#include "base/side_by_side_diff.hpp"
#include "base/terminal.hpp"
#include "lockstep/files.hpp"
#include "lockstep/scratch.hpp"

#include <doctest/doctest.h>

using namespace lockstep::tool;
using Kind = Event::Kind;

TEST_SUITE("screen")
{
    TEST_CASE("keys are told apart, whatever arrives together")
    {
        const std::vector<Event> keys = keys_in("a\033[A\033OB\033[6~é\x7f\r\033");
        std::vector<Kind> kinds;
        for (const Event& key : keys) kinds.push_back(key.kind);
        CHECK(kinds == std::vector<Kind>{Kind::letter, Kind::up, Kind::down, Kind::page_down, Kind::letter,
                                         Kind::backspace, Kind::enter, Kind::escape});
        CHECK(keys[4].text == "é");
    }

    TEST_CASE("a width counts letters, not bytes and not sequences, and a line is cut between them")
    {
        CHECK(columns_of("\033[32m✓\033[0m é") == 3);
        CHECK(cut_off("12345", 5) == "12345");
        CHECK(cut_off("123456", 5) == "1234…\033[0m");
        CHECK(cut_off("\033[1m✓✓✓\033[0m", 2) == "\033[1m✓…\033[0m");
    }

    TEST_CASE("text is broken at spaces, and a longer word has a line of its own")
    {
        CHECK(wrapped("one two three", 0, 2, 7) == "one two\n  three");
        CHECK(wrapped("one two", 5, 2, 7) == "one\n  two");
        CHECK(wrapped("a longest-of-all b", 0, 0, 5) == "a\nlongest-of-all\nb");
    }

    TEST_CASE("side by side, equal lines stand in one row and the others are marked")
    {
        const auto page =
            side_by_side_diff("Left", "same\nmine\nend\n", "Right", "same\nyours\nmore\nend\n", 103);
        REQUIRE(page.size() == 5);
        const std::string gap(46, ' ');
        CHECK(page[0] == "Left" + gap + "   Right");
        CHECK(page[1] == "same" + gap + "   same");
        CHECK(page[2] == "mine" + gap + " | yours");
        CHECK(page[3] == std::string(50, ' ') + " > more");
        CHECK(page[4] == "end " + gap + "   end");
    }

    TEST_CASE("in a narrow terminal one stands below the other, and long lines go on")
    {
        CHECK(side_by_side_diff("Left", "same\nmine\n", "Right", "same\n12345678901\n", 12) ==
              std::vector<std::string>{"Left", "  same", "< mine", "", "Right", "  same", "> 1234567890",
                                       "> 1"});
    }

    TEST_CASE("a file that is written, replaced or removed has changed, once")
    {
        const lockstep::ScratchFolder folder;
        const auto file = folder.path() / "a.cl";
        const auto other = folder.path() / "b.cl";
        lockstep::write_text(file, "one");
        FileWatch watch{{file, other}};
        CHECK_FALSE(watch.changed());
        CHECK_FALSE(watch.all_there());
        lockstep::write_text(file, "longer");
        CHECK(watch.changed() == 0U);
        CHECK_FALSE(watch.changed());
        lockstep::replace_text(other, "two");
        CHECK(watch.changed() == 1U);
        CHECK(watch.all_there());
        lockstep::replace_text(file, "LONGER");
        CHECK(watch.changed() == 0U);
        std::filesystem::remove(other);
        CHECK(watch.changed() == 1U);
        CHECK_FALSE(watch.all_there());
    }
}
