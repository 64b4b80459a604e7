// Turns a lesson with its directives into Markdown that Doxygen understands: the flow of the text.
#include "book/preprocess.hpp"

#include "book/blocks.hpp"
#include "book/preprocessor.hpp"
#include "html/highlight.hpp"
#include "html/html.hpp"
#include "lockstep/files.hpp"
#include "lockstep/text.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

namespace lockstep::book
{

namespace fs = std::filesystem;

namespace
{

bool starts_list_item(std::string_view text)
{
    const auto digits = text.find_first_not_of("0123456789");
    const bool bullet = text.starts_with("- ") || text.starts_with("* ") || text.starts_with("+ ");
    return bullet || (digits != std::string_view::npos && digits > 0 && text.substr(digits, 2) == ". ");
}

} // namespace

std::string Preprocessor::run()
{
    lines_ = split_lines(read_text(page_.source));
    emit(fmt::format("# {} {{#{}}}", page_.id, page_.id), 1);
    emit("", 1);
    at_ = !lines_.empty() && lines_[0].starts_with("# ") ? 1 : 0;
    while (at_ < lines_.size()) line();
    for (const auto& [kind, opened_at] : open_) {
        problem(opened_at,
                fmt::format("This \\{} is never closed. Write \\end{} behind its text.", kind, kind));
    }
    if (page_.exercise != nullptr) exercise_parts();
    return std::move(out_);
}

void Preprocessor::emit(std::string_view text, int source_line)
{
    out_ += text;
    out_ += '\n';
    const auto added = 1 + std::count(text.begin(), text.end(), '\n');
    page_.line_map.insert(page_.line_map.end(), static_cast<std::size_t>(added), source_line);
}

void Preprocessor::block(std::string html, int source_line, std::string_view indent)
{
    emit("", source_line);
    emit(std::string(indent) + site_.token(Token::Type::block, std::move(html), page_, source_line),
         source_line);
    emit("", source_line);
}

void Preprocessor::line()
{
    const std::string& text = lines_[at_];
    const std::string_view trimmed = trim(text);
    const std::string indent =
        text.substr(0, text.find_first_not_of(' ') == std::string::npos ? 0 : text.find_first_not_of(' '));
    if (trimmed.starts_with("```") || trimmed.starts_with("~~~")) {
        fence(trimmed, indent);
    } else if (trimmed.starts_with("\\f[")) {
        formula(indent);
    } else if (text.starts_with("##")) {
        heading(text);
        in_list_ = false;
        ++at_;
    } else if (trimmed.starts_with("\\") && directive(trimmed, indent)) {
        in_list_ = in_list_ && !indent.empty();
        ++at_;
    } else if (trimmed.starts_with("![")) {
        image(trimmed, indent);
        ++at_;
    } else if (indent.size() >= 4 && !trimmed.empty() && !in_list_ &&
               (at_ == 0 || trim(lines_[at_ - 1]).empty())) {
        indented_code();
    } else {
        in_list_ = starts_list_item(trimmed) || (in_list_ && (trimmed.empty() || !indent.empty()));
        prose();
    }
}

void Preprocessor::prose()
{
    const int first = here();
    std::string text = lines_[at_++];
    while (InlineText::unfinished(text) && at_ < lines_.size() && !trim(lines_[at_]).empty())
        text += "\n" + lines_[at_++];
    emit(text_.markdown(text, first), first);
}

void Preprocessor::fence(std::string_view opening, const std::string& indent)
{
    const int first = here();
    const std::string_view mark = opening.substr(0, 3);
    const auto word = std::min(opening.find_first_not_of(mark[0]), opening.size());
    const std::string language(trim(opening.substr(word)));
    std::string code;
    for (++at_; at_ < lines_.size() && trim(lines_[at_]) != mark; ++at_) {
        const std::string& text = lines_[at_];
        code += (text.starts_with(indent) ? text.substr(indent.size()) : text) + "\n";
    }
    if (at_ == lines_.size()) {
        problem(first, fmt::format("This code block is never closed. Write {} behind it.", mark));
        return;
    }
    ++at_;
    const std::string kind = language_of(language);
    block(kind == "output" ? terminal(site_.theme, split_lines(code), "")
                           : code_frame(site_.theme, code, kind, "", 0),
          first, indent);
}

void Preprocessor::indented_code()
{
    const int first = here();
    std::string code;
    std::size_t blank = 0;
    for (; at_ < lines_.size() && (lines_[at_].starts_with("    ") || trim(lines_[at_]).empty()); ++at_) {
        if (trim(lines_[at_]).empty()) {
            ++blank;
            continue;
        }
        code += std::string(code.empty() ? 0 : blank, '\n') + lines_[at_].substr(4) + "\n";
        blank = 0;
    }
    at_ -= blank;
    const bool command = code.starts_with("./lockstep") || code.starts_with("$ ");
    if (command && !code.starts_with("$ ")) code = "$ " + replace_all(code, "\n./lockstep", "\n$ ./lockstep");
    block(code_frame(site_.theme, code, command ? "shell" : "text", "", 0), first);
}

void Preprocessor::formula(const std::string& indent)
{
    const int first = here();
    std::string tex;
    for (; at_ < lines_.size(); ++at_) {
        tex += lines_[at_] + "\n";
        if (lines_[at_].find("\\f]") != std::string::npos) break;
    }
    if (at_ == lines_.size()) {
        problem(first, "A formula is not closed. Write '\\f]' behind it.");
        return;
    }
    ++at_;
    page_.has_formulas = true;
    const auto open = tex.find("\\f[") + 3;
    const auto close = tex.find("\\f]");
    const std::string inside(trim(std::string_view(tex).substr(open, close - open)));
    block(site_.theme.fill("formula-block", {{"TEX", inside}}), first, indent);
    const std::string_view rest = trim(std::string_view(tex).substr(close + 3));
    if (!rest.empty()) emit(text_.markdown(rest, first), first);
}

void Preprocessor::heading(const std::string& text)
{
    const auto level = std::min(text.find_first_not_of('#'), std::size_t{5});
    std::string title(trim(std::string_view(text).substr(level)));
    std::string anchor;
    const auto brace = title.rfind("{#");
    if (brace != std::string::npos && title.ends_with('}')) {
        anchor = title.substr(brace + 2, title.size() - brace - 3);
        title = std::string(trim(std::string_view(title).substr(0, brace)));
    } else {
        anchor = slug(title);
        const int seen = ++anchors_[anchor];
        anchor += seen > 1 ? fmt::format("-{}", seen) : "";
    }
    site_.sections[page_.file + "#" + anchor] = text_.html(title, here());
    emit("", here());
    emit(fmt::format("{} {} {{#{}-{}}}", std::string(level, '#'), text_.markdown(title, here()), page_.id,
                     anchor),
         here());
    emit("", here());
}

constexpr const char* host_code_needs_a_clone = "The file is C++ for the host, which a browser cannot "
                                                "compile by itself. Edit it in a clone of the book, where "
                                                "`./lockstep start` installs what is missing, or here once "
                                                "`./lockstep book --live --open` serves this page.";

void Preprocessor::exercise_parts()
{
    const ExerciseInfo& exercise = *page_.exercise;
    const int last = static_cast<int>(lines_.size());
    at_ = lines_.empty() ? 0 : lines_.size() - 1;
    heading(exercise.edit.size() == 1 ? "## The file you edit" : "## The files you edit");
    for (const std::string& name : exercise.edit) {
        const fs::path file = exercise.folder / name;
        if (!fs::exists(file)) {
            site_.problem(
                exercise.folder / "exercise.json", 0,
                fmt::format("The file to edit, '{}', does not exist. Write it, or correct 'edit'.", name));
            continue;
        }
        block(captioned(site_.theme, "listing", "", "", "",
                        code_frame(site_.theme, read_text(file), language_of(name), site_.shown(file), 1)),
              last);
    }
    heading("## Check it");
    block(code_frame(site_.theme,
                     fmt::format("$ ./lockstep check {}/{}\n", page_.chapter->number(), exercise.number()),
                     "shell", "", 0),
          last);
    if (exercise.host()) block(fmt::format("<p>{}</p>", text_.html(host_code_needs_a_clone, last)), last);
    if (!exercise.hints.empty()) heading("## Hints");
    int count = 0;
    for (const std::string& hint : exercise.hints) {
        block(
            site_.theme.fill("hint", {{"NUMBER", std::to_string(++count)}, {"TEXT", text_.html(hint, last)}}),
            last);
    }
    if (const fs::path why = solution_reasons(site_.options.source, exercise); fs::exists(why)) {
        heading("## Once it is solved");
        std::string paragraphs;
        for (const std::string& paragraph : paragraphs_of(read_text(why)))
            paragraphs += fmt::format("<p>{}</p>", text_.html(paragraph, last));
        block(site_.theme.fill("reasons", {{"TEXT", paragraphs}}), last);
    }
}

std::string preprocess(Site& site, Page& page)
{
    if (!fs::exists(page.source)) {
        site.problem(page, 0, "This file is missing. Write it.");
        return {};
    }
    return Preprocessor(site, page).run();
}

} // namespace lockstep::book
