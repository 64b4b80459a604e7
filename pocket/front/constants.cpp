// The language's words that stand for numbers.
#include "front/builtins.hpp"

#include <array>
#include <cfloat>
#include <climits>
#include <limits>
#include <map>

namespace lockstep::pocket
{

namespace
{

// All of them by their names.
const std::map<std::string, Named>& constants()
{
    static const std::map<std::string, Named> all = [] {
        using Is = Named::Is;
        constexpr double pi = 3.14159265358979323846, e = 2.7182818284590452354;
        struct Constant
        {
            const char* name;
            double value;
        };
        // Each as a double, and with _F behind it as a float.
        constexpr std::array<Constant, 13> reals{{{"M_E", e},
                                                  {"M_LOG2E", 1.4426950408889634074},
                                                  {"M_LOG10E", 0.43429448190325182765},
                                                  {"M_LN2", 0.69314718055994530942},
                                                  {"M_LN10", 2.30258509299404568402},
                                                  {"M_PI", pi},
                                                  {"M_PI_2", pi / 2},
                                                  {"M_PI_4", pi / 4},
                                                  {"M_1_PI", 1 / pi},
                                                  {"M_2_PI", 2 / pi},
                                                  {"M_2_SQRTPI", 1.12837916709551257390},
                                                  {"M_SQRT2", 1.41421356237309504880},
                                                  {"M_SQRT1_2", 0.70710678118654752440}}};
        const std::map<std::string, double> floats{{"MAXFLOAT", FLT_MAX},
                                                   {"FLT_MAX", FLT_MAX},
                                                   {"FLT_MIN", FLT_MIN},
                                                   {"FLT_EPSILON", FLT_EPSILON},
                                                   {"HUGE_VALF", std::numeric_limits<double>::infinity()},
                                                   {"INFINITY", std::numeric_limits<double>::infinity()},
                                                   {"NAN", std::numeric_limits<double>::quiet_NaN()}};
        const std::map<std::string, double> doubles{{"DBL_MAX", DBL_MAX},
                                                    {"DBL_MIN", DBL_MIN},
                                                    {"DBL_EPSILON", DBL_EPSILON},
                                                    {"HUGE_VAL", std::numeric_limits<double>::infinity()}};
        const std::map<std::string, std::int64_t> wholes{{"CLK_LOCAL_MEM_FENCE", 1},
                                                         {"CLK_GLOBAL_MEM_FENCE", 2},
                                                         {"CLK_IMAGE_MEM_FENCE", 4},
                                                         {"memory_order_relaxed", 0},
                                                         {"memory_order_acquire", 2},
                                                         {"memory_order_release", 3},
                                                         {"memory_order_acq_rel", 4},
                                                         {"memory_order_seq_cst", 5},
                                                         {"memory_scope_work_item", 0},
                                                         {"memory_scope_work_group", 1},
                                                         {"memory_scope_device", 2},
                                                         {"memory_scope_all_svm_devices", 3},
                                                         {"memory_scope_all_devices", 3},
                                                         {"memory_scope_sub_group", 4},
                                                         {"CHAR_BIT", 8},
                                                         {"CHAR_MAX", 127},
                                                         {"CHAR_MIN", -128},
                                                         {"SCHAR_MAX", 127},
                                                         {"SCHAR_MIN", -128},
                                                         {"UCHAR_MAX", 255},
                                                         {"SHRT_MAX", 32767},
                                                         {"SHRT_MIN", -32768},
                                                         {"USHRT_MAX", 65535},
                                                         {"INT_MAX", INT_MAX},
                                                         {"INT_MIN", INT_MIN},
                                                         {"FLT_DIG", 6},
                                                         {"FLT_MANT_DIG", 24},
                                                         {"FLT_MAX_EXP", 128},
                                                         {"FLT_MIN_EXP", -125},
                                                         {"FLT_MAX_10_EXP", 38},
                                                         {"FLT_MIN_10_EXP", -37},
                                                         {"FLT_RADIX", 2},
                                                         {"DBL_DIG", 15},
                                                         {"DBL_MANT_DIG", 53},
                                                         {"DBL_MAX_EXP", 1024},
                                                         {"DBL_MIN_EXP", -1021},
                                                         {"DBL_MAX_10_EXP", 308},
                                                         {"DBL_MIN_10_EXP", -307},
                                                         {"DBL_RADIX", 2},
                                                         {"FP_ILOGB0", INT_MIN},
                                                         {"FP_ILOGBNAN", INT_MAX},
                                                         {"CLK_NORMALIZED_COORDS_FALSE", 0},
                                                         {"CLK_NORMALIZED_COORDS_TRUE", 1},
                                                         {"CLK_ADDRESS_NONE", 0},
                                                         {"CLK_ADDRESS_CLAMP_TO_EDGE", 2},
                                                         {"CLK_ADDRESS_CLAMP", 4},
                                                         {"CLK_ADDRESS_REPEAT", 6},
                                                         {"CLK_ADDRESS_MIRRORED_REPEAT", 8},
                                                         {"CLK_FILTER_NEAREST", 16},
                                                         {"CLK_FILTER_LINEAR", 32},
                                                         {"true", 1},
                                                         {"false", 0},
                                                         {"CLK_R", 0x10B0},
                                                         {"CLK_A", 0x10B1},
                                                         {"CLK_RG", 0x10B2},
                                                         {"CLK_RA", 0x10B3},
                                                         {"CLK_RGB", 0x10B4},
                                                         {"CLK_RGBA", 0x10B5},
                                                         {"CLK_BGRA", 0x10B6},
                                                         {"CLK_ARGB", 0x10B7},
                                                         {"CLK_INTENSITY", 0x10B8},
                                                         {"CLK_LUMINANCE", 0x10B9},
                                                         {"CLK_SNORM_INT8", 0x10D0},
                                                         {"CLK_SNORM_INT16", 0x10D1},
                                                         {"CLK_UNORM_INT8", 0x10D2},
                                                         {"CLK_UNORM_INT16", 0x10D3},
                                                         {"CLK_SIGNED_INT8", 0x10D7},
                                                         {"CLK_SIGNED_INT16", 0x10D8},
                                                         {"CLK_SIGNED_INT32", 0x10D9},
                                                         {"CLK_UNSIGNED_INT8", 0x10DA},
                                                         {"CLK_UNSIGNED_INT16", 0x10DB},
                                                         {"CLK_UNSIGNED_INT32", 0x10DC},
                                                         {"CLK_HALF_FLOAT", 0x10DD},
                                                         {"CLK_FLOAT", 0x10DE}};
        const std::map<std::string, std::int64_t> larges{
            {"UINT_MAX", UINT_MAX},
            {"LONG_MAX",
             INT64_MAX}, // of the device: where Pocket runs in a page, the host's long has 32 bits
            {"LONG_MIN", INT64_MIN},
            {"ULONG_MAX", -1}};
        std::map<std::string, Named> made;
        for (const Constant& one : reals) {
            made[one.name] = {Is::real_double, 0, one.value};
            made[std::string{one.name} + "_F"] = {Is::real_float, 0, one.value};
        }
        for (const auto& [word, value] : floats) made[word] = {Is::real_float, 0, value};
        for (const auto& [word, value] : doubles) made[word] = {Is::real_double, 0, value};
        for (const auto& [word, value] : wholes) made[word] = {Is::whole, value, 0};
        for (const auto& [word, value] : larges) made[word] = {Is::large, value, 0};
        return made;
    }();
    return all;
}

} // namespace

bool find_named(const std::string& word, Named& value)
{
    const auto found = constants().find(word);
    if (found == constants().end()) return false;
    value = found->second;
    return true;
}

const std::vector<std::string>& named_words()
{
    static const std::vector<std::string> words = [] {
        std::vector<std::string> all;
        for (const auto& [word, value] : constants()) all.push_back(word);
        return all;
    }();
    return words;
}

} // namespace lockstep::pocket
