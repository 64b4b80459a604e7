// PNG in and out, through stb.
#include "lockstep/image.hpp"

#include "lockstep/error.hpp"

#include <fmt/format.h>

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#include <stb_image.h>
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb_image_write.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

#include <limits>

namespace lockstep
{

Picture read_picture(const std::filesystem::path& file, std::size_t channels)
{
    if (channels != 1 && channels != 3 && channels != 4)
        throw Failure(fmt::format("A picture is read with 1, 3 or 4 channels, not with {}.", channels));
    int columns = 0;
    int rows = 0;
    int channels_in_file = 0;
    stbi_uc* pixels =
        stbi_load(file.string().c_str(), &columns, &rows, &channels_in_file, static_cast<int>(channels));
    if (pixels == nullptr)
        throw Failure(fmt::format("The picture {} cannot be read: {}.", file.string(), stbi_failure_reason()),
                      "check that the file exists and is a PNG or JPEG");
    Picture picture{.columns = static_cast<std::size_t>(columns),
                    .rows = static_cast<std::size_t>(rows),
                    .channels = channels,
                    .bytes = {}};
    picture.bytes.assign(pixels, pixels + picture.columns * picture.rows * channels);
    stbi_image_free(pixels);
    return picture;
}

void write_png(const std::filesystem::path& file, const Picture& picture)
{
    constexpr std::size_t largest = std::numeric_limits<int>::max();
    if (picture.columns == 0 || picture.rows == 0 || picture.columns > largest || picture.rows > largest ||
        picture.channels == 0 || picture.channels > 4 ||
        picture.bytes.size() != picture.columns * picture.rows * picture.channels)
        throw Failure(fmt::format(
            "The picture for {} is malformed: {} columns × {} rows × {} channels, {} bytes.", file.string(),
            picture.columns, picture.rows, picture.channels, picture.bytes.size()));
    const int stride = static_cast<int>(picture.columns * picture.channels);
    if (stbi_write_png(file.string().c_str(), static_cast<int>(picture.columns),
                       static_cast<int>(picture.rows), static_cast<int>(picture.channels),
                       picture.bytes.data(), stride) == 0)
        throw Failure(fmt::format("The picture {} cannot be written.", file.string()),
                      "check that its folder exists and may be written to");
}

} // namespace lockstep
