// Rules for the files under test.
#include "check/source_rules.hpp"

#include "lockstep/files.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <regex>
#include <set>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

fs::path real(const fs::path& path)
{
    std::error_code ignored;
    return fs::weakly_canonical(fs::absolute(path), ignored);
}

// True for what is in `folder` or in a folder of it; both as real() gives them.
bool within(const fs::path& path, const fs::path& folder)
{
    const fs::path base = folder.has_filename() ? folder : folder.parent_path(); // "a/" is "a"
    return std::mismatch(base.begin(), base.end(), path.begin(), path.end()).first == base.end();
}

bool is_letter(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

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

// "FILE:LINE" of the first line that includes a file of this name; "FILE" when there is none.
std::string place_of_include(const fs::path& file, const std::string& name)
{
    const std::vector<std::string> lines = split_lines(read_text(file));
    for (std::size_t i = 0; i < lines.size(); ++i)
        if (lines[i].find("include") != std::string::npos && lines[i].find(name) != std::string::npos)
            return fmt::format("{}:{}", file.filename().string(), i + 1);
    return file.filename().string();
}

// What is left of a kernel's text when the compiler has joined its lines and taken out its comments: a line of it with
// the number of the line it begins in.
struct LogicalLine
{
    std::string text;
    std::size_t number = 0;
};

class Preprocessed
{
public:
    explicit Preprocessed(const std::string& text) : text_(text) {}

    std::vector<LogicalLine> lines()
    {
        begin_line();
        while (at_ < text_.size()) step();
        result_.push_back(line_);
        return result_;
    }

private:
    // The next character after trigraphs are replaced and lines that end in a backslash are joined; '\0' at the end.
    char next()
    {
        for (;;) {
            const bool trigraph = text_.compare(at_, 3, "?\?/") == 0;
            if (!trigraph && (at_ >= text_.size() || text_[at_] != '\\')) break;
            std::size_t end = at_ + (trigraph ? 3 : 1);
            while (end < text_.size() && (text_[end] == ' ' || text_[end] == '\t' || text_[end] == '\r'))
                ++end;
            if (end >= text_.size() || text_[end] != '\n') break;
            at_ = end + 1;
            ++number_;
        }
        if (at_ >= text_.size()) return '\0';
        if (text_.compare(at_, 3, "?\?=") == 0) {
            at_ += 3;
            return '#';
        }
        const char c = text_[at_++];
        if (c == '\n') ++number_;
        return c;
    }

    char peek()
    {
        const std::size_t at = at_;
        const std::size_t number = number_;
        const char c = next();
        at_ = at;
        number_ = number;
        return c;
    }

    void begin_line() { line_ = {.text = {}, .number = number_}; }

    void step()
    {
        const char c = next();
        if (c == '\0') return;
        if (c == '\n') {
            result_.push_back(line_);
            begin_line();
        } else if (c == '/' && peek() == '/')
            while (at_ < text_.size() && peek() != '\n') next();
        else if (c == '/' && peek() == '*')
            skip_comment();
        else if (c == '"' || c == '\'')
            take_literal(c);
        else
            line_.text += c;
    }

    void skip_comment()
    {
        next();
        for (char before = ' '; at_ < text_.size();) {
            const char c = next();
            if (before == '*' && c == '/') break;
            before = c;
        }
        line_.text += ' ';
    }

    void take_literal(char quote)
    {
        line_.text += quote;
        while (at_ < text_.size() && peek() != '\n') {
            const char c = next();
            line_.text += c;
            if (c == '\\' && peek() != '\n')
                line_.text += next();
            else if (c == quote)
                break;
        }
    }

    const std::string& text_;
    std::size_t at_ = 0;
    std::size_t number_ = 1;
    LogicalLine line_;
    std::vector<LogicalLine> result_;
};

// The name of the directive in a line, and what stands behind it; no name when the line is none.
struct Directive
{
    std::string name;
    std::string rest;
};

Directive directive_in(const std::string& line)
{
    std::string_view text = trim(line);
    if (text.starts_with("#"))
        text.remove_prefix(1);
    else if (text.starts_with("%:"))
        text.remove_prefix(2);
    else
        return {};
    text = trim(text);
    const auto end = std::find_if_not(text.begin(), text.end(), is_letter);
    const auto length = static_cast<std::size_t>(end - text.begin());
    return {std::string{text.substr(0, length)}, std::string{trim(text.substr(length))}};
}

bool is_include(const std::string& directive)
{
    static const std::set<std::string> names{"include", "include_next", "import", "embed",
                                             "__include_macros"};
    return names.contains(directive);
}

// The identifiers outside of literals.
std::vector<std::string> identifiers_in(const std::string& line)
{
    std::vector<std::string> names;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '"' || line[i] == '\'') {
            for (const char quote = line[i++]; i < line.size() && line[i] != quote; ++i)
                if (line[i] == '\\') ++i;
        } else if (is_letter(line[i])) {
            const std::size_t begin = i;
            while (i < line.size() && is_letter(line[i])) ++i;
            names.push_back(line.substr(begin, i-- - begin));
        }
    }
    return names;
}

