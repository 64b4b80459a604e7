// Rules for host files under test, which are asked of what the compiler read and made of them.
#include "check/source_rules.hpp"

#include "check/source_text.hpp"
#include "lockstep/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

// The names behind the colon of a make rule.
std::vector<std::string> names_of_rule(const std::string& rule)
{
    std::vector<std::string> names;
    std::string name;
    const auto take = [&] {
        if (!name.empty()) names.push_back(name);
        name.clear();
    };
    const std::size_t colon = rule.find(": ");
    for (std::size_t i = colon == std::string::npos ? rule.size() : colon + 2; i < rule.size(); ++i) {
        const char next = i + 1 < rule.size() ? rule[i + 1] : '\0';
        if (rule[i] == '\\' && next == '\n')
            ++i;
        else if ((rule[i] == '\\' && (next == ' ' || next == '#')) || (rule[i] == '$' && next == '$'))
            name += rule[++i];
        else if (std::isspace(static_cast<unsigned char>(rule[i])) != 0)
            take();
        else
            name += rule[i];
    }
    take();
    return names;
}

// A mark of the preprocessor, # LINE "FILE" FLAGS: flag 3 says that it is a system's header, and so may a file under test of itself.
bool is_mark_of_system(const std::string& mark, const fs::path& files)
{
    const std::size_t open = mark.find('"');
    const std::size_t close = mark.rfind('"');
    if (open == std::string::npos || close == open) return false;
    return mark.find(" 3", close) != std::string::npos &&
           !within(real_path(mark.substr(open + 1, close - open - 1)), files);
}

} // namespace

std::string encoding_fault(const std::string& bytes, const std::string& file)
{
    constexpr std::string_view zero{"\0", 1};
    const std::string_view start = std::string_view{bytes}.substr(0, 2);
    const bool marked = start == "\xFF\xFE" || start == "\xFE\xFF";
    // Without a mark, every other byte of plain text is zero.
    const bool halved = start.size() == 2 && (start.starts_with(zero) != start.ends_with(zero));
    return marked || halved
               ? fmt::format("{} is saved as UTF-16, which a compiler cannot read. Save it as UTF-8.", file)
               : "";
}

std::string stray_include(const std::string& dependencies, const std::string& file, const IncludeRules& rules)
{
    const fs::path files = real_path(rules.files);
    const fs::path source = real_path(rules.source);
    std::vector<fs::path> headers{real_path(rules.own_headers), source / "lib" / "include"};
    for (const fs::path& folder : rules.headers) headers.push_back(real_path(folder));
    for (const std::string& name : names_of_rule(dependencies)) {
        const fs::path path = real_path(name);
        if (within(path, files)) continue;
        // In the repository only what is named for it is a header folder, not a system's folder around it.
        const bool of_repository = within(path, source);
        if (path.filename() != "doctest.h" &&
            std::any_of(headers.begin(), headers.end(), [&](const fs::path& folder) {
                return within(path, folder) && (!of_repository || within(folder, source));
            }))
            continue;
        return fmt::format(
            "{} includes {}, which is no part of this exercise.\n  A file may include those of "
            "its own folder, the exercise's headers, and those of the system and its libraries.",
            place_of_include(rules.files / file, path.filename().string()),
            of_repository ? path.lexically_relative(source).string() : path.string());
    }
    return "";
}

std::string forged_place(const std::string& dependencies, const fs::path& files)
{
    for (const std::string& name : names_of_rule(dependencies)) {
        const fs::path path = real_path(name);
        if (!within(path, real_path(files))) continue;
        for (const LogicalLine& line : logical_lines(read_text(path))) {
            const std::string directive = directive_in(line.text).name;
            if (directive == "line" ||
                (!directive.empty() && std::isdigit(static_cast<unsigned char>(directive.front())) != 0))
                return fmt::format("{}:{}: '#{}' is refused: it would give a line the place of another.",
                                   path.filename().string(), line.number, directive);
        }
    }
    return "";
}

std::string forbidden_word(const std::string& preprocessed, const std::string& file, const fs::path& files)
{
    struct Word
    {
        std::string_view beginning;
        std::string_view why;
    };
    constexpr std::string_view of_tests = "the tests are not for the code under test to reach into";
    constexpr std::string_view of_checker = "the stage clean must see all that the program does";
    constexpr std::string_view of_start = "nothing may run before the tests begin";
    static constexpr std::array words{Word{"doctest", of_tests},
                                      Word{"no_sanitize", of_checker},
                                      Word{"no_address_safety", of_checker},
                                      Word{"disable_sanitizer", of_checker},
                                      Word{"__tsan_", of_checker},
                                      Word{"__asan_", of_checker},
                                      Word{"__lsan_", of_checker},
                                      Word{"__ubsan_", of_checker},
                                      Word{"__sanitizer_", of_checker},
                                      Word{"preinit_array", of_start},
                                      Word{"ifunc", of_start}};
    bool of_system = false;
    for (std::size_t line = 0; line < preprocessed.size();) {
        const std::size_t end = std::min(preprocessed.find('\n', line), preprocessed.size());
        const std::string_view text{preprocessed.data() + line, end - line};
        line = end + 1;
        if (text.starts_with("# ")) {
            of_system = is_mark_of_system(std::string{text}, real_path(files));
            continue;
        }
        for (const Word& word : words) {
            const std::size_t at = text.find(word.beginning);
            // A library tells a sanitizer what it does; newer ones of GCC's do.
            if (at == std::string_view::npos || (of_system && word.why == of_checker)) continue;
            std::size_t first = at;
            while (first > 0 && is_letter(text[first - 1])) --first;
            std::size_t last = at;
            while (last < text.size() && is_letter(text[last])) ++last;
            return fmt::format("{}: '{}' is refused: {}.", file, text.substr(first, last - first), word.why);
        }
    }
    return "";
}

} // namespace lockstep::tool
