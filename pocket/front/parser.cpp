// The program's outermost level: functions, variables, structures, typedefs.
#include "front/parser.hpp"

#include "front/builtins.hpp"

#include <algorithm>

namespace lockstep::pocket
{

const Function* Program::kernel(const std::string& name) const
{
    for (const auto& function : functions)
        if (function->is_kernel && function->name == name && function->body) return function.get();
    return nullptr;
}

Parser::Parser(std::vector<Token> tokens, const Options& options, Program& program, Notes& notes)
    : tokens_(std::move(tokens)), options_(options), program_(program), types_(program.types), notes_(notes),
      scopes_(1)
{
}

const Token& Parser::here(std::size_t ahead) const
{
    return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
}

bool Parser::take(const char* what)
{
    if (!next_is(what)) return false;
    ++at_;
    return true;
}

// Just behind the last token: where what is missing should stand.
Place Parser::end_of_last() const
{
    if (at_ == 0) return here().place;
    const Token& last = tokens_[at_ - 1];
    Place place = last.place;
    place.column += static_cast<unsigned>(last.text.size());
    return place;
}

void Parser::expect(const char* what, const char* where)
{
    if (take(what)) return;
    const bool missed = here().kind == Kind::end ||
                        here().place.line != tokens_[at_ == 0 ? 0 : at_ - 1].place.line ||
                        std::string{what} == ";";
    notes_.refuse(missed ? end_of_last() : here().place, std::string{"expected "} + what + " " + where,
                  std::string{"write "} + what + (missed ? " here" : " before '" + here().text + "'"));
}

// To the next statement, past blocks that begin in this one.
void Parser::skip_to_end_of_statement()
{
    for (int depth = 0; here().kind != Kind::end; ++at_) {
        if (next_is("{")) ++depth;
        if (next_is("}")) {
            if (depth == 0) return; // the end of the block around it
            if (--depth == 0) {
                if (here(1).is(";") || here(1).is(",")) continue; // of a list of values
                ++at_;
                return;
            }
        }
        if (next_is(";") && depth == 0) {
            ++at_;
            return;
        }
    }
}

const Parser::Meaning* Parser::find(const std::string& name) const
{
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
        if (const auto found = scope->find(name); found != scope->end()) return &found->second;
    return nullptr;
}

void Parser::run()
{
    while (here().kind != Kind::end && !notes_.is_full()) {
        const std::size_t before = at_;
        try {
            external();
        } catch (const Refused&) {
            scopes_.resize(1);
            function_ = nullptr;
            loops_ = switches_ = depth_ = 0;
            skip_to_end_of_statement();
            if (at_ == before) ++at_;
        }
    }
}

void Parser::external()
{
    if (take(";")) return;
    if (next_is("template") || next_is("class") || next_is("namespace") || next_is("using"))
        notes_.refuse(here().place, "'" + here().text + "' is C++, and a kernel is written in C");
    if (next_is("__global__") || next_is("__device__"))
        notes_.refuse(here().place, "'" + here().text + "' is CUDA",
                      next_is("__global__") ? "write kernel" : "leave it out: functions are the device's");
    if (!begins_type()) {
        if (here().kind == Kind::name) unknown(here(), false);
        notes_.refuse(here().place, "expected a function or a variable, and found '" + here().text + "'",
                      next_is("}") ? "this } has no { before it" : "");
    }
    declare(specifiers(), true, nullptr);
}

// One or more names behind what begins a declaration.
void Parser::declare(const Specifiers& all, bool global, std::vector<St>* into)
{
    if (take(";")) return; // a structure alone
    do {
        Declared declared = declarator(all, all.type);
        if (declared.is_function) {
            if (!global) notes_.refuse(declared.place, "a function inside of a function", "write it before");
            function(all, std::move(declared));
            return;
        }
        if (all.is_typedef) {
            scopes_.back()[declared.name] = {.type = declared.type};
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
            Ex first = initialiser(type);
            made_here->type = type;
            if (global)
                made_here->first = std::move(first);
            else if (into != nullptr) {
                auto statement = std::make_unique<Statement>();
                statement->is = Statement::Is::declare;
                statement->place = declared.place;
                statement->variable = made_here;
                statement->value = std::move(first);
                into->push_back(std::move(statement));
            }
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
    made_here->space = root->is_pointer() ? Space::own : all.space.value_or(Space::own);
    made_here->in_memory = !declared.type->fits_register() || made_here->space != Space::own;
    if (declared.type->is_nothing())
        notes_.refuse(declared.place, "a variable of the type void", "give it a type");
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

void Parser::function(const Specifiers& all, Declared declared)
{
    Function* known = nullptr;
    const auto same = [&](const Function* other) {
        return std::ranges::equal(other->parameters, declared.parameters,
                                  [](const Variable* a, const auto& b) { return a->type == b->type; });
    };
    Meaning& meaning = scopes_.front()[declared.name];
    known = meaning.function;
    const bool overloads = all.overloadable || declared.overloadable;
    if (known != nullptr && overloads && !same(known)) {
        const auto other = std::ranges::find_if(meaning.others, same);
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
    } else if (known->parameters.size() != declared.parameters.size() || known->result != declared.type) {
        notes_.refuse(declared.place, "the function " + declared.name + " was declared otherwise in line " +
                                          std::to_string(known->place.line));
    }
    known->name = declared.name;
    known->result = declared.type;
    known->is_kernel = known->is_kernel || all.is_kernel;
    known->place = declared.place;
    if (all.group[0] != 0) known->group = all.group;
    if (all.hint[0] != 0) known->hint = all.hint;
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
    for (Variable* parameter : known->parameters) scopes_.back()[parameter->name] = {.variable = parameter};
    known->body = block();
    scopes_.pop_back();
    function_ = nullptr;
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
        if (type.is_scalar() && type.scalar == Scalar::f16)
            notes_.error(parameter->place, "a half cannot be a kernel's argument", "write float");
    }
}

} // namespace lockstep::pocket
