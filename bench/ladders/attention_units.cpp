// The ladder of attention on units for matrices, with numbers of 16 bits.
#include "attention_problem.hpp"

#include <lockstep/device.hpp>

#include <utility>

namespace lockstep::bench
{
namespace ladder_attention_units
{

Parameters tile(int down, int teams, int keys, int stages)
{
    return {{"DOWN", down}, {"TEAMS", teams}, {"KEYS", keys}, {"STAGES", stages}};
}

Parameters wide_tile(int teams, int keys)
{
    return {{"TEAMS", teams}, {"KEYS", keys}};
}

Parameters in_turns(int teams, int turns)
{
    return {{"TEAMS", teams}, {"KEYS", 128}, {"TURNS", turns}};
}

/// Rungs whose products 128 work-items make at once, as Hopper's units do.
void add_warpgroups(std::vector<Rung>& rungs, int generation)
{
    if (generation >= 80 && generation < 90) return;
    const bool plain = generation < 80;
    const std::string by_engine = "kernels/attention_engine.cl";
    rungs.push_back(
        {"warpgroups",
         "128 work-items multiply what lies in local memory",
         "kernels/attention_warpgroups.cl",
         {"warpgroups"},
         attention::in_fragments(),
         plain ? std::vector{wide_tile(4, 32)}
               : std::vector{wide_tile(8, 128), wide_tile(4, 128), wide_tile(8, 64), wide_tile(4, 64)}});
    rungs.push_back(
        {"engine",
         "the copy engine brings tiles, for longest rows first",
         by_engine,
         {"describe", "engine"},
         attention::by_engine(),
         plain ? std::vector{wide_tile(4, 32)} : std::vector{wide_tile(8, 128), wide_tile(12, 128)}});
    if (plain) return;
    rungs.push_back({"overlapped",
                     "one tile is weighed while others are multiplied",
                     by_engine,
                     {"describe", "overlapped"},
                     attention::by_engine(),
                     {in_turns(8, 1), in_turns(12, 1), in_turns(8, 0), in_turns(12, 0)}});
}

class AttentionUnits final : public attention::AttentionLadder
{
public:
    std::string name() const override { return "attention_units"; }
    std::string title() const override { return "Attention with numbers of bfloat16"; }
    LimitKind limit() const override { return LimitKind::matrix_fma; }
    std::vector<std::string> cases() const override
    {
        return {"causal-64", "causal-128", "full-128", "ragged-64"};
    }

    std::vector<Rung> rungs(const Workbench& workbench) const override
    {
        const std::string file = "kernels/attention_units.cl";
        const int generation = matrix_units(workbench.device());
        const bool has_units = generation >= 80;
        const auto tiles = [&](int down, int stages) {
            if (!has_units) return std::vector{tile(down, 1, 32, stages)};
            return std::vector{tile(down, 4, 64, stages), tile(down, 8, 64, stages),
                               tile(down, 4, 32, stages)};
        };
        std::vector<Rung> rungs{{"fragments",
                                 "scores and results in registers, as fragments",
                                 file,
                                 {"fragments"},
                                 attention::in_fragments(),
                                 tiles(1, 1)},
                                {"ahead",
                                 "the next tile comes while this one is used",
                                 file,
                                 {"fragments"},
                                 attention::in_fragments(),
                                 tiles(1, 2)},
                                {"taller",
                                 "a fragment of keys for 32 queries",
                                 file,
                                 {"fragments"},
                                 attention::in_fragments(),
                                 tiles(2, 2)}};
        add_warpgroups(rungs, generation);
        return rungs;
    }

    Extent timed_extent(const Workbench& workbench, const std::string& input, bool quick) const override
    {
        Extent extent{8192, 16};
        if (matrix_units(workbench.device()) < 80) extent = {quick ? 128U : 512U, 2};
        if (quick && !workbench.is_cpu()) extent.columns /= 4;
        if (workbench.is_simulator()) extent = {48, 1};
        if (attention::kind_of(input).ragged) extent.columns -= 9;
        return extent;
    }

    Extent counted_extent() const override { return {64, 1}; }

    std::vector<Peer> peers(Workbench& workbench, const std::string& input, Extent extent) const override
    {
        std::vector<Peer> peers;
        for (const auto& [name, backend] : {std::pair{"PyTorch", ""}, std::pair{"cuDNN", "CUDNN_ATTENTION"},
                                            std::pair{"FlashAttention", "FLASH_ATTENTION"}})
            if (auto peer = torch(workbench, input, extent, name, backend)) peers.push_back(std::move(*peer));
        return peers;
    }

protected:
    bool is_bfloat16() const override { return true; }
};

const Registered registered{std::make_unique<AttentionUnits>()};

} // namespace ladder_attention_units
} // namespace lockstep::bench
