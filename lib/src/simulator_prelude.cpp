// What Oclgrind's compiler is given before a kernel that meets one of its faults.
#include "simulator_prelude.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace lockstep
{

namespace
{

// Without debug information of their own, these functions' instructions belong to the line that calls them.
constexpr const char* functions = R"(
#define LOCKSTEP_MADE static __attribute__((overloadable, always_inline, nodebug))
#define LOCKSTEP_ROUND(type, down, up) \
    LOCKSTEP_MADE type lockstep_floor(type x) { return down; } \
    LOCKSTEP_MADE type lockstep_ceil(type x) { return up; }
#define LOCKSTEP_WIDTHS(type, down, up) \
    LOCKSTEP_ROUND(type, down, up) LOCKSTEP_ROUND(type##2, down, up) LOCKSTEP_ROUND(type##3, down, up) \
    LOCKSTEP_ROUND(type##4, down, up) LOCKSTEP_ROUND(type##8, down, up) LOCKSTEP_ROUND(type##16, down, up)
LOCKSTEP_WIDTHS(float, floor(x), ceil(x))
#ifdef cl_khr_fp64
LOCKSTEP_WIDTHS(double, floor(x), ceil(x))
#endif
#define LOCKSTEP_WHOLE(type) \
    LOCKSTEP_WIDTHS(type, x, x) \
    LOCKSTEP_MADE type lockstep_switched(type x) { return convert_##type(x); }
LOCKSTEP_WHOLE(char) LOCKSTEP_WHOLE(uchar) LOCKSTEP_WHOLE(short) LOCKSTEP_WHOLE(ushort)
LOCKSTEP_WHOLE(int) LOCKSTEP_WHOLE(uint) LOCKSTEP_WHOLE(long) LOCKSTEP_WHOLE(ulong)
#define switch(...) switch (lockstep_switched(__VA_ARGS__))
)";

std::string conversions()
{
    std::string text;
    for (const char* type : {"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong"})
        for (const char* width : {"", "2", "3", "4", "8", "16"})
            for (const char* limits : {"", "_sat"}) {
                const std::string name = fmt::format("convert_{}{}{}", type, width, limits);
                text += fmt::format("#define {0}_rtn(...) {0}(lockstep_floor(__VA_ARGS__))\n"
                                    "#define {0}_rtp(...) {0}(lockstep_ceil(__VA_ARGS__))\n",
                                    name);
            }
    return text;
}

} // namespace

std::string simulator_prelude(std::string_view source, std::string_view options)
{
    constexpr std::array<std::string_view, 3> signs{"_rtn", "_rtp", "switch"};
    const bool meets_a_fault = std::ranges::any_of(signs, [&](std::string_view sign) {
        return source.find(sign) != std::string_view::npos || options.find(sign) != std::string_view::npos;
    });
    return meets_a_fault ? functions + conversions() : std::string{};
}

} // namespace lockstep
