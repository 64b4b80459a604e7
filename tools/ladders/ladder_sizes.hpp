// What ladders say of sizes: how much work and how many results, with which the counts of their rungs grow.
#pragma once

#include "lockstep/formats/forecast_record.hpp"
#include "lockstep/formats/ladder_results.hpp"
#include "lockstep/formats/size_curves.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

namespace lockstep::tool
{

/// One size of a ladder.
struct LadderSize
{
    std::uint64_t columns = 0;
    std::uint64_t rows = 0;
    double results = 0;
    double work = 0;
    double groups = 0; ///< what work-groups grow with, where all of them do; 0: with the one or the other
};

/// Sizes by ladder and extent, or number of elements. Those of a ladder whose counts do not grow with them are missing.
class LadderSizes
{
public:
    void add(const std::string& ladder, const LadderSize& size);

    /// Null where the ladder does not say.
    const LadderSize* of(const std::string& ladder, std::uint64_t columns, std::uint64_t rows) const;
    const LadderSize* with(const std::string& ladder, std::uint64_t elements) const;

private:
    friend LadderSizes ladder_sizes(const std::filesystem::path& runner,
                                    const formats::CountsAtTwoSizes& counts,
                                    const formats::DeviceResults& measured,
                                    const formats::SizeCurves& curves);
    std::map<std::string, LadderSize> sizes_; ///< by the runner's word for them
};

/// Asks the runner for all sizes at which rungs were counted or measured. @throws Failure where it does not answer.
LadderSizes ladder_sizes(const std::filesystem::path& runner, const formats::CountsAtTwoSizes& counts,
                         const formats::DeviceResults& measured, const formats::SizeCurves& curves);

} // namespace lockstep::tool
