// Statements as instructions.
#include "machine/lowering.hpp"

#include <algorithm>

namespace lockstep::pocket
{

namespace
{

const Expression& without_conversions(const Expression& expression)
{
    const Expression* inner = &expression;
    while (inner->is == Expression::Is::convert && inner->parts[0]->type == expression.type)
        inner = inner->parts[0].get();
    return *inner;
}

bool is_empty(const Statement& statement)
{
    return statement.is == Statement::Is::nothing ||
           (statement.is == Statement::Is::block &&
            std::all_of(statement.body.begin(), statement.body.end(),
                        [](const St& inner) { return is_empty(*inner); }));
}

// Whether a loop does nothing but count up to a number, as loops do that are meant to take time: for (…; i < 1000; ++i) ;
bool only_counts(const Statement& loop)
{
    using Is = Expression::Is;
    if (!loop.asks_first || !loop.value || !loop.step || !is_empty(*loop.body[0])) return false;
    const Expression &asked = without_conversions(*loop.value), &step = *loop.step;
    if (asked.is != Is::binary || asked.sign != Operator::less || step.is != Is::step ||
        step.sign != Operator::add)
        return false;
    const Expression &counter = without_conversions(*asked.parts[0]),
                     &end = without_conversions(*asked.parts[1]),
                     &counted = without_conversions(*step.parts[0]);
    return counter.is == Is::variable && end.is == Is::constant && counted.is == Is::variable &&
           counter.variable == counted.variable && !counter.variable->is_volatile &&
           !counter.variable->in_memory && counter.variable->space == Space::own &&
           end.type == counter.variable->type && end.type->is_scalar() && end.type->is_integer();
}

} // namespace

void Lowering::statement(const Statement& statement_)
{
    using Is = Statement::Is;
    const Deeper inside = deeper(statement_.place);
    const std::uint32_t bytes = bytes_, masks = masks_;
    const std::size_t names = code_->variables.size();
    if (statement_.is != Is::block && statement_.is != Is::nothing && statement_.is != Is::loop)
        in_text(statement_.is == Is::declare ? TextPart::Is::declaration : TextPart::Is::statement,
                statement_.place);
    switch (statement_.is) {
    case Is::nothing:
        break;
    case Is::expression:
        effect(*statement_.value);
        bytes_ = bytes;
        masks_ = masks;
        break;
    case Is::declare: {
        declare(*statement_.variable);
        const std::uint32_t own_bytes = bytes_, own_masks = masks_;
        if (statement_.value) assign_variable(*statement_.variable, *statement_.value);
        bytes_ = own_bytes;
        masks_ = own_masks;
        break;
    }
    case Is::block:
        for (const St& inner : statement_.body) statement(*inner);
        end_names(names);
        bytes_ = bytes;
        masks_ = masks;
        break;
    case Is::choose: {
        const Register asked = truth(*statement_.value);
        const std::uint32_t begin = here();
        emit(Do::if_begin, statement_.place).a = asked;
        statement(*statement_.body[0]);
        if (statement_.body.size() > 1) {
            const std::uint32_t otherwise = here();
            set_target(begin);
            in_text(TextPart::Is::otherwise, statement_.body[1]->place);
            emit(Do::if_else, statement_.place);
            statement(*statement_.body[1]);
            set_target(otherwise);
        } else {
            set_target(begin);
        }
        in_text(TextPart::Is::ending, statement_.body.back()->place);
        emit(Do::if_end, statement_.place);
        bytes_ = bytes;
        masks_ = masks;
        break;
    }
    case Is::loop:
        loop(statement_);
        break;
    case Is::switched:
        switched(statement_);
        break;
    case Is::leave: {
        if (statement_.value && statement_.value->type->is_structure()) {
            const Register from = address(*statement_.value);
            copy_structure(result_addresses_.back(), from, statement_.value->type->size(), statement_.place);
        } else if (statement_.value) {
            const Register from = value(*statement_.value);
            Instruction& copied = emit(Do::copy, statement_.place);
            copied.to = results_.back();
            copied.a = from;
        }
        emit(Do::call_leave, statement_.place);
        bytes_ = bytes;
        masks_ = masks;
        break;
    }
    case Is::end:
        emit(Do::leave_loop, statement_.place);
        break;
    case Is::next:
        emit(Do::next_turn, statement_.place);
        break;
    }
}

// What compilers make of such a loop: if (i < 1000) i = 1000;
void Lowering::count_at_once(const Statement& loop)
{
    const Expression& asked = without_conversions(*loop.value);
    const std::uint32_t bytes = bytes_, masks = masks_;
    in_text(TextPart::Is::condition, loop.place);
    const Register less = truth(asked);
    const std::uint32_t choice = here();
    emit(Do::if_begin, loop.place).a = less;
    assign_variable(*without_conversions(*asked.parts[0]).variable, *asked.parts[1]);
    set_target(choice);
    emit(Do::if_end, loop.place);
    bytes_ = bytes;
    masks_ = masks;
}

void Lowering::loop(const Statement& statement_)
{
    const std::uint32_t bytes = bytes_, masks = masks_;
    if (only_counts(statement_)) return count_at_once(statement_);
    in_text(TextPart::Is::statement, statement_.place);
    emit(Do::loop_begin, statement_.place).number.whole = statement_.unroll;
    const std::uint32_t begin = here();
    std::uint32_t test = 0;
    const auto ask = [&] {
        if (!statement_.value) return;
        in_text(TextPart::Is::condition, statement_.place);
        const Register asked = truth(*statement_.value);
        test = here();
        emit(Do::loop_test, statement_.place).a = asked;
        bytes_ = bytes;
        masks_ = masks;
    };
    if (statement_.asks_first) ask();
    statement(*statement_.body[0]);
    in_text(TextPart::Is::turn, statement_.place);
    emit(Do::loop_next, statement_.place);
    if (statement_.step) {
        effect(*statement_.step);
        bytes_ = bytes;
        masks_ = masks;
    }
    if (!statement_.asks_first) ask();
    emit(Do::loop_back, statement_.place).target = begin;
    if (statement_.value) set_target(test);
    in_text(TextPart::Is::ending, statement_.body[0]->place);
    emit(Do::loop_end, statement_.place);
}

void Lowering::switched(const Statement& statement_)
{
    const std::uint32_t bytes = bytes_, masks = masks_;
    const Register asked = value(*statement_.value);
    std::vector<std::int64_t> cases;
    for (const Statement::Label& label : statement_.labels)
        if (!label.is_default) cases.push_back(label.value);
    code_->cases.push_back(cases);
    const auto list = static_cast<std::int32_t>(code_->cases.size() - 1);
    emit(Do::switch_begin, statement_.place);
    auto label = statement_.labels.begin(); // in the order of the text
    for (std::size_t at = 0; at <= statement_.body.size(); ++at) {
        if (label != statement_.labels.end() && label->at == at)
            in_text(TextPart::Is::statement, statement_.place);
        for (; label != statement_.labels.end() && label->at == at; ++label) {
            Instruction& enters =
                emit(label->is_default ? Do::switch_default : Do::switch_case, statement_.place);
            enters.a = asked;
            enters.number.whole = label->value;
            enters.extra = list;
        }
        if (at < statement_.body.size()) statement(*statement_.body[at]);
    }
    in_text(TextPart::Is::ending, statement_.body.empty() ? statement_.place : statement_.body.back()->place);
    emit(Do::switch_end, statement_.place);
    bytes_ = bytes;
    masks_ = masks;
}

} // namespace lockstep::pocket
