// The ladder of transposes: from rows read and columns written to both sides as fast as a copy.
#include "../ladder.hpp"
#include "../peers/native.hpp"
#include "../peers/process.hpp"
#include "base/paths.hpp"

#include <lockstep/error.hpp>
#include <lockstep/random.hpp>
#include <lockstep/timing.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace lockstep::bench
{
namespace ladder_transpose
{

/// Whole numbers, exact in a float. Within 2^24 elements none comes twice, and then they come in another order.
std::vector<float> numbered(std::size_t count)
{
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i)
        values[i] = static_cast<float>((i * 2654435761U + (i >> 24U) * 1000003U) % (1U << 24U));
    return values;
}

/// What is wrong with the transpose of numbered(columns * rows), by blocks so that both sides stay in the cache.
std::string mistake(const std::vector<float>& in, const std::vector<float>& out, std::size_t columns,
                    std::size_t rows)
{
    constexpr std::size_t block = 32;
    for (std::size_t left = 0; left < columns; left += block)
        for (std::size_t top = 0; top < rows; top += block)
            for (std::size_t x = left; x < std::min(left + block, columns); ++x)
                for (std::size_t y = top; y < std::min(top + block, rows); ++y)
                    if (!(out[x * rows + y] == in[y * columns + x]))
                        return fmt::format("row {}, column {} of the result is {}, {} expected", x, y,
                                           out[x * rows + y], in[y * columns + x]);
    return {};
}

class Matrix : public Problem
{
public:
    Matrix(Workbench& workbench, Extent extent)
        : Problem(workbench), extent_(extent), values_(numbered(extent.columns * extent.rows)),
          in_(workbench.input(values_))
    {
    }

    double work() const override { return 2.0 * sizeof(float) * static_cast<double>(values_.size()); }

    Verdict judge(const Plan& plan) const override
    {
        return {mistake(values_, plan.out[0].read<float>(), extent_.columns, extent_.rows)};
    }

    /// One launch of this shape.
    void turn(Plan& plan, const LaunchShape& shape) const
    {
        plan.out = {plan.output(in_.bytes())};
        plan.launch(plan.kernel(), range_of(shape, extent_, plan.parameters()), in_, plan.out[0],
                    static_cast<cl_uint>(extent_.columns), static_cast<cl_uint>(extent_.rows));
    }

private:
    Extent extent_;
    std::vector<float> values_;
    Guarded in_;
};

Planner shaped(const LaunchShape& shape)
{
    return [shape](Plan& plan, const Matrix& matrix) { matrix.turn(plan, shape); };
}

class Transpose : public Ladder
{
public:
    std::string name() const override { return "transpose"; }
    std::string chapter() const override { return "20-transpose"; }
    std::string title() const override { return "Transpose of a matrix of floats"; }
    LimitKind limit() const override { return LimitKind::copy; }
    std::vector<std::string> cases() const override { return {"square", "ragged"}; }
    std::string chart(const std::string& input) const override
    {
        return input == "square" ? "transposes" : "";
    }

    std::vector<Rung> rungs(const Workbench& workbench) const override
    {
        const std::string file = "kernels/transpose.cl", for_cpus = "kernels/transpose_blocks.cl";
        const LaunchShape elements{{32, 8}, {32, 8}}, tiles{{32, 8}, {32, 32}};
        const LaunchShape large_tiles{{"TILE", "GROUP_ROWS"}, {"TILE", "TILE"}, true};
        const LaunchShape quads = LaunchShape{{16, 16}, {64, 64}}.along_rows();
        // A row's windows begin up to seven elements early, so the last one may end short of the last row.
        const LaunchShape windows{{32, 8}, {"TILE_ROWS", "TILE_COLUMNS"}, true, 7};
        // One work-item a group, which are numbered downwards.
        const LaunchShape blocks{{1, 1}, {"BLOCK_ROWS", "BLOCK_COLUMNS"}, true};
        std::vector<Rung> rungs{
            {"transpose",
             "rows read, columns written",
             "chapters/20-transpose/transpose.cl",
             {"transpose"},
             shaped(elements)},
            {"write_rows", "columns read, rows written", file, {"write_rows"}, shaped(elements.along_rows())},
            {"tiled", "through a tile in local memory", file, {"tiled"}, shaped(tiles)},
            {"padded", "a column of the tile in 32 banks", file, {"padded"}, shaped(tiles)},
            {"diagonal", "groups along diagonals", file, {"diagonal"}, shaped(tiles)},
        };
        const auto candidates = [](std::array<const char*, 2> names,
                                   const std::vector<std::array<int, 2>>& choices) {
            std::vector<Parameters> parameters;
            for (const auto& [first, second] : choices)
                parameters.push_back({{names[0], first}, {names[1], second}});
            return parameters;
        };
        const std::array<const char*, 2> tile{"TILE_COLUMNS", "TILE_ROWS"},
            block{"BLOCK_COLUMNS", "BLOCK_ROWS"};
        if (!workbench.is_cpu()) {
            rungs.push_back(
                {"downwards", "groups down the columns", file, {"downwards"}, shaped(tiles.along_rows())});
            rungs.push_back({"large_tile",
                             "64 x 64 elements a tile",
                             file,
                             {"downwards"},
                             shaped(large_tiles),
                             candidates({"TILE", "GROUP_ROWS"}, {{64, 4}, {64, 8}, {64, 16}})});
            rungs.push_back(
                {"vectors", "four floats an access, a swizzled tile", file, {"vectors"}, shaped(quads)});
            rungs.push_back({"whole_sectors",
                             "rows written from where a sector begins",
                             file,
                             {"whole_sectors"},
                             shaped(windows),
                             candidates(tile, {{64, 64}, {32, 64}, {32, 128}})});
        }
        if (workbench.is_cpu() || workbench.is_simulator()) {
            const auto strips =
                candidates(block, {{128, 2048}, {512, 512}, {1024, 1024}, {2048, 64}, {2048, 128}});
            const auto add = [&](const char* name, const char* idea, const std::vector<Parameters>& choices) {
                rungs.push_back({name, idea, for_cpus, {name}, shaped(blocks), choices});
            };
            add("blocks", "one work-item a block that fits the cache",
                candidates(block, {{64, 64}, {32, 32}, {16, 16}}));
            add("registers", "16 x 16 turned in registers", strips);
            add("past_caches", "whole lines stored past the caches", strips);
            add("streamed", "loads asked for ahead", strips);
            add("whole_lines", "rows written from where a line begins", strips);
        }
        return rungs;
    }

    Extent timed_extent(const Workbench& workbench, const std::string& input, bool quick) const override
    {
        const bool ragged = input == "ragged";
        if (workbench.is_simulator()) return ragged ? Extent{127, 65} : Extent{128, 64};
        if (quick) return ragged ? Extent{4095, 4097} : Extent{4096, 4096};
        return ragged ? Extent{8191, 8209} : Extent{8192, 8192};
    }

    std::vector<Extent> verified_extents(const Workbench& workbench) const override
    {
        std::vector<Extent> extents{{1, 1},   {1, 70},  {70, 1},  {16, 16},
                                    {17, 15}, {33, 65}, {64, 64}, {67, 131}};
        if (!workbench.is_simulator())
            for (const Extent extent : std::vector<Extent>{
                     {31, 1000}, {1000, 31}, {255, 257}, {1021, 2053}, {132, 516}, {2048, 1024}})
                extents.push_back(extent);
        return extents;
    }

    Extent counted_extent() const override { return {128, 128}; }

    std::array<Extent, 2> counted_extents(const std::string& input, const Parameters&) const override
    {
        if (input == "ragged") return {{{127, 145}, {255, 273}}};
        return {{{128, 128}, {256, 256}}};
    }

    std::optional<Extent> profiled_extent(const std::string& input) const override
    {
        return input == "ragged" ? Extent{1023, 1041} : Extent{1024, 1024};
    }

    std::vector<std::string> curve_rungs(const Workbench& workbench) const override
    {
        if (workbench.is_cpu()) return {"transpose", "blocks", "streamed"};
        return {"transpose", "padded", "vectors"};
    }

    std::vector<Extent> curve_extents(const Workbench& workbench, const std::string& input,
                                      bool quick) const override
    {
        const Extent full = timed_extent(workbench, input, quick);
        const bool ragged = input == "ragged";
        std::vector<Extent> extents;
        for (std::size_t side = 128; side < full.columns; side *= 2)
            extents.push_back(ragged ? Extent{side - 1, side + 17} : Extent{side, side});
        if (!ragged) extents.push_back(full);
        return extents;
    }

    std::unique_ptr<Problem> problem(Workbench& workbench, const std::string&, Extent extent) const override
    {
        return std::make_unique<Matrix>(workbench, extent);
    }

    std::vector<Peer> peers(Workbench& workbench, const std::string&, Extent extent) const override
    {
        std::vector<Peer> peers;
        const std::size_t bytes = extent.columns * extent.rows * sizeof(float);
        const double work = 2.0 * static_cast<double>(bytes);
        if (workbench.is_nvidia()) {
            const std::string rows = std::to_string(extent.rows), columns = std::to_string(extent.columns);
            if (auto cublas = cuda_peer(workbench, "cuBLAS", {"geam", columns, rows}, work))
                peers.push_back(std::move(*cublas));
            if (auto torch = torch_peer(workbench, "PyTorch", {"transpose", rows, columns}, work))
                peers.push_back(std::move(*torch));
        }
        if (!workbench.is_cpu()) return peers;
        const auto from = std::make_shared<std::vector<std::byte>>(bytes, std::byte{1});
        const auto to = std::make_shared<std::vector<std::byte>>(bytes, std::byte{2});
        using Copy = void (*)(std::span<const std::byte>, std::span<std::byte>);
        const auto add = [&](const char* name, Copy copy) {
            copy(*from, *to);
            if (*from != *to)
                throw Failure(fmt::format("The peer {} is wrong.", name),
                              "./lockstep bench measure transpose --quick");
            std::ranges::fill(*to, std::byte{2});
            const auto run_ms = [from, to, copy] {
                const Stopwatch watch;
                copy(*from, *to);
                return watch.elapsed().count();
            };
            peers.push_back({name, run_ms, work, native::threads()});
        };
        add("memcpy", native::copy);
        add("streaming copy", native::streaming_copy);
        if (auto blas = openblas_peer({std::to_string(extent.columns), std::to_string(extent.rows)}, work)) {
            blas->threads = 1; // its transpose knows no more
            peers.push_back(std::move(*blas));
        }
        return peers;
    }
};

const Registered registered{std::make_unique<Transpose>()};

} // namespace ladder_transpose
} // namespace lockstep::bench
