// lockstep questions: a bank of examination questions, drawn from the wrong solutions of a chapter's exercises.
#include "base/paths.hpp"
#include "base/terminal.hpp"
#include "check/engine.hpp"
#include "check/wrong_files.hpp"
#include "check/wrong_solutions.hpp"
#include "commands/commands.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/scratch.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <unistd.h>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

struct QuestionArguments
{
    std::string chapter;
    std::string out = ".";
    std::size_t each = 3;
};

struct Question
{
    const ExerciseInfo* exercise = nullptr;
    std::string name; ///< of the wrong solution
    std::string code;
    std::string mistake; ///< in a sentence
    std::string found;   ///< what the check said of it
    std::string mend;    ///< the changed lines
};

const char* const asked = "This kernel was handed in. It compiles. What does it do wrong, and which "
                          "work-item or which input shows it?";

// One that can be told from its text: it builds, ends, and differs from the solution in few lines.
bool can_be_asked(const WrongSolution& wrong)
{
    constexpr std::size_t most_lines = 8;
    std::size_t lines = 0;
    for (const Change& change : wrong.changes) {
        if (change.whole) return false;
        lines += change.old_lines.size() + change.new_lines.size();
    }
    return wrong.stage != Stage::builds && !wrong.endless && lines <= most_lines &&
           wrong.name != "do-nothing";
}

// As many as are wanted, of as many stages as there are.
std::vector<const WrongSolution*> chosen(const WrongSolutions& catalogue, std::size_t most)
{
    std::vector<const WrongSolution*> candidates;
    for (const WrongSolution& wrong : catalogue.entries)
        if (can_be_asked(wrong)) candidates.push_back(&wrong);
    std::set<Stage> stages;
    std::ranges::stable_partition(
        candidates, [&](const WrongSolution* wrong) { return stages.insert(wrong->stage).second; });
    candidates.resize(std::min(candidates.size(), most));
    return candidates;
}

std::string mend_of(const WrongSolution& wrong)
{
    std::string text;
    for (const Change& change : wrong.changes) {
        for (const std::string& line : change.new_lines)
            if (std::ranges::find(change.old_lines, line) == change.old_lines.end())
                text += "-" + line + "\n";
        for (const std::string& line : change.old_lines)
            if (std::ranges::find(change.new_lines, line) == change.new_lines.end())
                text += "+" + line + "\n";
    }
    return text;
}

std::optional<Question> question_on(const ExerciseInfo& exercise, const WrongSolutions& catalogue,
                                    const WrongSolution& wrong)
{
    const ScratchFolder scratch;
    const auto texts = wrong_texts(exercise, catalogue, wrong);
    for (const auto& [file, text] : texts) write_text(scratch.path() / file, text);
    const ExerciseReport report =
        check_exercise(exercise, scratch.path(),
                       {.source = source_dir(), .build = build_dir(), .limits = {}, .first_failure = true});
    const StageResult* cause = report.cause();
    if (cause == nullptr) return {}; // of a stage that cannot be checked here
    return Question{.exercise = &exercise,
                    .name = wrong.name,
                    .code = texts.at(exercise.edit.front()),
                    .mistake = wrong.sentence,
                    .found = fmt::format("{}: {}", name_of(cause->stage), cause->message),
                    .mend = mend_of(wrong)};
}

std::string fenced(const std::string& kind, const std::string& text)
{
    return fmt::format("```{}\n{}{}```\n", kind, text, text.ends_with('\n') ? "" : "\n");
}

std::string as_markdown(const ChapterInfo& chapter, const std::vector<Question>& questions)
{
    std::string text =
        fmt::format("# Questions on chapter {}, {}\n\nThe answers hold the mend: do not hand them out.\n",
                    chapter.number(), chapter.title);
    std::size_t number = 0;
    for (const Question& question : questions)
        text += fmt::format("\n## {}. {}\n\n{}\n\n{}\n### Answer\n\n{}\n\nThe tests of exercise {} "
                            "say:\n\n{}\nThe mend:\n\n{}",
                            ++number, question.exercise->title, asked, fenced("cl", question.code),
                            question.mistake, question.exercise->short_name(),
                            fenced("output", question.found), fenced("diff", question.mend));
    return text;
}

