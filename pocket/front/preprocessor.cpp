// Directives: #define, #include, #if and the others.
#include "front/preprocessor.hpp"

#include <utility>

namespace lockstep::pocket
{

namespace
{

constexpr unsigned deepest_inclusion = 32; // files that include one another
constexpr unsigned most_inclusions = 1000;

} // namespace

Preprocessor::Preprocessor(Texts& texts, const Options& options, Notes& notes)
    : texts_(texts), options_(options), notes_(notes)
{
    define("__OPENCL_VERSION__", "120"); // the device's
    define("__OPENCL_C_VERSION__", std::to_string(options.version));
    for (const unsigned version : {100U, 110U, 120U, 200U, 210U, 220U, 300U})
        define("CL_VERSION_" + std::to_string(version / 100) + "_" + std::to_string(version / 10 % 10),
               std::to_string(version));
    define("__ENDIAN_LITTLE__", "1");
    define("__IMAGE_SUPPORT__", "1");
    define("__kernel_exec(X, typen)", "__kernel __attribute__((work_group_size_hint(X, 1, 1))) "
                                      "__attribute__((vec_type_hint(typen)))");
    if (options.fast_relaxed_math) define("__FAST_RELAXED_MATH__", "1");
    for (const std::string& name : options.extensions) define(name, "1");
    for (const auto& [name, value] : options.defines) define(name, value);
}

void Preprocessor::define(const std::string& name, const std::string& value)
{
    const unsigned file = texts_.add("<options>", name + " " + value + "\n");
    Tokens line = tokens_of(texts_, file, notes_);
    line.pop_back();
    if (!line.empty()) define_macro(line);
}

std::vector<Token> Preprocessor::run(unsigned file)
{
    include(file, 0);
    flush();
    if (!conditions_.empty())
        notes_.error(conditions_.back().place, "this condition has no end", "write #endif where it ends");
    Token end;
    end.place = out_.empty() ? Place{file, 1, 1} : out_.back().place;
    out_.push_back(end);
    return std::move(out_);
}

bool Preprocessor::is_read() const
{
    return conditions_.empty() || (conditions_.back().on && conditions_.back().outer);
}

// Macro calls may go over several lines, but not over a directive.
void Preprocessor::flush()
{
    const Tokens lines = std::exchange(pending_, {});
    std::set<std::string> active;
    expand(lines, 0, active, out_);
}

void Preprocessor::include(unsigned file, unsigned depth)
{
    const Tokens tokens = tokens_of(texts_, file, notes_);
    for (std::size_t at = 0; tokens[at].kind != Kind::end;) {
        std::size_t end = at + 1;
        while (!tokens[end].first) ++end;
        const auto line = [&](std::size_t from) {
            return Tokens{tokens.begin() + static_cast<std::ptrdiff_t>(from),
                          tokens.begin() + static_cast<std::ptrdiff_t>(end)};
        };
        if (tokens[at].is("#")) {
            flush();
            try {
                directive(line(at + 1), depth);
            } catch (const Refused&) { // the next line is another
            }
        } else if (is_read()) {
            const Tokens words = line(at);
            pending_.insert(pending_.end(), words.begin(), words.end());
        }
        at = end;
    }
}

void Preprocessor::directive(const Tokens& line, unsigned depth)
{
    if (line.empty()) return;
    const std::string& word = line[0].text;
    const Tokens rest{line.begin() + 1, line.end()};
    if (word == "if" || word == "ifdef" || word == "ifndef" || word == "elif" || word == "else" ||
        word == "endif") {
        condition(word, line);
    } else if (!is_read()) {
        return;
    } else if (word == "define") {
        if (rest.empty()) notes_.refuse(line[0].place, "#define without a name", "write #define NAME value");
        define_macro(rest);
    } else if (word == "undef") {
        if (!rest.empty()) macros_.erase(rest[0].text);
    } else if (word == "include") {
        include_file(line, depth);
    } else if (word == "error") {
        std::string text;
        for (const Token& token : rest) text += (token.spaced && !text.empty() ? " " : "") + token.text;
        notes_.error(line[0].place, "#error " + text);
    } else if (word == "pragma") {
        pragma(rest);
    } else if (word != "line" && word != "warning") {
        notes_.refuse(line[0].place, "there is no directive #" + word, [&] {
            const std::string meant = nearest(word, {"if", "ifdef", "ifndef", "elif", "else", "endif",
                                                     "define", "undef", "include", "error", "pragma"});
            return meant.empty() ? "" : "did you mean #" + meant + "?";
        }());
    }
}

// "#pragma unroll" becomes the attribute that says the same of the loop behind it. Others say nothing to this device.
void Preprocessor::pragma(const Tokens& words)
{
    if (words.empty() || !words[0].is("unroll")) return;
    const auto add = [&](Kind kind, const char* text) {
        pending_.push_back({.kind = kind, .text = text, .place = words[0].place, .spaced = true});
    };
    add(Kind::name, "__attribute__");
    add(Kind::sign, "(");
    add(Kind::sign, "(");
    add(Kind::name, "opencl_unroll_hint");
    const bool bare = words.size() > 1 && !words[1].is("(");
    if (bare) add(Kind::sign, "(");
    for (auto word = words.begin() + 1; word != words.end(); ++word) {
        pending_.push_back(*word);
        pending_.back().first = false;
    }
    if (bare) add(Kind::sign, ")");
    add(Kind::sign, ")");
    add(Kind::sign, ")");
}

void Preprocessor::define_macro(const Tokens& line)
{
    const Token& name = line[0];
    if (name.kind != Kind::name)
        notes_.refuse(name.place, "a macro's name must be a word", "write #define NAME value");
    Macro macro;
    std::size_t at = 1;
    if (line.size() > 1 && line[1].is("(") && !line[1].spaced) {
        macro.is_function = true;
        for (at = 2; at < line.size() && !line[at].is(")"); ++at) {
            if (line[at].is("..."))
                macro.is_variadic = true;
            else if (line[at].kind == Kind::name)
                macro.parameters.push_back(line[at].text);
            else if (!line[at].is(","))
                notes_.refuse(line[at].place,
                              "'" + line[at].text + "' among the names of a macro's parameters");
        }
        if (at == line.size())
            notes_.refuse(name.place, "the macro's parameters have no end",
                          "write ) behind the last of them");
        ++at;
    }
    macro.body.assign(line.begin() + static_cast<std::ptrdiff_t>(at), line.end());
    macros_[name.text] = std::move(macro);
}

void Preprocessor::include_file(const Tokens& line, unsigned depth)
{
    std::string name;
    const bool angled = line.size() > 1 && line[1].is("<");
    if (line.size() > 1 && line[1].kind == Kind::string)
        name = line[1].text;
    else if (angled)
        for (std::size_t i = 2; i < line.size() && !line[i].is(">"); ++i) name += line[i].text;
    if (name.empty()) notes_.refuse(line[0].place, "#include without a file", "write #include \"name.clh\"");
    if (depth >= deepest_inclusion || ++included_ > most_inclusions)
        notes_.refuse(line[0].place, "files include one another without an end",
                      "write #ifndef NAME, #define NAME and #endif around each of them");
    const std::string& from = texts_.name(line[0].place.file);
    std::vector<std::string> folders = options_.folders;
    if (const std::size_t slash = from.rfind('/'); !angled && slash != std::string::npos)
        folders.insert(folders.begin(), from.substr(0, slash));
    folders.emplace_back();
    for (const std::string& folder : folders) {
        const std::string path = folder.empty() ? name : folder + "/" + name;
        if (!options_.read) break;
        if (auto text = options_.read(path)) {
            include(texts_.add(path, *std::move(text)), depth + 1);
            flush();
            return;
        }
    }
    const bool of_host =
        name == "stdio.h" || name == "math.h" || name == "stdlib.h" || name.find('.') == std::string::npos;
    notes_.error(line[0].place, "there is no file '" + name + "' to include",
                 of_host ? "leave it out: a kernel has its functions without a header"
                         : "name its folder by the option -I when the program is built");
}

void Preprocessor::condition(const std::string& word, const Tokens& line)
{
    const Place place = line[0].place;
    const Tokens rest{line.begin() + 1, line.end()};
    if (word == "if" || word == "ifdef" || word == "ifndef") {
        Condition opened{.place = place, .outer = is_read()};
        if (opened.outer) {
            if (word == "if")
                opened.on = value_of(rest, place) != 0;
            else if (rest.empty())
                notes_.error(place, "#" + word + " without a name");
            else
                opened.on = is_macro(rest[0].text) == (word == "ifdef");
        }
        opened.done = opened.on;
        conditions_.push_back(opened);
        return;
    }
    if (conditions_.empty()) notes_.refuse(place, "#" + word + " without an #if before it");
    Condition& last = conditions_.back();
    if (word == "endif") {
        conditions_.pop_back();
        return;
    }
    if (last.had_else) notes_.refuse(place, "#" + word + " behind the #else of the same #if");
    last.had_else = word == "else";
    last.on = !last.done && last.outer && (word == "else" || value_of(rest, place) != 0);
    last.done = last.done || last.on;
}

} // namespace lockstep::pocket
