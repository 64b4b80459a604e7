// The functions that OpenCL C has without a header.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lockstep::pocket
{

/// How a function's arguments and result belong together.
enum class Family : std::uint8_t
{
    math, ///< floats of one type, which is the result's; a scalar beside a vector stands for all components
    math_whole, ///< ldexp, pown, rootn: a float type, and ints as many
    math_out, ///< fract, modf, sincos, remquo, frexp, lgamma_r: the last argument is where another result goes
    exponent,      ///< ilogb: ints as many
    not_a_number,  ///< nan
    integer,       ///< integers of one type
    twice_as_wide, ///< upsample
    either,        ///< min, max, clamp, and abs_diff's relatives: integers or floats
    absolute,      ///< abs: unsigned integers
    length,        ///< dot, distance, length: a scalar
    geometric,     ///< cross, normalize: the argument's type
    compare,       ///< isequal, isless, …: int, or integers as wide as the components
    classify,      ///< isnan, isfinite, signbit, …: the same of one argument
    truth,         ///< any, all: int
    choose,        ///< select
    bits,          ///< bitselect
    where,         ///< get_global_id, …: size_t of a dimension
    which,         ///< get_work_dim, get_sub_group_id, …: uint, without arguments
    barrier,       ///< all of the group, or of the sub-group
    fence,
    atomic,      ///< atomic_add(p, v): what was there
    atomic_lone, ///< atomic_inc(p)
    atomic_compare,
    c11, ///< atomic_load_explicit, …
    vload,
    vstore,
    vload_half,
    vstore_half,
    copy, ///< async_work_group_copy
    wait, ///< wait_group_events
    prefetch,
    shuffle,
    read_image,
    write_image,
    ask_image,
    print,
    group_vote, ///< work_group_all, sub_group_any: int
    group_value ///< work_group_reduce_add, sub_group_broadcast, …: the argument's type
};

struct Builtin
{
    std::string name;
    Family family;
    unsigned arguments; ///< how many; 0xff: it depends
    unsigned version;   ///< of the language that brings it: 100, 110, 120, 200
};

/// The function of that name; null when there is none. convert_… and as_… are no functions of the table.
const Builtin* find_builtin(const std::string& name);

/// All names, for whoever mistypes one.
const std::vector<std::string>& builtin_names();

/// The value of a word that stands for a number: CLK_LOCAL_MEM_FENCE, M_PI_F, INT_MAX. @return false when it is none.
struct Named
{
    enum class Is : std::uint8_t
    {
        whole,
        large,
        real_float,
        real_double
    } is;
    std::int64_t whole;
    double real;
};
bool find_named(const std::string& word, Named& value);

/// All such words.
const std::vector<std::string>& named_words();

} // namespace lockstep::pocket
