// The language's functions of memory as instructions: atomics, vload, vstore.
#include "front/builtins.hpp"
#include "machine/functions.hpp"
#include "machine/lowering.hpp"

namespace lockstep::pocket
{

Register Lowering::atomic_of(const Expression& expression)
{
    std::vector<Register> values;
    for (const Ex& part : expression.parts) values.push_back(value(*part));
    std::string name = expression.builtin->name;
    name = name.substr(name.find('_') + 1); // "add"
    if (name == "inc" || name == "dec") {
        values.push_back(constant(1, scalar_of(expression.type), expression.place));
        name = name == "inc" ? "add" : "sub";
    }
    values.resize(3);
    const Register to = new_register(expression.type);
    Instruction& made = emit(Do::atomic, expression.place);
    made.function = function_number("atomic " + name);
    made.to = to;
    made.a = values[0];
    made.b = values[1];
    made.c = values[2];
    accesses(&expression);
    return to;
}

Register Lowering::c11_of(const Expression& expression)
{
    std::string name = expression.builtin->name.substr(7); // behind "atomic_"
    if (name.ends_with("_explicit")) name = name.substr(0, name.size() - 9);
    const Place& place = expression.place;
    const Type* of = expression.parts[0]->type->to;
    const Scalar scalar = scalar_of(of);
    std::vector<Register> values;
    for (const Ex& part : expression.parts) values.push_back(value(*part));
    const auto atomic = [&](const std::string& what, const Register& b, const Register& c) {
        const Register to = new_register(of);
        Instruction& made = emit(Do::atomic, place);
        made.function = function_number("atomic " + what);
        made.to = to;
        made.a = values[0];
        made.b = b;
        made.c = c;
        accesses(&expression);
        return to;
    };
    if (name == "load") return atomic("load", {}, {});
    if (name == "store" || name == "init") return atomic("xchg", values[1], {});
    if (name == "exchange") return atomic("xchg", values[1], {});
    if (name == "flag_test_and_set") {
        const Register one = constant(1, scalar, place);
        return atomic("xchg", one, {});
    }
    if (name == "flag_clear") {
        const Register none = constant(0, scalar, place);
        return atomic("xchg", none, {});
    }
    if (name.starts_with("fetch_")) return atomic(name.substr(6), values[1], {});
    // atomic_compare_exchange_…(object, expected, desired)
    const Register expected = load(values[1], of, place);
    const Register found = atomic("cmpxchg", expected, values[2]);
    const Register same = binary(Operator::equal, found, expected, expression.type, place);
    Instruction& stored = emit(Do::store, place);
    stored.a = values[1];
    stored.b = found;
    return same;
}

Register Lowering::vector_memory(const Expression& expression)
{
    const Builtin& builtin = *expression.builtin;
    const Place& place = expression.place;
    const bool stores = builtin.family == Family::vstore || builtin.family == Family::vstore_half;
    const bool halves = builtin.family == Family::vload_half || builtin.family == Family::vstore_half;
    const Register data = stores ? value(*expression.parts[0]) : Register{};
    const Register which = value(*expression.parts[stores ? 1 : 0]);
    const Register base = value(*expression.parts[stores ? 2 : 1]);
    const unsigned lanes = stores ? data.lanes : expression.type->lanes;
    const Scalar scalar = halves ? Scalar::f16 : stores ? data.scalar : expression.type->scalar;
    const bool aligned = builtin.name.starts_with("vloada") || builtin.name.starts_with("vstorea");
    const unsigned apart = aligned && lanes == 3 ? 4 : lanes;
    // Three elements that are aligned as four are still three.
    const Aligned alignment = aligned && lanes != 3 ? Aligned::as_whole : Aligned::as_element;
    const Register at = pointer_step(Operator::add, base, which, apart * size_of(scalar), place);
    if (!stores) {
        const Register to = new_register(scalar, lanes);
        Instruction& made = emit(Do::load, place);
        made.to = to;
        made.a = at;
        made.flags = alignment;
        accesses(&expression);
        if (!halves) return to;
        const Register wide = new_register(Scalar::f32, lanes);
        Instruction& converts = emit(Do::convert, place);
        converts.to = wide;
        converts.a = to;
        return wide;
    }
    Register from = data;
    if (halves) {
        from = new_register(Scalar::f16, lanes);
        const std::string& name = builtin.name;
        Instruction& converts = emit(Do::convert, place);
        converts.to = from;
        converts.a = data;
        converts.number.whole = name.ends_with("_rtz")   ? 2
                                : name.ends_with("_rtp") ? 3
                                : name.ends_with("_rtn") ? 4
                                                         : 1;
    }
    Instruction& made = emit(Do::store, place);
    made.a = at;
    made.b = from;
    made.flags = alignment;
    accesses(&expression);
    return {};
}

} // namespace lockstep::pocket
