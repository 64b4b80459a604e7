#include "front/builtins.hpp"

#include <array>
#include <cfloat>
#include <climits>
#include <cmath>
#include <limits>
#include <map>
#include <sstream>

namespace lockstep::pocket
{

namespace
{

constexpr unsigned varies = 0xff;

struct Row
{
    Family family;
    unsigned arguments;
    unsigned version;
    const char* names;
};

// A family a row; where functions of one differ in their number of arguments, several rows.
constexpr std::array rows{
    Row{Family::math, 1, 100,
        "acos acosh acospi asin asinh asinpi atan atanh atanpi cbrt ceil cos cosh cospi erf erfc exp exp2 "
        "exp10 expm1 fabs "
        "floor lgamma log log2 log10 log1p logb rint round rsqrt sin sinh sinpi sqrt tan tanh tanpi tgamma "
        "trunc degrees "
        "radians sign native_cos native_exp native_exp2 native_exp10 native_log native_log2 native_log10 "
        "native_recip "
        "native_rsqrt native_sin native_sqrt native_tan half_cos half_exp half_exp2 half_exp10 half_log "
        "half_log2 "
        "half_log10 half_recip half_rsqrt half_sin half_sqrt half_tan"},
    Row{Family::math, 2, 100,
        "atan2 atan2pi copysign fdim fmax fmin fmod hypot maxmag minmag nextafter pow powr remainder step "
        "native_divide "
        "native_powr half_divide half_powr"},
    Row{Family::math, 3, 100, "fma mad mix smoothstep"},
    Row{Family::math_whole, 2, 100, "ldexp pown rootn"},
    Row{Family::math_out, 2, 100, "fract modf sincos frexp lgamma_r"},
    Row{Family::math_out, 3, 100, "remquo"},
    Row{Family::exponent, 1, 100, "ilogb"},
    Row{Family::not_a_number, 1, 100, "nan"},
    Row{Family::integer, 1, 100, "clz popcount ctz"},
    Row{Family::integer, 2, 100, "add_sat hadd rhadd mul_hi rotate sub_sat mul24"},
    Row{Family::integer, 3, 100, "mad_hi mad_sat mad24"},
    Row{Family::twice_as_wide, 2, 100, "upsample"},
    Row{Family::absolute, 1, 100, "abs"},
    Row{Family::absolute, 2, 100, "abs_diff"},
    Row{Family::either, 2, 100, "min max"},
    Row{Family::either, 3, 100, "clamp"},
    Row{Family::length, 2, 100, "dot distance fast_distance"},
    Row{Family::length, 1, 100, "length fast_length"},
    Row{Family::geometric, 2, 100, "cross"},
    Row{Family::geometric, 1, 100, "normalize fast_normalize"},
    Row{Family::compare, 2, 100,
        "isequal isnotequal isgreater isgreaterequal isless islessequal islessgreater isordered isunordered"},
    Row{Family::classify, 1, 100, "isfinite isinf isnan isnormal signbit"},
    Row{Family::truth, 1, 100, "any all"},
    Row{Family::choose, 3, 100, "select"},
    Row{Family::bits, 3, 100, "bitselect"},
    Row{Family::where, 1, 100,
        "get_global_size get_global_id get_local_size get_local_id get_num_groups get_group_id "
        "get_global_offset"},
    Row{Family::where, 1, 200, "get_enqueued_local_size"},
    Row{Family::which, 0, 100, "get_work_dim"},
    Row{Family::which, 0, 200,
        "get_global_linear_id get_local_linear_id get_sub_group_size get_max_sub_group_size "
        "get_num_sub_groups "
        "get_enqueued_num_sub_groups get_sub_group_id get_sub_group_local_id"},
    Row{Family::barrier, 1, 100, "barrier"},
    Row{Family::barrier, varies, 200, "work_group_barrier sub_group_barrier"},
    Row{Family::fence, 1, 100, "mem_fence read_mem_fence write_mem_fence"},
    Row{Family::fence, 3, 200, "atomic_work_item_fence"},
    Row{Family::atomic, 2, 100,
        "atomic_add atomic_sub atomic_xchg atomic_min atomic_max atomic_and atomic_or atomic_xor atom_add "
        "atom_sub "
        "atom_xchg atom_min atom_max atom_and atom_or atom_xor"},
    Row{Family::atomic_lone, 1, 100, "atomic_inc atomic_dec atom_inc atom_dec"},
    Row{Family::atomic_compare, 3, 100, "atomic_cmpxchg atom_cmpxchg"},
    Row{Family::c11, varies, 200,
        "atomic_init atomic_load atomic_load_explicit atomic_store atomic_store_explicit atomic_exchange "
        "atomic_exchange_explicit atomic_fetch_add atomic_fetch_add_explicit atomic_fetch_sub "
        "atomic_fetch_sub_explicit "
        "atomic_fetch_or atomic_fetch_or_explicit atomic_fetch_xor atomic_fetch_xor_explicit "
        "atomic_fetch_and "
        "atomic_fetch_and_explicit atomic_fetch_min atomic_fetch_min_explicit atomic_fetch_max "
        "atomic_fetch_max_explicit atomic_compare_exchange_strong atomic_compare_exchange_strong_explicit "
        "atomic_compare_exchange_weak atomic_compare_exchange_weak_explicit atomic_flag_test_and_set "
        "atomic_flag_test_and_set_explicit atomic_flag_clear atomic_flag_clear_explicit"},
    Row{Family::vload, 2, 100, "vload2 vload3 vload4 vload8 vload16"},
    Row{Family::vstore, 3, 100, "vstore2 vstore3 vstore4 vstore8 vstore16"},
    Row{Family::vload_half, 2, 100,
        "vload_half vload_half2 vload_half3 vload_half4 vload_half8 vload_half16 vloada_half vloada_half2 "
        "vloada_half3 "
        "vloada_half4 vloada_half8 vloada_half16"},
    Row{Family::vstore_half, 3, 100,
        "vstore_half vstore_half2 vstore_half3 vstore_half4 vstore_half8 vstore_half16 vstore_half_rte "
        "vstore_half_rtz "
        "vstore_half_rtp vstore_half_rtn vstore_half2_rte vstore_half4_rte vstore_half8_rte "
        "vstore_half16_rte "
        "vstore_half2_rtz vstore_half4_rtz vstore_half8_rtz vstore_half16_rtz vstorea_half vstorea_half2 "
        "vstorea_half3 "
        "vstorea_half4 vstorea_half8 vstorea_half16"},
    Row{Family::copy, 4, 100, "async_work_group_copy"},
    Row{Family::copy, 5, 100, "async_work_group_strided_copy"},
    Row{Family::wait, 2, 100, "wait_group_events"},
    Row{Family::prefetch, 2, 100, "prefetch"},
    Row{Family::shuffle, 2, 110, "shuffle"},
    Row{Family::shuffle, 3, 110, "shuffle2"},
    Row{Family::read_image, varies, 100, "read_imagef read_imagei read_imageui"},
    Row{Family::write_image, 3, 100, "write_imagef write_imagei write_imageui"},
    Row{Family::ask_image, 1, 100,
        "get_image_width get_image_height get_image_depth get_image_dim get_image_channel_data_type "
        "get_image_channel_order get_image_array_size"},
    Row{Family::print, varies, 100, "printf"},
    Row{Family::group_vote, 1, 200, "work_group_all work_group_any sub_group_all sub_group_any"},
    Row{Family::group_value, varies, 200,
        "work_group_broadcast work_group_reduce_add work_group_reduce_min work_group_reduce_max "
        "work_group_scan_inclusive_add work_group_scan_inclusive_min work_group_scan_inclusive_max "
        "work_group_scan_exclusive_add work_group_scan_exclusive_min work_group_scan_exclusive_max "
        "sub_group_broadcast "
        "sub_group_reduce_add sub_group_reduce_min sub_group_reduce_max sub_group_scan_inclusive_add "
        "sub_group_scan_inclusive_min sub_group_scan_inclusive_max sub_group_scan_exclusive_add "
        "sub_group_scan_exclusive_min sub_group_scan_exclusive_max sub_group_shuffle sub_group_shuffle_xor "
        "sub_group_shuffle_up sub_group_shuffle_down"}};

const std::map<std::string, Builtin>& table()
{
    static const std::map<std::string, Builtin> all = [] {
        std::map<std::string, Builtin> made;
        for (const Row& row : rows) {
            std::istringstream names{row.names};
            for (std::string name; names >> name;)
                made[name] = {name, row.family, row.arguments, row.version};
        }
        return made;
    }();
    return all;
}

} // namespace

const Builtin* find_builtin(const std::string& name)
{
    const auto found = table().find(name);
    return found == table().end() ? nullptr : &found->second;
}

const std::vector<std::string>& builtin_names()
{
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        for (const auto& [name, builtin] : table()) all.push_back(name);
        return all;
    }();
    return names;
}

