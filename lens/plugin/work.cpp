// What a segment of code costs a GPU's scheduler, and how long its work-items wait in it.
#include "work.hpp"

#include <algorithm>
#include <string_view>

namespace lockstep::lens
{

namespace
{

constexpr unsigned private_space = 0;
constexpr unsigned global_space = 1;
constexpr unsigned local_space = 3;

/// Only the order of magnitude matters here: which of two ways is the longer one.
std::uint64_t length(const SegmentWork& work)
{
    constexpr std::uint64_t steps_of_wait = 100;
    constexpr std::uint64_t steps_of_local_wait = 8;
    return work.waits * steps_of_wait + work.local_waits * steps_of_local_wait + work.steps;
}

std::string_view called_name(LlvmHandle call)
{
    const LlvmFunctions& llvm = llvm_functions();
    const LlvmHandle called = llvm.called(call);
    return llvm.name(called ? llvm.as_function(called) : nullptr);
}

bool calls_own_function(LlvmHandle call)
{
    const LlvmFunctions& llvm = llvm_functions();
    const LlvmHandle called = llvm.called(call);
    const LlvmHandle function = called ? llvm.as_function(called) : nullptr;
    return function && !llvm.is_declaration(function);
}

bool has_fixed_distance(LlvmHandle element_address)
{
    const LlvmFunctions& llvm = llvm_functions();
    const int operands = llvm.operand_count(element_address);
    for (int i = 1; i < operands; ++i)
        if (!llvm.as_constant_integer(llvm.operand(element_address, static_cast<unsigned>(i)))) return false;
    return true;
}

unsigned elements_of(LlvmHandle value)
{
    const LlvmFunctions& llvm = llvm_functions();
    const LlvmHandle type = llvm.type_of(value);
    return llvm.type_kind(type) == llvm_vector_type ? llvm.vector_size(type) : 1;
}

/// The space that the last pointer among the first `operands` points into; 0 where there is none.
unsigned pointer_space(LlvmHandle instruction, int operands)
{
    const LlvmFunctions& llvm = llvm_functions();
    unsigned space = 0;
    for (int i = 0; i < operands; ++i) {
        const LlvmHandle type = llvm.type_of(llvm.operand(instruction, static_cast<unsigned>(i)));
        if (llvm.type_kind(type) == llvm_pointer_type) space = llvm.address_space(type);
    }
    return space;
}

/// No GPU divides integers in one instruction.
unsigned slots_of_division(LlvmHandle divisor)
{
    constexpr unsigned by_variable = 20; // "up to 20 instructions": CUDA C Programming Guide 4.0, 5.4.1
    constexpr unsigned by_constant = 3;  // a multiplication, of which the high half is shifted
    const LlvmFunctions& llvm = llvm_functions();
    if (!llvm.as_constant_integer(divisor)) return by_variable;
    const long long value = llvm.constant_integer(divisor);
    return (value & (value - 1)) == 0 ? 1 : by_constant;
}

} // namespace

bool is_for_the_compiler(LlvmHandle instruction)
{
    const int opcode = llvm_functions().opcode(instruction);
    if (opcode == llvm_phi) return true;
    if (opcode != llvm_call) return false;
    const std::string_view name = called_name(instruction);
    return name.starts_with("llvm.dbg.") || name.starts_with("llvm.lifetime.") ||
           name.starts_with("llvm.assume") || name.starts_with("llvm.experimental.noalias");
}

unsigned SegmentChain::slots_of(LlvmHandle instruction)
{
    const LlvmFunctions& llvm = llvm_functions();
    if (is_for_the_compiler(instruction)) return 0;
    switch (llvm.opcode(instruction)) {
    case llvm_return:
    case llvm_alloca:
    case llvm_truncate:
    case llvm_zero_extend:
    case llvm_sign_extend:
    case llvm_pointer_to_integer:
    case llvm_integer_to_pointer:
    case llvm_bit_cast:
    case llvm_extract_element:
    case llvm_insert_element:
    case llvm_shuffle_vector:
    case llvm_space_cast:
        return 0;
    case llvm_branch:
        return llvm.successor_count(instruction) > 1 ? 1 : 0;
    case llvm_element_address:
        return has_fixed_distance(instruction) || pointer_space(instruction, 1) == private_space ? 0 : 1;
    case llvm_load:
        return pointer_space(instruction, 1) == private_space ? 0 : 1;
    case llvm_store:
        return pointer_space(instruction, 2) == private_space ? 0 : 1;
    case llvm_call:
        return calls_own_function(instruction)                ? 0
               : contains(called_name(instruction), "vload")  ? elements_of(instruction)
               : contains(called_name(instruction), "vstore") ? elements_of(llvm.operand(instruction, 0))
                                                              : elements_of(instruction);
    case llvm_divide_unsigned:
    case llvm_divide_signed:
    case llvm_remainder_unsigned:
    case llvm_remainder_signed:
        return slots_of_division(llvm.operand(instruction, 1)) * elements_of(instruction);
    default:
        return elements_of(instruction);
    }
}

SegmentChain::Waits SegmentChain::waits_of(LlvmHandle instruction)
{
    const LlvmFunctions& llvm = llvm_functions();
    const int opcode = llvm.opcode(instruction);
    unsigned space = 0;
    if (opcode == llvm_load) space = pointer_space(instruction, 1);
    if (opcode == llvm_call) {
        const std::string_view name = called_name(instruction);
        if (contains(name, "read_image")) return Waits::global;
        if (contains(name, "vload") || contains(name, "atomic_") || contains(name, "atom_"))
            space = pointer_space(instruction, llvm.operand_count(instruction) - 1);
    }
    return space == global_space ? Waits::global : space == local_space ? Waits::local : Waits::no;
}

void SegmentChain::add(LlvmHandle instruction, unsigned rounds)
{
    const LlvmFunctions& llvm = llvm_functions();
    SegmentWork done;
    const int operands = llvm.operand_count(instruction);
    for (int i = 0; i < operands; ++i)
        if (const auto found = done_.find(llvm.operand(instruction, static_cast<unsigned>(i)));
            found != done_.end() && length(found->second) > length(done))
            done = found->second;
    const unsigned slots = slots_of(instruction);
    const Waits waits = waits_of(instruction);
    if (waits == Waits::global)
        ++done.waits;
    else if (waits == Waits::local)
        ++done.local_waits;
    else if (slots > 0)
        ++done.steps;
    done_[instruction] = done;
    // Nobody waits for an atomic function whose result is not used: what uses it counts it.
    const bool may_be_ignored = waits != Waits::no && llvm.opcode(instruction) == llvm_call &&
                                contains(called_name(instruction), "atom");
    const std::uint64_t all_slots =
        longest_.slots + std::uint64_t{slots} * SegmentWork::parts_of_slot / rounds;
    if (!may_be_ignored && length(done) > length(longest_)) longest_ = done;
    longest_.slots = all_slots;
}

} // namespace lockstep::lens
