/// Chapter 25: what became core when, how a kernel's way is chosen, shuffles, and three kinds of shared memory.
#include "chapters/25-extensions/capability.hpp"
#include "figure.hpp"

#include <array>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace figures
{
namespace of_25_extensions
{

/// A row: one capability, or several of which every version says the same.
struct Story
{
    std::string_view name;
    const Capability& what;
};

constexpr std::array years{"2008", "2010", "2011", "2013", "2015", "2017", "2020", "2026"};
static_assert(years.size() == opencl_versions.size());
constexpr std::array stories{Story{"byte stores, 32-bit atomics", capability::byte_stores},
                             Story{"printf", capability::print},
                             Story{"doubles", capability::doubles},
                             Story{"64-bit atomics", capability::long_atomics},
                             Story{"arithmetic with halves", capability::half_numbers},
                             Story{"3D image writes", capability::volumes},
                             Story{"shared virtual memory", capability::shared_memory},
                             Story{"device-side enqueue, pipes", capability::device_enqueue},
                             Story{"work-group functions", capability::group_functions},
                             Story{"SPIR-V", capability::spirv},
                             Story{"sub-groups, interface", capability::sub_groups},
                             Story{"sub-groups, OpenCL C", capability::sub_group_functions},
                             Story{"shuffles, dot products", capability::shuffles},
                             Story{"suggested size, UUID", capability::suggested_size},
                             Story{"command buffers", capability::command_buffers}};

Shape state_shape(char state)
{
    switch (state) {
    case 'r':
        return {.fill = Colour::accent, .radius = 3};
    case 'o':
        return {.fill = Colour::accent_soft, .stroke = Colour::accent, .width = 1.5, .radius = 3};
    default:
        return {.fill = Colour::accent2_soft,
                .stroke = Colour::accent2,
                .width = 1.5,
                .radius = 3,
                .dash = "4 3"};
    }
}

void draw_versions(Canvas& canvas)
{
    constexpr double left = 236, top = 58, wide = 52, high = 25;
    for (std::size_t v = 0; v < opencl_versions.size(); ++v) {
        const double x = left + (static_cast<double>(v) + 0.5) * wide;
        canvas.text({x, 16}, opencl_versions.at(v).text(), {.size = 17, .bold = true});
        canvas.text({x, 38}, years.at(v), {.size = 15, .colour = Colour::muted});
    }
    for (std::size_t row = 0; row < stories.size(); ++row) {
        const double y = top + static_cast<double>(row) * high;
        canvas.text({12, y + high / 2}, stories.at(row).name, {.size = 15, .align = Align::start});
        for (std::size_t v = 0; v < opencl_versions.size(); ++v) {
            const char state = stories.at(row).what.standing.at(v);
            if (state != ' ')
                canvas.box(Rect{left + static_cast<double>(v) * wide, y, wide, high}.inset(3),
                           state_shape(state));
        }
    }
    const double y = top + static_cast<double>(stories.size()) * high + 24;
    double x = 12;
    for (const auto& [state, words] : {std::pair{'e', "an extension"}, std::pair{'r', "core: required"},
                                       std::pair{'o', "core, but optional"}}) {
        canvas.box({x, y - 9, 34, 18}, state_shape(state));
        canvas.text({x + 44, y}, words, {.size = 15, .align = Align::start});
        x += 216;
    }
}

void draw_questions(Canvas& canvas)
{
    struct Question
    {
        std::string_view asked;
        std::string_view host;
        std::string_view kernel;
    };
    constexpr std::array questions{
        Question{"Is it required by this version?", "CL_DEVICE_VERSION", "__OPENCL_C_VERSION__"},
        Question{"Is it optional, and there?", "its own query, the list of features", "__opencl_c_…"},
        Question{"Is it an extension that is listed?", "CL_DEVICE_EXTENSIONS", "cl_khr_…"}};
    constexpr double left = 12, wide = 404, high = 76, apart = 100, right = 520;
    for (std::size_t i = 0; i < questions.size(); ++i) {
        const auto& [asked, host, kernel] = questions.at(i);
        const double y = 10 + static_cast<double>(i) * apart;
        canvas.box({left, y, wide, high}, {.fill = Colour::surface, .stroke = Colour::accent, .radius = 6});
        canvas.text({left + 14, y + 18}, asked, {.size = 16, .align = Align::start, .bold = true});
        canvas.text({left + 14, y + 42}, "host",
                    {.size = 15, .colour = Colour::muted, .align = Align::start});
        canvas.text({left + 74, y + 42}, host, {.size = 15, .align = Align::start, .mono = true});
        canvas.text({left + 14, y + 62}, "kernel",
                    {.size = 15, .colour = Colour::muted, .align = Align::start});
        canvas.text({left + 74, y + 62}, kernel, {.size = 15, .align = Align::start, .mono = true});
        canvas.arrow({{left + wide, y + high / 2}, {right - 4, y + high / 2}},
                     {.colour = Colour::good, .width = 2});
        canvas.text({left + wide + 42, y + high / 2 - 12}, "yes", {.size = 15, .colour = Colour::good});
        canvas.arrow({{left + 60, y + high}, {left + 60, y + apart - 2}},
                     {.colour = Colour::bad, .width = 2});
        canvas.text({left + 84, y + high + 12}, "no", {.size = 15, .colour = Colour::bad});
    }
    canvas.card({right, 10, 120, 2 * apart + high}, "use it",
                {.fill = Colour::good_soft, .stroke = Colour::good, .radius = 6}, {.size = 17, .bold = true});
    const double y = 10 + 3 * apart;
    canvas.card({left, y, 210, 44}, "the fallback",
                {.fill = Colour::accent2_soft, .stroke = Colour::accent2, .radius = 6},
                {.size = 17, .bold = true});
    canvas.arrow({{right - 40, y + 22}, {left + 214, y + 22}},
                 {.colour = Colour::accent2, .width = 2, .dash = "5 4"});
    canvas.text({right - 32, y + 12}, "-D WITHOUT_…", {.size = 15, .align = Align::start, .mono = true});
    canvas.text({right - 32, y + 34}, "the test's way in",
                {.size = 15, .colour = Colour::muted, .align = Align::start});
}

void draw_shuffle(Canvas& canvas)
{
    constexpr int lanes = 8;
    constexpr double left = 120, wide = 60, high = 30, apart_y = 74;
    std::array<int, lanes> values{3, 1, 7, 0, 4, 1, 6, 3};
    for (int row = 0, apart = 0; row < 4; ++row, apart = apart == 0 ? 4 : apart / 2) {
        const double y = 14 + row * apart_y;
        if (apart > 0) {
            const std::array<int, lanes> before = values;
            for (int lane = 0; lane < lanes; ++lane) {
                const int other = lane ^ apart;
                values.at(static_cast<std::size_t>(lane)) += before.at(static_cast<std::size_t>(other));
                canvas.line(
                    {left + (other + 0.5) * wide, y - apart_y + high}, {left + (lane + 0.5) * wide, y},
                    {.colour = lane == 0 ? Colour::accent : Colour::line, .width = lane == 0 ? 2.5 : 1.25});
                canvas.line(
                    {left + (lane + 0.5) * wide, y - apart_y + high}, {left + (lane + 0.5) * wide, y},
                    {.colour = lane == 0 ? Colour::accent : Colour::line, .width = lane == 0 ? 2.5 : 1.25});
            }
            canvas.text({12, y + high / 2}, fmt::format("xor {}", apart),
                        {.size = 16, .align = Align::start, .mono = true});
        } else {
            canvas.text({12, y + high / 2}, "8 lanes", {.size = 16, .align = Align::start});
        }
        for (int lane = 0; lane < lanes; ++lane)
            canvas.card(Rect{left + lane * wide, y, wide, high}.inset(2),
                        std::to_string(values.at(static_cast<std::size_t>(lane))),
                        {.fill = row == 3 ? Colour::good_soft : Colour::accent_soft,
                         .stroke = Colour::line,
                         .radius = 3},
                        {.size = 16});
    }
    canvas.text({left, 14 + 3 * apart_y + high + 22}, "every lane has the sum, and no lane wrote to memory",
                {.size = 15, .colour = Colour::muted, .align = Align::start});
}

void draw_shared(Canvas& canvas)
{
    struct Kind
    {
        std::string_view name;
        std::string_view from;
        std::string_view turns;
        bool both;
    };
    constexpr std::array kinds{Kind{"coarse buffer", "clSVMAlloc", "take turns: map, unmap", false},
                               Kind{"fine buffer", "clSVMAlloc", "both, in one allocation", true},
                               Kind{"fine system", "new, malloc", "both, in all memory", true}};
    for (std::size_t k = 0; k < kinds.size(); ++k) {
        const auto& [name, from, turns, both] = kinds.at(k);
        const double x = 12 + 216 * static_cast<double>(k);
        canvas.panel({x, 8, 204, 232}, name);
        canvas.card({x + 12, 48, 80, 34}, "host",
                    {.fill = Colour::accent_soft, .stroke = Colour::accent, .radius = 4}, {.size = 16});
        canvas.card({x + 112, 48, 80, 34}, "device",
                    {.fill = Colour::accent2_soft, .stroke = Colour::accent2, .radius = 4}, {.size = 16});
        canvas.line({x + 52, 82}, {x + 52, 128}, {.colour = Colour::accent, .width = 2});
        canvas.line({x + 152, 82}, {x + 152, 128},
                    {.colour = Colour::accent2, .width = 2, .dash = both ? "" : "4 4"});
        canvas.box({x + 12, 128, 180, 40}, {.fill = Colour::paper, .stroke = Colour::ink, .radius = 3});
        for (int node = 0; node < 3; ++node) {
            const double at = x + 24 + 60 * node;
            canvas.box({at, 138, 26, 20}, {.fill = Colour::good_soft, .stroke = Colour::good, .radius = 2});
            if (node < 2) canvas.arrow({{at + 26, 148}, {at + 58, 148}}, {.colour = Colour::good});
        }
        canvas.text({x + 102, 192}, from, {.size = 15, .mono = true});
        canvas.text({x + 102, 218}, turns, {.size = 15, .colour = Colour::muted});
    }
}

const Register story(
    {"25-versions", 664, 470, "What was an extension, optional or core in each version of OpenCL",
     "Byte stores and 32-bit atomics: an extension in 1.0, core from 1.1 on. printf: core "
     "from 1.2 on. Doubles: an "
     "extension in 1.0 and 1.1, optional since. 64-bit atomics and arithmetic with halves: "
     "an extension in every "
     "version. 3D image writes: an extension up to 1.2, core in 2.0 to 2.2, optional since "
     "3.0. Shared virtual "
     "memory, device-side enqueue, pipes and work-group functions: core in 2.0 to 2.2, optional "
     "since 3.0. SPIR-V and "
     "the interface of sub-groups: an extension in 2.0, core in 2.1 and 2.2, optional in 3.0, core in 3.1. "
     "Sub-groups in OpenCL C: an extension from 2.0 to 2.2, optional in 3.0, core in 3.1. "
     "Shuffles, dot products, "
     "suggested size and UUID: extensions of 3.0, core in 3.1. Command buffers: an extension in 3.0 and 3.1.",
     draw_versions});
const Register questions(
    {"25-questions", 664, 372, "Three questions, and the fallback",
     "Is it required by this version? The host asks CL_DEVICE_VERSION, the kernel "
     "__OPENCL_C_VERSION__. If not: is it optional, and there? The host asks "
     "its own query and the list of features, the kernel a macro that begins with __opencl_c_. If not: is it "
     "an "
     "extension "
     "that is listed? CL_DEVICE_EXTENSIONS, or a macro that begins with cl_khr_. Each yes leads to using it, "
     "the last no to the fallback, to which the option -D WITHOUT leads as well.",
     draw_questions});
const Register shuffles({"25-shuffle", 664, 320, "A sum by three shuffles",
                         "Eight lanes have 3, 1, 7, 0, 4, 1, 6 and 3. Each adds the number of the lane whose "
                         "number differs in the "
                         "bit 4, then in the bit 2, then in the bit 1. After three steps each has 25.",
                         draw_shuffle});
const Register
    shared({"25-shared", 664, 250, "Three kinds of shared virtual memory",
            "In each kind a list of nodes with pointers lies in memory that host and device see at the same "
            "address. "
            "Coarse buffer: from clSVMAlloc, host and device take turns by map and unmap. Fine buffer: both "
            "at a time, in "
            "one allocation of clSVMAlloc. Fine system: both, in all memory, that of new and malloc as well.",
            draw_shared});

} // namespace of_25_extensions
} // namespace figures
