// Calls: of the program's functions, and of the language's.
#include "front/builtins.hpp"
#include "front/parser.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace lockstep::pocket
{

namespace
{

// Words of other languages, and what is written for them here.
struct Foreign
{
    const char* word;
    const char* here;
};

constexpr std::array foreign{
    Foreign{"threadIdx", "write get_local_id(0) for threadIdx.x"},
    Foreign{"blockIdx", "write get_group_id(0) for blockIdx.x"},
    Foreign{"blockDim", "write get_local_size(0) for blockDim.x"},
    Foreign{"gridDim", "write get_num_groups(0) for gridDim.x"},
    Foreign{"__syncthreads", "write barrier(CLK_LOCAL_MEM_FENCE)"},
    Foreign{"__shared__", "write local"},
    Foreign{"__global__", "write kernel"},
    Foreign{"__device__", "leave it out: all functions are the device's"},
    Foreign{"__constant__", "write constant"},
    Foreign{"atomicAdd", "write atomic_add, or atomic_inc for 1"},
    Foreign{"atomicCAS", "write atomic_cmpxchg"},
    Foreign{"__syncwarp", "write sub_group_barrier, where the device has sub-groups"},
    Foreign{"__ldg", "leave it out"},
    Foreign{"make_float4", "write (float4)(x, y, z, w)"},
    Foreign{"make_float2", "write (float2)(x, y)"},
    Foreign{"make_int2", "write (int2)(x, y)"},
    Foreign{"std", "C++'s library is not there: write the function without std::"},
    Foreign{"auto", "name the type"},
    Foreign{"new", "a kernel gets its memory from the host"},
    Foreign{"delete", "a kernel gets its memory from the host"},
    Foreign{"malloc", "a kernel gets its memory from the host"},
    Foreign{"free", "a kernel gets its memory from the host"},
    Foreign{"nullptr", "write NULL"},
    Foreign{"static_cast", "write the type in brackets before the value"},
    Foreign{"constexpr", "write #define, or constant outside of functions"},
    Foreign{"cout", "write printf"},
    Foreign{"sqrtf", "write sqrt"},
    Foreign{"fabsf", "write fabs"},
    Foreign{"powf", "write pow"},
    Foreign{"sinf", "write sin"},
    Foreign{"cosf", "write cos"},
    Foreign{"expf", "write exp"},
    Foreign{"logf", "write log"},
    Foreign{"fminf", "write fmin"},
    Foreign{"fmaxf", "write fmax"},
    Foreign{"floorf", "write floor"},
    Foreign{"memcpy", "copy the elements in a loop"},
    Foreign{"memset", "set the elements in a loop"},
    Foreign{"rand", "there are no random numbers: compute them from the work-item's number"},
    Foreign{"string", "a kernel has no strings"},
    Foreign{"vector", "write a pointer and a length"},
    Foreign{"unsigned_int", "write uint"},
    Foreign{"uint32_t", "write uint"},
    Foreign{"int32_t", "write int"},
    Foreign{"uint8_t", "write uchar"},
    Foreign{"uint64_t", "write ulong"},
    Foreign{"int64_t", "write long"}};

} // namespace

void Parser::unknown(const Token& name, bool called)
{
    const auto other =
        std::ranges::find_if(foreign, [&](const Foreign& one) { return name.text == one.word; });
    if (other != foreign.end())
        notes_.refuse(name.place, "'" + name.text + "' is not in OpenCL C", other->here);
    std::vector<std::string> words;
    for (const Scope& scope : scopes_)
        for (const auto& [word, meaning] : scope)
            if (!called || meaning.function != nullptr) words.push_back(word);
    if (called) {
        const auto& names = builtin_names();
        words.insert(words.end(), names.begin(), names.end());
    } else {
        const auto& names = Types::names();
        words.insert(words.end(), names.begin(), names.end());
        words.insert(words.end(),
                     {"kernel", "global", "local", "constant", "return", "const", "while", "else"});
    }
    const std::string meant = nearest(name.text, words);
    notes_.refuse(name.place,
                  std::string{called ? "there is no function " : "there is nothing called "} + name.text,
                  meant.empty() ? "" : "did you mean " + meant + "?");
}

Ex Parser::call(const Token& name)
{
    expect("(", "before the arguments");
    std::vector<Ex> arguments;
    if (!next_is(")")) do {
            arguments.push_back(as_value(assignment()));
            if (arguments.back()->type->is_nothing())
                notes_.refuse(arguments.back()->place, "this argument is a call that returns nothing");
        } while (take(","));
    expect(")", "behind the arguments");
    if (const Meaning* meaning = find(name.text); meaning != nullptr && meaning->function != nullptr) {
        Function& function = overload_of(*meaning, arguments);
        return call_function(function, std::move(arguments), name.place);
    }
    if (name.text.starts_with("convert_")) return call_conversion(name.text, arguments, name.place);
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
        notes_.refuse(name.place, name.text + " takes " + std::to_string(builtin->arguments) + " argument" +
                                      (builtin->arguments == 1 ? "" : "s") + ", and gets " +
                                      std::to_string(arguments.size()));
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
        arguments[i] = assignable(std::move(arguments[i]), parameter.type, arguments[i]->place,
                                  "the argument " + parameter.name + " of " + function.name);
    }
    if (function_ != nullptr && std::ranges::find(function_->calls, &function) == function_->calls.end())
        function_->calls.push_back(&function);
    Ex result = made(Expression::Is::call, function.result, place, std::move(arguments));
    result->function = &function;
    return result;
}

