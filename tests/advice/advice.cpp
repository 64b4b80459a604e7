// What a failure tells to type can be typed in the checkout's root: the commands in the advice of all C++ sources.
#include "source.hpp"

#include <lockstep/files.hpp>
#include <lockstep/text.hpp>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace
{

namespace fs = std::filesystem;
using namespace lockstep::advice;

/// Who takes an advice, and as which argument.
struct Taker
{
    std::string_view name;
    std::size_t argument;
};
constexpr std::array takers{Taker{"Failure", 1}, Taker{"Missing", 1}, Taker{"JsonReader::read", 1},
                            Taker{"JsonReader::parse", 2}, Taker{"write_text", 2}};

/// The advice's place in each call of a taker: `throw Failure(what, ADVICE)`, `Failure failure{what, ADVICE}`.
std::vector<Range> advice_of(const Source& source)
{
    const std::string& code = source.code();
    std::vector<Range> all;
    for (const Taker& taker : takers)
        for (std::size_t at = find_name(code, taker.name, 0); at != std::string::npos;
             at = find_name(code, taker.name, at + 1)) {
            std::size_t open = after_blanks(code, at + taker.name.size());
            while (open < code.size() && is_of_word(code[open])) ++open; // a variable's name
            open = after_blanks(code, open);
            if (open == code.size() || (code[open] != '(' && code[open] != '{')) continue;
            Range argument = expression_at(code, open + 1);
            for (std::size_t i = 0; i < taker.argument && code[argument.end] == ','; ++i) {
                argument = expression_at(code, argument.end + 1);
                if (i + 1 == taker.argument) all.push_back(argument);
            }
        }
    return all;
}

/// The name of a variable or a member, where the argument is nothing else.
std::string name_in(const Source& source, Range argument)
{
    const std::string text{
        lockstep::trim(source.code().substr(argument.begin, argument.end - argument.begin))};
    const std::string name = text.substr(text.rfind('.') + 1);
    return std::ranges::all_of(text, [](char letter) { return is_of_word(letter) || letter == '.'; }) ? name
                                                                                                      : "";
}

/// What such a name is set to, in this source.
std::vector<Range> values_of(const Source& source, const std::string& name)
{
    const std::string& code = source.code();
    std::vector<Range> values;
    for (std::size_t at = find_name(code, name, 0); at != std::string::npos;
         at = find_name(code, name, at + 1)) {
        const std::size_t behind = after_blanks(code, at + name.size());
        if (behind < code.size() && (code[behind] == '=' || code[behind] == '{'))
            values.push_back(expression_at(code, behind + (code[behind] == '=' ? 1 : 0)));
    }
    return values;
}

std::vector<std::string> words_of(const std::string& text)
{
    constexpr const char* around = " \n(),;:'\"";
    std::vector<std::string> words;
    for (std::size_t begin = text.find_first_not_of(around); begin != std::string::npos;) {
        const std::size_t end = std::min(text.find_first_of(" \n", begin), text.size());
        std::string word = text.substr(begin, end - begin);
        word.erase(word.find_last_not_of(around) + 1);
        words.push_back(word);
        begin = text.find_first_not_of(around, end);
    }
    return words;
}

/// What cannot be typed in an advice, and what to write; empty where all of it can be.
std::string fault_of(const std::string& advice, const std::set<std::string>& commands)
{
    const std::vector<std::string> words = words_of(advice);
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string &word = words[i], before = i > 0 ? words[i - 1] : "",
                          after = i + 1 < words.size() ? words[i + 1] : "";
        if (word == "ctest" && !after.starts_with("--test-dir"))
            return "ctest finds tests in the build folder alone; write: ctest --test-dir build …";
        if (word == "lockstep") return "lockstep is not on the path of a shell; write: ./lockstep …";
        // The lens alone is a program that is installed.
        if (word.starts_with("lockstep-") && word != "lockstep-lens" && before != "--target")
            return fmt::format("{0} is not on the path of a shell; write: build/bin/{0} …", word);
        if (word == "./lockstep" && !after.empty() && !commands.contains(after) &&
            std::ranges::all_of(after, [](char letter) { return letter >= 'a' && letter <= 'z'; }))
            return fmt::format("there is no command '{}'; write one of: {}", after,
                               fmt::join(commands, ", "));
        if ((word == "apt" || word == "apt-get") && after == "install" && before != "sudo")
            return fmt::format("{0} installs nothing for a user; write: sudo {0} install …", word);
    }
    return "";
}

/// An advice that cannot be typed.
struct Fault
{
    std::string file;
    int line = 0;
    std::string sentence;
};

struct Verdict
{
    std::size_t seen = 0; ///< strings in advice
    std::vector<Fault> faults;
};

Verdict judged(const std::vector<Source>& sources, const std::set<std::string>& commands)
{
    Verdict verdict;
    const auto judge = [&](const Source& source, Range range) {
        for (const Literal& string : strings_in(source, range)) {
            ++verdict.seen;
            if (const std::string fault = fault_of(string.text, commands); !fault.empty())
                verdict.faults.push_back({source.file(), source.line_of(string.begin),
                                          fmt::format("\"{}\": {}", string.text, fault)});
        }
    };
    std::set<std::string> names;
    for (const Source& source : sources)
        for (const Range argument : advice_of(source)) {
            judge(source, argument);
            if (const std::string name = name_in(source, argument); !name.empty()) names.insert(name);
        }
    for (const Source& source : sources)
        for (const std::string& name : names)
            for (const Range value : values_of(source, name)) judge(source, value);
    return verdict;
}

