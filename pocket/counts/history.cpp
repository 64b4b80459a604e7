// A history as JSON.
#include "counts/history.hpp"
#include "machine/telling.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace lockstep::pocket
{

namespace
{

constexpr std::array kind_names{"global_load",   "global_store", "local_load", "local_store",
                                "global_atomic", "local_atomic", "image_read", "image_write"};
constexpr std::array step_names{"compute", "load", "store", "atomic",  "image", "copy",  "branch", "else",
                                "loop",    "join", "leave", "barrier", "go",    "print", "end"};
constexpr std::array fault_names{"outside",    "unknown",   "unwritten", "race",    "barrier",
                                 "misaligned", "read_only", "by_zero",   "endless", "group_size"};

std::string number(std::uint64_t value)
{
    return std::to_string(value);
}

std::string in_hexadecimal(std::uint64_t mask)
{
    char text[20];
    std::snprintf(text, sizeof text, "\"%llx\"", static_cast<unsigned long long>(mask));
    return text;
}

template <typename Numbers>
std::string listed_numbers(const Numbers& numbers)
{
    std::string text = "[";
    for (const auto& one : numbers) text += (text.size() > 1 ? "," : "") + std::to_string(one);
    return text + "]";
}

template <typename All, typename Text>
std::string listed_texts(const All& all, Text text_of_one)
{
    std::string text = "[";
    for (const auto& one : all) text += (text.size() > 1 ? ",\n" : "\n") + text_of_one(one);
    return text + "]";
}

// What is of one kind of request, besides how many there are.
std::string figures_of(const StepRequest& one)
{
    std::string text = "\"lanes\":" + number(one.lanes) + ",\"bytes\":" + number(one.bytes);
    if (lens::is_image(one.kind)) return text + ",\"distinct\":" + number(one.distinct);
    const bool is_global = lens::is_global(one.kind);
    if (!is_global && one.cost == 0) return text; // the profile does not know the banks
    text += (is_global ? ",\"sectors\":" : ",\"passes\":") + number(one.cost) +
            ",\"needed\":" + number(one.needed);
    if (is_global) text += ",\"lines\":" + number(one.lines);
    return text;
}

std::string offsets_of(const std::vector<std::int64_t>& offsets)
{
    const std::int64_t by = offsets.size() > 1 ? offsets[1] - offsets[0] : 0;
    bool even = offsets.size() > 2;
    for (std::size_t i = 0; i < offsets.size() && even; ++i)
        even =
            offsets[i] != StepAccess::nowhere && offsets[i] - offsets[0] == static_cast<std::int64_t>(i) * by;
    if (even) return "{\"first\":" + std::to_string(offsets[0]) + ",\"by\":" + std::to_string(by) + "}";
    std::string text = "[";
    for (const std::int64_t one : offsets)
        text += (text.size() > 1 ? "," : "") + (one == StepAccess::nowhere ? "null" : std::to_string(one));
    return text + "]";
}

std::string access_of(const Step& step)
{
    const StepAccess& access = *step.access;
    const char* const is = access.is == SeenAccess::Is::load     ? "load"
                           : access.is == SeenAccess::Is::store  ? "store"
                           : access.is == SeenAccess::Is::atomic ? "atomic"
                           : access.is == SeenAccess::Is::read   ? "read"
                                                                 : "write";
    std::string text = "{\"is\":\"" + std::string{is} + "\"";
    if (access.buffer >= 0)
        text += ",\"buffer\":" + std::to_string(access.buffer) + ",\"bytes\":" + number(access.bytes) +
                ",\"at\":" + offsets_of(access.offsets);
    if (!access.name.empty()) text += ",\"name\":" + json_text(access.name);
    if (!access.values.empty()) text += ",\"values\":" + access.values;
    return text + "}";
}

std::string requests_of(const Step& step)
{
    std::string text = "[";
    for (const StepRequest& one : step.requests) {
        text += (text.size() > 1 ? "," : "") + std::string{"{\"kind\":\""} +
                kind_names[static_cast<std::size_t>(one.kind)] + "\"," + figures_of(one);
        if (lens::is_atomic(one.kind))
            text += ",\"addresses\":" + number(one.addresses) + ",\"queue\":" + number(one.most_at_one);
        text += "}";
    }
    return text + "]";
}

std::string marks_of(const Step& step)
{
    std::string text;
    const auto add = [&](bool is, const char* name) {
        if (is) text += (text.empty() ? "\"" : ",\"") + std::string{name} + "\"";
    };
    add(diverges(step), "diverges");
    add(wastes(step), "wastes");
    add(conflicts(step), "conflicts");
    return text;
}

std::string step_text(const StepHistory& history, const Step& step, std::uint64_t mask_before)
{
    std::string text =
        "{\"p\":" + number(step.place) + ",\"is\":\"" + step_names[static_cast<std::size_t>(step.is)] + "\"";
    if (step.mask != mask_before) text += ",\"m\":" + in_hexadecimal(step.mask);
    if (step.after != step.mask) text += ",\"to\":" + in_hexadecimal(step.after);
    if (step.frames) text += ",\"f\":" + *step.frames;
    if (!step.values.empty()) text += ",\"v\":{" + step.values + "}";
    if (!step.gone.empty()) text += ",\"gone\":" + listed_numbers(step.gone);
    if (step.access) text += ",\"a\":" + access_of(step);
    if (!step.requests.empty()) text += ",\"r\":" + requests_of(step);
    const lens::ControlCounts& counts = step.counts;
    if (counts.instructions + counts.branches > 0)
        text += ",\"c\":" + listed_numbers(std::array{counts.instructions, counts.lanes, counts.branches,
                                                      counts.divergent});
    if (!step.arrived.empty())
        text += ",\"b\":{\"arrived\":" + listed_numbers(step.arrived) +
                ",\"of\":" + number(history.sub_groups) + "}";
    if (!step.findings.empty()) text += ",\"find\":" + listed_numbers(step.findings);
    if (const std::string marks = marks_of(step); !marks.empty()) text += ",\"t\":[" + marks + "]";
    return text + ",\"s\":" + json_text(sentence_of(history, step)) + "}";
}

std::string finding_text(const StepHistory& history, const StepFinding& found)
{
    const Finding& finding = found.finding;
    std::string text =
        "{\"fault\":\"" + std::string{fault_names[static_cast<std::size_t>(finding.fault)]} +
        "\",\"told\":" + json_text(told(finding, history.texts)) +
        ",\"line\":" + number(history.texts.counted(finding.place)) +
        ",\"column\":" + number(finding.place.column) + ",\"item\":" + listed_numbers(finding.item) +
        ",\"group\":" + listed_numbers(finding.group) + ",\"sub_group\":" + number(found.sub_group);
    if (found.lane) text += ",\"lane\":" + number(*found.lane);
    if (found.step) text += ",\"step\":" + number(*found.step);
    for (std::size_t i = 0; i < history.buffers.size(); ++i)
        if (history.buffers[i].name == finding.object)
            text += ",\"buffer\":" + number(i) + ",\"index\":" + std::to_string(finding.index);
    if (finding.other) {
        text += ",\"other\":{\"item\":" + listed_numbers(finding.other->item) +
                ",\"line\":" + number(history.texts.counted(finding.other->place)) +
                ",\"writes\":" + (finding.other->writes ? "true" : "false");
        if (found.other_lane) text += ",\"lane\":" + number(*found.other_lane);
        if (found.other_step) text += ",\"step\":" + number(*found.other_step);
        text += "}";
    }
    return text + "}";
}

std::string place_text(const TextRange& range)
{
    std::string text = "[" + number(range.line) + "," + number(range.column) + "," + number(range.end_line) +
                       "," + number(range.end_column);
    return text + (range.file != 0 ? "," + number(range.file) : "") + "]";
}

std::string file_text(const Texts& texts, unsigned file)
{
    return "{\"name\":" + json_text(texts.name(file)) + ",\"text\":" + json_text(texts.text(file)) + "}";
}

std::string profile_text(const lens::Profile& profile)
{
    return "{\"id\":" + json_text(profile.id) + ",\"name\":" + json_text(profile.name) +
           ",\"sector\":" + number(profile.global.sector_bytes()) +
           ",\"store_sector\":" + number(profile.global.sector_bytes(false)) +
           ",\"line\":" + number(profile.global.line_bytes) + ",\"merged\":" + number(profile.global.lanes) +
           ",\"banks\":" + number(profile.local.banks) +
           ",\"bank_bytes\":" + number(profile.local.bank_bytes) + "}";
}

std::string totals_text(const StepHistory& history)
{
    StepTotals totals;
    for (const Step& step : history.steps) totals.add(step);
    const lens::ControlCounts& control = totals.control;
    std::string text = "{\"steps\":" + number(history.steps.size()) +
                       ",\"instructions\":" + number(control.instructions) +
                       ",\"lanes\":" + number(control.lanes) + ",\"branches\":" + number(control.branches) +
                       ",\"divergent\":" + number(control.divergent);
    for (std::size_t kind = 0; kind < kind_names.size(); ++kind)
        if (totals.requests[kind] > 0)
            text += ",\"" + std::string{kind_names[kind]} +
                    "\":{\"requests\":" + number(totals.requests[kind]) + "," +
                    figures_of(totals.kinds[kind]) + "}";
    return text + "}";
}

std::string buffer_text(const StepBuffer& buffer)
{
    return "{\"name\":" + json_text(buffer.name) + ",\"space\":" + json_text(buffer.space) +
           ",\"type\":" + json_text(buffer.type) + ",\"element\":" + number(buffer.element) +
           ",\"bytes\":" + number(buffer.bytes) + ",\"base\":" + number(buffer.base) +
           (buffer.shape.size() > 1 ? ",\"shape\":" + listed_numbers(buffer.shape) : "") + "}";
}

std::string variable_text(const StepVariable& variable)
{
    return "{\"name\":" + json_text(variable.name) + ",\"type\":" + json_text(variable.type) +
           ",\"line\":" + number(variable.line) + ",\"function\":" + json_text(variable.function) + "}";
}

} // namespace

std::string json_text(const std::string& text)
{
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void StepTotals::add(const Step& step)
{
    control.add(step.counts);
    for (const StepRequest& one : step.requests) {
        const auto kind = static_cast<std::size_t>(one.kind);
        StepRequest& sum = kinds[kind];
        sum.kind = one.kind;
        sum.lanes += one.lanes;
        sum.bytes += one.bytes;
        sum.cost += one.cost;
        sum.needed += one.needed;
        sum.lines += one.lines;
        sum.distinct += one.distinct;
        ++requests[kind];
    }
}

std::string text_of(const StepHistory& history, const std::string& launches)
{
    const LaunchSizes& sizes = history.sizes;
    std::string text =
        "{\"version\":1,\n\"launches\":" + launches + ",\n\"kernel\":" + json_text(history.kernel) +
        ",\"launch\":" + number(history.launch) + ",\n\"source\":" + file_text(history.texts, 0);
    std::string files;
    for (unsigned file = 1; file < history.texts.count(); ++file)
        if (std::any_of(history.places.begin(), history.places.end(),
                        [&](const TextRange& range) { return range.file == file; }))
            files += (files.empty() ? "\"" : ",\"") + number(file) + "\":" + file_text(history.texts, file);
    if (!files.empty()) text += ",\n\"files\":{" + files + "}";
    text += ",\n\"options\":" + json_text(history.options) + ",\"dimensions\":" + number(sizes.dimensions) +
            ",\"global\":" + listed_numbers(sizes.global) + ",\"local\":" + listed_numbers(sizes.group) +
            ",\"offset\":" + listed_numbers(sizes.offset) + ",\n\"group\":" + listed_numbers(history.group) +
            ",\"sub_group\":" + number(history.sub_group) + ",\"sub_groups\":" + number(history.sub_groups) +
            ",\"width\":" + number(history.width) + ",\"lanes\":" + number(history.lanes) + ",\n\"items\":[";
    for (std::size_t i = 0; i < history.items.size(); ++i)
        text += (i > 0 ? "," : "") + listed_numbers(history.items[i]);
    text += "],\n\"profile\":" + profile_text(history.profile);
    text += ",\n\"arguments\":" + listed_texts(history.arguments, [](const std::string& one) { return one; });
    text += ",\n\"buffers\":" + listed_texts(history.buffers, buffer_text);
    text += ",\n\"variables\":" + listed_texts(history.variables, variable_text);
    text += ",\n\"places\":" + listed_texts(history.places, place_text);
    std::uint64_t mask = history.lanes >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << history.lanes) - 1;
    text += ",\n\"steps\":" + listed_texts(history.steps, [&](const Step& step) {
                return step_text(history, step, std::exchange(mask, step.mask));
            });
    text += ",\n\"findings\":" + listed_texts(history.findings, [&](const StepFinding& one) {
                return finding_text(history, one);
            });
    return text + ",\n\"totals\":" + totals_text(history) +
           ",\"truncated\":" + (history.truncated ? "true" : "false") +
           ",\"ended\":" + json_text(history.ended) + "}\n";
}

} // namespace lockstep::pocket
