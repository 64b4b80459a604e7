/// Films: PNG through stb, base64, and the elements that run them.
#include "film.hpp"

#include "draw/canvas.hpp"

#include <cmath>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string_view>

#include <fmt/format.h>

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb_image_write.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

namespace figures
{
namespace
{

std::string base64(std::span<const unsigned char> bytes)
{
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const auto byte = [&](std::size_t k) { return i + k < bytes.size() ? unsigned{bytes[i + k]} : 0U; };
        const unsigned three = byte(0) << 16U | byte(1) << 8U | byte(2);
        for (unsigned k = 0; k < 4; ++k)
            text += i + k <= bytes.size() ? digits[three >> (18 - 6 * k) & 63U] : '=';
    }
    return text;
}

} // namespace

Film empty_film(int columns, int rows, int frames)
{
    return {columns, rows, frames,
            std::vector<std::uint8_t>(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows) *
                                      static_cast<std::size_t>(frames))};
}

std::string data_address(const Film& film, int frame)
{
    int length = 0;
    const std::unique_ptr<unsigned char, decltype(&std::free)> png{
        stbi_write_png_to_mem(film.grey.data() + static_cast<std::size_t>(frame) * film.frame_bytes(),
                              film.columns, film.columns, film.rows, 1, &length),
        &std::free};
    if (png == nullptr) throw std::runtime_error("a frame of a figure cannot be compressed");
    return "data:image/png;base64," + base64({png.get(), static_cast<std::size_t>(length)});
}

std::string Canvas::film(const Rect& rect, const Film& film, double seconds, int still)
{
    const std::string id = fmt::format("{}-film{}", name_, ++films_), runs = "runs-" + id;
    const int width = film.columns * film.frames;
    body_ += fmt::format(R"(<defs><g id="{}">)", id);
    for (int frame = 0; frame < film.frames; ++frame)
        body_ += fmt::format(R"(<image x="{}" width="{}" height="{}" href="{}"/>)", frame * film.columns,
                             film.columns, film.rows, data_address(film, frame));
    body_ += "</g></defs>";
    body_ += fmt::format(
        "\n<style>\n@keyframes {0} {{ from {{ transform: translateX(0) }} to {{ transform: "
        "translateX(-{1}px) }} }}\n@media screen and (prefers-reduced-motion: no-preference) {{ .{0} "
        "{{ animation: {0} {2:g}s steps({3}) infinite }} }}\n</style>\n",
        runs, width, std::round(seconds * 10) / 10, film.frames);
    frame_of(rect, film, id, still, true);
    return id;
}

} // namespace figures
