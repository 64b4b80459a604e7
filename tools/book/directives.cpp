// The directives of a lesson that stand on a line of their own.
#include "book/appendix_tables.hpp"
#include "book/back_matter.hpp"
#include "book/blocks.hpp"
#include "book/packages.hpp"
#include "book/preprocessor.hpp"
#include "book/ways.hpp"
#include "html/highlight.hpp"
#include "html/html.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/formats/snippet.hpp"
#include "lockstep/text.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace lockstep::book
{

namespace fs = std::filesystem;

std::pair<std::vector<std::string>, std::string> Preprocessor::arguments(std::string_view text)
{
    std::string caption;
    const auto open = text.find('"');
    const auto close = text.rfind('"');
    if (open != std::string_view::npos && close > open) {
        caption = text_.html(text.substr(open + 1, close - open - 1), here());
        text = text.substr(0, open);
    }
    std::vector<std::string> words;
    for (auto rest = trim(text); !rest.empty();) {
        const auto end = std::min(rest.find(' '), rest.size());
        words.emplace_back(rest.substr(0, end));
        rest = trim(rest.substr(end));
    }
    return {words, caption};
}

std::pair<std::string, std::string> Preprocessor::number(std::string_view kind, int count,
                                                         const std::string& caption)
{
    const std::string prefix = page_.prefix.empty() ? "" : page_.prefix + ".";
    if (page_.kind == Kind::exercise || page_.kind == Kind::front) return {};
    const char* name = kind == "listing" ? "Listing" : kind == "table" ? "Table" : "Figure";
    const std::string label = fmt::format("{} {}{}", name, prefix, count);
    const std::string anchor = slug(label);
    site_.numbered[label] = page_.file + "#" + anchor;
    site_.captions.push_back({std::string(kind), label, page_.file + "#" + anchor, caption, &page_});
    return {label, anchor};
}

bool Preprocessor::directive(std::string_view text, const std::string& indent)
{
    const auto name_end = std::min(text.find_first_of(" {", 1), text.size());
    const std::string name(text.substr(1, name_end - 1));
    const std::string_view rest = trim(text.substr(name_end));
    if (name == "snippet") {
        snippet(rest, indent);
    } else if (name == "file") {
        whole_file(rest, indent);
    } else if (name == "output") {
        output(rest, indent);
    } else if (name == "figure") {
        figure(rest, indent);
    } else if (name == "lens") {
        lens(rest, indent);
    } else if (name == "ladder") {
        ladder(rest, indent);
    } else if (name == "explore") {
        explore(rest, indent);
    } else if (name == "rosetta") {
        rosetta(rest, indent);
    } else if (name == "callout" || name == "fold") {
        open_box(name, rest, indent);
    } else if (name == "endcallout" || name == "endfold") {
        close_box(name.substr(3), indent);
    } else if (name == "exercises") {
        if (page_.chapter == nullptr || page_.chapter->exercises.empty()) {
            problem(here(),
                    "This chapter has no exercises. Add a folder to exercises/, or take \\exercises out.");
        } else {
            block(exercise_cards(site_, *page_.chapter), here(), indent);
        }
    } else {
        return appendix(name, rest, indent);
    }
    return true;
}

bool Preprocessor::appendix(const std::string& name, std::string_view rest, const std::string& indent)
try {
    if (name == "errorcodes") {
        site_.error_page = page_.file;
        block(error_table(site_), here(), indent);
    } else if (name == "packages") {
        const fs::path pieces = site_.options.source / "tools" / "entry" / "pieces.txt";
        block(code_frame(site_.theme, install_commands(pieces, rest), "shell", "", 0), here(), indent);
    } else if (name == "glossary") {
        block(glossary(site_, page_, text_, here()), here(), indent);
    } else if (name == "bibliography") {
        block(bibliography(site_, page_, rest), here(), indent);
    } else if (name == "hardware") {
        block(hardware_table(site_, rest), here(), indent);
    } else if (name == "machines") {
        block(rest == "readers" ? readers_machines(site_) : machine_tables(site_), here(), indent);
    } else if (name == "way") {
        block(way_list(site_, rest), here(), indent);
    } else if (name == "captions") {
        block(caption_list(site_, rest), here(), indent);
    } else if (name == "indexofterms") {
        block(index_of_terms(site_, text_, here()), here(), indent);
    } else if (name == "kernelsheet") {
        block(kernel_sheet(site_, page_, text_, here()), here(), indent);
    } else {
        return false;
    }
    return true;
} catch (const Failure& error) {
    problem(here(), sentence_of(error));
    return true;
}

void Preprocessor::snippet(std::string_view rest, const std::string& indent)
{
    const auto [words, caption] = arguments(rest);
    if (words.size() != 2) {
        problem(here(), "A listing needs a file and a tag. Write: \\snippet FILE TAG \"Caption\"");
        return;
    }
    const auto [label, anchor] = number("listing", ++page_.listings, caption);
    const fs::path file = file_to_show(words[0]);
    if (file.empty()) return;
    Excerpt excerpt;
    try {
        excerpt = read_snippet(file, words[1]);
    } catch (const Failure& error) {
        problem(here(), fmt::format("The file '{}' {}", site_.shown(file), error.what()));
        return;
    }
    if (!label.empty())
        for (IndexMark& mark : kernels_of(excerpt.text, page_, label, here()))
            site_.index_marks.push_back(std::move(mark));
    block(captioned(site_.theme, "listing", anchor, label, caption,
                    code_frame(site_.theme, excerpt.text, language_of(file.filename().string()),
                               site_.shown(file), excerpt.first_line)),
          here(), indent);
}

/// A file beside the lesson or under the root; empty, and a problem, where there is none.
fs::path Preprocessor::file_to_show(const std::string& name)
{
    for (const fs::path& folder : {page_.source.parent_path(), site_.options.source})
        if (fs::exists(folder / name)) return folder / name;
    problem(here(),
            fmt::format("There is no file '{}' beside the lesson or under the source root. Write it, or "
                        "correct its name.",
                        name));
    return {};
}

/// The second layer of listings: the file that they are parts of, folded; plain, because colours would double the page.
void Preprocessor::whole_file(std::string_view rest, const std::string& indent)
{
    const fs::path file = file_to_show(std::string(trim(rest)));
    if (file.empty()) return;
    const std::string name = site_.shown(file);
    block(site_.theme.fill("fold-open", {{"TITLE", fmt::format("The whole of <code>{}</code>",
                                                               escape_html(file.filename().string()))}}) +
              code_frame(site_.theme, read_without_markers(file), "", name, 0) +
              site_.theme.fill("fold-close"),
          here(), indent);
}

void Preprocessor::output(std::string_view rest, const std::string& indent)
{
    auto [words, caption] = arguments(rest);
    std::string file = "output.txt";
    if (!words.empty() && words[0].find('.') != std::string::npos) {
        file = words[0];
        words.erase(words.begin());
    }
    const auto [label, anchor] = number("listing", ++page_.listings, caption);
    const CapturedOutput* capture = captures_.find(file, here());
    if (capture == nullptr) return;
    std::vector<std::string> lines = capture->lines;
    if (!words.empty()) {
        std::size_t first = 0;
        std::size_t last = 0;
        const auto dash = words[0].find('-');
        try {
            first = std::stoul(words[0].substr(0, dash));
            last = dash == std::string::npos ? first : std::stoul(words[0].substr(dash + 1));
        } catch (const std::exception&) {
            first = 0;
        }
        if (first == 0 || last < first || last > lines.size()) {
            problem(
                here(),
                fmt::format("'{}' are no lines of '{}', which has {}. Give FIRST-LAST, counted behind its "
                            "header.",
                            words[0], file, lines.size()));
            return;
        }
        using Offset = std::vector<std::string>::difference_type;
        lines = {lines.begin() + static_cast<Offset>(first - 1), lines.begin() + static_cast<Offset>(last)};
    }
    block(captioned(site_.theme, "listing", anchor, label, caption,
                    terminal(site_.theme, lines, capture->header)),
          here(), indent);
}

void Preprocessor::figure(std::string_view rest, const std::string& indent)
{
    const auto [words, caption] = arguments(rest);
    if (words.size() != 1 || caption.empty()) {
        problem(here(), "A figure needs a name and a caption. Write: \\figure NAME \"Caption\"");
        return;
    }
    const auto [label, anchor] = number("figure", ++figures_, caption);
    block(captioned(site_.theme, "figure", anchor, label, caption,
                    picture(site_, page_, words[0], caption, here())),
          here(), indent);
}

void Preprocessor::ladder(std::string_view rest, const std::string& indent)
{
    const auto [words, caption] = arguments(rest);
    if (words.empty() || words.size() > 2 || caption.empty()) {
        problem(here(),
                "A ladder's table needs its name and a caption. Write: \\ladder NAME [CASE] \"Caption\"");
        return;
    }
    const auto [label, anchor] = number("table", ++tables_, caption);
    try {
        const std::string table = site_.ladder_results.table(words[0], words.size() > 1 ? words[1] : "");
        const std::string how = text_.html("\\ref measuring \"How we measure\"", here());
        block(captioned(site_.theme, "listing", anchor, label, caption,
                        fmt::format("{}<p class=\"origin\">{}</p>", table, how)),
              here(), indent);
    } catch (const Failure& error) {
        problem(here(), error.what());
    }
}

void Preprocessor::image(std::string_view text, const std::string& indent)
{
    const auto bracket = text.find("](");
    const auto close = text.rfind(')');
    if (bracket == std::string_view::npos || close == std::string_view::npos || close < bracket) {
        problem(here(), "This picture is not complete. Write: ![what it shows](file.png)");
        return;
    }
    const std::string caption = text_.html(text.substr(2, bracket - 2), here());
    const std::string name(text.substr(bracket + 2, close - bracket - 2));
    block(captioned(site_.theme, "figure", "", "", caption, picture(site_, page_, name, caption, here())),
          here(), indent);
}

void Preprocessor::open_box(const std::string& name, std::string_view rest, const std::string& indent)
{
    open_.emplace_back(name, here());
    const auto close = rest.rfind('}');
    if (!rest.starts_with('{') || close == std::string_view::npos) {
        problem(here(), fmt::format("Write \\{}{{…}} with its title in braces.", name));
        return;
    }
    const auto inside = rest.substr(1, close - 1);
    if (name == "fold") {
        block(site_.theme.fill("fold-open", {{"TITLE", text_.html(inside, here())}}), here(), indent);
        return;
    }
    const auto bar = inside.find('|');
    const std::string kind(trim(inside.substr(0, bar)));
    if (!is_callout(kind)) {
        problem(here(),
                fmt::format("There is no call-out '{}'. Use predict, run, try, warning or note.", kind));
        return;
    }
    const auto title = bar == std::string_view::npos ? std::string_view{} : trim(inside.substr(bar + 1));
    block(callout_open(site_.theme, kind, text_.html(title, here())), here(), indent);
}

void Preprocessor::close_box(const std::string& name, const std::string& indent)
{
    if (open_.empty() || open_.back().first != name) {
        problem(here(),
                fmt::format("This \\end{} closes nothing: the innermost open box is {}. Take it out or move "
                            "it.",
                            name, open_.empty() ? "none" : "a \\" + open_.back().first));
        return;
    }
    open_.pop_back();
    block(site_.theme.fill(name + "-close"), here(), indent);
}

} // namespace lockstep::book
