// Listings, outputs, boxes and exercise cards.
#include "book/blocks.hpp"

#include "base/terminal.hpp"
#include "html/highlight.hpp"
#include "html/html.hpp"
#include "lockstep/text.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace lockstep::book
{

std::string code_frame(const Templates& theme, std::string_view text, std::string_view language,
                       std::string_view file, int first_line)
{
    std::string lines;
    int number = first_line;
    for (const std::string& line : highlight(text, language)) {
        if (first_line > 0) lines += fmt::format(R"(<span class="ln" data-n="{}"></span>)", number++);
        lines += line + "\n";
    }
    return theme.fill("code",
                      {{"CLASS", file.empty() ? " bare" : ""},
                       {"STYLE", ""},
                       {"LANGUAGE", std::string(language)},
                       {"FILE", file.empty() ? "" : theme.fill("code-file", {{"NAME", escape_html(file)}})},
                       {"ELEMENT", "code"},
                       {"LINES", std::move(lines)}});
}

std::string terminal(const Templates& theme, const std::vector<std::string>& lines, std::string_view header)
{
    std::string body;
    std::size_t columns = 0;
    for (const std::string& line : lines) {
        body += escape_html(line) + "\n";
        columns = std::max(columns, tool::columns_of(line));
    }
    const std::size_t date = header.rfind(' ') + 1; // the last word, which does not break between its numbers
    const std::string text =
        std::string(header.substr(0, date)) + replace_all(std::string(header.substr(date)), "-", "\u2011");
    const std::string origin = header.empty() ? "" : theme.fill("origin", {{"TEXT", escape_html(text)}});
    return theme.fill("code", {{"CLASS", " terminal"},
                               {"STYLE", fmt::format(" style=\"--columns:{}\"", columns)},
                               {"LANGUAGE", "output"},
                               {"FILE", theme.fill("code-file", {{"NAME", "output"}})},
                               {"ELEMENT", "samp"},
                               {"LINES", std::move(body)}}) +
           origin;
}

std::string captioned(const Templates& theme, std::string_view kind, std::string_view anchor,
                      std::string_view label, std::string_view caption, std::string_view content)
{
    const std::string number = label.empty() ? "" : fmt::format("<span class=\"label\">{}</span> ", label);
    const std::string text =
        label.empty() && caption.empty() ? "" : fmt::format("<figcaption>{}{}</figcaption>", number, caption);
    return theme.fill(kind, {{"ID", anchor.empty() ? "" : fmt::format(" id=\"{}\"", anchor)},
                             {"CAPTION", text},
                             {"CONTENT", std::string(content)}});
}

bool is_callout(std::string_view kind)
{
    return kind == "predict" || kind == "run" || kind == "try" || kind == "warning" || kind == "note";
}

std::string callout_open(const Templates& theme, std::string_view kind, std::string_view title)
{
    static const std::map<std::string_view, std::string_view> names = {
        {"predict", "Predict"}, {"run", "Run"}, {"try", "Try"}, {"warning", "Take care"}, {"note", "Note"}};
    return theme.fill("callout-open", {{"KIND", std::string(kind)},
                                       {"ICON", theme.fill(fmt::format("icon-{}", kind))},
                                       {"TITLE", std::string(title.empty() ? names.at(kind) : title)}});
}

std::string duration(int minutes)
{
    if (minutes < 90) return fmt::format("{} minutes", minutes);
    if (minutes >= 10 * 60) return fmt::format("{} hours", (minutes + 30) / 60);
    return minutes % 60 < 15 ? fmt::format("{} hours", minutes / 60)
                             : fmt::format("{}½ hours", (minutes - 15) / 60);
}

std::string points_of(const ExerciseInfo& exercise)
{
    return counted(static_cast<std::size_t>(exercise.points), "point") + (exercise.core       ? ", core"
                                                                          : exercise.optional ? ", optional"
                                                                                              : "");
}

std::string par_mark(const ExerciseInfo& exercise)
{
    return exercise.par ? fmt::format(" data-par=\"{} {} {}\"", exercise.par->sectors, exercise.par->passes,
                                      exercise.par->instructions)
                        : "";
}

std::string about(int minutes)
{
    return minutes > 0 ? fmt::format("<span>about {}</span>", duration(minutes)) : "";
}

// Which file of the kernel set an exercise's results are compared with.
std::string compared_with(const ExerciseInfo& exercise)
{
    return exercise.kernel_set ? fmt::format("<span>compared with <code>kernels/{}</code></span>",
                                             escape_html(exercise.kernel_set->file))
                               : "";
}

std::string title_of(std::string_view title)
{
    return smart_quotes(escape_html(title));
}

std::string card_anchor(const ExerciseInfo& exercise)
{
    return fmt::format("exercise-{}", exercise.number());
}

std::string exercise_cards(const Site& site, const ChapterInfo& chapter)
{
    std::string cards;
    for (const ExerciseInfo& exercise : chapter.exercises) {
        std::string files;
        for (const std::string& name : exercise.edit) files += (files.empty() ? "" : ", ") + code_html(name);
        const std::string command =
            fmt::format("$ ./lockstep check {}/{}\n", chapter.number(), exercise.number());
        cards +=
            site.theme.fill("card", {{"FILE", fmt::format("{}-{}.html", chapter.slug, exercise.name)},
                                     {"ANCHOR", card_anchor(exercise)},
                                     {"PAR", par_mark(exercise)},
                                     {"NUMBER", fmt::format("{}.{}", chapter.number(), exercise.number())},
                                     {"TITLE", title_of(exercise.title)},
                                     {"POINTS", points_of(exercise)},
                                     {"MINUTES", about(exercise.minutes)},
                                     {"SET", compared_with(exercise)},
                                     {"EDITED", files},
                                     {"FOLDER", escape_html(site.shown(exercise.folder))},
                                     {"COMMAND", code_frame(site.theme, command, "shell", "", 0)}});
    }
    return site.theme.fill("cards", {{"CARDS", cards}});
}

} // namespace lockstep::book