bool find_named(const std::string& word, Named& value)
{
    using Is = Named::Is;
    constexpr double pi = 3.14159265358979323846, e = 2.7182818284590452354;
    struct Constant
    {
        const char* name;
        double value;
    };
    // Each as a double, and with _F behind it as a float.
    static constexpr std::array<Constant, 13> reals{{{"M_E", e},
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
    for (const Constant& one : reals) {
        if (word == one.name) return value = {Is::real_double, 0, one.value}, true;
        if (word == std::string{one.name} + "_F") return value = {Is::real_float, 0, one.value}, true;
    }
    static const std::map<std::string, double> floats{{"MAXFLOAT", FLT_MAX},
                                                      {"FLT_MAX", FLT_MAX},
                                                      {"FLT_MIN", FLT_MIN},
                                                      {"FLT_EPSILON", FLT_EPSILON},
                                                      {"HUGE_VALF", std::numeric_limits<double>::infinity()},
                                                      {"INFINITY", std::numeric_limits<double>::infinity()},
                                                      {"NAN", std::numeric_limits<double>::quiet_NaN()}};
    static const std::map<std::string, double> doubles{{"DBL_MAX", DBL_MAX},
                                                       {"DBL_MIN", DBL_MIN},
                                                       {"DBL_EPSILON", DBL_EPSILON},
                                                       {"HUGE_VAL", std::numeric_limits<double>::infinity()}};
    static const std::map<std::string, std::int64_t> wholes{{"CLK_LOCAL_MEM_FENCE", 1},
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
                                                            {"FLT_RADIX", 2},
                                                            {"DBL_DIG", 15},
                                                            {"DBL_MANT_DIG", 53},
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
    static const std::map<std::string, std::int64_t> larges{
        {"UINT_MAX", UINT_MAX},
        {"LONG_MAX", LONG_MAX},
        {"LONG_MIN", LONG_MIN},
        {"ULONG_MAX", static_cast<std::int64_t>(ULONG_MAX)}};
    if (const auto found = floats.find(word); found != floats.end())
        return value = {Is::real_float, 0, found->second}, true;
    if (const auto found = doubles.find(word); found != doubles.end())
        return value = {Is::real_double, 0, found->second}, true;
    if (const auto found = wholes.find(word); found != wholes.end())
        return value = {Is::whole, found->second, 0}, true;
    if (const auto found = larges.find(word); found != larges.end())
        return value = {Is::large, found->second, 0}, true;
    return false;
}

} // namespace lockstep::pocket
