#include "ladders/ladder_sizes.hpp"

#include "base/process.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/formats/json_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

namespace lockstep::tool
{

namespace
{

std::string word_of(const std::string& ladder, std::uint64_t columns, std::uint64_t rows)
{
    return fmt::format("{}:{}x{}", ladder, columns, rows);
}

std::string word_with(const std::string& ladder, std::uint64_t elements)
{
    return fmt::format("{}:{}", ladder, elements);
}

} // namespace

void LadderSizes::add(const std::string& ladder, const LadderSize& size)
{
    sizes_[word_of(ladder, size.columns, size.rows)] = size;
}

const LadderSize* LadderSizes::of(const std::string& ladder, std::uint64_t columns, std::uint64_t rows) const
{
    const auto found = sizes_.find(word_of(ladder, columns, rows));
    return found == sizes_.end() ? nullptr : &found->second;
}

const LadderSize* LadderSizes::with(const std::string& ladder, std::uint64_t elements) const
{
    const auto found = sizes_.find(word_with(ladder, elements));
    return found == sizes_.end() ? nullptr : &found->second;
}

LadderSizes ladder_sizes(const std::filesystem::path& runner, const formats::CountsAtTwoSizes& counts,
                         const formats::DeviceResults& measured, const formats::SizeCurves& curves)
{
    std::set<std::string> words;
    for (const formats::CountedRung& rung : counts.rungs)
        for (const formats::CountedSize& size : rung.sizes)
            words.insert(word_of(rung.ladder, size.columns, size.rows));
    for (const formats::LadderResult& ladder : measured.ladders) {
        words.insert(word_of(ladder.name, ladder.columns, ladder.rows));
        for (const formats::RungResult& rung : ladder.rungs)
            if (rung.figures && rung.figures->extent)
                words.insert(word_of(ladder.name, rung.figures->extent->columns, rung.figures->extent->rows));
    }
    for (const formats::SizeCurve& curve : curves.curves)
        for (const formats::SizeLine& line : curve.lines)
            for (const formats::SizePoint& point : line.points)
                words.insert(word_with(curve.name, point.elements));
    Command command{.arguments = {runner.string(), "growth"}};
    command.arguments.insert(command.arguments.end(), words.begin(), words.end());
    const ProcessResult answer = run_process(command, ProcessLimits{});
    const std::string build = "cmake --build build --target lockstep-bench";
    if (!answer.ok())
        throw Failure(fmt::format("The ladders' sizes are not known: {}{}", answer.output, answer.error),
                      build);
    LadderSizes sizes;
    for (const auto& [word, size] :
         formats::JsonReader::parse(answer.output, "The runner's list of sizes", build).members())
        sizes.sizes_[word] = {.columns = size.at("columns").count(),
                              .rows = size.at("rows").count(),
                              .results = size.at("results").number(),
                              .work = size.at("work").number(),
                              .groups = size.at("groups").number()};
    return sizes;
}

} // namespace lockstep::tool
