/// Chapter 27: the ways of a buffer from a kernel to a renderer, and who may use it when.
#include "figure.hpp"

#include <array>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace figures
{
namespace of_27_sharing
{

constexpr Type note{.size = 15, .colour = Colour::muted};
constexpr Shape of_opencl{.fill = Colour::accent_soft, .stroke = Colour::accent, .radius = 5};
constexpr Shape of_renderer{.fill = Colour::accent2_soft, .stroke = Colour::accent2, .radius = 5};
constexpr Shape of_both{.fill = Colour::good_soft, .stroke = Colour::good, .radius = 5};

void draw_ways(Canvas& canvas)
{
    constexpr double wide = 140, high = 46;
    canvas.heading({4, 14}, "Through the host", "two copies a frame");
    canvas.card({10, 40, wide, high}, "OpenCL's buffer", of_opencl, {.size = 15});
    canvas.card({250, 40, wide, high}, "an array", {.stroke = Colour::muted, .radius = 5}, {.size = 15});
    canvas.card({490, 40, wide, high}, "renderer's buffer", of_renderer, {.size = 15});
    canvas.arrow({{154, 63}, {246, 63}}, {.colour = Colour::bad, .width = 2.5});
    canvas.arrow({{394, 63}, {486, 63}}, {.colour = Colour::bad, .width = 2.5});
    canvas.text({200, 48}, "read", note);
    canvas.text({440, 48}, "write", note);

    canvas.heading({4, 124}, "Mapped", "the host draws; no copy where it has the device's memory");
    canvas.card({10, 150, wide, high}, "OpenCL's buffer", of_both, {.size = 15});
    canvas.card({490, 150, wide, high}, "the host's pointer", of_both, {.size = 15});
    canvas.line({154, 173}, {486, 173}, {.colour = Colour::good, .width = 2.5, .dash = "6 5"});
    canvas.text({320, 158}, "the same bytes, between map and unmap", note);

    canvas.heading({4, 234}, "External memory", "one allocation with two names");
    canvas.card({10, 260, wide, high}, "cl_mem", of_opencl, {.size = 15, .mono = true});
    canvas.card({490, 260, wide, high}, "VkBuffer", of_renderer, {.size = 15, .mono = true});
    canvas.card({220, 322, 200, high}, "memory of the GPU", of_both, {.size = 15});
    canvas.arrow({{80, 310}, {80, 345}, {216, 345}}, {.colour = Colour::good, .width = 2.5});
    canvas.arrow({{560, 310}, {560, 345}, {424, 345}}, {.colour = Colour::good, .width = 2.5});
    canvas.arrow({{486, 283}, {154, 283}}, {.colour = Colour::muted, .dash = "6 5"});
    canvas.text({320, 268}, "a file descriptor, once", note);
}

constexpr double unit = 44;

void bar(Canvas& canvas, double top, double from, double length, std::string_view words, const Shape& shape)
{
    canvas.card({96 + from * unit, top, length * unit - 3, 34}, words, shape, {.size = 14});
}

void lanes(Canvas& canvas, double top)
{
    constexpr std::array names{"host", "OpenCL", "renderer"};
    for (std::size_t i = 0; i < names.size(); ++i) {
        const double y = top + 40 * static_cast<double>(i);
        canvas.text({6, y + 17}, names.at(i), {.size = 15, .align = Align::start});
        canvas.line({92, y + 38}, {660, y + 38}, {.colour = Colour::line, .width = 0.75});
    }
}

void draw_turns(Canvas& canvas)
{
    constexpr Shape of_host{.fill = Colour::surface, .stroke = Colour::muted, .radius = 5};
    canvas.heading({4, 14}, "The host waits for each side");
    lanes(canvas, 30);
    for (int frame = 0; frame < 3; ++frame) {
        const double start = 4.2 * frame;
        if (start + 4 > 13) break;
        bar(canvas, 70, start + 0.4, 1.3, fmt::format("step {}", frame), of_opencl);
        bar(canvas, 30, start + 0.4, 1.6, "waits", of_host);
        bar(canvas, 110, start + 2.2, 1.6, fmt::format("draw {}", frame), of_renderer);
        bar(canvas, 30, start + 2.2, 1.9, "waits", of_host);
    }
    canvas.heading({4, 184}, "Semaphores", "the host only submits");
    lanes(canvas, 200);
    for (int frame = 0; frame < 4; ++frame) {
        const double start = 2.95 * frame;
        bar(canvas, 200, 0.9 * frame, 0.9, fmt::format("{}", frame), of_host);
        bar(canvas, 240, start + 0.4, 1.3, fmt::format("step {}", frame), of_opencl);
        bar(canvas, 280, start + 1.75, 1.6, fmt::format("draw {}", frame), of_renderer);
        const double x = 96 + (start + 1.72) * unit;
        canvas.arrow({{x - 12, 275}, {x + 6, 288}}, {.colour = Colour::good, .width = 2});
        if (frame < 3)
            canvas.arrow({{x + 1.58 * unit, 279}, {x + 1.74 * unit, 266}},
                         {.colour = Colour::good, .width = 2});
    }
}

void draw_share_group(Canvas& canvas)
{
    canvas.panel({6, 6, 628, 208}, "Share group", "what its contexts have in common");
    canvas.card({30, 56, 150, 44}, "OpenGL context 1", of_renderer, {.size = 15});
    canvas.card({245, 56, 150, 44}, "OpenGL context 2", of_renderer, {.size = 15});
    canvas.card({460, 56, 150, 44}, "OpenCL context", of_opencl, {.size = 15});
    canvas.card({165, 150, 310, 44}, "buffers, textures, renderbuffers", of_both, {.size = 16});
    canvas.arrow({{105, 102}, {105, 128}, {230, 128}, {230, 147}}, {.colour = Colour::accent2, .width = 2});
    canvas.arrow({{320, 102}, {320, 147}}, {.colour = Colour::accent2, .width = 2});
    canvas.arrow({{535, 102}, {535, 128}, {410, 128}, {410, 147}}, {.colour = Colour::accent, .width = 2});
    canvas.text({150, 118}, "a number", note);
    canvas.text({366, 118}, "a number", note);
    canvas.text({586, 118}, "a cl_mem", note);
}

/// The host and the device over time, with one buffer of places and with two.
void draw_ahead(Canvas& canvas)
{
    const auto two_rows = [&](double top, std::string_view name, std::string_view words) {
        canvas.heading({4, top}, name, words);
        for (const auto& [row, label] : {std::pair{0, "host"}, std::pair{1, "device"}})
            canvas.text({6, top + 33 + 40 * row}, label, {.size = 15, .align = Align::start});
    };
    two_rows(14, "Mapped", "each waits for the other");
    for (int frame = 0; frame < 3; ++frame) {
        const double start = 3.9 * frame;
        bar(canvas, 70, start, 1.5, fmt::format("step {}", frame), of_opencl);
        bar(canvas, 30, start + 1.5, 2.4, fmt::format("draw {}", frame), of_renderer);
    }
    two_rows(144, "Computed ahead", "a step begins before the drawing");
    bar(canvas, 200, 0, 1.5, "step 0", of_opencl);
    for (int frame = 0; frame < 4; ++frame) {
        const double start = 1.5 + 2.4 * frame;
        bar(canvas, 160, start, 2.4, fmt::format("draw {}", frame), of_renderer);
        bar(canvas, 200, start, 1.5, fmt::format("step {}", frame + 1), of_opencl);
    }
}

/// A kernel's end calls the host, whose user event starts the next command.
void draw_callback(Canvas& canvas)
{
    constexpr double left = 130;
    constexpr double row = 62;
    constexpr std::array rows{"your thread", "driver's thread", "device"};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const double y = 30 + row * static_cast<double>(i);
        canvas.text({left - 12, y}, rows.at(i), {.size = 15, .align = Align::end});
        canvas.line({left, y + 24}, {634, y + 24}, {.colour = Colour::line, .width = 1});
    }
    const auto card = [&](double x, double width, int at, std::string_view words, Colour soft, Colour solid) {
        canvas.card({x, 12 + row * at, width, 36}, words, {.fill = soft, .stroke = solid, .radius = 4},
                    {.size = 15});
    };
    card(left + 4, 116, 0, "enqueues both", Colour::surface, Colour::muted);
    card(left + 128, 366, 0, "does something else", Colour::surface, Colour::muted);
    card(left + 60, 170, 2, "first kernel", Colour::accent_soft, Colour::accent);
    card(left + 250, 120, 1, "callback", Colour::good_soft, Colour::good);
    card(left + 390, 108, 2, "second", Colour::accent_soft, Colour::accent);
    canvas.arrow({{left + 226, 12 + 2 * row}, {left + 226, 30 + row}, {left + 248, 30 + row}},
                 {.colour = Colour::ink});
    canvas.arrow({{left + 372, 30 + row}, {left + 412, 30 + row}, {left + 412, 10 + 2 * row}},
                 {.colour = Colour::ink});
    canvas.text({left + 196, 64 + row - 12}, "CL_COMPLETE", {.size = 14, .align = Align::end, .mono = true});
    canvas.text({left + 420, 22 + row}, "user event", {.size = 15, .align = Align::start});
    canvas.text({left + 420, 40 + row}, "is set", {.size = 15, .align = Align::start});
}

const Register
    ahead({"27-ahead", 640, 244, "A frame drawn while the next one is computed",
           "Two rows over time, host and device. Mapped, a step and a drawing take turns. Computed "
           "ahead, the device computes step 1 while the host draws frame 0, so a frame takes as "
           "long as its drawing.",
           draw_ahead});

const Register
    callback({"27-callback", 640, 196, "A callback between two kernels",
              "Your thread enqueues two kernels and does something else. When the first kernel ends, the "
              "driver calls a function on a thread of its own. It sets a user event, for which the second "
              "kernel waits.",
              draw_callback});
const Register
    ways({"27-ways", 640, 384, "Three ways of a buffer from a kernel to a renderer",
          "Through the host a buffer is copied twice. Mapped, the host uses the buffer's own bytes. With "
          "external memory the OpenCL buffer and the Vulkan buffer are names of one allocation on the GPU, "
          "which a file descriptor carried from one driver to the other once.",
          draw_ways});
const Register turns(
    {"27-turns", 668, 326, "A loop of frames with a waiting host and with semaphores",
     "Above, the host waits for each step and each drawing before it submits the next. Below, it submits "
     "all frames at once; green arrows, which are semaphores, let drawing 0 wait for step 0 and step "
     "1 for drawing 0.",
     draw_turns});
const Register share_group(
    {"27-share-group", 640, 222, "Contexts of a share group use the same objects",
     "Two OpenGL contexts and one OpenCL context belong to a share group. The OpenGL contexts know a "
     "buffer by the same number, the OpenCL context by a cl_mem.",
     draw_share_group});

} // namespace of_27_sharing
} // namespace figures