// convert_float4_sat_rte(x).
Ex Parser::call_conversion(const std::string& name, std::vector<Ex>& arguments, const Place& place)
{
    std::string rest = name.substr(8), how;
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

// Brings arguments to one type: the vector's among them, else what they have in common. @return that type.
const Type* Parser::same_type(const Builtin& builtin, std::vector<Ex>& arguments, std::size_t first,
                              std::size_t count, bool floats, bool wholes, const Place& place)
{
    const Type* type = nullptr;
    for (std::size_t i = first; i < first + count; ++i) {
        const Type* each = arguments[i]->type;
        if (!each->is_number())
            notes_.refuse(arguments[i]->place, builtin.name + " does not take " + each->name());
        if (!each->is_vector()) continue;
        if (type != nullptr && type != each)
            notes_.refuse(place, builtin.name + " takes arguments of one type, and gets " + type->name() +
                                     " and " + each->name());
        type = each;
    }
    if (type == nullptr) {
        Scalar scalar = arguments[first]->type->scalar;
        bool same = true;
        for (std::size_t i = first + 1; i < first + count; ++i) {
            const Type* each = arguments[i]->type;
            same = same && each->scalar == scalar;
            const bool wider = is_float(each->scalar) != is_float(scalar) ? is_float(each->scalar)
                               : size_of(each->scalar) != size_of(scalar)
                                   ? size_of(each->scalar) > size_of(scalar)
                                   : !is_signed(each->scalar);
            if (wider) scalar = each->scalar;
        }
        // Between two integer types the choice is open, unless one of them is a number that is written here.
        if (!same && !is_float(scalar)) {
            for (std::size_t i = first; i < first + count; ++i)
                if (arguments[i]->is != Expression::Is::constant) scalar = arguments[i]->type->scalar;
            for (std::size_t i = first; i < first + count; ++i)
                if (arguments[i]->is != Expression::Is::constant && arguments[i]->type->scalar != scalar)
                    notes_.refuse(place,
                                  builtin.name + " takes arguments of one type, and gets " +
                                      name_of(arguments[i]->type->scalar) + " and " + name_of(scalar),
                                  std::string{"write ("} + name_of(scalar) + ") before one of them");
        }
        type = types_.of(scalar);
    }
    if (floats && !wholes && !type->is_floating()) {
        const bool vector = type->is_vector();
        notes_.refuse(place, builtin.name + " takes floats, and gets " + type->name(),
                      vector ? "write convert_float" + std::to_string(type->lanes) + "(…)"
                             : "write (float) before it, or 2.0f for 2");
    }
    if (wholes && !floats && type->is_floating())
        notes_.refuse(place, builtin.name + " takes whole numbers, and gets " + type->name());
    for (std::size_t i = first; i < first + count; ++i) {
        const Type* each = arguments[i]->type;
        if (each->is_scalar() && type->is_vector())
            arguments[i] = converted(std::move(arguments[i]), types_.of(type->scalar), place);
        arguments[i] = converted(std::move(arguments[i]), type, place);
    }
    return type;
}

void Parser::need_pointer(const Builtin& builtin, const Ex& argument, bool written, const Place& place)
{
    if (!argument->type->is_pointer())
        notes_.refuse(place, builtin.name + " needs a pointer, and gets " + argument->type->name(),
                      "write & before the variable");
    if (written && (argument->type->to_const || argument->type->space == Space::constant))
        notes_.refuse(place, builtin.name + " writes through this pointer, and what it points to is const");
}

} // namespace lockstep::pocket
