// Calls: of the program's functions, and of the language's.
#include "front/builtins.hpp"
#include "front/parser.hpp"
#include "front/ranges.hpp"

#include <algorithm>
#include <utility>

namespace lockstep::pocket
{

Ex Parser::call(const Token& name)
{
    expect("(", "before the arguments");
    std::vector<Ex> arguments;
    if (!next_is(")")) do {
            arguments.push_back(as_value(assignment()));
            if (arguments.back()->type->is_nothing())
                notes_.refuse(arguments.back()->place, "this argument is a call that returns nothing");
        } while (take(","));
    expect_end_of_list("behind the arguments");
    if (const Meaning* meaning = find(name.text); meaning != nullptr && meaning->function != nullptr) {
        Function& function = overload_of(*meaning, arguments);
        return call_function(function, std::move(arguments), name.place);
    }
    if (name.text.starts_with("convert_") || name.text == "convert")
        return call_conversion(name.text, arguments, name.place);
    if (name.text.starts_with("as_")) return cast_call(name.text, arguments, name.place);
    const Builtin* builtin = find_builtin(name.text);
    if (builtin == nullptr) unknown(name, true);
    if (builtin->version > options_.version && builtin->version >= 200 &&
        !builtin->name.starts_with("sub_group") && !builtin->name.starts_with("get_sub_group") &&
        !builtin->name.starts_with("get_max_sub") && !builtin->name.starts_with("get_num_sub"))
        notes_.refuse(name.place,
                      name.text + " came with OpenCL C 2.0, and the program is built as " +
                          std::to_string(options_.version / 100) + "." +
                          std::to_string(options_.version / 10 % 10),
                      "build it with -cl-std=CL2.0 or CL3.0");
    if (builtin->arguments != 0xff && arguments.size() != builtin->arguments)
        notes_.refuse(name.place,
                      name.text + " takes " + std::to_string(builtin->arguments) + " argument" +
                          (builtin->arguments == 1 ? "" : "s") + ", and gets " +
                          std::to_string(arguments.size()),
                      builtin->family == Family::where ? "write " + name.text + "(0) for the first dimension"
                      : builtin->family == Family::barrier ? "write " + name.text + "(CLK_LOCAL_MEM_FENCE)"
                                                           : "");
    return call_builtin(*builtin, std::move(arguments), name.place);
}

// Of functions with one name that whose parameters fit best.
Function& Parser::overload_of(const Meaning& meaning, const std::vector<Ex>& arguments) const
{
    Function* best = meaning.function;
    int best_score = -1;
    std::vector<Function*> all{meaning.function};
    all.insert(all.end(), meaning.others.begin(), meaning.others.end());
    for (Function* function : all) {
        if (function->parameters.size() != arguments.size()) continue;
        int score = 0;
        for (std::size_t i = 0; i < arguments.size(); ++i) {
            const Type *wanted = function->parameters[i]->type, *given = arguments[i]->type;
            if (wanted == given)
                score += 4;
            else if (wanted->is_pointer() && given->is_pointer())
                score += wanted->space == given->space && wanted->to == given->to ? 3
                         : wanted->space == given->space                          ? 1
                                                                                  : -100;
            else if (wanted->is_number() && given->is_number())
                score += wanted->lanes == given->lanes ? 1 : -100;
            else
                score -= 100;
        }
        if (score > best_score) {
            best_score = score;
            best = function;
        }
    }
    return *best;
}

Ex Parser::call_function(Function& function, std::vector<Ex> arguments, const Place& place)
{
    if (&function == function_)
        notes_.refuse(
            place, "the function " + function.name + " calls itself, and there is no recursion on a device",
            "write a loop");
    if (arguments.size() != function.parameters.size())
        notes_.refuse(place, function.name + " takes " + std::to_string(function.parameters.size()) +
                                 " argument" + (function.parameters.size() == 1 ? "" : "s") + ", and gets " +
                                 std::to_string(arguments.size()));
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const Variable& parameter = *function.parameters[i];
        const Place at = arguments[i]->place;
        arguments[i] = assignable(std::move(arguments[i]), parameter.type, at,
                                  "the argument " + parameter.name + " of " + function.name);
    }
    if (function_ != nullptr && ranges::find(function_->calls, &function) == function_->calls.end())
        function_->calls.push_back(&function);
    Ex result = made(Expression::Is::call, function.result, place, std::move(arguments));
    result->function = &function;
    return result;
}

// convert_float4_sat_rte(x).
Ex Parser::call_conversion(const std::string& name, std::vector<Ex>& arguments, const Place& place)
{
    std::string rest = name.substr(std::min<std::size_t>(8, name.size())), how;
    if (const std::size_t at = rest.find('_'); at != std::string::npos) {
        how = rest.substr(at);
        rest = rest.substr(0, at);
    }
    const Type* to = types_.named(rest);
    const bool known = how.empty() || how == "_sat" || how == "_rte" || how == "_rtz" || how == "_rtp" ||
                       how == "_rtn" || how == "_sat_rte" || how == "_sat_rtz" || how == "_sat_rtp" ||
                       how == "_sat_rtn";
    if (to == nullptr || !to->is_number() || !known)
        notes_.refuse(place, "there is no function " + name,
                      "write convert_ with a type behind it: convert_float4");
    if (arguments.size() != 1) notes_.refuse(place, name + " takes one argument");
    if (!arguments[0]->type->is_number() || arguments[0]->type->lanes != to->lanes)
        notes_.refuse(place, name + " does not take " + arguments[0]->type->name(),
                      "it needs as many components as " + to->name() + " has");
    Ex result = made(Expression::Is::convert, to, place, std::move(arguments));
    result->text = how.empty() ? "_" : how; // told apart from a cast by its text
    return result;
}

Ex Parser::cast_call(const std::string& name, std::vector<Ex>& arguments, const Place& place)
{
    const Type* to = types_.named(name.substr(3));
    if (to == nullptr || !to->is_number()) notes_.refuse(place, "there is no function " + name);
    if (arguments.size() != 1) notes_.refuse(place, name + " takes one argument");
    const Type* from = arguments[0]->type;
    const bool four_for_three = (from->lanes == 4 && to->lanes == 3) || (from->lanes == 3 && to->lanes == 4);
    if (!from->is_number() ||
        (from->size() != to->size() && !(four_for_three && size_of(from->scalar) == size_of(to->scalar))))
        notes_.refuse(place,
                      name + " needs " + std::to_string(to->size()) + " bytes, and " + from->name() +
                          " has " + std::to_string(from->size()),
                      "to convert the value write convert_" + to->name() + "(…)");
    static const Builtin same_bits{"as_", Family::bits, 1, 100};
    Ex result = made(Expression::Is::builtin, to, place, std::move(arguments));
    result->builtin = &same_bits;
    return result;
}

} // namespace lockstep::pocket
