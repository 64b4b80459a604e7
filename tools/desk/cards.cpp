// Making, showing and recounting cards.
#include "desk/cards.hpp"

#include "base/terminal.hpp"
#include "desk/verdict_text.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/scratch.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

constexpr std::size_t longest_name = 40;

std::string name_shown(const std::string& by)
{
    return by.empty() ? "somebody" : harmless(by.substr(0, longest_name));
}

// Why a report earns no place, as a sentence.
std::string why_not(const ExerciseReport& report)
{
    if (const StageResult* cause = report.cause())
        return fmt::format("fails in the stage {}: {}", name_of(cause->stage), first_line(cause->message));
    for (const StageResult& stage : report.stages)
        if (stage.status == StageStatus::not_checked)
            return fmt::format("the stage {} could not be checked here: {}", name_of(stage.stage),
                               first_line(stage.message));
    return "its kernels were not counted by Pocket";
}

// As a sentence.
std::string ended(const std::string& note)
{
    return note.ends_with('.') ? note : note + ".";
}

// All stages passed, none left out.
bool wholly_passed(const ExerciseReport& report)
{
    return report.score() && std::ranges::all_of(report.stages, [](const StageResult& stage) {
               return stage.status == StageStatus::passed;
           });
}

LeagueEntry counted_anew(const formats::Card& card, const ExerciseInfo& exercise, const std::string& version,
                         const CheckOptions& options)
{
    LeagueEntry entry{.file = {}, .by = card.by, .score = {}, .note = {}};
    if (!exercise.par) {
        entry.note = "its exercise is not one of kernels that are counted";
        return entry;
    }
    const ScratchFolder scratch;
    for (const std::string& file : exercise.edit) {
        const auto text = card.files.find(file);
        if (text == card.files.end()) {
            entry.note = fmt::format("the card lacks the file {}", file);
            return entry;
        }
        write_text(scratch.path() / file, text->second);
    }
    const ExerciseReport report = check_exercise(exercise, scratch.path(), options);
    if (!wholly_passed(report)) {
        entry.note = why_not(report);
        return entry;
    }
    const Score anew = *report.score();
    if (anew == card.counted) {
        entry.score = anew;
    } else if (card.version != version) {
        entry.score = anew;
        entry.note =
            fmt::format("Lockstep {} counted {}", harmless(card.version.substr(0, 20)), told(card.counted));
    } else {
        entry.note = fmt::format("the card claims {}; counted anew it is {}", told(card.counted), told(anew));
    }
    return entry;
}

} // namespace

formats::Card make_card(const ExerciseInfo& exercise, const std::string& by, const std::string& version,
                        const CheckOptions& options)
{
    if (!exercise.par)
        throw Failure(
            fmt::format("{} has no par: only exercises on kernels with targets for the lens have cards.",
                        exercise.short_name()),
            "./lockstep list --json   (\"par\")");
    if (by.size() > longest_name || by.find_first_of("\n\r\t") != std::string::npos)
        throw Failure(fmt::format("A name on a card is one line of at most {} letters.", longest_name),
                      "./lockstep share 20/4 --name Ann");
    const ExerciseReport report = check_exercise(exercise, exercise.folder, options);
    if (!wholly_passed(report))
        throw Failure(
            fmt::format("There is no card for {} yet: it {}", exercise.short_name(), why_not(report)),
            fmt::format("./lockstep check {}", exercise.short_name()));
    formats::Card card{
        .version = version, .exercise = exercise.id, .by = by, .counted = *report.score(), .files = {}};
    for (const std::string& file : exercise.edit) card.files[file] = read_text(exercise.folder / file);
    return card;
}

std::string card_text(const formats::Card& card, const ExerciseInfo& exercise)
{
    const Score& par = *exercise.par;
    return fmt::format(
        "Lockstep {}  {}\n{:<8} {}{}\n{:<8} {}\nCounted by Lockstep {}, the same on every machine. To "
        "count it again: ./lockstep league FOLDER\n",
        exercise.short_name(), exercise.title, medal_name(medal_for(card.counted, par)), told(card.counted),
        card.by.empty() ? "" : ", by " + card.by, "par", told(par), card.version);
}

