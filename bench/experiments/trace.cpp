// What work-groups of the scan and of the reduction tell each other, in the order in which it happened.
//
// The kernels are those of the set, behind lines by which every atomic operation between groups is noted in a log behind the
// words it works on; so it runs where groups see what others write without fences, as on a CPU. The log's counter is the clock: a moment is the place of an event among those of all groups.
#include "experiment.hpp"

#include "base/paths.hpp"

#include <lockstep/program.hpp>
#include <lockstep/scratch.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <fstream>
#include <map>
#include <set>
#include <utility>

namespace lockstep::bench
{
namespace
{

constexpr std::uint32_t group = 1024, rows = 16, tile_size = 4 * rows * group;
constexpr std::uint32_t most_events = 65536;
constexpr std::uint32_t askers = 64; ///< of one word at one time, for each of which it is noted that it waits
constexpr std::uint32_t status_bits = 16;

/// What is noted: who did what to which word, and what came out or went in.
struct Noted
{
    std::uint32_t group, kind, place, value;
};

enum Kind : std::uint32_t
{
    draws,
    tells,
    asks,
    leaves,
    takes
};

/// A group that asks in vain again and again is noted once.
const std::string notes = fmt::format(R"(
void note(volatile global uint* log, uint kind, uint place, uint value)
{{
    const uint moment = atomic_inc(log);
    if (moment >= {0}) return;
    volatile global uint* entry = log + 1 + 4 * moment;
    entry[0] = get_group_id(0);
    entry[1] = kind;
    entry[2] = place;
    entry[3] = value;
}}
uint noted_inc(volatile global uint* log, uint place, volatile global uint* word)
{{
    const uint value = atomic_inc(word);
    note(log, 0, place, value);
    return value;
}}
uint noted_add(volatile global uint* log, volatile global uint* word, uint with)
{{
    const uint value = atomic_add(word, with);
    note(log, 0, 0, value);
    return value;
}}
uint noted_or(volatile global uint* log, uint place, volatile global uint* word, uint with)
{{
    const uint value = atomic_or(word, with), own = get_group_id(0) + 1;
    if (value != 0 || atomic_xchg(log + 1 + 4 * {0} + {1} * place + own % {1}, own) != own) note(log, 2, place, value);
    return value;
}}
uint noted_told(volatile global uint* log, uint place, volatile global uint* word, uint with)
{{
    const uint value = atomic_xchg(word, with);
    note(log, 1, place, with);
    return value;
}}
float __attribute__((overloadable)) noted_xchg(volatile global uint* log, volatile global float* word, float with)
{{
    const float value = atomic_xchg(word, with);
    note(log, with == 0 ? 4 : 3, 0, 0);
    return value;
}}
uint __attribute__((overloadable)) noted_xchg(volatile global uint* log, volatile global uint* word, uint with)
{{
    return atomic_xchg(word, with);
}}
)",
                                      most_events, askers);

cl::Kernel noted_kernel(Bench& bench, const std::string& file, const std::string& name,
                        const std::string& hooks, const std::string& options)
{
    const ScratchFolder scratch;
    const auto text = scratch.path() / "noted.cl";
    std::ofstream(text) << notes << hooks << read_kernel(tool::source_dir() / "kernels" / file).text;
    return find_kernel(build_program(bench.context(), bench.device(), text, options), name);
}

cl::Buffer filled(Bench& bench, const std::vector<std::uint32_t>& words)
{
    return {bench.context(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, words.size() * sizeof(std::uint32_t),
            const_cast<std::uint32_t*>(words.data())};
}

/// The log that begins at word `first`.
std::vector<Noted> log_of(Bench& bench, const cl::Buffer& buffer, std::size_t first)
{
    const std::uint32_t count = bench.words(buffer, first, 1).front();
    require_right(count <= most_events, fmt::format("a log of {} events", count));
    std::vector<Noted> log;
    if (count == 0) return log;
    const auto words = bench.words(buffer, first + 1, 4 * std::size_t{count});
    for (std::size_t i = 0; i < words.size(); i += 4)
        log.push_back({words[i], words[i + 1], words[i + 2], words[i + 3]});
    return log;
}

/// What a status in the upper half of a word says.
std::string seen(std::uint32_t high, std::uint32_t low)
{
    if ((high ^ low) >> status_bits != 0 || high == 0) return "nothing";
    return high >> status_bits == 1 ? "sum" : "total";
}

/// The events of ten tiles around the longest walk over tiles that had told only their own sums, numbered anew.
std::vector<MessageRow> around_the_longest_walk(const std::vector<MessageRow>& all)
{
    constexpr std::uint64_t before = 8, shown = 10;
    std::map<std::uint64_t, int> sums_seen; // by tile
    for (const MessageRow& row : all) sums_seen[row.group] += row.seen == "sum" ? 1 : 0;
    const auto longest =
        std::ranges::max_element(sums_seen, {}, [](const auto& tile) { return tile.second; });
    const std::uint64_t first = longest->first < before ? 0 : longest->first - before;
    std::vector<MessageRow> kept;
    for (MessageRow row : all)
        if (row.group >= first && row.group < first + shown) {
            row.moment = kept.size() + 1;
            kept.push_back(row);
        }
    return kept;
}

/// The events of the groups that drew the last eight tickets, numbered anew; of what the last group takes, the first and the last.
std::vector<MessageRow> around_the_last_ticket(const std::vector<MessageRow>& all, std::uint64_t groups)
{
    constexpr std::uint64_t shown = 8;
    std::map<std::uint64_t, std::uint64_t> ticket; // by group
    std::uint64_t taken = 0;
    for (const MessageRow& row : all)
        if (row.event == "draws") ticket[row.group] = *row.asked;
    std::vector<MessageRow> kept;
    for (MessageRow row : all) {
        if (row.event == "takes a sum" && ++taken != 1 && taken != groups) continue;
        if (ticket.at(row.group) + shown < groups) continue;
        row.moment = kept.size() + 1;
        kept.push_back(row);
    }
    return kept;
}

/// The walk by one work-item, one tile at a time. Slot 0 of the states stands before tile 0.
std::vector<MessageRow> trace_look_back(Bench& bench)
{
    const std::uint32_t tiles = bench.scale().quick ? 3 : 256;
    const std::uint32_t n = tiles * tile_size, words = 2 * (1 + tiles) + 1;
    std::vector<std::uint32_t> states(words + 1 + 4 * most_events + askers * words, 0);
    states[0] = states[1] = 2U << status_bits;
    const cl::Buffer in = filled(bench, std::vector<std::uint32_t>(n, 1)),
                     out = bench.buffer(n * sizeof(float));
    const cl::Buffer device_states = filled(bench, states);
    cl::Kernel kernel =
        noted_kernel(bench, "scan_tiles.cl", "scan_in_one_pass",
                     fmt::format("#define LOG (states + {})\n"
                                 "#define PLACE_OF(word) (uint)((word)-states)\n"
                                 "#define atomic_inc(word) noted_inc(LOG, PLACE_OF(word), word)\n"
                                 "#define atomic_or(word, v) noted_or(LOG, PLACE_OF(word), word, v)\n"
                                 "#define atomic_xchg(word, v) noted_told(LOG, PLACE_OF(word), word, v)\n",
                                 words),
                     fmt::format("-D ELEMENT=uint -D WINDOW=1 -D GROUP={} -D ROWS={}", group, rows));
    set_arguments(kernel, in, out, device_states, n, tiles);
    bench.launch(kernel, {tiles * group}, {group});
    const auto got = bench.words(out, 0, n);
    for (std::uint32_t i = 0; i < n; ++i) require_right(got[i] == i + 1, "the scan that is traced");

    std::vector<MessageRow> trace;
    std::map<std::uint32_t, std::uint32_t> tile_of;            // by group
    std::set<std::pair<std::uint32_t, std::uint32_t>> waiting; // tile, and the one it waits for: noted once
    std::map<std::uint32_t, std::uint32_t> first_word;         // what the group saw in the first of two words
    std::uint64_t moment = 0;
    for (const Noted& noted : log_of(bench, device_states, words)) {
        ++moment;
        if (noted.kind == draws) {
            tile_of[noted.group] = noted.value;
            trace.push_back({"look-back", noted.value, "draws", moment, {}, {}});
            continue;
        }
        const std::uint32_t tile = tile_of.at(noted.group);
        const bool is_first = noted.place % 2 == 0;
        if (is_first) first_word[noted.group] = noted.value;
        if (noted.kind == tells && !is_first)
            trace.push_back({"look-back",
                             tile,
                             noted.value >> status_bits == 1 ? "tells sum" : "tells total",
                             moment,
                             {},
                             {}});
        if (noted.kind != asks || (is_first && noted.value != 0) || (!is_first && noted.value == 0)) continue;
        const std::string saw = is_first ? "nothing" : seen(first_word[noted.group], noted.value);
        if (noted.place < 2) continue; // what stands before tile 0 is no tile
        const auto waits_for = std::pair{tile, noted.place / 2 - 1};
        if (saw != "nothing" || waiting.insert(waits_for).second)
            trace.push_back({"look-back", tile, "asks", moment, waits_for.second, saw});
    }
    return around_the_longest_walk(trace);
}

std::vector<MessageRow> trace_exchange(Bench& bench)
{
    const std::uint32_t groups = bench.scale().quick ? 3 : 256, n = groups * tile_size;
    std::vector<std::uint32_t> finished(1 + 1 + 4 * most_events, 0);
    std::vector<float> ones(n, 1.0F);
    const cl::Buffer in{bench.context(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, n * sizeof(float),
                        ones.data()};
    const cl::Buffer total = bench.buffer(sizeof(float));
    const cl::Buffer partial = filled(bench, std::vector<std::uint32_t>(groups, 0));
    const cl::Buffer device_finished = filled(bench, finished);
    cl::Kernel kernel = noted_kernel(bench, "reduction.cl", "one_launch",
                                     "#define atomic_xchg(word, v) noted_xchg(finished + 1, word, v)\n"
                                     "#define atomic_add(word, v) noted_add(finished + 1, word, v)\n",
                                     fmt::format("-D GROUP={}", group));
    set_arguments(kernel, in, total, n, partial, device_finished);
    bench.launch(kernel, {groups * group}, {group});
    require_right(bench.words(total, 0, 1).front() == std::bit_cast<std::uint32_t>(static_cast<float>(n)),
                  "the sum that is traced");
    std::vector<MessageRow> trace;
    std::uint64_t moment = 0;
    for (const Noted& noted : log_of(bench, device_finished, 1)) {
        const char* event = noted.kind == leaves  ? "leaves sum"
                            : noted.kind == takes ? "takes a sum"
                                                  : "draws";
        MessageRow row{"exchange", noted.group, event, ++moment, {}, {}};
        if (noted.kind == draws) row.asked = noted.value;
        trace.push_back(row);
    }
    return around_the_last_ticket(trace, groups);
}

} // namespace

std::vector<MessageRow> record_trace(Bench& bench)
{
    std::vector<MessageRow> rows_of_both = trace_look_back(bench);
    const std::vector<MessageRow> exchange = trace_exchange(bench);
    rows_of_both.insert(rows_of_both.end(), exchange.begin(), exchange.end());
    return rows_of_both;
}

} // namespace lockstep::bench