// By these a kernel tells Oclgrind, which runs the stages clean and lens, from the device of the stage correct.
bool tells_compilers_apart(const std::string& name)
{
    static constexpr std::array beginnings{
        "__SPIR",  "cl_khr_spir", "__OCLGRIND", "__clang",      "__GNUC", "__llvm",  "__LLVM",
        "__POCL",  "POCL_",       "__NV",       "__CUDA",       "__PTX",  "__INTEL", "__x86_64",
        "__amd64", "__i386",      "__i686",     "__aarch64",    "__arm",  "__ARM",   "__AMD",
        "__AVX",   "__SSE",       "__MMX",      "__VERSION__",  "__FILE", "__BASE",  "__INCLUDE_LEVEL__",
        "__LP64",  "_LP64",       "__DATE__",   "__TIMESTAMP__"};
    return std::any_of(beginnings.begin(), beginnings.end(),
                       [&](const char* beginning) { return name.starts_with(beginning); });
}

// Every device of the book knows OpenCL C 1.2, so whether one knows that much may be asked.
bool asks_for_a_later_version(const std::string& line)
{
    static const std::regex harmless{
        R"(__OPENCL_VERSION__\s*((<|>=)\s*(1[012]0|CL_VERSION_1_[012])|(<=|>)\s*(1[01]0|CL_VERSION_1_[01]))\b)"};
    const std::string rest =
        line.size() < 2000 ? std::regex_replace(line, harmless, "") : line; // std::regex recurses
    return rest.find("__OPENCL_VERSION__") != std::string::npos;
}

std::string fault_in_line(const std::string& line, bool pastes)
{
    const Directive directive = directive_in(line);
    if (is_include(directive.name))
        return fmt::format("#{} {} is refused: a kernel includes files of its own folder alone, by a line "
                           "#include \"NAME\"",
                           directive.name, directive.rest);
    for (const std::string& name : identifiers_in(line)) {
        if (name == "asm" || name == "__asm" || name == "__asm__")
            return fmt::format("{} is refused: a kernel is written in OpenCL C, for every device", name);
        if (name.starts_with("__has_include") || name.starts_with("__has_embed"))
            return fmt::format("{} is refused: what files there are is not for a kernel to ask", name);
        if (tells_compilers_apart(name) || (name == "__OPENCL_VERSION__" && asks_for_a_later_version(line)))
            return fmt::format("{} is refused: it tells one compiler from another, and every stage of a "
                               "check must run the same code",
                               name);
    }
    if (line.find(".incbin") != std::string::npos) return ".incbin is refused: a kernel reads no files";
    if (pastes && (directive.name == "if" || directive.name == "elif")) {
        static const std::regex call{R"(([A-Za-z_]\w*)\s*\()"};
        for (std::sregex_iterator match{directive.rest.begin(), directive.rest.end(), call}, end;
             match != end; ++match)
            if ((*match)[1] != "defined")
                return fmt::format("#{} {} is refused: in a file that pastes names by ##, a condition calls "
                                   "no macro",
                                   directive.name, directive.rest);
    }
    return "";
}

// A mark of the preprocessor, # LINE "FILE" FLAGS: flag 3 says that it is a system's header, and so may a file under test of itself.
bool is_mark_of_system(const std::string& mark, const fs::path& files)
{
    const std::size_t open = mark.find('"');
    const std::size_t close = mark.rfind('"');
    if (open == std::string::npos || close == open) return false;
    return mark.find(" 3", close) != std::string::npos &&
           !within(real(mark.substr(open + 1, close - open - 1)), files);
}

} // namespace

std::string stray_include(const std::string& dependencies, const std::string& file, const IncludeRules& rules)
{
    const fs::path files = real(rules.files);
    const fs::path source = real(rules.source);
    std::vector<fs::path> headers{real(rules.own_headers), source / "lib" / "include"};
    for (const fs::path& folder : rules.headers) headers.push_back(real(folder));
    for (const std::string& name : names_of_rule(dependencies)) {
        const fs::path path = real(name);
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
        const fs::path path = real(name);
        if (!within(path, real(files))) continue;
        for (const LogicalLine& line : Preprocessed(read_text(path)).lines()) {
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
            of_system = is_mark_of_system(std::string{text}, real(files));
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

std::string kernel_fault(const KernelSource& kernel, const fs::path& folder)
{
    const fs::path own = real(folder);
    for (const SourceLine& line : kernel.lines)
        if (!within(real(line.file), own))
            return fmt::format("{} includes {}, which is not in the exercise's folder.",
                               place_of_include(kernel.lines.front().file, line.file.filename().string()),
                               real(line.file).string());
    const std::vector<LogicalLine> lines = Preprocessed{kernel.text}.lines();
    const bool pastes = kernel.text.find("##") != std::string::npos ||
                        kernel.text.find("%:%:") != std::string::npos ||
                        kernel.text.find("?\?=?\?=") != std::string::npos;
    for (const LogicalLine& line : lines) {
        const std::string fault = fault_in_line(line.text, pastes);
        if (fault.empty() || line.number > kernel.lines.size()) continue;
        const SourceLine& place = kernel.lines[line.number - 1];
        return fmt::format("{}:{}: {}.", place.file.filename().string(), place.number, fault);
    }
    return "";
}

} // namespace lockstep::tool
