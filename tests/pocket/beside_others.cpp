// Calls beside those of the table: conversions, moves of memory, halves, atomics, and what depends on where a work-item is.
#include "beside_calls.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace lockstep::pocket::test
{

namespace
{

constexpr unsigned widths[] = {2, 3, 4, 8, 16};

// Leaves of a float what the integer type has: all else is the device's own (6.4.3.3).
std::string inside(Scalar from, Scalar to)
{
    const int bits = static_cast<int>(8 * size_of(to)) - (is_signed(to) ? 1 : 0),
              digits = from == Scalar::f32 ? 24 : 53;
    const double most = std::ldexp(1.0, bits) - std::ldexp(1.0, std::max(bits - digits, 0));
    std::ostringstream text;
    const std::string type = std::string{"("} + name_of(from) + ')';
    text << std::hexfloat << "a = fmin(fmax(a, " << type << (is_signed(to) ? -std::ldexp(1.0, bits) : 0.0)
         << "), " << type << most << "); ";
    return text.str();
}

void add_conversions(std::vector<Call>& calls)
{
    unsigned turn = 0;
    for (int from = static_cast<int>(Scalar::i8); from <= static_cast<int>(Scalar::f64); ++from)
        for (int to = static_cast<int>(Scalar::i8); to <= static_cast<int>(Scalar::f64); ++to)
            for (const char* how : {"", "_rte", "_rtz", "_rtp", "_rtn", "_sat", "_sat_rte", "_sat_rtz",
                                    "_sat_rtp", "_sat_rtn"}) {
                const auto source = static_cast<Scalar>(from), target = static_cast<Scalar>(to);
                const std::string rounding = how;
                if (source == Scalar::f16 || target == Scalar::f16) continue;
                if (is_float(target) && rounding.starts_with("_sat")) continue;
                for (const unsigned lanes : {1U, widths[turn++ % 5]}) {
                    const Value result{target, lanes};
                    const std::string name = "convert_" + result.name() + how;
                    const bool open = is_float(source) && !is_float(target) && !rounding.starts_with("_sat");
                    calls.push_back({.function = name,
                                     .text = (open ? inside(source, target) : "") + "r = " + name + "(a);",
                                     .result = result,
                                     .arguments = {{source, lanes}}});
                }
            }
}

// vload, vstore, shuffles, and the same bits as another type.
void add_moves(std::vector<Call>& calls)
{
    for (const Scalar scalar :
         {Scalar::i8, Scalar::u16, Scalar::i32, Scalar::u64, Scalar::f32, Scalar::f64}) {
        for (const unsigned lanes : widths) {
            const Value all{scalar, lanes};
            const std::string count = std::to_string(lanes);
            calls.push_back(
                {.function = "vload" + count, .text = "r = a;", .result = all, .arguments = {all}});
            calls.push_back({.function = "vstore" + count,
                             .text = std::string{name_of(scalar)} + " t[16]; vstore" + count +
                                     "(a, 0, t); r = vload" + count + "(0, t);",
                             .result = all,
                             .arguments = {all}});
            const Scalar bits = integer_like(scalar, false);
            for (const unsigned source : {2U, 4U, 8U, 16U}) {
                if (lanes == 3) continue;
                calls.push_back({.function = "shuffle",
                                 .text = "r = shuffle(a, b);",
                                 .result = all,
                                 .arguments = {{scalar, source}, {bits, lanes}}});
                calls.push_back({.function = "shuffle2",
                                 .text = "r = shuffle2(a, b, c);",
                                 .result = all,
                                 .arguments = {{scalar, source}, {scalar, source}, {bits, lanes}}});
            }
        }
        calls.push_back({.function = "as_",
                         .text = "r = as_uchar" + std::to_string(2 * size_of(scalar)) + "(a);",
                         .result = {Scalar::u8, static_cast<unsigned>(2 * size_of(scalar))},
                         .arguments = {{scalar, 2}}});
        if (size_of(scalar) == 1) calls.pop_back();
    }
}

void add_halves(std::vector<Call>& calls)
{
    for (const unsigned lanes : {1U, 2U, 3U, 4U, 8U, 16U})
        for (const std::string a : {"", "a"}) {
            if (a == "a" && lanes == 1) continue; // which PoCL does not have
            const std::string count = lanes == 1 ? "" : std::to_string(lanes);
            const std::string load = "vload" + a + "_half" + count, store = "vstore" + a + "_half" + count;
            calls.push_back(
                {.function = load,
                 .text = "ushort16 t = 0; t.s0 = a; t.s1 = b; t.s2 = c; r = " + load + "(0, (half*)&t);",
                 .result = {Scalar::f32, lanes},
                 .arguments = {{Scalar::u16, 1}, {Scalar::u16, 1}, {Scalar::u16, 1}}});
            for (const char* how : {"", "_rte", "_rtz", "_rtp", "_rtn"})
                for (const Scalar scalar : {Scalar::f32, Scalar::f64})
                    calls.push_back({.function = store + how,
                                     .text = store + how + "(a, 0, (half*)&r);",
                                     .result = {Scalar::f16, lanes},
                                     .arguments = {{scalar, lanes}}});
        }
}

// Each on an element of its own: what it returns, and what it leaves.
void add_atomics(std::vector<Call>& calls, Scalar scalar)
{
    const std::string type = name_of(scalar), order = ", memory_order_relaxed, memory_scope_device";
    const auto add = [&](const std::string& name, const std::string& cell, const std::string& call,
                         bool returns) {
        const std::string start = "global " + cell + "* t = (global " + cell + "*)p; *(global " + type +
                                  "*)p = a; " + type + " e = b; ";
        for (const std::string& result :
             {std::string{}, "r = *(global " + type + "*)p;", std::string{"r = e;"}})
            if (!result.empty() || returns)
                calls.push_back({.function = name,
                                 .text = start + (result.empty() ? "r = " : "") + call + "; " + result,
                                 .result = {scalar, 1},
                                 .arguments = {{scalar, 1}, {scalar, 1}, {scalar, 1}}});
    };
    for (const std::string prefix : {"atom_", "atomic_"}) {
        if (prefix == "atomic_" && size_of(scalar) != 4) continue;
        for (const std::string name : {"add", "sub", "xchg", "min", "max", "and", "or", "xor"})
            add(prefix + name, type, prefix + name + "(t, b)", true);
        for (const std::string name : {"inc", "dec"}) add(prefix + name, type, prefix + name + "(t)", true);
        add(prefix + "cmpxchg", type, prefix + "cmpxchg(t, b, c)", true);
    }
    const std::string cell = "atomic_" + type;
    const auto both = [&](const std::string& name, const std::string& list, bool returns) {
        add(name, cell, name + "(t" + list + ")", returns);
        add(name + "_explicit", cell, name + "_explicit(t" + list + order + ")", returns);
    };
    for (const std::string name : {"fetch_add", "fetch_sub", "fetch_or", "fetch_xor", "fetch_and",
                                   "fetch_min", "fetch_max", "exchange"})
        both("atomic_" + name, ", b", true);
    both("atomic_load", "", true);
    both("atomic_store", ", b", false);
    add("atomic_init", cell, "atomic_init(t, b)", false);
    for (const std::string name : {"atomic_compare_exchange_strong", "atomic_compare_exchange_weak"}) {
        add(name, cell, name + "(t, &e, c)", true);
        add(name + "_explicit", cell, name + "_explicit(t, &e, c, memory_order_relaxed" + order + ")", true);
    }
    if (scalar != Scalar::i32) return;
    for (const std::string name : {"atomic_flag_test_and_set", "atomic_flag_clear"}) {
        const bool returns = name.ends_with("set");
        add(name, "atomic_flag", "atomic_flag_clear(t); " + name + "(t)", false);
        add(name + "_explicit", "atomic_flag", "atomic_flag_clear(t); " + name + "_explicit(t" + order + ")",
            false);
        if (returns) add(name, "atomic_flag", "atomic_flag_clear(t); e = " + name + "(t)", false);
    }
}

void add_places(std::vector<Call>& calls) // of dimension 3 PoCL says 0 where 6.15.1 says 1
{
    const auto add = [&](const std::string& name, const std::string& argument) {
        calls.push_back({.function = name,
                         .text = "r = " + name + "(" + argument + ");",
                         .result = {Scalar::u64, 1},
                         .arguments = {{Scalar::i32, 1}}});
    };
    for (const std::string name : {"global_id", "global_size", "global_offset", "local_id", "local_size",
                                   "group_id", "num_groups", "enqueued_local_size"})
        for (const char* dimension : {"0", "1", "2"}) add("get_" + name, dimension);
    for (const std::string name : {"work_dim", "global_linear_id", "local_linear_id"}) add("get_" + name, "");
    const auto copy = [&](const std::string& name, const std::string& from, const std::string& stride) {
        calls.push_back(
            {.function = name,
             .text = "event_t e = " + name + "(shared, (global const int*)in + i / 64 * " + from + ", 64, " +
                     stride +
                     "0); wait_group_events(1, &e); r = shared[63 - i % 64]; barrier(CLK_LOCAL_MEM_FENCE);",
             .result = {Scalar::i32, 1},
             .arguments = {{Scalar::i32, 1}}});
    };
    copy("async_work_group_copy", "64", "");
    copy("async_work_group_strided_copy", "192", "3, ");
}

} // namespace

void add_others(std::vector<Call>& calls)
{
    add_conversions(calls);
    add_moves(calls);
    add_halves(calls);
    for (const Scalar scalar : {Scalar::i32, Scalar::u32, Scalar::i64, Scalar::u64})
        add_atomics(calls, scalar);
    add_places(calls);
}

std::string why_not(const std::string& function)
{
    if (function.find("image") != std::string::npos)
        return "the programs of chapters and exercises compare images with the host's";
    if (function.find("sub_group") != std::string::npos || function.starts_with("work_group_"))
        return "PoCL 3.1 does not have it: tests/pocket/machine.cpp";
    if (function == "vloada_half" || function == "vstorea_half" || function.starts_with("vstorea_half_"))
        return "PoCL 3.1 does not have it for scalars";
    if (function.ends_with("fence") || function == "barrier" || function == "prefetch")
        return "it has no result";
    if (function == "wait_group_events") return "it is part of the copies";
    if (function == "printf") return "it writes text";
    return "";
}

} // namespace lockstep::pocket::test
