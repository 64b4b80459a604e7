// Steps in sentences, for a terminal and for who has a page read aloud.
#include "counts/history.hpp"
#include "machine/telling.hpp"

#include <algorithm>
#include <bit>

namespace lockstep::pocket
{

namespace
{

std::string lanes_told(std::uint64_t mask, unsigned of)
{
    const auto count = static_cast<std::size_t>(std::popcount(mask));
    if (count == of) return of == 1 ? "the only lane" : "all " + std::to_string(count) + " lanes";
    if (count == 1) return "lane " + std::to_string(std::countr_zero(mask));
    return std::to_string(count) + " of " + std::to_string(of) + " lanes";
}

std::string begun_large(std::string text)
{
    if (!text.empty() && text.front() >= 'a' && text.front() <= 'z')
        text.front() = static_cast<char>(text.front() - 'a' + 'A');
    return text;
}

std::string verb(const Step& step)
{
    const bool one = std::popcount(step.mask) == 1;
    switch (step.access ? step.access->is : SeenAccess::Is::load) {
    case SeenAccess::Is::store:
        return one ? "stores" : "store";
    case SeenAccess::Is::atomic:
        return one ? "changes" : "change";
    case SeenAccess::Is::write:
        return one ? "writes" : "write";
    case SeenAccess::Is::read:
        return one ? "reads" : "read";
    default:
        return one ? "loads" : "load";
    }
}

// "4 sectors, 4 needed, of 1 line".
std::string cost_told(const StepRequest& one)
{
    const auto cost = static_cast<std::size_t>(one.cost);
    const std::string needed = ", " + std::to_string(one.needed) + " needed";
    std::string text;
    if (lens::is_image(one.kind))
        text = std::to_string(one.bytes) + " bytes of texels, " + std::to_string(one.distinct) + " distinct";
    else if (lens::is_global(one.kind))
        text =
            plural(cost, "sector") + needed + ", in " + plural(static_cast<std::size_t>(one.lines), "line");
    else if (one.cost == 0) // the profile does not know the banks
        text = "in how many passes, no document tells";
    else
        text = (one.cost == 1 ? "1 pass" : std::to_string(one.cost) + " passes") + needed;
    if (lens::is_atomic(one.kind) && one.most_at_one > 1)
        text += ", up to " + plural(static_cast<std::size_t>(one.most_at_one), "lane") + " at one address";
    return text;
}

std::string access_told(const StepHistory& history, const Step& step)
{
    const StepAccess& access = *step.access;
    std::string text = begun_large(lanes_told(step.mask, history.lanes)) + " " + verb(step) +
                       (access.name.empty() ? "" : " " + access.name);
    const auto buffer = static_cast<std::size_t>(access.buffer);
    if (access.buffer >= 0) text += " in " + history.buffers[buffer].space + " memory";
    if (step.requests.empty() && access.buffer >= 0 && history.buffers[buffer].space != "constant")
        text += "; it costs no request, since a compiler has the value in a register or writes it later";
    for (const StepRequest& request : step.requests) text += "; " + cost_told(request);
    return text + ".";
}

std::string parting_told(const StepHistory& history, const Step& step)
{
    const bool is_loop = step.is == Step::Is::loop;
    const int asked = std::popcount(step.mask), in = std::popcount(step.after), out = asked - in;
    std::string text =
        begun_large(lanes_told(step.mask, history.lanes)) + (asked == 1 ? " asks: " : " ask: ");
    if (in == 0) return text + (is_loop ? "none goes on with the loop." : "none goes in.");
    if (out == 0)
        return text + (asked == 1 ? "it goes " : "all go ") + (is_loop ? "on with the loop." : "in.");
    text += std::to_string(in) + (in == 1 ? " goes " : " go ") + (is_loop ? "on, " : "in, ");
    if (is_loop) return text + std::to_string(out) + (out == 1 ? " is done." : " are done.");
    return text + std::to_string(out) + (out == 1 ? " waits." : " wait.");
}

std::string barrier_told(const StepHistory& history, const Step& step)
{
    if (step.arrived.empty()) return "The sub-group passes its own barrier.";
    const std::string of = std::to_string(history.sub_groups);
    if (step.is == Step::Is::go)
        return "All " + plural(history.sub_groups, "sub-group") + " have arrived, and go on.";
    std::string text = "The sub-group arrives at the barrier and waits; " +
                       std::to_string(step.arrived.size()) + " of " + of + " are there:";
    for (std::size_t i = 0; i < step.arrived.size(); ++i)
        text += (i > 0 ? ", " : " ") + std::to_string(step.arrived[i]);
    return text + ".";
}

std::string what_happens(const StepHistory& history, const Step& step)
{
    const std::string lanes = begun_large(lanes_told(step.mask, history.lanes));
    const bool one = std::popcount(step.mask) == 1;
    switch (step.is) {
    case Step::Is::load:
    case Step::Is::store:
    case Step::Is::atomic:
    case Step::Is::image:
        return access_told(history, step);
    case Step::Is::copy: {
        std::string text = "The group asks for a copy that goes on by itself";
        for (const StepRequest& request : step.requests) text += "; " + cost_told(request);
        return text + ".";
    }
    case Step::Is::branch:
    case Step::Is::loop:
        return parting_told(history, step);
    case Step::Is::otherwise:
        return "The other side begins: " + lanes_told(step.mask, history.lanes) +
               (one ? " goes on, the others wait." : " go on.");
    case Step::Is::join:
        return "The text joins: " + lanes_told(step.mask, history.lanes) + (one ? " goes on." : " go on.");
    case Step::Is::leave:
        return lanes + (one ? " leaves." : " leave.");
    case Step::Is::barrier:
    case Step::Is::go:
        return barrier_told(history, step);
    case Step::Is::print:
        return lanes + (one ? " prints." : " print.");
    case Step::Is::end:
        return "The kernel ends.";
    default:
        return lanes + (one ? " computes." : " compute.");
    }
}

} // namespace

bool wastes(const Step& step)
{
    return std::any_of(step.requests.begin(), step.requests.end(), [](const StepRequest& one) {
        return lens::is_global(one.kind) && one.cost > 2 * one.needed;
    });
}

bool conflicts(const Step& step)
{
    return std::any_of(step.requests.begin(), step.requests.end(), [](const StepRequest& one) {
        return !lens::is_global(one.kind) && !lens::is_image(one.kind) && one.cost > one.needed;
    });
}

bool diverges(const Step& step)
{
    return step.counts.divergent > 0;
}

std::string sentence_of(const StepHistory& history, const Step& step)
{
    std::string text =
        "Line " + std::to_string(history.places[step.place].line) + ": " + what_happens(history, step);
    if (!step.changed.empty()) text += " " + step.changed + ".";
    for (const std::size_t finding : step.findings)
        if (finding < history.findings.size())
            text += " Found here: " + history.findings[finding].finding.sentence + ".";
    return text;
}

} // namespace lockstep::pocket
