// From the shape of a launch to its range.
#include "launch_shape.hpp"

namespace lockstep::bench
{

std::size_t divide_up(std::size_t count, std::size_t by)
{
    return (count + by - 1) / by;
}

std::size_t rounded_up(std::size_t count, std::size_t to)
{
    return divide_up(count, to) * to;
}

std::size_t LaunchSize::of(const formats::Parameters& parameters) const
{
    int size = times_;
    for (const std::string& name : parameters_) size *= parameters.at(name);
    return static_cast<std::size_t>(size + more_);
}

LaunchShape LaunchShape::along_rows() const
{
    LaunchShape other = *this;
    other.turned = true;
    return other;
}

LaunchRange range_of(const LaunchShape& shape, const Extent& extent, const formats::Parameters& parameters)
{
    const std::size_t across = (shape.turned ? extent.rows : extent.columns) + shape.early;
    const std::size_t down = shape.turned ? extent.columns : extent.rows;
    const std::size_t group_across = shape.group.across.of(parameters);
    const std::size_t group_down = shape.group.down.of(parameters);
    return {cl::NDRange(divide_up(across, shape.covers.across.of(parameters)) * group_across,
                        divide_up(down, shape.covers.down.of(parameters)) * group_down),
            cl::NDRange(group_across, group_down)};
}

} // namespace lockstep::bench
