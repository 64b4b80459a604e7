// Registers, objects and variables: what instructions work on.
#include "machine/lowering.hpp"

#include <algorithm>

namespace lockstep::pocket
{

namespace
{

constexpr std::size_t most_instructions = 500'000;
constexpr unsigned deepest = 2000;
constexpr std::uint32_t most_register_bytes = 1U << 16U;          // of one work-item
constexpr std::size_t most_private_bytes = std::size_t{1} << 18U; // of one work-item
constexpr std::size_t most_constant_bytes = std::size_t{1} << 20U;

} // namespace

std::shared_ptr<const Code> lower(const Program&, const Function& kernel, Notes& notes)
{
    return Lowering{kernel, notes}.run();
}

Lowering::Lowering(const Function& kernel, Notes& notes) : kernel_(kernel), notes_(notes) {}

std::shared_ptr<const Code> Lowering::run()
{
    code_->kernel = &kernel_;
    set_up_arguments();
    inside_.push_back(&kernel_);
    results_.emplace_back();
    result_addresses_.emplace_back();
    in_text(TextPart::Is::statement, kernel_.place);
    emit(Do::call_begin, kernel_.place);
    statement(*kernel_.body);
    in_text(TextPart::Is::ending, kernel_.body->place);
    emit(Do::call_end, kernel_.place);
    emit(Do::end, kernel_.place);
    end_names(0);
    code_->lane_bytes = std::max(code_->lane_bytes, bytes_);
    code_->masks = std::max(code_->masks, masks_);
    return code_;
}

void Lowering::refuse(const Place& place, const std::string& happened)
{
    notes_.refuse(place, happened);
}

Deeper Lowering::deeper(const Place& place)
{
    return {depth_, deepest, notes_, place,
            "with all functions copied to where they are called, this is nested too deeply"};
}

Instruction& Lowering::emit(Do what, const Place& place)
{
    if (code_->instructions.size() > most_instructions)
        refuse(place, "with all functions copied to where they are called, the kernel has more than half a "
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
    if (bytes_ > most_register_bytes)
        refuse(kernel_.place, "the kernel keeps more than 64 KiB of values for each work-item at once");
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

int Lowering::new_object(const std::string& name, Space space, std::size_t size, std::size_t alignment,
                         const Type* type)
{
    std::size_t& all = space == Space::own ? private_bytes_ : constant_bytes_;
    if (space == Space::own || space == Space::constant) all += size;
    if (private_bytes_ > most_private_bytes)
        refuse(kernel_.place,
               "the kernel's private arrays and structures take more than 256 KiB for each work-item");
    if (constant_bytes_ > most_constant_bytes)
        refuse(kernel_.place, "the kernel's constants take more than 1 MiB");
    code_->objects.push_back({.name = name,
                              .type = type,
                              .space = space,
                              .size = size,
                              .alignment = std::max<std::size_t>(alignment, 1)});
    return static_cast<int>(code_->objects.size() - 1);
}

void Lowering::set_up_arguments()
{
    int number = 0;
    for (const Variable* parameter : kernel_.parameters) {
        Home& home = homes_[parameter];
        const Type& type = *parameter->type;
        if (type.is_structure()) {
            home.object = new_object(parameter->name, Space::own, type.size(), type.alignment(), &type);
            code_->objects.back().argument = number;
            code_->arguments.push_back({});
        } else {
            const Register in = new_register(parameter->type);
            code_->arguments.push_back(in);
            home.in = in;
            if (type.is_pointer() || type.is == Type::Is::image) {
                const int object = new_object(parameter->name, type.is_pointer() ? type.space : Space::global,
                                              0, type.is_pointer() ? type.to->alignment() : 1,
                                              type.is_pointer() ? type.to : nullptr);
                ObjectPlan& plan = code_->objects[static_cast<std::size_t>(object)];
                plan.argument = number;
                plan.is_restrict = parameter->is_restrict;
            }
            if (parameter->in_memory) {
                home.object = new_object(parameter->name, Space::own, type.size(), type.alignment());
                const Register place = object_address(home.object, parameter->place);
                Instruction& kept = emit(Do::store, parameter->place);
                kept.a = place;
                kept.b = in;
            }
        }
        if (type.is_number() || type.is_structure()) name(*parameter, home);
        ++number;
    }
}

Lowering::Home& Lowering::home_of(const Variable& variable)
{
    const auto found = homes_.find(&variable);
    if (found != homes_.end()) return found->second;
    Home& home = homes_[&variable];
    if (variable.space == Space::constant) home.object = constant_object(variable);
    return home;
}

// What is emitted from here on belongs to that part of the text.
void Lowering::in_text(TextPart::Is is, const Place& place)
{
    code_->text_parts.push_back({here(), is, place});
}

void Lowering::name(const Variable& variable, const Home& home)
{
    code_->variables.push_back({&variable, inside_.empty() ? &kernel_ : inside_.back(), home.in, home.object,
                                here(), ~std::uint32_t{0}});
}

// The names from that one on end here, where they have not ended yet.
void Lowering::end_names(std::size_t first)
{
    for (std::size_t i = first; i < code_->variables.size(); ++i)
        code_->variables[i].to = std::min(code_->variables[i].to, here());
}

// A variable comes to be: its registers are new, and nothing is in them.
void Lowering::declare(const Variable& variable)
{
    Home& home = homes_[&variable];
    if (variable.space == Space::constant) return; // it comes when it is used
    if (variable.space == Space::local || variable.in_memory) {
        if (home.object < 0 || variable.space != Space::local)
            home.object = new_object(variable.name, variable.space, variable.type->size(),
                                     variable.type->alignment(), variable.type);
        if (variable.space != Space::local) name(variable, home);
        return;
    }
    home.in = new_register(variable.type);
    name(variable, home);
    // A loop's variable is new in each turn.
    Instruction& unknown = emit(Do::constant, variable.place);
    unknown.to = home.in;
    unknown.flags = 1;
}

} // namespace lockstep::pocket
