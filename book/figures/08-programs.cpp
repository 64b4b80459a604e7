/// Chapter 8: from source to binary, compiling and linking apart, and what a cache of binaries asks before it answers.
#include "figure.hpp"

#include <array>
#include <string_view>

namespace figures
{
namespace of_08_programs
{

constexpr Shape file_shape{.fill = Colour::surface, .stroke = Colour::line, .radius = 5};
constexpr Shape kept_shape{.fill = Colour::accent_soft, .stroke = Colour::accent, .radius = 5};
constexpr Shape hidden_shape{.fill = Colour::none, .stroke = Colour::muted, .radius = 5, .dash = "4 4"};
constexpr Type small{.size = 14, .colour = Colour::muted};
constexpr Type label{.size = 15};
constexpr Type name{.size = 15, .mono = true};

/// What an implementation has at the last two stations; `kept` is part of what it gives as the binary.
struct Keeper
{
    std::string_view implementation;
    std::string_view front;
    std::string_view middle;
    bool middle_kept;
    std::string_view back;
    bool back_kept;
};

void draw_pipeline(Canvas& canvas)
{
    constexpr double top = 40;
    const std::array<Rect, 4> stations{Rect{8, top, 100, 52}, Rect{164, top, 136, 52},
                                       Rect{346, top, 116, 52}, Rect{504, top, 132, 52}};
    constexpr std::array<std::string_view, 4> names{"source", "preprocessed\nsource", "LLVM IR",
                                                    "machine code"};
    constexpr std::array<std::string_view, 3> steps{"preprocessor", "front end", "back end"};
    for (std::size_t i = 0; i < stations.size(); ++i) {
        canvas.card(stations.at(i), names.at(i), file_shape, {.size = 16, .bold = true});
        if (i == 0) continue;
        const double from = stations.at(i - 1).right();
        const double to = stations.at(i).x;
        canvas.arrow({{from + 2, top + 26}, {to - 3, top + 26}}, {.colour = Colour::ink});
        canvas.text({(from + to) / 2, top - 18}, steps.at(i - 1), {.size = 15, .colour = Colour::accent});
    }
    const Rect spirv{346, top + 92, 116, 36};
    canvas.card(spirv, "SPIR-V", file_shape, {.size = 16, .bold = true});
    canvas.arrow({{392, top + 54}, {392, top + 89}}, {.colour = Colour::ink});
    canvas.arrow({{416, top + 90}, {416, top + 55}}, {.colour = Colour::ink});
    canvas.text({340, top + 110}, "translated, and back", {.size = 14, .align = Align::end});

    constexpr std::array keepers{
        Keeper{"PoCL 3.1", "clang 15,\ninside", "in the binary", true,
               "a file for each kernel\nand group size", true},
        Keeper{"Intel 2026", "a clang,\ninside", "in the binary", true, "one file for\nall kernels", true},
        Keeper{"NVIDIA", "its own", "PTX in its place\nis the binary", true,
               "in the driver; the log\ncounts its registers", false},
        Keeper{"Oclgrind", "clang 14,\ninside", "is the binary", true, "none: the IR\nis interpreted",
               false}};
    double y = top + 156;
    for (const Keeper& keeper : keepers) {
        canvas.text({8, y + 22}, keeper.implementation, {.size = 16, .align = Align::start, .bold = true});
        canvas.text({234, y + 22}, keeper.front, label);
        canvas.card({330, y, 132, 44}, keeper.middle, keeper.middle_kept ? kept_shape : hidden_shape,
                    {.size = 14});
        canvas.card({474, y, 162, 44}, keeper.back, keeper.back_kept ? kept_shape : hidden_shape,
                    {.size = 14});
        y += 54;
    }
}

void draw_linking(Canvas& canvas)
{
    const auto arrow = [&](Point from, Point to) { canvas.arrow({from, to}, {.colour = Colour::ink}); };
    const auto step = [&](Point at, std::string_view words) {
        canvas.text(at, words, {.size = 14, .colour = Colour::accent});
    };
    canvas.card({8, 30, 112, 40}, "plot.cl", file_shape, name);
    canvas.card({8, 106, 112, 40}, "curve.clh", file_shape, name);
    canvas.card({8, 182, 112, 40}, "curve.cl", file_shape, name);
    canvas.text({64, 14}, "source", small);

    canvas.card({210, 30, 112, 40}, "compiled", kept_shape, label);
    canvas.card({210, 182, 112, 40}, "compiled", kept_shape, label);
    arrow({122, 50}, {207, 50});
    arrow({122, 202}, {207, 202});
    arrow({122, 118}, {222, 73});
    arrow({122, 134}, {222, 179});
    step({164, 34}, "compile");
    step({164, 218}, "compile");
    canvas.text({188, 126}, "#include", {.size = 14, .align = Align::start, .mono = true});

    canvas.card({370, 182, 96, 40}, "library", kept_shape, label);
    arrow({324, 202}, {367, 202});
    step({345, 240}, "link, -create-library");

    canvas.card({520, 92, 112, 56}, "program",
                {.fill = Colour::good_soft, .stroke = Colour::good, .radius = 5}, {.size = 16, .bold = true});
    canvas.arrow({{324, 50}, {576, 50}, {576, 89}}, {.colour = Colour::ink});
    canvas.arrow({{468, 202}, {576, 202}, {576, 151}}, {.colour = Colour::ink});
    step({450, 34}, "link");
    step({524, 218}, "link");
}

void draw_cache(Canvas& canvas)
{
    struct Question
    {
        std::string_view words;
        std::string_view otherwise;
    };
    constexpr std::array questions{Question{"Is there a file named\nby the key's hash?", "nothing there"},
                                   Question{"Are format, lengths and\nchecksum right?", "damaged"},
                                   Question{"Is the key in the file\nthe one asked for?", "of another key"},
                                   Question{"Does the driver take\nthe binary?", "refused"}};
    constexpr double left = 8;
    constexpr double width = 206;
    constexpr double height = 54;
    constexpr double apart = 84;
    canvas.text({left, 26}, "the key", {.size = 16, .align = Align::start, .bold = true});
    canvas.text({left, 50}, "source, options, device, vendor, driver, platform",
                {.size = 16, .align = Align::start});
    const Rect build{428, 92, 204, 306};
    canvas.box(build, {.fill = Colour::accent2_soft, .stroke = Colour::accent2, .radius = 6});
    double y = 92;
    for (const Question& question : questions) {
        canvas.arrow({{left + width / 2, y - 27}, {left + width / 2, y - 3}}, {.colour = Colour::ink});
        if (y > 100)
            canvas.text({left + width / 2 + 10, y - 16}, "yes",
                        {.size = 14, .colour = Colour::good, .align = Align::start});
        canvas.card({left, y, width, height}, question.words, file_shape, {.size = 16});
        canvas.arrow({{left + width + 2, y + height / 2}, {build.x - 3, y + height / 2}},
                     {.colour = Colour::bad});
        canvas.text({left + width + 8, y + height / 2 - 12}, "no",
                    {.size = 14, .colour = Colour::bad, .align = Align::start});
        canvas.text({(left + width + build.x) / 2 + 8, y + height / 2 + 14}, question.otherwise, label);
        y += apart;
    }
    canvas.arrow({{left + width / 2, y - 27}, {left + width / 2, y - 3}}, {.colour = Colour::ink});
    canvas.text({left + width / 2 + 10, y - 16}, "yes",
                {.size = 14, .colour = Colour::good, .align = Align::start});
    const Rect use{left, y, 624, 44};
    canvas.card(use, "a program that was built from what was asked for",
                {.fill = Colour::good_soft, .stroke = Colour::good, .radius = 6}, {.size = 17, .bold = true});
    const double middle = build.centre().x;
    canvas.text({middle, 124}, "build the source", {.size = 16, .bold = true});
    canvas.text({middle, 168}, "write the entry as", label);
    canvas.text({middle, 192}, "HASH.bin.NUMBER.new", {.size = 14, .mono = true});
    canvas.text({middle, 236}, "rename it, at once, to", label);
    canvas.text({middle, 260}, "HASH.bin", {.size = 14, .mono = true});
    canvas.text({middle, 322}, "A reader meets\nthe old entry or\nthe new one whole.",
                {.size = 15, .colour = Colour::muted});
    canvas.arrow({{middle, build.bottom() + 2}, {middle, use.y - 3}}, {.colour = Colour::ink});
}

const Register
    pipeline({"compiler-pipeline", 640, 414, "From source to machine code, and what implementations keep",
              "The preprocessor makes preprocessed source, the front end makes LLVM IR, the back end "
              "makes machine code; SPIR-V is translated from LLVM IR, and back. PoCL and "
              "Intel's runtime keep LLVM IR and machine code in a program's binary. NVIDIA's binary is "
              "PTX, and of the machine code only the count of registers is shown. Oclgrind's "
              "binary is LLVM IR, which it interprets.",
              draw_pipeline});
const Register
    linking({"compile-and-link", 640, 252, "Two sources compiled apart, and linked",
             "plot.cl and curve.cl both include curve.clh, and each is compiled by itself. Of the "
             "compiled curve.cl a library is linked, and of the compiled plot.cl and the library a "
             "program.",
             draw_linking});
const Register
    cache({"binary-cache", 640, 480, "What a cache of binaries asks before it answers",
           "Four questions follow each other: is there a file of the key's hash, are its format, lengths "
           "and checksum right, is the key in it the one asked for, does the driver take the binary. "
           "After four times yes the binary is used. After any no the source is built, and the entry is "
           "written under a name of its own and renamed.",
           draw_cache});

} // namespace of_08_programs
} // namespace figures
