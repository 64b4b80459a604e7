// Hints, tier by tier.
#include "desk/hint_text.hpp"

#include "base/terminal.hpp"
#include "desk/failure_advice.hpp"
#include "desk/progress.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep::tool
{

namespace
{

std::string numbered(const ExerciseInfo& exercise, std::size_t first, std::size_t end, std::size_t widest)
{
    std::string text;
    for (std::size_t i = first; i < end; ++i)
        text += fmt::format("  {} {}\n",
                            styled(fmt::format("{} of {}", i + 1, exercise.hints.size()), Style::faint),
                            wrapped(exercise.hints[i], 9, 9, widest));
    return text;
}

std::string what_is_left(const ExerciseInfo& exercise, std::size_t seen, bool next)
{
    const std::size_t left = exercise.hints.size() - seen;
    if (left > 0)
        return fmt::format("\n{} more: ./lockstep hint {}{}\n", left, exercise.short_name(),
                           seen > 1 && next ? fmt::format("   (those before: ./lockstep hint {} --again)",
                                                          exercise.short_name())
                                            : "");
    return fmt::format("\nThere is no other. The solution, with comments on why it is as it is:\n"
                       "  ./lockstep solution {} --give-up   (solutions/{}/{})\n",
                       exercise.short_name(), exercise.id, exercise.edit.front());
}

} // namespace

std::string hint_text(const std::filesystem::path& source, const ExerciseInfo& exercise, HintTier tier,
                      std::size_t widest)
{
    const formats::ExerciseProgress progress = load_progress(source).of(exercise.id);
    const std::size_t all = exercise.hints.size();
    const std::size_t before = std::min<std::size_t>(progress.hints, all);
    const bool next = tier == HintTier::next;
    const bool first_of_failure = next && progress.failure && !progress.failure->told;
    const std::size_t seen = tier == HintTier::all       ? all
                             : next && !first_of_failure ? std::min(before + 1, all)
                                                         : before;
    std::string text = fmt::format("{}  {}\n", styled(exercise.id, Style::strong), exercise.title);
    if (progress.failure && (first_of_failure || !next || before == all))
        text += fmt::format("  {} {}\n", styled("The check:", Style::faint),
                            wrapped(advice_on(*progress.failure, exercise), 13, 13, widest));
    std::string trouble;
    if (first_of_failure || seen != before) trouble = record_hints_seen(source, exercise.id, seen);
    if (all == 0) text += "  This exercise has no hints of its own.\n";
    // Whoever asks on when there is no other gets to see them all once more.
    if (!first_of_failure) text += numbered(exercise, next && before < all ? before : 0, seen, widest);
    text += what_is_left(exercise, seen, next && !first_of_failure);
    return trouble.empty() ? text : text + trouble + "\n";
}

} // namespace lockstep::tool
