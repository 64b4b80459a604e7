// Statements.
#include "front/parser.hpp"

#include <set>
#include <utility>

namespace lockstep::pocket
{

namespace
{

// A value that is computed and does nothing.
bool is_useless(const Expression& value)
{
    using Is = Expression::Is;
    return value.is == Is::constant || value.is == Is::variable || value.is == Is::unary ||
           value.is == Is::binary || value.is == Is::field || value.is == Is::swizzle ||
           value.is == Is::element || value.is == Is::gather;
}

St made_statement(Statement::Is is, const Place& place)
{
    auto statement = std::make_unique<Statement>();
    statement->is = is;
    statement->place = place;
    return statement;
}

} // namespace

// A declaration or a statement; where it cannot be read, what is wrong is noted, and the next one is read.
void Parser::one_statement(std::vector<St>& into)
{
    const std::size_t before = at_, scopes = scopes_.size();
    const int loops = loops_, switches = switches_;
    try {
        if (begins_type() &&
            !(here(1).is("(") && find(here().text) == nullptr && types_.named(here().text) == nullptr))
            declare(specifiers(), false, &into);
        else
            into.push_back(statement());
    } catch (const Refused&) {
        if (notes_.is_full()) throw;
        scopes_.resize(scopes);
        loops_ = loops;
        switches_ = switches;
        skip_to_end_of_statement();
        if (at_ == before) ++at_;
    }
}

St Parser::block()
{
    St made_here = made_statement(Statement::Is::block, here().place);
    const Place begin = here().place;
    expect("{", "before a block");
    scopes_.emplace_back();
    while (!next_is("}")) {
        if (here().kind == Kind::end)
            notes_.refuse(begin, "this { has no }", "write } behind the last statement of its block");
        one_statement(made_here->body);
    }
    ++at_;
    leave_scope();
    return made_here;
}

// What an attribute, or the "#pragma unroll" that became one, asked for.
int Parser::taken_unroll()
{
    return std::exchange(unroll_, 0);
}

St Parser::statement()
{
    const Token& token = here();
    const Deeper inside = deeper("statements are nested too deeply here");
    if (token.is("__attribute__")) {
        Specifiers ignored;
        take_attributes(ignored);
    }
    if (next_is("{")) return block();
    if (take(";")) return made_statement(Statement::Is::nothing, token.place);
    if (next_is("if")) return choice();
    if (next_is("while")) return loop_while();
    if (next_is("do")) return loop_do();
    if (next_is("for")) return loop_for();
    if (next_is("switch")) return switched();
    if (next_is("return")) return leave();
    if (next_is("break") || next_is("continue")) {
        const bool ends = next_is("break");
        if (loops_ == 0 && (!ends || switches_ == 0))
            notes_.refuse(token.place, "'" + token.text + "' outside of a loop",
                          function_ != nullptr && function_->is_kernel ? "to leave the kernel write return"
                                                                       : "");
        const Place place = token.place;
        ++at_;
        expect(";", ends ? "behind break" : "behind continue");
        return made_statement(ends ? Statement::Is::end : Statement::Is::next, place);
    }
    if (next_is("goto"))
        notes_.refuse(token.place, "there is no goto on this device", "write a loop, or an if");
    if (next_is("else"))
        notes_.refuse(token.place, "this else has no if before it",
                      "is there a ; behind the condition of the if?");
    if (next_is("case") || next_is("default"))
        notes_.refuse(token.place, "'" + token.text + "' outside of a switch");
    if (next_is("asm") || next_is("__asm__") || next_is("__asm"))
        notes_.refuse(token.place, "inline assembly is one device's own, and this device has none");
    if (next_is("try") || next_is("throw"))
        notes_.refuse(token.place, "'" + token.text + "' is C++, and a kernel has no exceptions");
    St made_here = made_statement(Statement::Is::expression, token.place);
    made_here->value = expression();
    const Expression& value = *made_here->value;
    if (value.is == Expression::Is::binary && value.sign == Operator::equal)
        notes_.warn(value.place, "the result of this comparison is not used", "did you mean = ?");
    else if (is_useless(value))
        notes_.warn(value.place, "the value of this statement is not used",
                    "assign it to something, or leave it out");
    expect(";", "behind this statement");
    return made_here;
}

Ex Parser::condition(const char* of)
{
    expect("(", (std::string{"behind "} + of).c_str());
    const Place place = here().place;
    Ex value = expression();
    if (value->is == Expression::Is::assign)
        notes_.warn(value->place, "an assignment as a condition", "did you mean == ?");
    value = as_value(std::move(value));
    if (!value->type->is_scalar() && !value->type->is_pointer())
        notes_.refuse(place, "a condition must be one number, and this is " + value->type->name(),
                      value->type->is_vector() ? "write any(…) or all(…) around it" : "");
    expect(")", "behind the condition");
    return value;
}

St Parser::choice()
{
    St made_here = made_statement(Statement::Is::choose, here().place);
    ++at_;
    made_here->value = condition("if");
    if (next_is(";")) notes_.warn(here().place, "this ; is all that the if decides about", "leave it out");
    made_here->body.push_back(statement());
    if (take("else")) made_here->body.push_back(statement());
    return made_here;
}

St Parser::loop_while()
{
    St made_here = made_statement(Statement::Is::loop, here().place);
    made_here->unroll = taken_unroll();
    ++at_;
    made_here->value = condition("while");
    if (next_is(";")) notes_.warn(here().place, "this ; is all that the loop repeats", "leave it out");
    ++loops_;
    made_here->body.push_back(statement());
    --loops_;
    return made_here;
}

St Parser::loop_do()
{
    St made_here = made_statement(Statement::Is::loop, here().place);
    made_here->unroll = taken_unroll();
    made_here->asks_first = false;
    ++at_;
    ++loops_;
    made_here->body.push_back(statement());
    --loops_;
    expect("while", "behind the body of do");
    made_here->value = condition("while");
    expect(";", "behind do … while");
    return made_here;
}

St Parser::loop_for()
{
    St around = made_statement(Statement::Is::block, here().place);
    St made_here = made_statement(Statement::Is::loop, here().place);
    made_here->unroll = taken_unroll();
    ++at_;
    expect("(", "behind for");
    scopes_.emplace_back();
    if (begins_type()) {
        declare(specifiers(), false, &around->body);
    } else if (!take(";")) {
        St first = made_statement(Statement::Is::expression, here().place);
        first->value = expression();
        around->body.push_back(std::move(first));
        expect(";", "behind the beginning of for");
    }
    if (!next_is(";")) {
        const Place place = here().place;
        made_here->value = as_value(expression());
        if (!made_here->value->type->is_scalar() && !made_here->value->type->is_pointer())
            notes_.refuse(place,
                          "a condition must be one number, and this is " + made_here->value->type->name());
    }
    if (next_is(")") && made_here->value && made_here->value->is == Expression::Is::sequence)
        notes_.refuse(made_here->value->place, "the parts of a for have a ; between them",
                      "write ; for this ,");
    expect(";", "behind the condition of for");
    if (!next_is(")")) made_here->step = expression();
    expect(")", "behind the last part of for");
    if (next_is(";")) notes_.warn(here().place, "this ; is all that the loop repeats", "leave it out");
    ++loops_;
    made_here->body.push_back(statement());
    --loops_;
    leave_scope();
    around->body.push_back(std::move(made_here));
    return around;
}

St Parser::switched()
{
    St made_here = made_statement(Statement::Is::switched, here().place);
    ++at_;
    made_here->value = condition("switch");
    if (!made_here->value->type->is_integer())
        notes_.refuse(made_here->place,
                      "a switch needs a whole number, and this is " + made_here->value->type->name());
    expect("{", "behind switch (…)");
    std::set<std::pair<bool, std::int64_t>> labels;
    scopes_.emplace_back();
    ++switches_;
    while (!take("}")) {
        if (here().kind == Kind::end)
            notes_.refuse(made_here->place, "this switch has no }", "write } behind its last statement");
        if (next_is("case") || next_is("default")) {
            const bool is_default = next_is("default");
            const Place place = here().place;
            ++at_;
            std::int64_t value = 0;
            if (!is_default) {
                const Ex given = fold(conditional());
                const auto known = constant_of(*given);
                if (!known) notes_.refuse(place, "a case needs a constant");
                value = *known;
            }
            expect(":", is_default ? "behind default" : "behind the case");
            if (!labels.emplace(is_default, value).second) notes_.error(place, "this case is there twice");
            made_here->labels.push_back({value, is_default, made_here->body.size()});
            if (begins_type())
                notes_.error(here().place, "a declaration right behind a case",
                             "write { } around the case's statements");
        } else {
            one_statement(made_here->body);
        }
    }
    --switches_;
    leave_scope();
    return made_here;
}

St Parser::leave()
{
    St made_here = made_statement(Statement::Is::leave, here().place);
    const Place place = here().place;
    ++at_;
    const Type* wanted = function_->result;
    if (wanted->is_nothing() && here().first) expect(";", "behind return");
    if (!next_is(";")) made_here->value = expression();
    expect(";", "behind return");
    if (made_here->value && wanted->is_nothing())
        notes_.refuse(
            place, std::string{function_->is_kernel ? "a kernel" : "this function"} + " returns nothing",
            function_->is_kernel ? "write the result into a buffer, and return; here" : "write return;");
    if (!made_here->value && !wanted->is_nothing())
        notes_.refuse(place, "this function returns " + wanted->name() + ", and here is nothing");
    if (made_here->value)
        made_here->value = assignable(std::move(made_here->value), wanted, place, "the result");
    return made_here;
}

} // namespace lockstep::pocket