std::string card_svg(const formats::Card& card, const ExerciseInfo& exercise)
{
    const Medal medal = medal_for(card.counted, *exercise.par);
    const char* colour = medal == Medal::gold ? "#d4a017" : medal == Medal::silver ? "#9aa4ad" : "#b0723c";
    return fmt::format(
        R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 200" width="640" height="200" font-family="system-ui, sans-serif">
<title>Lockstep {0}: {2}</title>
<rect x="1" y="1" width="638" height="198" rx="12" fill="#fff" stroke="#c9ced6" stroke-width="2"/>
<circle cx="84" cy="100" r="52" fill="{1}"/><text x="84" y="106" text-anchor="middle" font-size="19" font-weight="600" fill="#fff">{2}</text>
<text x="164" y="48" font-size="15" fill="#5b6470">Lockstep {0}{3}</text>
<text x="164" y="78" font-size="19" font-weight="600" fill="#1c2128">{4}</text>
<text x="164" y="118" font-size="15" fill="#1c2128">{5}</text>
<text x="164" y="144" font-size="15" fill="#5b6470">par: {6}</text>
<text x="164" y="174" font-size="12" fill="#5b6470">Counts, not times: the same on every machine. Lockstep {7}</text>
</svg>
)",
        exercise.short_name(), colour, medal_name(medal), card.by.empty() ? "" : ", " + escaped(card.by),
        escaped(exercise.title), told(card.counted), told(*exercise.par), card.version);
}

League count_league(const fs::path& folder, const std::vector<ChapterInfo>& chapters,
                    const std::string& version, const CheckOptions& options)
{
    if (!fs::is_directory(folder))
        throw Failure(fmt::format("There is no folder {}.", folder.string()),
                      "./lockstep share 20/4 --out cards");
    League league;
    for (const fs::directory_entry& found :
         fs::recursive_directory_iterator{folder, fs::directory_options::skip_permission_denied}) {
        if (found.path().extension() != ".json" || !found.is_regular_file()) continue;
        LeagueEntry entry;
        std::string id;
        try {
            const formats::Card card = formats::read_card(found.path());
            const ExerciseInfo& exercise = find_exercise(chapters, card.exercise);
            id = exercise.id;
            entry = counted_anew(card, exercise, version, options);
        } catch (const Failure& failure) {
            entry.note = failure.happened();
        }
        entry.file = found.path();
        league[id].push_back(std::move(entry));
    }
    if (league.empty())
        throw Failure(fmt::format("{} holds no card.", folder.string()), "./lockstep share 20/4 --out cards");
    for (auto& [id, entries] : league)
        std::ranges::sort(entries, [](const LeagueEntry& a, const LeagueEntry& b) {
            if (a.score.has_value() != b.score.has_value()) return a.score.has_value();
            const auto cost = [](const LeagueEntry& entry) { return entry.score ? entry.score->cost() : 0; };
            return std::tuple{cost(a), a.by, a.file} < std::tuple{cost(b), b.by, b.file};
        });
    return league;
}

std::string league_text(const League& league, const std::vector<ChapterInfo>& chapters)
{
    std::string text;
    for (const auto& [id, entries] : league) {
        const ExerciseInfo* exercise = id.empty() ? nullptr : &find_exercise(chapters, id);
        text += exercise == nullptr
                    ? styled("No cards", Style::strong) + "\n"
                    : fmt::format("{}\n       {:<20} {}\n",
                                  styled(fmt::format("{}  {}", exercise->short_name(), exercise->title),
                                         Style::strong),
                                  "par", exercise->par ? told(*exercise->par) : "none");
        std::size_t place = 0;
        for (std::size_t i = 0; i < entries.size(); ++i) {
            const LeagueEntry& entry = entries[i];
            if (i == 0 || !entry.score || entry.score->cost() != entries[i - 1].score->cost()) place = i + 1;
            if (entry.score)
                text += fmt::format("{:>4}.  {:<20} {}  {}\n", place, name_shown(entry.by),
                                    told(*entry.score), medal_name(medal_for(*entry.score, *exercise->par)));
            else
                text += fmt::format("    –  {:<20} {}\n",
                                    entry.by.empty() ? entry.file.filename().string() : name_shown(entry.by),
                                    "not ranked");
            if (!entry.note.empty())
                text += fmt::format(
                    "{:28}{}\n", "",
                    wrapped(fmt::format("{}: {}", entry.file.filename().string(), ended(entry.note)), 28, 28,
                            92));
        }
        text += "\n";
    }
    return text + "Ranked by cost: 16 a sector of global memory, 4 a pass of local memory or an atomic, 1 an "
                  "instruction.\n"
                  "Counts are no times: ./lockstep bench says what a device makes of them.\n";
}

} // namespace lockstep::tool
