// Registers, variables and statements.
#include "machine/lowering.hpp"

#include <algorithm>
#include <cstring>

namespace lockstep::pocket
{

namespace
{

constexpr std::size_t most_instructions = 2'000'000;

} // namespace

std::shared_ptr<const Code> lower(const Program& program, const Function& kernel, Notes& notes)
{
    return Lowering{program, kernel, notes}.run();
}

Lowering::Lowering(const Program& program, const Function& kernel, Notes& notes)
    : program_(program), kernel_(kernel), notes_(notes)
{
}

std::shared_ptr<const Code> Lowering::run()
{
    code_->kernel = &kernel_;
    set_up_arguments();
    inside_.push_back(&kernel_);
    results_.emplace_back();
    result_addresses_.emplace_back();
    emit(Do::call_begin, kernel_.place);
    statement(*kernel_.body);
    emit(Do::call_end, kernel_.place);
    emit(Do::end, kernel_.place);
    code_->lane_bytes = std::max(code_->lane_bytes, bytes_);
    code_->masks = std::max(code_->masks, masks_);
    return code_;
}

void Lowering::refuse(const Place& place, const std::string& happened)
{
    notes_.refuse(place, happened);
}

Instruction& Lowering::emit(Do what, const Place& place)
{
    if (code_->instructions.size() > most_instructions)
        refuse(place, "with all functions copied to where they are called, the kernel has more than two "
                      "million instructions");
    Instruction& instruction = code_->instructions.emplace_back();
    instruction.what = what;
    instruction.place = place;
    return instruction;
}

Scalar Lowering::scalar_of(const Type* type)
{
    return type->is_number() ? type->scalar : Scalar::u64; // pointers, images, samplers, events
}

Register Lowering::new_register(Scalar scalar, unsigned lanes)
{
    const Register made{bytes_, masks_, scalar, static_cast<std::uint8_t>(lanes)};
    bytes_ += static_cast<std::uint32_t>((size_of(scalar) * lanes + 7) / 8 * 8);
    masks_ += lanes;
    code_->lane_bytes = std::max(code_->lane_bytes, bytes_);
    code_->masks = std::max(code_->masks, masks_);
    return made;
}

Register Lowering::new_register(const Type* type)
{
    return new_register(scalar_of(type), type->is_vector() ? type->lanes : 1);
}

int Lowering::new_object(const std::string& name, Space space, std::size_t size, std::size_t alignment)
{
    code_->objects.push_back(
        {.name = name, .space = space, .size = size, .alignment = std::max<std::size_t>(alignment, 1)});
    return static_cast<int>(code_->objects.size() - 1);
}

void Lowering::set_up_arguments()
{
    int number = 0;
    for (const Variable* parameter : kernel_.parameters) {
        Home& home = homes_[parameter];
        const Type& type = *parameter->type;
        if (type.is_structure()) {
            home.object = new_object(parameter->name, Space::own, type.size(), type.alignment());
            code_->objects.back().argument = number;
            code_->arguments.push_back({});
        } else {
            const Register in = new_register(parameter->type);
            code_->arguments.push_back(in);
            home.in = in;
            if (type.is_pointer() || type.is == Type::Is::image) {
                const int object = new_object(parameter->name, type.is_pointer() ? type.space : Space::global,
                                              0, type.is_pointer() ? type.to->alignment() : 1);
                code_->objects[static_cast<std::size_t>(object)].argument = number;
            }
            if (parameter->in_memory) {
                home.object = new_object(parameter->name, Space::own, type.size(), type.alignment());
                const Register place = object_address(home.object, parameter->place);
                Instruction& kept = emit(Do::store, parameter->place);
                kept.a = place;
                kept.b = in;
            }
        }
        ++number;
    }
}

int Lowering::constant_object(const Variable& variable)
{
    if (const auto known = constants_.find(&variable); known != constants_.end()) return known->second;
    const int made =
        new_object(variable.name, Space::constant, variable.type->size(), variable.type->alignment());
    ObjectPlan& plan = code_->objects[static_cast<std::size_t>(made)];
    plan.contents.assign(plan.size, 0);
    plan.filled.assign(plan.size, true);
    if (variable.first && !bytes_of(variable.first.get(), variable.type, 0, plan))
        refuse(variable.place, "the value of " + variable.name + " must be known when the program is built");
    constants_[&variable] = made;
    return made;
}

// Writes a constant's value into an object's bytes. @return false where it is not known.
bool Lowering::bytes_of(const Expression* expression, const Type* type, std::size_t at, ObjectPlan& into)
{
    if (expression == nullptr) return true; // 0
    using Is = Expression::Is;
    const auto put = [&](const void* bytes, std::size_t count) {
        std::memcpy(into.contents.data() + at, bytes, count);
        return true;
    };
    if (expression->is == Is::list) {
        for (std::size_t i = 0; i < expression->parts.size(); ++i) {
            const Type* part = type->is_array()       ? type->to
                               : type->is_structure() ? type->structure->fields[i].type
                                                      : type;
            const std::size_t where = type->is_array()       ? i * part->size()
                                      : type->is_structure() ? type->structure->fields[i].offset
                                                             : 0;
            if (!bytes_of(expression->parts[i].get(), part, at + where, into)) return false;
        }
        return true;
    }
    if (expression->is == Is::text && type->is_array()) {
        const std::size_t length = std::min(expression->text.size() + 1, type->count);
        return put(expression->text.c_str(), length);
    }
    if (expression->is == Is::gather ||
        (expression->is == Is::convert && expression->type->is_vector() && expression->text.empty())) {
        const std::size_t size = size_of(expression->type->scalar);
        std::size_t component = 0;
        if (expression->is == Is::convert)
            for (unsigned i = 0; i < expression->type->lanes; ++i)
                if (!bytes_of(expression->parts[0].get(), expression->parts[0]->type, at + i * size, into))
                    return false;
        if (expression->is == Is::gather)
            for (const Ex& part : expression->parts) {
                if (!bytes_of(part.get(), part->type, at + component * size, into)) return false;
                component += part->type->lanes;
            }
        return true;
    }
    if (expression->is == Is::variable && expression->variable->space == Space::constant &&
        expression->variable->first)
        return bytes_of(expression->variable->first.get(), expression->type, at, into);
    if (expression->is != Is::constant) return false;
    const Expression::Number& number = expression->number;
    if (type->is_floating()) {
        if (type->scalar == Scalar::f64) return put(&number.real, 8);
        const auto single = static_cast<float>(number.real);
        if (type->scalar == Scalar::f32) return put(&single, 4);
        return false;
    }
    return put(&number.whole, std::min<std::size_t>(type->size(), 8));
}

Lowering::Home& Lowering::home_of(const Variable& variable)
{
    const auto found = homes_.find(&variable);
    if (found != homes_.end()) return found->second;
    Home& home = homes_[&variable];
    if (variable.space == Space::constant && variable.type->is == Type::Is::sampler)
        home.in = value(*variable.first);
    else if (variable.space == Space::constant)
        home.object = constant_object(variable);
    return home;
}

// A variable comes to be: its registers are new, and nothing is in them.
void Lowering::declare(const Variable& variable)
{
    Home& home = homes_[&variable];
    if (variable.space == Space::constant) {
        if (home.object < 0) home.object = constant_object(variable);
        return;
    }
    if (variable.space == Space::local || variable.in_memory) {
        if (home.object < 0 || variable.space != Space::local)
            home.object =
                new_object(variable.name, variable.space, variable.type->size(), variable.type->alignment());
        return;
    }
    home.in = new_register(variable.type);
    // A loop's variable is new in each turn.
    Instruction& unknown = emit(Do::constant, variable.place);
    unknown.to = home.in;
    unknown.flags = 1;
}

void Lowering::assign_variable(const Variable& variable, const Expression& given)
{
    const Home home = homes_.at(&variable);
    if (home.object < 0) {
        Instruction& copied = [&]() -> Instruction& {
            const Register from = value(given);
            Instruction& made = emit(Do::copy, given.place);
            made.a = from;
            return made;
        }();
        copied.to = home.in;
        return;
    }
    const Register base = object_address(home.object, given.place);
    initialise(given, variable.type, base, 0);
}

// Writes a value or a list into memory, zeros where the list ends early.
void Lowering::initialise(const Expression& list, const Type* type, const Register& base, std::uint64_t at)
{
    const auto zero = [&](const Type* of, std::uint64_t where, const auto& self) -> void {
        if (of->is_array()) {
            for (std::size_t i = 0; i < of->count; ++i) self(of->to, where + i * of->to->size(), self);
        } else if (of->is_structure()) {
            for (const Field& field : of->structure->fields) self(field.type, where + field.offset, self);
        } else {
            Register none = constant(
                0, is_float(scalar_of(of)) ? integer_like(scalar_of(of), false) : scalar_of(of), list.place);
            none.scalar = scalar_of(of); // all bits 0
            if (of->is_vector()) {
                const Register all = new_register(of);
                Instruction& splat = emit(Do::splat, list.place);
                splat.to = all;
                splat.a = none;
                none = all;
            }
            Instruction& stored = [&]() -> Instruction& {
                const Register where_to = moved_on(base, where, list.place);
                Instruction& made = emit(Do::store, list.place);
                made.a = where_to;
                return made;
            }();
            stored.b = none;
        }
    };
    if (list.is == Expression::Is::list) {
        const std::size_t count = type->is_array()       ? type->count
                                  : type->is_structure() ? type->structure->fields.size()
                                                         : 1;
        for (std::size_t i = 0; i < count; ++i) {
            const Type* part = type->is_array() ? type->to : type->structure->fields[i].type;
            const std::uint64_t where =
                at + (type->is_array() ? i * part->size() : type->structure->fields[i].offset);
            const std::uint32_t bytes = bytes_, masks = masks_;
            if (i < list.parts.size() && list.parts[i])
                initialise(*list.parts[i], part, base, where);
            else
                zero(part, where, zero);
            bytes_ = bytes;
            masks_ = masks;
        }
        return;
    }
    if (list.is == Expression::Is::text && type->is_array()) {
        for (std::size_t i = 0; i < type->count; ++i) {
            const Register letter = constant(i < list.text.size() ? list.text[i] : 0, Scalar::i8, list.place);
            const Register where = moved_on(base, at + i, list.place);
            Instruction& stored = emit(Do::store, list.place);
            stored.a = where;
            stored.b = letter;
        }
        return;
    }
    if (type->is_structure()) {
        const Register from = address(list);
        copy_structure(moved_on(base, at, list.place), from, type->size(), list.place);
        return;
    }
    const Register from = value(list);
    const Register where = moved_on(base, at, list.place);
    Instruction& stored = emit(Do::store, list.place);
    stored.a = where;
    stored.b = from;
}

void Lowering::statement(const Statement& statement_)
{
    using Is = Statement::Is;
    const std::uint32_t bytes = bytes_, masks = masks_;
    switch (statement_.is) {
    case Is::nothing:
        break;
    case Is::expression:
        if (statement_.value->type->fits_register())
            value(*statement_.value);
        else if (statement_.value->type->is_structure())
            address(*statement_.value);
        else
            value(*statement_.value);
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
            emit(Do::if_else, statement_.place);
            statement(*statement_.body[1]);
            set_target(otherwise);
        } else {
            set_target(begin);
        }
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

void Lowering::loop(const Statement& statement_)
{
    const std::uint32_t bytes = bytes_, masks = masks_;
    emit(Do::loop_begin, statement_.place);
    const std::uint32_t begin = here();
    std::uint32_t test = 0;
    const auto ask = [&] {
        if (!statement_.value) return;
        const Register asked = truth(*statement_.value);
        test = here();
        emit(Do::loop_test, statement_.place).a = asked;
        bytes_ = bytes;
        masks_ = masks;
    };
    if (statement_.asks_first) ask();
    statement(*statement_.body[0]);
    emit(Do::loop_next, statement_.place);
    if (statement_.step) {
        value(*statement_.step);
        bytes_ = bytes;
        masks_ = masks;
    }
    if (!statement_.asks_first) ask();
    emit(Do::loop_back, statement_.place).target = begin;
    if (statement_.value) set_target(test);
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
    for (std::size_t at = 0; at <= statement_.body.size(); ++at) {
        for (const Statement::Label& label : statement_.labels) {
            if (label.at != at) continue;
            Instruction& enters =
                emit(label.is_default ? Do::switch_default : Do::switch_case, statement_.place);
            enters.a = asked;
            enters.number.whole = label.value;
            enters.extra = list;
        }
        if (at < statement_.body.size()) statement(*statement_.body[at]);
    }
    emit(Do::switch_end, statement_.place);
    bytes_ = bytes;
    masks_ = masks;
}

} // namespace lockstep::pocket
