// The language's functions by their numbers.
#include "machine/functions.hpp"
#include "machine/function_table.hpp"

#include <cmath>
#include <limits>
#include <map>

namespace lockstep::pocket
{

namespace
{

std::vector<Entry> make_table()
{
    std::vector<Entry> all;
    add_reals(all);
    add_wholes(all);
    // Functions of whole vectors and of bits have only a name here: compute() and the machine know them.
    for (const char* name : {"dot",
                             "distance",
                             "fast_distance",
                             "length",
                             "fast_length",
                             "cross",
                             "normalize",
                             "fast_normalize",
                             "isequal",
                             "isnotequal",
                             "isgreater",
                             "isgreaterequal",
                             "isless",
                             "islessequal",
                             "islessgreater",
                             "isordered",
                             "isunordered",
                             "isfinite",
                             "isinf",
                             "isnan",
                             "isnormal",
                             "signbit",
                             "any",
                             "all",
                             "bitselect",
                             "as_",
                             "nan",
                             "shuffle",
                             "shuffle2",
                             "atomic add",
                             "atomic sub",
                             "atomic xchg",
                             "atomic min",
                             "atomic max",
                             "atomic and",
                             "atomic or",
                             "atomic xor",
                             "atomic cmpxchg",
                             "atomic load",
                             "get_global_size",
                             "get_global_id",
                             "get_local_size",
                             "get_local_id",
                             "get_num_groups",
                             "get_group_id",
                             "get_global_offset",
                             "get_enqueued_local_size",
                             "get_work_dim",
                             "get_global_linear_id",
                             "get_local_linear_id",
                             "get_sub_group_size",
                             "get_max_sub_group_size",
                             "get_num_sub_groups",
                             "get_enqueued_num_sub_groups",
                             "get_sub_group_id",
                             "get_sub_group_local_id",
                             "work_group_all",
                             "work_group_any",
                             "sub_group_all",
                             "sub_group_any",
                             "read_imagef",
                             "read_imagei",
                             "read_imageui",
                             "write_imagef",
                             "write_imagei",
                             "write_imageui",
                             "get_image_width",
                             "get_image_height",
                             "get_image_depth",
                             "get_image_dim",
                             "get_image_channel_data_type",
                             "get_image_channel_order",
                             "get_image_array_size"})
        all.push_back({.name = name});
    for (const char* of : {"work_group_", "sub_group_"})
        for (const char* what :
             {"broadcast", "reduce_add", "reduce_min", "reduce_max", "scan_inclusive_add",
              "scan_inclusive_min", "scan_inclusive_max", "scan_exclusive_add", "scan_exclusive_min",
              "scan_exclusive_max", "shuffle", "shuffle_xor", "shuffle_up", "shuffle_down"})
            all.push_back({.name = std::string{of} + what});
    return all;
}

const std::vector<Entry>& functions()
{
    static const std::vector<Entry> all = make_table();
    return all;
}

} // namespace

std::uint16_t function_number(const std::string& name)
{
    static const std::map<std::string, std::uint16_t> numbers = [] {
        std::map<std::string, std::uint16_t> made;
        for (std::size_t i = 0; i < functions().size(); ++i)
            made[functions()[i].name] = static_cast<std::uint16_t>(i);
        return made;
    }();
    const auto found = numbers.find(name);
    return found == numbers.end() ? std::uint16_t{0xffff} : found->second;
}

const char* function_name(std::uint16_t number)
{
    return functions().at(number).name.c_str();
}

namespace
{

double next_after(double x, double y, Scalar scalar)
{
    if (scalar == Scalar::f64) return std::nextafter(x, y);
    if (scalar == Scalar::f32)
        return static_cast<double>(std::nextafterf(static_cast<float>(x), static_cast<float>(y)));
    if (std::isnan(x) || std::isnan(y)) return std::numeric_limits<double>::quiet_NaN();
    if (x == y) return y;
    std::uint16_t bits = half_from(x);
    if (x == 0)
        bits = static_cast<std::uint16_t>(y > 0 ? 1 : 0x8001);
    else
        bits = static_cast<std::uint16_t>((x < y) == (x > 0) ? bits + 1 : bits - 1);
    return static_cast<double>(half_to_float(bits));
}

// What is behind the point, which rounding must not make 1.
double fraction(double x, Scalar scalar)
{
    if (std::isinf(x)) return std::copysign(0.0, x);
    const double largest = scalar == Scalar::f16   ? 0x1.ffcp-1
                           : scalar == Scalar::f32 ? 0x1.fffffep-1
                                                   : 0x1.fffffffffffffp-1;
    const double part = x - std::floor(x);
    return part > largest ? largest : std::copysign(part, x == 0 ? x : 1.0);
}

// One rounding, as fma promises; mad may be anything near, and is the same.
double fused(double a, double b, double c, Scalar scalar)
{
    if (scalar == Scalar::f32)
        return static_cast<double>(
            std::fmaf(static_cast<float>(a), static_cast<float>(b), static_cast<float>(c)));
    return std::fma(a, b, c);
}

} // namespace

void compute(std::uint16_t function, const Elements& e)
{
    const Entry& entry = functions().at(function);
    const std::size_t count = std::size_t{e.components} * e.width;
    if (is_float(e.scalar) &&
        (entry.real1 != nullptr || entry.real2 != nullptr || entry.real3 != nullptr ||
         entry.name == "nextafter" || entry.name == "fma" || entry.name == "mad" || entry.name == "fract")) {
        const bool fuses = entry.name == "fma" || entry.name == "mad", next = entry.name == "nextafter",
                   fracts = entry.name == "fract";
        for (std::size_t i = 0; i < count; ++i) {
            const double a = real_at(e.a, e.scalar, i);
            double value = 0;
            if (fuses)
                value = fused(a, real_at(e.b, e.scalar, i), real_at(e.c, e.scalar, i), e.scalar);
            else if (next)
                value = next_after(a, real_at(e.b, e.scalar, i), e.scalar);
            else if (fracts)
                value = fraction(a, e.scalar);
            else if (entry.real1 != nullptr)
                value = entry.real1(a);
            else if (entry.real2 != nullptr)
                value = entry.real2(a, is_float(e.second) ? real_at(e.b, e.second, i)
                                                          : static_cast<double>(whole_at(e.b, e.second, i)));
            else
                value = entry.real3(a, real_at(e.b, e.scalar, i), real_at(e.c, e.scalar, i));
            if (is_float(e.result))
                set_real(e.out, e.result, i, value);
            else
                set_whole(e.out, e.result, i, static_cast<std::int64_t>(value));
        }
        return;
    }
    if (computed_by_name(entry.name, e)) return;
    for (std::size_t i = 0; i < count; ++i) {
        const std::int64_t a = whole_at(e.a, e.scalar, i);
        std::int64_t value = 0;
        if (entry.whole1 != nullptr)
            value = entry.whole1(a, e.scalar);
        else if (entry.whole2 != nullptr)
            value = entry.whole2(a, whole_at(e.b, e.second, i), e.scalar);
        else if (entry.whole3 != nullptr)
            value = entry.whole3(a, whole_at(e.b, e.second, i), whole_at(e.c, e.third, i), e.scalar);
        set_whole(e.out, e.result, i, value);
    }
}

} // namespace lockstep::pocket
