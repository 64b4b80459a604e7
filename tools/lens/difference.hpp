// Two reports held against each other: what got better, and what worse.
#pragma once

#include "lockstep/formats/lens_report.hpp"

#include <string>
#include <vector>

namespace lockstep::tool
{

/// A metric of a kernel that is not what it was.
struct MetricChange
{
    enum class Kind
    {
        better,
        worse,
        neither ///< more or less of something that is no fault by itself: bytes asked for, launches
    };

    std::string kernel;
    std::string metric;
    bool is_ratio = false;
    double before = 0.0;
    double now = 0.0;
    Kind kind = Kind::neither;
};

/// What changed in the kernels that both reports have, in the order of the new one.
std::vector<MetricChange> changes_between(const formats::LensReport& before, const formats::LensReport& now);

/// Whether a figure of a device that both have got worse.
bool any_worse(const formats::LensReports& before, const formats::LensReports& now);

/// The changes of every device as text, with the kernels that only one of them has, and those launched with other sizes.
std::string difference_report(const formats::LensReports& before, const formats::LensReports& now,
                              const std::string& name_before);

} // namespace lockstep::tool
