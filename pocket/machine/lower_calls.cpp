// Calls as instructions: the program's functions are copied in, the language's are the machine's.
#include "front/builtins.hpp"
#include "front/ranges.hpp"
#include "machine/functions.hpp"
#include "machine/lowering.hpp"

namespace lockstep::pocket
{

Register Lowering::call(const Expression& expression)
{
    const Function& function = *expression.function;
    const Place& place = expression.place;
    if (ranges::find(inside_, &function) != inside_.end())
        refuse(place, "the function " + function.name +
                          " calls itself by way of another, and there is no recursion on a device");
    if (!function.body) refuse(place, "the function " + function.name + " has no body");
    // The result outlives what is computed on the way to it.
    Register result, result_address;
    if (function.result->is_structure())
        result_address = object_address(new_object("a result of " + function.name, Space::own,
                                                   function.result->size(), function.result->alignment()),
                                        place);
    else if (!function.result->is_nothing())
        result = new_register(function.result);
    std::vector<std::pair<const Variable*, Home>> given;
    for (std::size_t i = 0; i < expression.parts.size(); ++i) {
        const Variable& parameter = *function.parameters[i];
        Home home;
        if (parameter.type->is_structure()) {
            const Register from = address(*expression.parts[i]);
            home.object =
                new_object(parameter.name, Space::own, parameter.type->size(), parameter.type->alignment());
            copy_structure(object_address(home.object, place), from, parameter.type->size(), place);
        } else {
            const Register from = value(*expression.parts[i]);
            if (parameter.in_memory) {
                home.object = new_object(parameter.name, Space::own, parameter.type->size(),
                                         parameter.type->alignment());
                const Register at = object_address(home.object, place);
                Instruction& stored = emit(Do::store, place);
                stored.a = at;
                stored.b = from;
            } else {
                home.in = new_register(parameter.type);
                Instruction& copied = emit(Do::copy, place);
                copied.to = home.in;
                copied.a = from;
            }
        }
        given.emplace_back(&parameter, home);
    }
    const TextPart calling = code_->text_parts.back();
    const std::size_t names = code_->variables.size();
    for (const auto& [parameter, home] : given) homes_[parameter] = home;
    inside_.push_back(&function);
    for (const auto& [parameter, home] : given) name(*parameter, home);
    results_.push_back(result);
    result_addresses_.push_back(result_address);
    emit(Do::call_begin, place);
    statement(*function.body);
    end_names(names);
    in_text(calling.is, calling.place);
    emit(Do::call_end, place);
    inside_.pop_back();
    results_.pop_back();
    result_addresses_.pop_back();
    return function.result->is_structure() ? result_address : result;
}

Register Lowering::function_of(const Expression& expression, std::vector<Register> arguments)
{
    const std::uint16_t number = function_number(expression.builtin->name);
    if (number == 0xffff)
        refuse(expression.place, expression.builtin->name + " is not computed by this device");
    const Register to = new_register(expression.type);
    arguments.resize(3);
    Instruction& made = emit(Do::function, expression.place);
    made.function = number;
    made.to = to;
    made.a = arguments[0];
    made.b = arguments[1];
    made.c = arguments[2];
    return to;
}

Register Lowering::builtin(const Expression& expression)
{
    const Builtin& builtin = *expression.builtin;
    const Place& place = expression.place;
    const auto all_values = [&] {
        std::vector<Register> values;
        for (const Ex& part : expression.parts) values.push_back(value(*part));
        return values;
    };
    switch (builtin.family) {
    case Family::math_out: {
        // The result and what goes through the pointer are two functions.
        const std::vector<Register> values = all_values();
        const Type* out = expression.parts.back()->type->to;
        std::vector<Register> arguments{values.begin(), values.end() - 1};
        const Register result = function_of(expression, arguments);
        arguments.resize(3);
        const Register other = new_register(out);
        Instruction& made = emit(Do::function, place);
        made.function = function_number(builtin.name + " out");
        made.to = other;
        made.a = arguments[0];
        made.b = arguments[1];
        Instruction& stored = emit(Do::store, place);
        stored.a = values.back();
        stored.b = other;
        return result;
    }
    case Family::choose: {
        const std::vector<Register> values = all_values();
        const Register to = new_register(expression.type);
        Instruction& made = emit(Do::select, place);
        made.to = to;
        made.a = values[2];
        made.b = values[1];
        made.c = values[0];
        made.number.whole = expression.type->is_vector() ? 1 : 0;
        return to;
    }
    case Family::where:
    case Family::which:
    case Family::group_vote:
    case Family::group_value: {
        std::vector<Register> values = all_values();
        const Register to = new_register(expression.type);
        values.resize(2);
        Instruction& made = emit(Do::group, place);
        made.function = function_number(builtin.name);
        made.to = to;
        made.a = values[0];
        made.b = values[1];
        return to;
    }
    case Family::barrier: {
        const std::vector<Register> values = all_values();
        Instruction& made = emit(Do::barrier, place);
        made.a = values[0];
        made.number.whole = builtin.name.starts_with("sub_group") ? 1 : 0;
        code_->has_barrier = true;
        return {};
    }
    case Family::fence: {
        const std::vector<Register> values = all_values();
        emit(Do::fence, place).a = values[0];
        return {};
    }
    case Family::wait: {
        const Register count = value(*expression.parts[0]), events = value(*expression.parts[1]);
        Instruction& made = emit(Do::barrier, place);
        made.a = count;
        made.b = events;
        made.number.whole = 2;
        code_->has_barrier = true;
        return {};
    }
    case Family::prefetch:
        all_values();
        return {};
    case Family::atomic:
    case Family::atomic_lone:
    case Family::atomic_compare:
        return atomic_of(expression);
    case Family::c11:
        return c11_of(expression);
    case Family::vload:
    case Family::vstore:
    case Family::vload_half:
    case Family::vstore_half:
        return vector_memory(expression);
    case Family::copy: {
        const std::vector<Register> values = all_values();
        code_->parts.push_back(values);
        const Register to = new_register(expression.type);
        Instruction& made = emit(Do::copy_async, place);
        made.to = to;
        made.extra = static_cast<std::int32_t>(code_->parts.size() - 1);
        made.number.whole = static_cast<std::int64_t>(expression.parts[0]->type->to->size());
        made.flags = builtin.name == "async_work_group_strided_copy"
                         ? (expression.parts[0]->type->space == Space::local ? 1 : 2)
                         : 0;
        accesses(&expression);
        return to;
    }
    case Family::read_image:
    case Family::ask_image: {
        std::vector<Register> values = all_values();
        const Register to = new_register(expression.type);
        if (values.size() == 2) values.insert(values.begin() + 1, Register{});
        values.resize(3);
        Instruction& made = emit(builtin.family == Family::ask_image ? Do::ask_image : Do::read_image, place);
        made.function = function_number(builtin.name);
        made.to = to;
        made.a = values[0];
        made.b = values[1];
        made.c = values[2];
        return to;
    }
    case Family::write_image: {
        const std::vector<Register> values = all_values();
        Instruction& made = emit(Do::write_image, place);
        made.function = function_number(builtin.name);
        made.a = values[0];
        made.b = values[1];
        made.c = values[2];
        return {};
    }
    case Family::print:
        print(expression);
        return constant(0, Scalar::i32, place);
    default:
        return function_of(expression, all_values());
    }
}

void Lowering::print(const Expression& expression)
{
    std::vector<Register> values;
    for (std::size_t i = 1; i < expression.parts.size(); ++i) {
        if (expression.parts[i]->is == Expression::Is::text) {
            code_->texts.push_back(expression.parts[i]->text);
            values.push_back(
                constant(-static_cast<std::int64_t>(code_->texts.size()), Scalar::i64, expression.place));
        } else {
            values.push_back(value(*expression.parts[i]));
        }
    }
    code_->parts.push_back(values);
    code_->texts.push_back(expression.parts[0]->text);
    Instruction& made = emit(Do::print, expression.place);
    made.extra = static_cast<std::int32_t>(code_->parts.size() - 1);
    made.number.whole = static_cast<std::int64_t>(code_->texts.size() - 1);
}

} // namespace lockstep::pocket
