// Reading the catalogue of an exercise's wrong solutions, and making their files of the solution's.
#include "check/wrong_solutions.hpp"

#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>

namespace lockstep::tool
{

namespace
{

constexpr std::string_view heading = "## ";
constexpr std::string_view bold = "**";
constexpr std::string_view fence = "```";
constexpr std::string_view rejected = "Rejected by: ";
constexpr std::string_view never_ends = "Rejected by the time limit: ";

[[noreturn]] void refuse(const std::filesystem::path& file, std::size_t line, std::string_view name,
                         const std::string& what, const std::string& next)
{
    throw Failure(fmt::format("{}:{}: {}{}{}", file.string(), line, name, name.empty() ? "" : ": ", what),
                  next);
}

// Goes through a catalogue line by line; every function takes what it is named after and leaves the next line.
class Reader
{
public:
    Reader(const std::filesystem::path& file, const std::string& text)
        : file_(file), lines_(split_lines(text)), result_{.file = file, .entries = {}}
    {
    }

    WrongSolutions read()
    {
        if (ended() || !line().starts_with("# "))
            fail("a catalogue begins with its title", "# What goes wrong in 3/1, Square every element");
        while (!ended() && !line().starts_with(heading)) ++at_;
        while (!ended()) read_group();
        if (result_.entries.empty())
            fail("no wrong solution stands here", "**name-of-the-mistake** A sentence.");
        return std::move(result_);
    }

private:
    bool ended() const { return at_ >= lines_.size(); }
    const std::string& line() const { return lines_[at_]; }
    std::size_t number() const { return at_ + 1; }

    [[noreturn]] void fail(const std::string& what, const std::string& next) const
    {
        refuse(file_, number(), name_, what, next);
    }

    void skip_empty()
    {
        while (!ended() && line().empty()) ++at_;
    }

    void read_group()
    {
        const WrongSolution rejected_alike = read_rejection();
        skip_empty();
        if (ended() || !line().starts_with(bold))
            fail("under where it is rejected a wrong solution must stand",
                 "**name-of-the-mistake** A sentence.");
        while (!ended() && !line().starts_with(heading)) read_entry(rejected_alike);
    }

    WrongSolution read_rejection()
    {
        const std::string text = line().substr(heading.size());
        WrongSolution group;
        group.endless = text.starts_with(never_ends);
        if (!group.endless && !text.starts_with(rejected))
            fail("a heading must say where its wrong solutions are rejected",
                 "## Rejected by: STAGE, TEST CASE");
        const std::string where = text.substr((group.endless ? never_ends : rejected).size());
        const std::size_t comma = where.find(", ");
        const std::string stage = where.substr(0, comma);
        if (comma != std::string::npos) group.test_case = where.substr(comma + 2);
        const std::optional<Stage> known = stage_named(stage);
        if (!known) fail(fmt::format("there is no stage '{}'", stage), "one of builds, correct, clean, lens");
        group.stage = *known;
        if (group.test_case.empty() != (group.stage == Stage::builds))
            fail(group.test_case.empty() ? "the test case, or the lens's target, is missing"
                                         : "what does not build is rejected in no test case",
                 group.test_case.empty() ? "## Rejected by: STAGE, TEST CASE" : "## Rejected by: builds");
        ++at_;
        return group;
    }

    void read_entry(WrongSolution entry)
    {
        entry.line = number();
        read_name(entry);
        read_sentence(entry);
        const auto next = [this] {
            return ended() || line().starts_with(heading) || line().starts_with(bold);
        };
        for (skip_empty(); !next(); skip_empty()) entry.changes.push_back(read_change());
        if (entry.changes.empty()) {
            at_ = entry.line - 1;
            fail("no block tells how it differs from the solution",
                 "a ```diff block, or a whole file in a ```cl or ```cpp block");
        }
        result_.entries.push_back(std::move(entry));
        name_.clear();
    }

