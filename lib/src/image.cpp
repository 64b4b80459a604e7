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

#include <cstring>
#include <fstream>
#include <limits>
#include <memory>
#include <string>
#include <string_view>

namespace lockstep
{
namespace
{

/// The parts of a film's file: a length, a name of four letters, bytes, and their check sum.
class Chunks
{
public:
    void add(std::string_view name, std::string_view bytes)
    {
        number(static_cast<std::uint32_t>(bytes.size()));
        const std::size_t begin = text.size();
        text.append(name).append(bytes);
        number(crc(std::string_view{text}.substr(begin)));
    }

    static std::string big_endian(std::uint32_t value)
    {
        std::string bytes;
        for (int shift = 24; shift >= 0; shift -= 8)
            bytes.push_back(static_cast<char>(value >> shift & 255U));
        return bytes;
    }

    std::string text{"\x89PNG\r\n\x1a\n"};

private:
    void number(std::uint32_t value) { text += big_endian(value); }

    static std::uint32_t crc(std::string_view bytes)
    {
        std::uint32_t sum = ~0U;
        for (const char byte : bytes) {
            sum ^= static_cast<unsigned char>(byte);
            for (int bit = 0; bit < 8; ++bit) sum = sum >> 1U ^ (0xEDB88320U & (0U - (sum & 1U)));
        }
        return ~sum;
    }
};

/// The compressed pixels of a picture as PNG has them, which is what its IDAT chunk holds.
std::string compressed(const Picture& picture)
{
    int length = 0;
    const std::unique_ptr<unsigned char, decltype(&std::free)> png{
        stbi_write_png_to_mem(picture.bytes.data(), static_cast<int>(3 * picture.columns),
                              static_cast<int>(picture.columns), static_cast<int>(picture.rows), 3, &length),
        &std::free};
    if (png == nullptr) throw Failure("There is no memory for a picture of the film.");
    const std::string_view file{reinterpret_cast<const char*>(png.get()), static_cast<std::size_t>(length)};
    const std::size_t data =
        file.find("IDAT") + 4; // behind the signature and IHDR; IEND's twelve bytes and a check sum follow
    return std::string{file.substr(data, file.size() - data - 16)};
}

} // namespace

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

void write_film(const std::filesystem::path& file, const std::vector<Picture>& frames, unsigned frame_ms)
{
    constexpr std::size_t largest = 1U << 15U;
    for (const Picture& frame : frames)
        if (frame.columns != frames[0].columns || frame.rows != frames[0].rows || frame.channels != 3 ||
            frame.columns == 0 || frame.rows == 0 || frame.columns > largest || frame.rows > largest ||
            frame.bytes.size() != 3 * frame.columns * frame.rows)
            throw Failure(fmt::format("The pictures for the film {} are malformed, or not all of one size.",
                                      file.string()));
    if (frames.empty()) throw Failure(fmt::format("There is no picture for the film {}.", file.string()));
    const auto number = [](std::size_t value) {
        return Chunks::big_endian(static_cast<std::uint32_t>(value));
    };
    const std::string size = number(frames[0].columns) + number(frames[0].rows);
    using namespace std::string_literals;
    Chunks chunks;
    chunks.add("IHDR", size + "\x08\x02\0\0\0"s);          // eight bits of red, green and blue
    chunks.add("acTL", number(frames.size()) + number(0)); // again and again
    std::size_t sequence = 0;
    for (const Picture& frame : frames) {
        const std::string delay{static_cast<char>(frame_ms >> 8U & 255U), static_cast<char>(frame_ms & 255U)};
        chunks.add("fcTL", number(sequence++) + size + number(0) + number(0) + delay + "\x03\xe8\0\0"s);
        const bool first = sequence == 1;
        const std::string place = first ? "" : number(sequence++);
        chunks.add(first ? "IDAT" : "fdAT", place + compressed(frame));
    }
    chunks.add("IEND", "");
    std::ofstream out(file, std::ios::binary);
    out << chunks.text;
    if (!out.flush())
        throw Failure(fmt::format("The film {} cannot be written.", file.string()),
                      "check that its folder exists and may be written to");
}

} // namespace lockstep
