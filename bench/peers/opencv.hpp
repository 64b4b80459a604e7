// OpenCV's filters, where its library was found when this was configured.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace lockstep::bench::opencv
{

/// Whether there is an OpenCV to call.
bool is_here();

/// "OpenCV 4.6.0", which this was built with; empty without one.
std::string version();

/// cv::blur with windows of 9 × 9, in as many threads as the native peers use; pixels beyond the picture are taken for copies of
/// the nearest one.
void blur(std::span<const float> from, std::span<float> to, std::size_t columns, std::size_t rows);

/// cv::GaussianBlur with the same windows, threads and borders.
void gaussian_blur(std::span<const float> from, std::span<float> to, std::size_t columns, std::size_t rows,
                   double sigma);

} // namespace lockstep::bench::opencv