/// Of the entry point, whose cases they are, and of the program.
std::set<std::string> commands_of(const fs::path& tree)
{
    std::set<std::string> commands;
    for (const std::string& line : lockstep::split_lines(lockstep::read_text(tree / "lockstep"))) {
        const std::size_t end = line.find_first_not_of("abcdefghijklmnopqrstuvwxyz", 4);
        if (line.starts_with("    ") && end != 4 && end != std::string::npos &&
            (line[end] == ')' || line.substr(end).starts_with(" |")))
            commands.insert(line.substr(4, end - 4));
    }
    for (const fs::path& file : lockstep::sorted_entries(tree / "tools" / "commands")) {
        const Source source{file.string(), lockstep::read_text(file)};
        constexpr std::string_view adds = "app.add_subcommand";
        for (std::size_t at = find_name(source.code(), adds, 0); at != std::string::npos;
             at = find_name(source.code(), adds, at + 1))
            commands.insert(
                strings_in(source, expression_at(source.code(), at + adds.size() + 1)).at(0).text);
    }
    return commands;
}

std::vector<Source> sources_of(const fs::path& tree)
{
    std::vector<Source> sources;
    for (const char* folder : {"bench", "book", "chapters", "exercises", "formats", "harness", "lens", "lib",
                               "solutions", "tests", "tools"})
        for (const auto& entry : fs::recursive_directory_iterator(tree / folder))
            if (const fs::path& file = entry.path(); file.extension() == ".cpp" || file.extension() == ".hpp")
                sources.emplace_back(file.lexically_relative(tree).string(), lockstep::read_text(file));
    return sources;
}

/// "LINE: SENTENCE" of each fault in a text.
std::vector<std::string> faults_in(const std::string& text)
{
    std::vector<std::string> told;
    for (const Fault& fault : judged({{"a.cpp", text}}, {"bench", "list"}).faults)
        told.push_back(fmt::format("{}: {}", fault.line, fault.sentence));
    return told;
}

} // namespace

TEST_SUITE("advice")
{
    TEST_CASE("what cannot be typed is told, with its line and what to write")
    {
        CHECK(faults_in("throw Failure(fmt::format(\"a, {}\", b),\n              \"ctest -R bench\");") ==
              std::vector<std::string>{"2: \"ctest -R bench\": ctest finds tests in the build folder alone; "
                                       "write: ctest --test-dir build …"});
        CHECK(faults_in("throw Missing{what(a, b), \"for \"\n \"all: lockstep bench\"};") ==
              std::vector<std::string>{"1: \"for all: lockstep bench\": lockstep is not on the path of a "
                                       "shell; write: ./lockstep …"});
        CHECK(faults_in("Failure failure{what, fmt::format(\"lockstep-bench {}\", a)};") ==
              std::vector<std::string>{"1: \"lockstep-bench {}\": lockstep-bench is not on the path of a "
                                       "shell; write: build/bin/lockstep-bench …"});
        CHECK(faults_in("JsonReader::read(file, R\"(./lockstep bans, or \"none\")\");") ==
              std::vector<std::string>{"1: \"./lockstep bans, or \"none\"\": there is no command 'bans'; "
                                       "write one of: bench, list"});
        CHECK(faults_in("write_text(file, text, a ? \"make room\" : \"apt install b\");") ==
              std::vector<std::string>{"1: \"apt install b\": apt installs nothing for a user; write: sudo "
                                       "apt install …"});
    }

    TEST_CASE("an advice that has a name is read where the name is set")
    {
        CHECK(faults_in("const std::string next =\n    \"lockstep list\";\nthrow Failure(what, next);") ==
              std::vector<std::string>{
                  "2: \"lockstep list\": lockstep is not on the path of a shell; write: ./lockstep …"});
        CHECK(faults_in("throw Failure(what, home.mend);\nreturn {.mend = \"ctest\", .a = 1};").size() == 1);
    }

    TEST_CASE("what can be typed, what happened and what is commented out are no advice to mend")
    {
        for (const char* text :
             {"throw Failure(what, \"ctest --test-dir build -R bench, or ./lockstep bench NAME\");",
              "throw Failure(what, \"cmake --build build --target lockstep-bench\");",
              "throw Failure(what, \"lockstep-lens --help\");",
              "throw Failure(what, \"./lockstep \" + command + \" (or ./lockstep list; ./lockstep {})\");",
              "throw Failure(\"lockstep is at work, and ctest: \" + why(\"ctest\", 1'000, '\"'));",
              "// throw Failure(what, \"ctest -R bench\");\n/* Failure(what, \"ctest\") */",
              "throw BuildFailure(file, \"ctest\");", "#include \"lockstep.hpp\"\nvoid Failure(int, int);"}) {
            CAPTURE(text);
            CHECK(faults_in(text) == std::vector<std::string>{});
        }
    }

    TEST_CASE("all advice in this tree can be typed")
    {
        const fs::path tree = CHECKED_TREE;
        const std::set<std::string> commands = commands_of(tree);
        for (const char* command : {"start", "test", "help", "bench", "check", "prove"})
            CHECK_MESSAGE(commands.contains(command), command);
        const Verdict verdict = judged(sources_of(tree), commands);
        CHECK(verdict.seen > 200);
        for (const Fault& fault : verdict.faults)
            ADD_FAIL_CHECK_AT(fault.file.c_str(), fault.line, fault.sentence);
    }
}
