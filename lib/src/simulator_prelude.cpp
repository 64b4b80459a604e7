// What Oclgrind's compiler is given before a kernel that meets one of its faults.
#include "simulator_prelude.hpp"

#include <fmt/format.h>

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
)";

constexpr const char* switches = "#define switch(...) switch (lockstep_switched(__VA_ARGS__))\n";

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

std::string simulator_prelude(std::string_view source, std::string_view options, std::string_view version)
{
    const auto is_used = [&](std::string_view word) {
        return source.find(word) != std::string_view::npos || options.find(word) != std::string_view::npos;
    };
    const bool rounds = is_used("_rtn") || is_used("_rtp");
    const bool switched = is_used("switch") && version.find("Oclgrind 21.10") != std::string_view::npos;
    if (!rounds && !switched) return {};
    return functions + (rounds ? conversions() : "") + (switched ? switches : "");
}

} // namespace lockstep
