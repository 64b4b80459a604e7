// The HTML of listings, outputs, boxes and exercise cards.
#include "book/blocks.hpp"

#include "html/highlight.hpp"
#include "html/html.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/text.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace lockstep::book
{
namespace
{

constexpr std::string_view copy_button =
    "<button class=\"copy\" type=\"button\" aria-label=\"Copy this listing\">Copy</button>";

} // namespace

std::string code_frame(std::string_view text, std::string_view language, std::string_view file,
                       int first_line)
{
    std::string body;
    int number = first_line;
    for (const std::string& line : highlight(text, language)) {
        if (first_line > 0) {
            body += fmt::format("<span class=\"ln\" data-n=\"{}\"></span>", number++);
        }
        body += line + "\n";
    }
    const std::string head =
        file.empty() ? "" : fmt::format("<span class=\"file\">{}</span>", escape_html(file));
    return fmt::format(
        "<div class=\"code{}\" data-lang=\"{}\"><div class=\"code-head\">{}{}</div><pre tabindex=\"0\">"
        "<code>{}</code></pre></div>",
        file.empty() ? " bare" : "", language, head, copy_button, body);
}

std::string terminal(const std::vector<std::string>& lines, std::string_view header)
{
    std::string body;
    for (const std::string& line : lines) {
        body += escape_html(line) + "\n";
    }
    const std::string source =
        header.empty() ? "" : fmt::format("<p class=\"origin\">{}</p>", escape_html(header));
    return fmt::format(
        "<div class=\"code terminal\" data-lang=\"output\"><div class=\"code-head\"><span class=\"file\">"
        "output</span>{}</div><pre tabindex=\"0\"><samp>{}</samp></pre></div>{}",
        copy_button, body, source);
}

std::string captioned(std::string_view kind, std::string_view anchor, std::string_view label,
                      std::string_view caption, std::string_view content)
{
    const std::string number = label.empty() ? "" : fmt::format("<span class=\"label\">{}</span> ", label);
    const std::string text =
        label.empty() && caption.empty() ? "" : fmt::format("<figcaption>{}{}</figcaption>", number, caption);
    const std::string id = anchor.empty() ? "" : fmt::format(" id=\"{}\"", anchor);
    const bool below = kind == "figure";
    return fmt::format("<figure class=\"{}\"{}>{}{}{}</figure>", kind, id, below ? "" : text, content,
                       below ? text : "");
}

bool is_callout(std::string_view kind)
{
    return kind == "predict" || kind == "run" || kind == "try" || kind == "warning" || kind == "note";
}

std::string callout_open(std::string_view kind, std::string_view title)
{
    static const std::map<std::string_view, std::string_view> icons = {
        {"predict", "<path d=\"M6 6.2a2.3 2.3 0 1 1 3.2 2.1c-.8.4-1.2.8-1.2 1.7M8 12.4v.1\"/>"},
        {"run", "<path d=\"M5 3.5v9l7-4.5z\"/>"},
        {"try", "<path d=\"M3 13l.6-2.6L10.8 3.2a1 1 0 0 1 1.4 0l.6.6a1 1 0 0 1 0 1.4L5.6 12.4z\"/>"},
        {"warning", "<path d=\"M8 2.5L14 13H2zM8 6.5v3M8 11.2v.1\"/>"},
        {"note", "<path d=\"M8 7v4.5M8 4.4v.1\"/><circle cx=\"8\" cy=\"8\" r=\"6.3\"/>"}};
    static const std::map<std::string_view, std::string_view> names = {
        {"predict", "Predict"}, {"run", "Run"}, {"try", "Try"}, {"warning", "Take care"}, {"note", "Note"}};
    const std::string text = title.empty() ? std::string(names.at(kind)) : std::string(title);
    return fmt::format(
        "<div class=\"callout {}\" role=\"note\"><p class=\"callout-title\"><svg viewBox=\"0 0 16 16\" "
        "aria-hidden=\"true\">{}</svg><span>{}</span></p><div class=\"callout-body\">",
        kind, icons.at(kind), text);
}

std::string duration(int minutes)
{
    if (minutes < 90) {
        return fmt::format("{} minutes", minutes);
    }
    return minutes % 60 < 15 ? fmt::format("{} hours", minutes / 60)
                             : fmt::format("{}½ hours", (minutes - 15) / 60);
}

std::string exercise_cards(const Site& site, const ChapterInfo& chapter)
{
    std::string cards;
    for (const ExerciseInfo& exercise : chapter.exercises) {
        std::string files;
        for (const std::string& name : exercise.edit) {
            files += (files.empty() ? "" : ", ") + ("<code>" + escape_html(name) + "</code>");
        }
        const std::string command =
            fmt::format("./lockstep check {}/{}", chapter.number(), exercise.number());
        const std::string minutes =
            exercise.minutes > 0 ? fmt::format("<span>about {}</span>", duration(exercise.minutes)) : "";
        cards += fmt::format(
            "<article class=\"card\"><h3><a href=\"{}-{}.html\"><span "
            "class=\"number\">{}.{}</span>{}</a></h3>"
            "<p class=\"card-meta\"><span>{} point{}</span>{}</p><p class=\"card-file\">You edit {} in "
            "<code>{}</code></p>{}</article>",
            chapter.slug, exercise.name, chapter.number(), exercise.number(),
            smart_quotes(escape_html(exercise.title)), exercise.points, exercise.points == 1 ? "" : "s",
            minutes, files, escape_html(site.shown(exercise.folder)),
            code_frame("$ " + command + "\n", "shell", "", 0));
    }
    return "<div class=\"cards\">" + cards + "</div>";
}

} // namespace lockstep::book
