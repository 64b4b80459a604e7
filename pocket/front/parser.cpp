// The program's outermost level, and what all of the parser stands on.
#include "front/parser.hpp"

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

// The word that comes next, for a message.
std::string Parser::shown() const
{
    return "'" + here().text + "'" + (here().macro != nullptr ? " of the macro " + *here().macro : "");
}

void Parser::expect(const char* what, const char* where)
{
    if (take(what)) return;
    const bool missed = here().kind == Kind::end ||
                        here().place.line != tokens_[at_ == 0 ? 0 : at_ - 1].place.line ||
                        std::string{what} == ";";
    const bool is_of_macro = here().macro != nullptr && !missed;
    notes_.refuse(missed ? end_of_last() : here().place,
                  std::string{"expected "} + what + " " + where +
                      (is_of_macro ? ", and found " + shown() : ""),
                  is_of_macro ? "see what #define " + *here().macro + " ends in"
                              : std::string{"write "} + what + (missed ? " here" : " before " + shown()));
}

// A ) behind things with commas between them, one of which may be missing.
void Parser::expect_end_of_list(const char* where)
{
    const Kind kind = here().kind;
    if (kind == Kind::name || kind == Kind::number || kind == Kind::string)
        notes_.refuse(end_of_last(), std::string{"expected , or ) "} + where,
                      "write , before '" + here().text + "'");
    expect(")", where);
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

// The innermost block ends; its names are kept for whoever uses one behind it.
void Parser::leave_scope()
{
    for (const auto& [name, meaning] : scopes_.back())
        if (meaning.variable != nullptr) gone_[name] = meaning.variable->place.line;
    scopes_.pop_back();
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
            gone_.clear();
            loops_ = switches_ = 0;
            initialised_ = nullptr;
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
    for (const char* word :
         {"if", "else", "for", "while", "do", "switch", "case", "return", "break", "continue"})
        if (next_is(word))
            notes_.refuse(here().place, "a statement outside of all functions",
                          "is there a } too many before it?");
    if (!begins_type()) {
        if (here().kind == Kind::name) unknown(here(), false);
        notes_.refuse(here().place, "expected a function or a variable, and found '" + here().text + "'",
                      next_is("}")   ? "this } has no { before it"
                      : next_is("{") ? "is there a ; behind the function's head?"
                                     : "");
    }
    declare(specifiers(), true, nullptr);
}

} // namespace lockstep::pocket
