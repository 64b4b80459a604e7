// The shape of a launch as data: how large a group is, and how much of a problem in two dimensions it deals with.
#pragma once

#include "lockstep/formats/ladder_results.hpp"

#include <CL/opencl.hpp>

#include <climits>
#include <cstddef>
#include <string>
#include <vector>

namespace lockstep::bench
{

/// count / by, rounded up.
std::size_t divide_up(std::size_t count, std::size_t by);

/// The least multiple of `to` that is not less than count.
std::size_t rounded_up(std::size_t count, std::size_t to);

/// The extent of a problem: elements, or columns and rows.
struct Extent
{
    std::size_t columns = 1;
    std::size_t rows = 1;
};

/// A number, a rung's parameter in so many times and some more, or two parameters' product: 64, "GROUP", {"GROUP", 4},
/// {"GROUP", 1, -16}, {"WIDTH", "GROUP"}.
class LaunchSize
{
public:
    LaunchSize(int number) : more_(number) {}                      // NOLINT: a number is such a size
    LaunchSize(const char* parameter, int times = 1, int more = 0) // NOLINT: and so is a parameter's name
        : parameters_{parameter}, times_(times), more_(more)
    {
    }
    LaunchSize(const char* parameter, const char* other) : parameters_{parameter, other}, times_(1) {}

    /// @throws std::out_of_range without that parameter.
    std::size_t of(const formats::Parameters& parameters) const;

private:
    std::vector<std::string> parameters_;
    int times_ = 0;
    int more_ = 0;
};

/// Everything there is along a dimension, for one group.
constexpr int all_of_it = INT_MAX;

struct LaunchSizes
{
    LaunchSize across; ///< along dimension 0
    LaunchSize down;
};

/// Groups of so many work-items, each of which deals with so many elements along its two dimensions.
struct LaunchShape
{
    LaunchSizes group;
    LaunchSizes covers;
    bool turned = false;   ///< dimension 0 goes down the rows, and dimension 1 across the columns
    std::size_t early = 0; ///< so many elements before the problem begins, along dimension 0

    LaunchShape along_rows() const; ///< the same, turned
};

/// The range of a launch.
struct LaunchRange
{
    cl::NDRange global;
    cl::NDRange local;
};

/// Enough groups for all of the extent.
LaunchRange range_of(const LaunchShape& shape, const Extent& extent, const formats::Parameters& parameters);

} // namespace lockstep::bench