    // Leaves the line at the sentence behind the name.
    void read_name(WrongSolution& entry)
    {
        const std::size_t end = line().find(bold, bold.size());
        if (!line().starts_with(bold) || end == std::string::npos)
            fail("this line belongs to no wrong solution", "begin one with **name-of-the-mistake**");
        entry.name = name_ = line().substr(bold.size(), end - bold.size());
        if (entry.name.empty() ||
            entry.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") != std::string::npos)
            fail("a wrong solution's name is made of small letters, digits and hyphens",
                 "**drops-the-fraction** A sentence.");
        for (const WrongSolution& other : result_.entries)
            if (other.name == entry.name)
                fail(fmt::format("line {} has a wrong solution of this name already", other.line),
                     "give one of the two another name");
        entry.sentence = trim(line().substr(end + bold.size()));
        ++at_;
    }

    void read_sentence(WrongSolution& entry)
    {
        for (; !ended() && !line().empty() && !line().starts_with(fence); ++at_)
            entry.sentence += (entry.sentence.empty() ? "" : " ") + line();
        if (entry.sentence.empty()) {
            at_ = entry.line - 1;
            fail("a sentence must say what goes wrong", "write it behind the name");
        }
    }

    Change read_change()
    {
        if (!line().starts_with(fence))
            fail("this line stands outside of a block", "put it between ```diff and ```, or take it out");
        Change change;
        change.line = number();
        std::istringstream information{line().substr(fence.size())};
        std::string kind;
        std::string option;
        information >> kind >> option;
        change.whole = kind == "cl" || kind == "cpp";
        constexpr std::string_view file_option = "file=";
        if ((kind != "diff" && !change.whole) || (!option.empty() && !option.starts_with(file_option)))
            fail(fmt::format("'{}' begins no block of a catalogue", line()),
                 "```diff, ```cl or ```cpp, and after it file=NAME when it is not the first file");
        if (!option.empty()) change.file = option.substr(file_option.size());
        for (++at_; !ended() && line() != fence; ++at_)
            change.whole ? change.new_lines.push_back(line()) : read_changed_line(change);
        if (ended()) {
            at_ = change.line - 1;
            fail("this block is not closed", "end it with a line ```");
        }
        if (!change.whole && change.old_lines.empty())
            fail("this block does not say where its lines belong",
                 "add a line of the solution before or after them, with a space in front");
        if (change.old_lines == change.new_lines) fail("this block changes nothing", "take it out");
        ++at_;
        return change;
    }

    void read_changed_line(Change& change) const
    {
        const char mark = line().empty() ? ' ' : line().front(); // editors cut the space of an empty line
        if (mark != ' ' && mark != '-' && mark != '+')
            fail("a line of a diff begins with a space, - or +", "or end the block before it with ```");
        const std::string text = line().empty() ? "" : line().substr(1);
        if (mark != '+') change.old_lines.push_back(text);
        if (mark != '-') change.new_lines.push_back(text);
    }

    std::filesystem::path file_;
    std::vector<std::string> lines_;
    std::size_t at_ = 0;
    std::string name_; // of the wrong solution that is being read
    WrongSolutions result_;
};

// Where a change's old lines begin in the solution: every place.
std::vector<std::size_t> places_of(const Change& change, const std::vector<std::string>& solution)
{
    std::vector<std::size_t> places;
    for (auto from = solution.begin();; ++from) {
        from = std::search(from, solution.end(), change.old_lines.begin(), change.old_lines.end());
        if (from == solution.end()) return places;
        places.push_back(static_cast<std::size_t>(from - solution.begin()));
    }
}

std::string text_of(const std::vector<std::string>& lines)
{
    return lines.empty() ? "" : fmt::format("{}\n", fmt::join(lines, "\n"));
}

} // namespace

const WrongSolution& WrongSolutions::find(std::string_view name) const
{
    std::vector<std::string_view> names;
    for (const WrongSolution& entry : entries) {
        if (entry.name == name) return entry;
        names.push_back(entry.name);
    }
    throw Failure(fmt::format("{} has no wrong solution '{}'.", file.string(), name),
                  fmt::format("one of {}", fmt::join(names, ", ")));
}

WrongSolutions read_wrong_solutions(const std::filesystem::path& file)
{
    return wrong_solutions_in(read_text(file), file);
}

WrongSolutions wrong_solutions_in(const std::string& text, const std::filesystem::path& file)
{
    return Reader{file, text}.read();
}

std::string changed_text(const WrongSolutions& catalogue, const WrongSolution& wrong, const std::string& file,
                         bool first, const std::string& solution)
{
    const std::vector<std::string> old_lines = split_lines(solution);
    std::vector<std::pair<std::size_t, const Change*>> placed;
    for (const Change& change : wrong.changes) {
        if (change.file.empty() ? !first : change.file != file) continue;
        if (change.whole) return text_of(change.new_lines);
        const std::vector<std::size_t> places = places_of(change, old_lines);
        const std::string begin = change.old_lines.front();
        if (places.empty())
            refuse(catalogue.file, change.line, wrong.name,
                   fmt::format("the solution's {} no longer holds these lines, from '{}' on", file, begin),
                   "copy the lines with a space or - in front anew from the solution");
        if (places.size() > 1)
            refuse(catalogue.file, change.line, wrong.name,
                   fmt::format("the solution's {} holds these lines {} times, from '{}' on", file,
                               places.size(), begin),
                   "add context: lines of the solution before or after them, with a space in front");
        placed.emplace_back(places.front(), &change);
    }
    std::sort(placed.begin(), placed.end());
    std::vector<std::string> new_lines;
    std::size_t next = 0; // line of the solution
    for (const auto& [place, change] : placed) {
        if (place < next)
            refuse(catalogue.file, change->line, wrong.name, "this block changes lines that another one does",
                   "make one block of the two");
        new_lines.insert(new_lines.end(), old_lines.begin() + static_cast<std::ptrdiff_t>(next),
                         old_lines.begin() + static_cast<std::ptrdiff_t>(place));
        new_lines.insert(new_lines.end(), change->new_lines.begin(), change->new_lines.end());
        next = place + change->old_lines.size();
    }
    new_lines.insert(new_lines.end(), old_lines.begin() + static_cast<std::ptrdiff_t>(next), old_lines.end());
    return text_of(new_lines);
}

} // namespace lockstep::tool
