// What the pages of one rendering share: tokens, numbers, terms, and the list of what is wrong.
#include "book/site.hpp"

#include "book/blocks.hpp"
#include "lockstep/failure.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace lockstep::book
{
namespace
{

// Two characters of Unicode's private use area: no text holds them, and Doxygen passes them on.
constexpr std::string_view token_open = "\xEE\x80\x80";
constexpr std::string_view token_close = "\xEE\x80\x81";

} // namespace

std::string sentence_of(const Failure& failure)
{
    return failure.next().empty() ? failure.happened()
                                  : fmt::format("{} Type: {}", failure.happened(), failure.next());
}

std::string Site::token(Token::Type type, std::string text, const Page& page, int line)
{
    tokens_.push_back({type, std::move(text), &page, line});
    return fmt::format("{}{}{}", token_open, tokens_.size() - 1, token_close);
}

const Token* Site::read_token(std::string_view text, std::size_t& at) const
{
    if (text.substr(at, token_open.size()) != token_open) return nullptr;
    const auto first = at + token_open.size();
    const auto end = text.find(token_close, first);
    if (end == std::string_view::npos) return nullptr;
    at = end + token_close.size();
    return &tokens_.at(std::stoul(std::string(text.substr(first, end - first))));
}

std::string Site::expand(std::string_view text)
{
    std::string out;
    std::size_t at = 0;
    while (at < text.size()) {
        const auto next = std::min(text.find(token_open, at), text.size());
        out += text.substr(at, next - at);
        at = next;
        if (at < text.size()) {
            const Token* token = read_token(text, at);
            if (token == nullptr) break;
            out += resolve(*token);
        }
    }
    return out;
}

const ChapterInfo* Site::chapter_named(std::string_view name, const Token& token)
{
    const auto& chapters = book.catalogue.chapters;
    const auto at = std::ranges::find_if(chapters, [&](const ChapterInfo& chapter) {
        return chapter.slug == name || std::to_string(chapter.number()) == name;
    });
    if (at != chapters.end()) return &*at;
    problem(*token.page, token.line,
            fmt::format("There is no chapter '{}'. Use a folder name of chapters/ or of book/outline.json.",
                        name));
    return nullptr;
}

std::string Site::chapter_link(const Token& token)
{
    const ChapterInfo* chapter = chapter_named(token.text, token);
    if (chapter == nullptr) return {};
    const std::string text = fmt::format("Chapter {}, {}", chapter->number(), title_of(chapter->title));
    return chapter->written() ? theme.fill("link", {{"HREF", chapter->slug + ".html"}, {"TEXT", text}})
                              : theme.fill("planned", {{"TEXT", text}});
}

/// "5#rectangles": the heading behind its chapter's number; "5": the chapter. Of a chapter that is planned, its title.
std::string Site::section_link(const Token& token)
{
    const auto hash = std::min(token.text.find('#'), token.text.size());
    const ChapterInfo* chapter = chapter_named(std::string_view(token.text).substr(0, hash), token);
    if (chapter == nullptr) return {};
    std::string href = chapter->slug + ".html";
    std::string title = title_of(chapter->title);
    if (chapter->written() && hash < token.text.size()) {
        href += token.text.substr(hash);
        const auto at = sections.find(href);
        if (at == sections.end()) {
            problem(
                *token.page, token.line,
                fmt::format("Chapter {} has no heading '{}'. Use the last part of the address that the sign "
                            "behind a heading of {}.html leads to.",
                            chapter->number(), token.text.substr(hash), chapter->slug));
            return {};
        }
        title = expand(at->second);
    }
    const std::string number = std::to_string(chapter->number());
    const std::string text = token.type == Token::Type::section_number
                                 ? number
                                 : theme.fill("place", {{"NUMBER", number}, {"TITLE", title}});
    return chapter->written() ? theme.fill("link", {{"HREF", href}, {"TEXT", text}})
                              : theme.fill("planned", {{"TEXT", text}});
}

std::string Site::exercise_link(const Token& token)
{
    const auto slash = std::min(token.text.find('/'), token.text.size());
    const ChapterInfo* chapter = chapter_named(std::string_view(token.text).substr(0, slash), token);
    if (chapter == nullptr) return {};
    const auto at = std::ranges::find_if(chapter->exercises, [&](const ExerciseInfo& exercise) {
        return token.text.substr(slash) == fmt::format("/{}", exercise.number());
    });
    if (at == chapter->exercises.end() && chapter->written()) {
        problem(
            *token.page, token.line,
            fmt::format("There is no exercise '{}'. Write the numbers of the chapter and of the exercise, "
                        "as in 5/1.",
                        token.text));
        return {};
    }
    const bool there = at != chapter->exercises.end();
    const std::string text =
        theme.fill("place", {{"NUMBER", token.text}, {"TITLE", there ? title_of(at->title) : "exercise"}});
    return there ? theme.fill("link",
                              {{"HREF", fmt::format("{}-{}.html", chapter->slug, at->name)}, {"TEXT", text}})
                 : theme.fill("planned", {{"TEXT", text}});
}

std::string Site::resolve(const Token& token)
{
    switch (token.type) {
    case Token::Type::html:
    case Token::Type::block:
        return expand(token.text);
    case Token::Type::chapter:
        return chapter_link(token);
    case Token::Type::section:
    case Token::Type::section_number:
        return section_link(token);
    case Token::Type::exercise:
        return exercise_link(token);
    case Token::Type::page: {
        const auto bar = token.text.find('|');
        const std::string name = token.text.substr(0, bar);
        const std::string file = name == "errors" ? error_page : name + ".html";
        const auto at = std::find_if(book.pages.begin(), book.pages.end(),
                                     [&](const Page& page) { return page.file == file; });
        if (at == book.pages.end()) {
            problem(
                *token.page, token.line,
                fmt::format("There is no page '{}'. Use the name of a page's file, such as glossary.", name));
            return {};
        }
        const std::string shown = token.text.substr(bar + 1);
        return theme.fill("link",
                          {{"HREF", at->file}, {"TEXT", title_of(shown.empty() ? at->title : shown)}});
    }
    case Token::Type::numbered: {
        const auto at = numbered.find(token.text);
        if (at == numbered.end()) {
            problem(
                *token.page, token.line,
                fmt::format(
                    "The text speaks of {}, which does not exist. Count the chapter's listings or figures "
                    "again.",
                    token.text));
            return token.text;
        }
        return theme.fill("link", {{"HREF", at->second}, {"TEXT", token.text}});
    }
    case Token::Type::error_code: {
        const bool known = std::any_of(options.errors.begin(), options.errors.end(),
                                       [&](const ErrorRow& row) { return row.name == token.text; });
        if (!known || error_page.empty()) {
            problem(
                *token.page, token.line,
                fmt::format(
                    "The error code '{}' is not in the library's catalogue. Correct its name, or add it to "
                    "error_catalogue() in lib/src.",
                    token.text));
            return {};
        }
        return theme.fill("error-code", {{"HREF", error_page + "#" + token.text}, {"NAME", token.text}});
    }
    }
    return {};
}

void Site::problem(const Page& page, int line, std::string sentence)
{
    problems.push_back({page.source, line, std::move(sentence)});
}

void Site::problem(const std::filesystem::path& file, int line, std::string sentence)
{
    problems.push_back({file, line, std::move(sentence)});
}

std::string Site::shown(const std::filesystem::path& file) const
{
    const auto relative = file.lexically_relative(options.source);
    return relative.empty() || *relative.begin() == ".." ? file.string() : relative.generic_string();
}

void Site::stop_if_wrong() const
{
    if (problems.empty()) return;
    std::string message;
    std::set<std::string> seen;
    for (const Problem& problem : problems) {
        std::string sentence =
            problem.line > 0 ? fmt::format("{}:{}: {}", shown(problem.file), problem.line, problem.sentence)
                             : fmt::format("{}: {}", shown(problem.file), problem.sentence);
        if (seen.insert(sentence).second) message += (message.empty() ? "" : "\n") + sentence;
    }
    throw Failure(message + "\nThe book was not rendered. Mend this, then type: ./lockstep book");
}

} // namespace lockstep::book
