// The history of one sub-group in a launch: what each of its steps did, for who wants to see it, forwards and back. A step is what a reader takes
// for one: a statement, an access to memory, a condition, a barrier.
#pragma once

#include "counting/access_kind.hpp"
#include "counting/launch_counts.hpp"
#include "lockstep/lens/profile.hpp"
#include "machine/machine.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::pocket
{

/// A part of a text: from a line and column up to before another one, counted from 1.
struct TextRange
{
    unsigned file = 0, line = 0, column = 0, end_line = 0, end_column = 0;

    auto operator<=>(const TextRange&) const = default;
};

/// Where the part stands in its text; a line at least.
TextRange range_of(const TextPart& part, const Texts& texts);

/// A request to memory as the lens counts it.
struct StepRequest
{
    lens::AccessKind kind{};
    std::uint64_t lanes = 0, bytes = 0;
    std::uint64_t cost = 0, needed = 0;           ///< sectors, or passes
    std::uint64_t lines = 0;                      ///< of global memory
    std::uint64_t distinct = 0;                   ///< of an image: bytes
    std::uint64_t addresses = 0, most_at_one = 0; ///< of an atomic
};

/// What a step accesses.
struct StepAccess
{
    /// The offset of a lane that accesses nothing that is there.
    static constexpr std::int64_t nowhere = std::int64_t{1} << 62U;

    SeenAccess::Is is = SeenAccess::Is::load;
    int buffer = -1; ///< number in StepHistory::buffers
    std::uint32_t bytes = 0;
    std::vector<std::int64_t> offsets; ///< in the buffer, of each lane of the mask
    std::string name;                  ///< as the text has it
    std::string values;                ///< JSON; empty: not known
};

struct Step
{
    enum class Is : std::uint8_t
    {
        compute,
        load,
        store,
        atomic,
        image,
        copy,
        branch,
        otherwise, ///< the other side of an if begins
        loop,
        join,
        leave,
        barrier, ///< the sub-group arrives
        go,      ///< and goes on
        print,
        end
    };

    Is is = Is::compute;
    std::size_t place = 0; ///< number in StepHistory::places
    std::uint64_t mask = 0, after = 0;
    std::string values; ///< of the variables that changed: members of a JSON object
    std::vector<std::size_t> gone;
    std::string changed;               ///< the same in words
    std::optional<std::string> frames; ///< the stack of masks as JSON, where it changed
    std::optional<StepAccess> access;
    std::vector<StepRequest> requests;
    lens::ControlCounts counts;
    std::vector<unsigned> arrived; ///< sub-groups, in their order
    std::vector<std::size_t> findings;
};

/// Sums over steps.
struct StepTotals
{
    lens::ControlCounts control;
    std::array<StepRequest, 8> kinds; ///< by AccessKind
    std::array<std::uint64_t, 8> requests{};

    void add(const Step& step);
};

struct StepFinding
{
    Finding finding;
    std::size_t sub_group = 0;
    std::optional<unsigned> lane, other_lane; ///< in the sub-group that is shown
    std::optional<std::size_t> step, other_step;
};

struct StepBuffer
{
    std::string name, space, type;
    std::size_t element = 1, bytes = 0;
    std::uint64_t base = 0;
    std::vector<std::size_t> shape = {}; ///< of an array of arrays
};

struct StepVariable
{
    std::string name, type, function;
    unsigned line = 0;
};

struct StepHistory
{
    std::string kernel, options;
    std::size_t launch = 0;
    LaunchSizes sizes;
    std::array<std::size_t, 3> group{0, 0, 0};
    std::size_t sub_group = 0, sub_groups = 0;
    unsigned width = 0, lanes = 0;
    std::vector<std::array<std::size_t, 3>> items;
    lens::Profile profile;
    Texts texts;
    std::vector<std::string> arguments; ///< JSON
    std::vector<StepBuffer> buffers;
    std::vector<StepVariable> variables;
    std::vector<TextRange> places;
    std::vector<Step> steps;
    std::vector<StepFinding> findings;
    bool truncated = false;
    std::string ended = "end";
};

/// Whether a request takes more than twice the sectors that it needs.
bool wastes(const Step& step);
/// Whether a request takes more passes than it needs.
bool conflicts(const Step& step);
/// Whether its lanes part ways.
bool diverges(const Step& step);

/// A step in a sentence that says all of it.
std::string sentence_of(const StepHistory& history, const Step& step);

/// The history as JSON: docs/pocket.md says what stands where. @param launches all of the process, JSON
std::string text_of(const StepHistory& history, const std::string& launches);

/// A text in quotes, as JSON has it; what is no UTF-8 is replaced.
std::string json_text(const std::string& text);

} // namespace lockstep::pocket
