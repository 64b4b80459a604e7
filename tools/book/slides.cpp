// Making slides of a page.
#include "book/slides.hpp"

#include "html/html.hpp"
#include "html/template.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace lockstep::book
{
namespace
{

namespace fs = std::filesystem;

/// An element that stands by itself in the page's text.
struct Element
{
    std::string tag;
    std::string css;  ///< its classes
    std::string html; ///< all of it
};

std::string name_at(std::string_view html, std::size_t at)
{
    const auto end = html.find_first_of(" >/\n", at + 1);
    return std::string(html.substr(at + 1, end - at - 1));
}

/// The place behind the element that begins at `at`, with all that is inside of it.
std::size_t end_of_element(std::string_view html, std::size_t at, const std::string& tag)
{
    const std::string open = "<" + tag;
    const std::string close = "</" + tag + ">";
    int depth = 0;
    while (at < html.size()) {
        const auto next_close = html.find(close, at);
        if (next_close == std::string_view::npos) return html.size();
        const auto next_open = html.find(open, at);
        const bool opens = next_open < next_close && name_at(html, next_open) == tag;
        if (opens)
            ++depth;
        else if (next_open > next_close && --depth == 0)
            return next_close + close.size();
        at = opens || next_open < next_close ? next_open + open.size() : next_close + close.size();
    }
    return html.size();
}

std::vector<Element> elements_of(std::string_view html)
{
    std::vector<Element> elements;
    for (auto at = html.find('<'); at != std::string_view::npos; at = html.find('<', at)) {
        const std::string tag = name_at(html, at);
        if (tag.empty() || tag.front() == '/' || tag.front() == '!') {
            ++at;
            continue;
        }
        const auto end = end_of_element(html, at, tag);
        const std::string_view whole = html.substr(at, end - at);
        elements.push_back(
            {tag, attribute(whole.substr(0, whole.find('>') + 1), "class"), std::string(whole)});
        at = end;
    }
    return elements;
}

/// What stands between two marks; empty where one is missing.
std::string_view stretch(std::string_view text, std::string_view from, std::string_view to)
{
    const auto begin = text.find(from);
    if (begin == std::string_view::npos) return {};
    const auto end = text.find(to, begin + from.size());
    return end == std::string_view::npos ? std::string_view{}
                                         : text.substr(begin + from.size(), end - begin - from.size());
}

/// The first sentence of a paragraph.
std::string first_sentence(const std::string& text)
{
    for (std::size_t at = 30; at + 1 < text.size(); ++at)
        if ((text[at] == '.' || text[at] == '?' || text[at] == ':') && text[at + 1] == ' ')
            return text.substr(0, at + 1);
    return text;
}

class Deck
{
public:
    explicit Deck(const fs::path& design) : theme_(design / "theme" / "slides") {}

    Templates& theme() { return theme_; }
    std::size_t count() const { return count_; }
    std::string take() { return std::move(html_); }

    void heading(std::string title)
    {
        heading_ = std::move(title);
        text_.clear();
    }
    void say(const std::string& paragraph) { text_.push_back(paragraph); }

    void slide(const std::string& body, const std::string& css, bool with_line = true)
    {
        const std::string line = with_line && !text_.empty() ? first_sentence(plain_text(text_.back())) : "";
        std::string notes;
        for (const std::string& paragraph : text_) notes += paragraph;
        html_ += theme_.fill(
            "slide", {{"CLASS", css},
                      {"HEADING", heading_},
                      {"LINE", line.empty() ? "" : theme_.fill("slide-line", {{"TEXT", escape_html(line)}})},
                      {"BODY", body},
                      {"NOTES", notes.empty() ? "" : theme_.fill("slide-notes", {{"TEXT", notes}})}});
        text_.clear();
        ++count_;
    }

private:
    Templates theme_;
    std::string html_;
    std::string heading_;
    std::vector<std::string> text_; ///< paragraphs since the last slide
    std::size_t count_ = 0;
};

bool is_of_no_slide(const std::string& heading)
{
    constexpr std::array<std::string_view, 4> left_out{"Further reading", "In CUDA and HIP", "Exercises",
                                                       "Modify"};
    return std::ranges::find(left_out, heading) != left_out.end();
}

void add(Deck& deck, const Element& element)
{
    if (element.tag == "p" || element.tag == "ul" || element.tag == "ol")
        deck.say(element.html);
    else if (element.tag == "figure")
        deck.slide(element.html, "picture");
    else if (element.tag == "details")
        deck.slide(element.html, "question");
    else if (element.css.find("predict") != std::string::npos)
        deck.slide(element.html, "guess", false);
    else if (element.tag == "table" || element.css.find("table") != std::string::npos)
        deck.slide(element.html, "picture");
}

std::string list_of(const std::vector<std::string>& entries)
{
    std::string items;
    for (const std::string& entry : entries) items += "<li>" + entry + "</li>";
    return "<ul>" + items + "</ul>";
}

/// The cells of a line of a Markdown table.
std::vector<std::string> cells_of(const std::string& line)
{
    std::vector<std::string> cells;
    for (std::size_t at = 1; at < line.size();) {
        const auto end = std::min(line.find('|', at), line.size());
        cells.emplace_back(trim(std::string_view(line).substr(at, end - at)));
        at = end + 1;
    }
    return cells;
}

/// `code` of Markdown as HTML; the rest as it is.
std::string code_set(const std::string& text)
{
    std::string html = escape_html(text);
    for (auto open = html.find('`'); open != std::string::npos; open = html.find('`', open)) {
        const auto close = html.find('`', open + 1);
        if (close == std::string::npos) break;
        html.replace(close, 1, "</code>").replace(open, 1, "<code>");
    }
    return html;
}

/// Whether a command is about the chapter: "./lockstep run 01" about 1.
bool is_about(const std::string& command, int chapter)
{
    const std::string_view words = trim(std::string_view(command).substr(0, command.find('`', 1)));
    const auto number = words.substr(words.rfind(' ') + 1);
    return !number.empty() && std::ranges::all_of(number, [](char c) { return c >= '0' && c <= '9'; }) &&
           std::stoi(std::string(number)) == chapter;
}

} // namespace

TeachersWords teachers_words(const std::string& markdown, int chapter)
{
    TeachersWords words;
    std::string section;
    bool of_chapter = false; // a row without a number goes on with the one above
    for (const std::string& line : split_lines(markdown)) {
        if (line.starts_with("## ")) section = line.substr(3);
        if (!line.starts_with("| ")) continue;
        const std::vector<std::string> cells = cells_of(line);
        if (section == "What to show" && cells.size() >= 2 && is_about(cells[0], chapter))
            words.shown.push_back(fmt::format("{}<br>{}", code_set(cells[0]), code_set(cells[1])));
        if (section == "What students get wrong" && cells.size() >= 3) {
            if (!cells[0].empty()) of_chapter = cells[0].starts_with(fmt::format("{} ", chapter));
            if (of_chapter)
                words.wrong.push_back(fmt::format("{} {}", code_set(cells[1]), code_set(cells[2])));
        }
    }
    return words;
}

Slides slides_of(const std::string& page, const TeachersWords& words, const fs::path& design)
{
    Deck deck(design);
    const std::string title(stretch(page, "<h1>", "</h1>"));
    const std::string_view text = stretch(page, "<div class=\"prose\">", "<nav class=\"turn\"");
    if (title.empty() || text.empty())
        throw Failure("The rendered page is not one of this book.", "./lockstep book");
    bool left_out = false;
    bool begun = false;
    deck.heading(title);
    for (const Element& element : elements_of(text)) {
        if (!begun && element.tag != "p") {
            deck.slide("", "title");
            begun = true;
        }
        if (element.tag == "h2" || element.tag == "h3") {
            const std::string heading =
                plain_text(element.html.substr(0, element.html.find("<a class=\"pilcrow\"")));
            if (element.tag == "h2") left_out = is_of_no_slide(heading);
            deck.heading(escape_html(heading));
        } else if (!left_out) {
            add(deck, element);
        }
    }
    if (!words.shown.empty()) {
        deck.heading("To show");
        deck.slide(list_of(words.shown), "show", false);
    }
    if (!words.wrong.empty()) {
        deck.heading("What goes wrong");
        deck.slide(list_of(words.wrong), "wrong", false);
    }
    const std::string math =
        page.find("mathjax/MathJax.js") == std::string::npos
            ? ""
            : "<script>window.MathJax=" + std::string(stretch(page, "<script>window.MathJax=", "</body>"));
    const fs::path folder = design / "theme" / "slides";
    Slides slides{.html = {}, .count = deck.count()};
    slides.html = deck.theme().fill("deck", {{"TITLE", title},
                                             {"STYLE", read_text(folder / "slides.css")},
                                             {"SLIDES", deck.take()},
                                             {"SCRIPT", read_text(folder / "slides.js")},
                                             {"MATH", math}});
    return slides;
}

} // namespace lockstep::book
