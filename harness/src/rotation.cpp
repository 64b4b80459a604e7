// The host's reference of a turned picture.
#include "lockstep/kernel_set.hpp"

#include <cmath>
#include <numbers>
#include <utility>

namespace lockstep
{

Turn degrees(double angle)
{
    const double radians = angle * std::numbers::pi / 180.0;
    return {std::cos(radians), std::sin(radians)};
}

Rotation::Rotation(std::vector<std::uint8_t> in, std::size_t columns, std::size_t rows, Turn turn)
    : in_(std::move(in)), columns_(columns), rows_(rows), turn_(turn)
{
}

std::uint8_t Rotation::source(std::size_t x, std::size_t y, double shift_x, double shift_y) const
{
    const auto columns = static_cast<double>(columns_);
    const auto rows = static_cast<double>(rows_);
    const double cx = (columns - 1.0) / 2.0;
    const double cy = (rows - 1.0) / 2.0;
    const double dx = static_cast<double>(x) - cx;
    const double dy = static_cast<double>(y) - cy;
    const double column = std::floor(cx + dx * turn_.cosine - dy * turn_.sine + 0.5 + shift_x);
    const double row = std::floor(cy + dx * turn_.sine + dy * turn_.cosine + 0.5 + shift_y);
    if (column < 0 || row < 0 || column >= columns || row >= rows) return 0;
    return in_[static_cast<std::size_t>(row) * columns_ + static_cast<std::size_t>(column)];
}

bool Rotation::allows(std::size_t x, std::size_t y, std::uint8_t value) const
{
    constexpr double doubt = 1e-3;
    for (const double shift_x : {-doubt, doubt})
        for (const double shift_y : {-doubt, doubt})
            if (source(x, y, shift_x, shift_y) == value) return true;
    return false;
}

std::uint8_t Rotation::nearest(std::size_t x, std::size_t y) const
{
    return source(x, y, 0, 0);
}

std::vector<std::uint8_t> Rotation::closest_to(const std::vector<std::uint8_t>& got) const
{
    std::vector<std::uint8_t> closest = got;
    for (std::size_t y = 0; y < rows_; ++y)
        for (std::size_t x = 0; x < columns_; ++x)
            if (std::uint8_t& value = closest[y * columns_ + x]; !allows(x, y, value)) value = nearest(x, y);
    return closest;
}

} // namespace lockstep
