// The history of a sub-group, as Pocket wrote it (docs/pocket.md): any step's state, forwards and back.
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace lockstep::tool
{

using Json = nlohmann::ordered_json;

/// What is counted up to a step.
struct StepCounts
{
    std::uint64_t instructions = 0, lanes = 0, branches = 0, divergent = 0;
    struct Requests
    {
        std::uint64_t requests = 0, cost = 0, needed = 0;
    };
    std::map<std::string, Requests> kinds; ///< by the lens's names: "global_load"
};

/// What is there after a step.
struct StepState
{
    std::uint64_t mask = 0;             ///< who executed it
    std::uint64_t after = 0;            ///< who goes on
    std::map<std::size_t, Json> values; ///< of variables, by number
    Json frames = Json::array();
    StepCounts counts;
};

class StepHistory
{
public:
    /// @throws Failure where the file is not there, or says why there is no history.
    explicit StepHistory(const std::filesystem::path& file);
    StepHistory(std::string_view text, const std::string& name);

    std::size_t steps() const { return steps_.size(); }
    const Json& step(std::size_t number) const { return steps_[number]; }
    /// The state after a step. Steps before it are applied from the nearest one whose state is kept, 63 at most.
    StepState state(std::size_t number) const;
    /// Makes of the state after a step that after the next one, `number`.
    void apply(StepState& state, std::size_t number) const;
    /// Everything but the steps.
    const Json& about() const { return about_; }

    unsigned lanes() const { return lanes_; }
    std::uint64_t mask(std::size_t step) const { return masks_[step]; }
    std::string name(std::size_t variable) const;
    /// [line, column, end line, end column] of a step.
    const Json& place(std::size_t step) const;
    unsigned line(std::size_t step) const;
    /// The lines of the text that a step is in.
    const std::vector<std::string>& text(std::size_t step) const;
    std::size_t depth(std::size_t step) const { return depths_[step]; }

private:
    void read(Json all, const std::string& name);

    Json about_;
    std::vector<Json> steps_;
    std::vector<std::uint64_t> masks_;
    std::vector<std::size_t> depths_; ///< frames before each step
    std::vector<StepState> kept_;     ///< before each 64th step
    std::map<std::size_t, std::vector<std::string>>
        texts_; ///< by number: 0 the program's, others that it includes
    unsigned lanes_ = 0;
};

/// The value of one lane, of a value as a history has it. @return null where nobody has written it
Json value_in_lane(const Json& value, unsigned lane);

/// A value in few words: "3", "0, 1, 2 … 31".
std::string value_in_words(const Json& value, std::size_t columns);

/// A mask as JSON has it.
std::uint64_t mask_of(const Json& text);

} // namespace lockstep::tool