std::string escaped(std::string text)
{
    for (const auto& [from, to] : {std::pair{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}})
        text = replace_all(std::move(text), from, to);
    return text;
}

// HTML inside of a text of XML.
std::string html_text(const std::string& html)
{
    return fmt::format("<text><![CDATA[{}]]></text>", replace_all(html, "]]>", "]]]]><![CDATA[>"));
}

std::string as_moodle(const ChapterInfo& chapter, const std::vector<Question>& questions)
{
    std::string text = fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<quiz>\n<question type=\"category\"><category>"
        "<text>$course$/Lockstep/{:02} {}</text></category></question>\n",
        chapter.number(), escaped(chapter.title));
    for (const Question& question : questions)
        text += fmt::format(
            "<question type=\"essay\">\n<name><text>{} {}</text></name>\n<questiontext "
            "format=\"html\">{}</questiontext>\n"
            "<defaultgrade>1</defaultgrade>\n<responseformat>editor</responseformat>\n<graderinfo "
            "format=\"html\">{}</graderinfo>\n</question>\n",
            question.exercise->short_name(), escaped(question.name),
            html_text(fmt::format("<p>{}</p><pre>{}</pre>", asked, escaped(question.code))),
            html_text(fmt::format("<p>{}</p><pre>{}</pre><pre>{}</pre>", escaped(question.mistake),
                                  escaped(question.found), escaped(question.mend))));
    return text + "</quiz>\n";
}

int questions(const QuestionArguments& arguments)
{
    const std::vector<ChapterInfo> chapters = load_catalogue(source_dir());
    const ChapterInfo& chapter = find_chapter(chapters, arguments.chapter);
    std::vector<Question> bank;
    for (const ExerciseInfo& exercise : chapter.exercises) {
        if (exercise.host() || !fs::exists(catalogue_of(exercise))) continue;
        const WrongSolutions catalogue = read_wrong_solutions(catalogue_of(exercise));
        for (const WrongSolution* wrong : chosen(catalogue, arguments.each)) {
            if (isatty(STDERR_FILENO) != 0)
                fmt::print(stderr, "\r\033[Kchecking {} {} …", exercise.short_name(), wrong->name);
            if (auto question = question_on(exercise, catalogue, *wrong))
                bank.push_back(*std::move(question));
        }
    }
    if (isatty(STDERR_FILENO) != 0) fmt::print(stderr, "\r\033[K");
    if (bank.empty())
        throw Failure(
            fmt::format("Chapter {} has no exercise on kernels with a catalogue of wrong solutions here.",
                        chapter.number()),
            "./lockstep questions 12, in a clone of the book");
    std::error_code failed;
    fs::create_directories(arguments.out, failed);
    const std::string stem =
        (fs::path{arguments.out} / fmt::format("questions-{:02}", chapter.number())).string();
    replace_text(stem + ".md", as_markdown(chapter, bank));
    replace_text(stem + ".xml", as_moodle(chapter, bank));
    fmt::print(
        "{} question{} with answers: {}.md, and {}.xml for Moodle (Question bank, Import, Moodle XML).\n",
        bank.size(), bank.size() == 1 ? "" : "s", stem, stem);
    return done;
}

} // namespace

void add_questions(CLI::App& app, Exit& exit)
{
    auto arguments = std::make_shared<QuestionArguments>();
    CLI::App* command = app.add_subcommand(
        "questions", "examination questions with answers, from a chapter's wrong solutions");
    command->add_option("chapter", arguments->chapter, "for example 12")->required();
    command->add_option("--out", arguments->out, "the folder to write them to")
        ->capture_default_str()
        ->type_name("DIR");
    command->add_option("--each", arguments->each, "at most so many of an exercise")
        ->capture_default_str()
        ->check(CLI::Range(1, 50));
    command->callback([arguments, &exit] { exit.status = questions(*arguments); });
}

} // namespace lockstep::tool
