// The ladder of attention: from a matrix of all weights in memory to tiles whose scores never leave the chip.
#include "attention_problem.hpp"

#include "../peers/native.hpp"
#include "../peers/native_attention.hpp"

#include <lockstep/failure.hpp>
#include <lockstep/timing.hpp>

#include <fmt/format.h>

namespace lockstep::bench
{
namespace ladder_attention
{

Parameters tile(int queries, int keys, int across, int skip)
{
    return {{"QUERIES", queries}, {"KEYS", keys}, {"ACROSS", across}, {"SKIP", skip}};
}

class Attention final : public attention::AttentionLadder
{
public:
    std::string name() const override { return "attention"; }
    std::string title() const override { return "Attention: sums weighted by a softmax of products"; }
    LimitKind limit() const override { return LimitKind::fma; }
    std::string chart(const std::string& input) const override
    {
        return input == "causal-64" ? "attention" : "";
    }
    std::vector<std::string> cases() const override
    {
        return {"causal-64", "causal-128", "full-64", "ragged-64"};
    }

    std::vector<Rung> rungs(const Workbench& workbench) const override
    {
        const std::string first = "chapters/32-attention/attention.cl";
        // The first fits 48 KiB of local memory with 128 numbers a row, too.
        const auto tiles = [&](int skip) {
            if (workbench.is_simulator()) return std::vector{tile(32, 32, 8, skip)};
            std::vector<Parameters> shapes{tile(32, 32, 16, skip), tile(64, 32, 8, skip)};
            if (!workbench.is_cpu()) shapes.push_back(tile(16, 32, 16, skip));
            return shapes;
        };
        std::vector<Rung> rungs{{"whole",
                                 "all weights in memory",
                                 first,
                                 {"scores", "softmax_rows", "weighted_sums"},
                                 attention::with_all_weights()},
                                {"online",
                                 "a work-item a query, the largest and the sum as it goes",
                                 first,
                                 {"attend"},
                                 attention::query_by_query()},
                                {"blocks",
                                 "tiles of keys for a block of queries",
                                 "kernels/attention.cl",
                                 {"blocks"},
                                 attention::in_blocks(),
                                 tiles(0)},
                                {"skipped",
                                 "no tile that the mask hides",
                                 "kernels/attention.cl",
                                 {"blocks"},
                                 attention::in_blocks(),
                                 tiles(1)}};
        if (workbench.is_cpu())
            rungs.push_back({"strips",
                             "6 × 4 registers of 16 scores, then of results",
                             "kernels/attention_strips.cl",
                             {"pack_keys", "strips"},
                             attention::in_strips(),
                             {{{"QUERIES", 48}, {"STRIP", 6}}, {{"QUERIES", 24}, {"STRIP", 6}}}});
        return rungs;
    }

    Extent timed_extent(const Workbench& workbench, const std::string& input, bool quick) const override
    {
        Extent extent{workbench.is_cpu() ? quick ? 512U : 2048U
                      : quick            ? 2048U
                                         : 8192U,
                      workbench.is_cpu() ? 2U : 16U};
        if (workbench.is_simulator()) extent = {48, 1};
        while (!attention::has_room(workbench, extent) && extent.rows > 1) extent.rows /= 2;
        if (attention::kind_of(input).ragged) extent.columns -= 9;
        return extent;
    }

    Extent counted_extent() const override { return {96, 1}; }
    std::vector<Peer> peers(Workbench& workbench, const std::string& input, Extent extent) const override
    {
        if (auto peer = torch(workbench, input, extent, "PyTorch", "")) return {std::move(*peer)};
        if (!workbench.is_cpu()) return {};
        const auto inputs = std::make_shared<attention::Inputs>(attention::kind_of(input), extent);
        const auto out = std::make_shared<std::vector<float>>(inputs->q.size());
        const auto run_ms = [inputs, out] {
            const Stopwatch watch;
            native::attend(
                {inputs->q, inputs->k, inputs->v, inputs->tokens, inputs->kind.head, inputs->kind.causal},
                *out);
            return watch.elapsed().count();
        };
        run_ms();
        double error = 0;
        if (const std::string why = inputs->mistake(*out, error); !why.empty())
            throw Failure(fmt::format("The C++ loop is wrong: {}", why), "./lockstep bench verify attention");
        return {{.name = "C++ loop",
                 .run_ms = run_ms,
                 .work = attention::operations_of(inputs->kind, extent),
                 .threads = native::threads()}};
    }

protected:
    bool is_bfloat16() const override { return false; }
};

const Registered registered{std::make_unique<Attention>()};

} // namespace ladder_attention
} // namespace lockstep::bench
