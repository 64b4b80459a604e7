// Images for tests of exercises: made with known contents, read back, compared pixel by pixel; and a rim around them that no
// kernel may write.
#pragma once

#include "exercise.hpp"
#include "lockstep/text.hpp"

namespace lockstep
{

/// The size of an image in pixels.
struct Extent
{
    std::size_t columns;
    std::size_t rows;

    std::size_t pixels() const { return columns * rows; }
};

/// An image that kernels may read or write.
/// @param bytes its pixels row by row, without gaps.
cl::Image2D image_of_bytes(const cl::ImageFormat& format, const Extent& extent,
                           std::span<const std::byte> bytes);

/// Whether the device has two-dimensional images of this format, which kernels may read or write.
bool has_images_of(const cl::ImageFormat& format);

/// The pixels of an image row by row, without gaps.
std::vector<std::byte> bytes_of_image(const cl::Image2D& image);

/// The size of an image.
Extent extent_of(const cl::Image2D& image);

/// An image that holds `values`, the channels of its pixels one after the other. @tparam T the type of a channel.
template <typename T>
cl::Image2D image_input(const cl::ImageFormat& format, const Extent& extent, const std::vector<T>& values)
{
    return image_of_bytes(format, extent, std::as_bytes(std::span<const T>{values}));
}

/// An image of poison.
cl::Image2D image_output(const cl::ImageFormat& format, const Extent& extent);

/// The channels of an image's pixels one after the other.
template <typename T>
std::vector<T> values_of(const cl::Image2D& image)
{
    const std::vector<std::byte> bytes = bytes_of_image(image);
    std::vector<T> values(bytes.size() / sizeof(T));
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
}

/// Fails the test case with the first channel of a pixel that differs, by the place of its pixel.
template <typename T>
void expect_same_pixels(const std::string& name, const Extent& extent, const std::vector<T>& expected,
                        const std::vector<T>& got, Tolerance tolerance = {})
{
    const auto mismatch = compare(std::span<const T>{expected}, std::span<const T>{got}, tolerance);
    if (!mismatch) return;
    const std::size_t channels = expected.size() / extent.pixels();
    const std::size_t pixel = mismatch->index / channels;
    std::string place = "pixel (" + std::to_string(pixel % extent.columns) + ", " +
                        std::to_string(pixel / extent.columns) + ")";
    if (channels > 1) place += ", channel " + std::to_string(mismatch->index % channels);
    const std::string wrong = std::to_string(mismatch->count) + " of " + std::to_string(mismatch->total) +
                              " values " + (mismatch->count == 1 ? "is" : "are") + " wrong.";
    if (mismatch->unwritten)
        FAIL(name, ", ", place, ", was never written; expected ", mismatch->expected, ". ", wrong);
    FAIL(name, ", ", place, ": expected ", told_apart(mismatch->expected, mismatch->got), ", got ",
         told_apart(mismatch->got, mismatch->expected), ". ", wrong);
}

/// The same for an image of which the kernel is to write a part. @param made whether a pixel is of that part: bool(column, row). All
/// others must still hold the poison of image_output.
template <typename T, typename Made>
void expect_part_of_image(const std::string& name, const Extent& extent, std::vector<T> expected,
                          std::vector<T> got, Made made, Tolerance tolerance = {})
{
    const std::vector<std::byte> poison = poisoned(got.size() * sizeof(T));
    const std::size_t channels = got.size() / extent.pixels();
    for (std::size_t i = 0; i < got.size(); ++i) {
        const std::size_t column = i / channels % extent.columns, row = i / channels / extent.columns;
        if (made(column, row)) continue;
        if (std::memcmp(&got[i], poison.data() + i * sizeof(T), sizeof(T)) != 0)
            FAIL(name, ", pixel (", column, ", ", row,
                 "), was written, and no work-item of this launch has to write there.");
        expected[i] = got[i] = T{};
    }
    expect_same_pixels(name, extent, expected, got, tolerance);
}

/// Lines to put in front of a file (probes.hpp), by which every image says that it has this size. An image that is larger has a rim
/// then, which a kernel writes to only when its guard is missing. Devices that drop writes beyond an image's end hide that.
std::string told_extent(const Extent& extent);

} // namespace lockstep
