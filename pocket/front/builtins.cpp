// The language's functions and their families.
#include "front/builtins.hpp"

#include <array>
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
    Row{Family::integer, 1, 100, "clz popcount"},
    Row{Family::integer, 1, 200, "ctz"},
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
        for (const char* lanes : {"", "2", "3", "4", "8", "16"})
            for (const char* aligned : {"", "a"}) {
                const std::string load = std::string{"vload"} + aligned + "_half" + lanes,
                                  store = std::string{"vstore"} + aligned + "_half" + lanes;
                made[load] = {load, Family::vload_half, 2, 100};
                for (const char* rounding : {"", "_rte", "_rtz", "_rtp", "_rtn"})
                    made[store + rounding] = {store + rounding, Family::vstore_half, 3, 100};
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

} // namespace lockstep::pocket
