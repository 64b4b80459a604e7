// What a program defines: variables and functions.
#include "front/parser.hpp"
#include "front/ranges.hpp"

#include <algorithm>

namespace lockstep::pocket
{

namespace
{

// Whether a value is made of numbers and of constants alone.
bool is_known(const Expression& value)
{
    using Is = Expression::Is;
    if (value.is == Is::variable) return value.variable->space == Space::constant || value.type->is_array();
    if (value.is == Is::call || value.is == Is::builtin || value.is == Is::assign ||
        value.is == Is::assign_by || value.is == Is::step)
        return false;
    return ranges::all_of(value.parts, [](const Ex& part) { return !part || is_known(*part); });
}

} // namespace

// One or more names behind what begins a declaration.
void Parser::declare(const Specifiers& all, bool global, std::vector<St>* into)
{
    if (take(";")) return; // a structure alone
    do {
        const Place comma = tokens_[at_ == 0 ? 0 : at_ - 1].place;
        Declared declared = declarator(all, all.type);
        if (next_is("<") || next_is(">") || next_is("<=") || next_is(">=") || next_is("!="))
            notes_.refuse(comma, "a comparison stands here for a variable",
                          "the parts of a for have a ; between them: write ; for the ,");
        if (next_is(":") && !global)
            notes_.refuse(here().place, "a loop over a range is C++", "write for (uint i = 0; i < n; ++i)");
        if (declared.is_function) {
            if (!global)
                notes_.refuse(declared.place, "a function inside of a function", "write it before this one");
            function(all, std::move(declared));
            return;
        }
        if (all.is_typedef) {
            scopes_.back()[declared.name] = {.type = declared.type, .alignment = declared.alignment};
            continue;
        }
        Variable* const made_here = variable(all, declared, global);
        const Place place = here().place;
        if (take("=")) {
            if (made_here->space == Space::local)
                notes_.refuse(
                    place,
                    "a local variable has no value at its declaration, because all work-items share it",
                    "give it one by an assignment of one work-item, and a barrier");
            const Type* type = made_here->type;
            initialised_ = made_here->space == Space::constant ? made_here : nullptr;
            Ex first = initialiser(type);
            initialised_ = nullptr;
            made_here->type = type;
            if (made_here->space == Space::constant && !is_known(*first))
                notes_.refuse(place,
                              "the value of " + made_here->name + " must be known when the program is built",
                              "leave constant out for a value that is computed");
            if (made_here->space == Space::constant)
                made_here->first = std::move(first);
            else if (into != nullptr) {
                auto statement = std::make_unique<Statement>();
                statement->is = Statement::Is::declare;
                statement->place = declared.place;
                statement->variable = made_here;
                statement->value = std::move(first);
                into->push_back(std::move(statement));
            }
        } else if (made_here->space == Space::constant && !all.is_extern) {
            notes_.refuse(declared.place,
                          "the constant " + declared.name + " has no value, and cannot be given one later",
                          "write = and its value behind it");
        } else if (!global && into != nullptr) {
            auto statement = std::make_unique<Statement>();
            statement->is = Statement::Is::declare;
            statement->place = declared.place;
            statement->variable = made_here;
            into->push_back(std::move(statement));
        }
        if (made_here->type->is_array() && made_here->type->count == 0)
            notes_.refuse(declared.place, "the array " + declared.name + " has no length",
                          "write it between the brackets");
    } while (take(","));
    expect(";", "behind this declaration");
}

Variable* Parser::variable(const Specifiers& all, const Declared& declared, bool global)
{
    auto made_here = std::make_unique<Variable>();
    made_here->name = declared.name;
    made_here->type = declared.type;
    made_here->place = declared.place;
    made_here->id = next_id_++;
    // Of a pointer, or of an array of them, the space before the type is that of what they point to.
    const Type* root = declared.type;
    while (root->is_array()) root = root->to;
    made_here->is_const = root->is_pointer() ? declared.is_const : all.is_const;
    made_here->is_volatile = !root->is_pointer() && all.is_volatile;
    made_here->space = root->is_pointer() ? Space::own : all.space.value_or(Space::own);
    made_here->in_memory = !declared.type->fits_register() || made_here->space != Space::own;
    if (declared.type->is_nothing())
        notes_.refuse(declared.place, "a variable of the type void", "give it a type");
    need_complete(declared.type, declared.place);
    if (declared.type->is_number() && declared.type->scalar == Scalar::f16 &&
        ranges::find(options_.extensions, "cl_khr_fp16") == options_.extensions.end())
        notes_.refuse(declared.place, "half is only a type of memory on this device",
                      "write float, and vload_half or vstore_half to get at the memory");
    if (declared.type->is == Type::Is::image)
        notes_.refuse(declared.place, "an image is only handed over: no variable can hold one",
                      "make it a parameter");
    need_new(declared.name, declared.place);
    if (global && (made_here->space == Space::global || made_here->space == Space::local))
        notes_.refuse(declared.place,
                      std::string{"a variable outside of all functions must be constant, and this is "} +
                          name_of(made_here->space),
                      made_here->space == Space::local ? "declare it in the kernel" : "make it a buffer");
    if (global && made_here->space == Space::own) {
        if (declared.type->is != Type::Is::sampler)
            notes_.refuse(declared.place, "a variable outside of all functions must be constant",
                          "write constant before its type");
        made_here->space = Space::constant;
        made_here->in_memory = false;
    }
    if (made_here->space == Space::constant) made_here->is_const = true;
    if (!global && made_here->space == Space::local && (function_ == nullptr || !function_->is_kernel))
        notes_.refuse(declared.place, "a local variable belongs into a kernel itself",
                      "declare it in the kernel and hand a pointer to this function");
    if (!global && made_here->space == Space::local && scopes_.size() > 3)
        notes_.refuse(declared.place, "a local variable belongs into the outermost block of the kernel",
                      "declare it at the kernel's beginning");
    if (!global && all.is_static)
        notes_.refuse(declared.place,
                      "a variable of a function cannot be static: work-items end with their kernel",
                      "leave static out");
    if (all.is_extern && made_here->space != Space::constant)
        notes_.refuse(declared.place, "an extern variable must be constant");
    if (!global && made_here->space == Space::global)
        notes_.refuse(declared.place,
                      "global memory comes from the host: a variable in a kernel cannot be in it",
                      "make it a buffer, or a private or local variable");
    Variable* const result = made_here.get();
    scopes_.back()[declared.name] = {.variable = result};
    if (global)
        program_.variables.push_back(std::move(made_here));
    else
        function_->variables.push_back(std::move(made_here));
    return result;
}

// A name may hide another one of an outer block, but not one of its own.
void Parser::need_new(const std::string& name, const Place& place)
{
    const auto known_in = [&](const Scope& scope) {
        const auto found = scope.find(name);
        if (found == scope.end()) return;
        const Meaning& meaning = found->second;
        const Place& other = meaning.variable != nullptr   ? meaning.variable->place
                             : meaning.function != nullptr ? meaning.function->place
                                                           : Place{};
        notes_.refuse(place,
                      "there is a " + name + " already" +
                          (other.line != 0 ? ", in line " + std::to_string(other.line) : std::string{}),
                      "choose another name");
    };
    known_in(scopes_.back());
    if (function_ != nullptr && scopes_.size() == 3) known_in(scopes_[1]); // the parameters
}

void Parser::function(const Specifiers& all, Declared declared)
{
    Function* known = nullptr;
    const auto same = [&](const Function* other) {
        return std::equal(other->parameters.begin(), other->parameters.end(), declared.parameters.begin(),
                          declared.parameters.end(),
                          [](const Variable* a, const auto& b) { return a->type == b->type; });
    };
    Meaning& meaning = scopes_.front()[declared.name];
    if (meaning.variable != nullptr || meaning.type != nullptr || meaning.value)
        need_new(declared.name, declared.place);
    known = meaning.function;
    const bool overloads = all.overloadable || declared.overloadable;
    if (known != nullptr && overloads && !same(known)) {
        const auto other = ranges::find_if(meaning.others, same);
        known = other == meaning.others.end() ? nullptr : *other;
    }
    if (known == nullptr) {
        program_.functions.push_back(std::make_unique<Function>());
        known = program_.functions.back().get();
        if (meaning.function == nullptr)
            meaning.function = known;
        else
            meaning.others.push_back(known);
    } else if (known->body && next_is("{")) {
        notes_.refuse(declared.place, "the function " + declared.name + " has a body already, in line " +
                                          std::to_string(known->place.line));
    } else if (!same(known) || known->result != declared.type) {
        notes_.refuse(declared.place, "the function " + declared.name + " was declared otherwise in line " +
                                          std::to_string(known->place.line));
    }
    if (known->body) { // declared once more
        expect(";", "behind this declaration");
        return;
    }
    known->name = declared.name;
    known->result = declared.type;
    known->is_kernel = known->is_kernel || all.is_kernel;
    known->place = declared.place;
    if (all.group[0] != 0) known->group = all.group;
    if (all.hint[0] != 0) known->hint = all.hint;
    if (!all.vector_hint.empty()) known->vector_hint = all.vector_hint;
    known->parameters.clear();
    known->variables.clear();
    for (auto& parameter : declared.parameters) {
        parameter->id = next_id_++;
        known->parameters.push_back(parameter.get());
        known->variables.push_back(std::move(parameter));
    }
    if (known->is_kernel) check_kernel(*known);
    if (take(";")) return;
    if (!next_is("{")) expect("{", "before the function's body");
    function_ = known;
    scopes_.emplace_back();
    for (Variable* parameter : known->parameters) {
        if (parameter->name.empty()) continue;
        need_new(parameter->name, parameter->place);
        scopes_.back()[parameter->name] = {.variable = parameter};
    }
    known->body = block();
    leave_scope();
    function_ = nullptr;
    gone_.clear();
}

void Parser::check_kernel(const Function& function)
{
    if (!function.result->is_nothing())
        notes_.error(function.place,
                     "a kernel returns nothing, and " + function.name + " returns " + function.result->name(),
                     "write void, and the result into a buffer");
    for (const Variable* parameter : function.parameters) {
        const Type& type = *parameter->type;
        if (type.is_pointer() && type.space == Space::own)
            notes_.error(parameter->place,
                         "the kernel's argument " + parameter->name +
                             " points to private memory, which the host cannot give",
                         "write global before it");
        if (type.is_pointer() && type.to->is_pointer())
            notes_.error(parameter->place, "a pointer to pointers cannot be a kernel's argument");
        if (type.is_scalar() && type.scalar == Scalar::boolean)
            notes_.error(parameter->place, "bool has no fixed size, so it cannot be a kernel's argument",
                         "write int");
        if (parameter->host_sized)
            notes_.error(parameter->place,
                         "size_t may be another size on the host, so it cannot be a kernel's argument",
                         "write ulong or uint");
        if (type.is_scalar() && type.scalar == Scalar::f16)
            notes_.error(parameter->place, "a half cannot be a kernel's argument", "write float");
    }
}

} // namespace lockstep::pocket
