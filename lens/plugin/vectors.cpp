// Accesses to components of a vector that a GPU makes as one access to the vector.
#include "vectors.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace lockstep::lens
{

namespace
{

constexpr unsigned widest_access = 16;

/// Where an address lies in a vector.
struct Component
{
    std::vector<LlvmHandle> vector; ///< what the vector's address is computed from
    LlvmHandle type = nullptr;      ///< of the vector
    unsigned number = 0;
};

/// The loads of one vector's components.
struct Group
{
    LlvmHandle type = nullptr;
    std::vector<std::pair<unsigned, LlvmHandle>> loads; ///< component, instruction
};

using Groups = std::map<std::vector<LlvmHandle>, Group>;

unsigned operand_count(LlvmHandle instruction)
{
    return static_cast<unsigned>(llvm_functions().operand_count(instruction));
}

std::optional<std::uint64_t> constant(LlvmHandle value)
{
    const LlvmFunctions& llvm = llvm_functions();
    if (!llvm.as_constant_integer(value)) return {};
    return llvm.constant_integer(value);
}

/// The type that a getelementptr's indices but the last one lead to; null when they do not.
LlvmHandle type_before_last_index(LlvmHandle address)
{
    const LlvmFunctions& llvm = llvm_functions();
    LlvmHandle type = llvm.address_source_type(address);
    for (unsigned i = 2; i + 1 < operand_count(address); ++i) {
        const int kind = llvm.type_kind(type);
        if (kind == llvm_structure_type) {
            const auto member = constant(llvm.operand(address, i));
            if (!member) return nullptr;
            type = llvm.member_type(type, static_cast<unsigned>(*member));
        } else if (kind == llvm_array_type) {
            type = llvm.element_type(type);
        } else {
            return nullptr;
        }
    }
    return type;
}

std::optional<Component> component_at(LlvmHandle address)
{
    const LlvmFunctions& llvm = llvm_functions();
    if (llvm.opcode(address) != llvm_element_address) return {};
    const unsigned operands = operand_count(address);
    if (operands < 3) return {};
    const auto number = constant(llvm.operand(address, operands - 1));
    if (!number) return {};
    Component found;
    found.type = type_before_last_index(address);
    if (!found.type || llvm.type_kind(found.type) != llvm_vector_type) return {};
    if (*number >= llvm.vector_size(found.type)) return {};
    found.number = static_cast<unsigned>(*number);
    found.vector.push_back(llvm.address_source_type(address));
    for (unsigned i = 0; i + 1 < operands; ++i) found.vector.push_back(llvm.operand(address, i));
    return found;
}

/// The bytes of a vector's element; 0 for one without whole bytes.
unsigned element_bytes(LlvmHandle vector)
{
    const LlvmFunctions& llvm = llvm_functions();
    const LlvmHandle element = llvm.element_type(vector);
    switch (llvm.type_kind(element)) {
    case llvm_half_type:
        return 2;
    case llvm_float_type:
        return 4;
    case llvm_double_type:
        return 8;
    case llvm_integer_type: {
        const unsigned bits = llvm.integer_bits(element);
        return bits % 8 == 0 && std::has_single_bit(bits) ? bits / 8 : 0;
    }
    default:
        return 0;
    }
}

/// Whether `component` is the address of one of the components of the vector at `vector`, as Oclgrind
/// computes it: by the vector's own indices and one more.
bool is_component_of(LlvmHandle component, LlvmHandle vector)
{
    const LlvmFunctions& llvm = llvm_functions();
    if (llvm.opcode(component) != llvm_element_address) return false;
    const unsigned operands = operand_count(component);
    if (llvm.opcode(vector) != llvm_element_address)
        return operands == 3 && llvm.operand(component, 0) == vector&& constant(llvm.operand(component, 1)) ==
                                    std::uint64_t{0};
    if (operands != operand_count(vector) + 1 ||
        llvm.address_source_type(component) != llvm.address_source_type(vector))
        return false;
    for (unsigned i = 0; i + 1 < operands; ++i)
        if (llvm.operand(component, i) != llvm.operand(vector, i)) return false;
    return true;
}

/// Leaves out the stores of components directly after the store of a vector.
void leave_out_component_stores(LlvmHandle store, VectorAccesses& joined)
{
    const LlvmFunctions& llvm = llvm_functions();
    const auto stores_a_vector = [&](LlvmHandle instruction) {
        return llvm.type_kind(llvm.type_of(llvm.operand(instruction, 0))) == llvm_vector_type;
    };
    if (!stores_a_vector(store)) return;
    const LlvmHandle vector = llvm.operand(store, 1);
    const unsigned line = llvm.debug_line(store);
    LlvmHandle address = llvm.next_instruction(store);
    while (address && is_component_of(address, vector)) {
        // A component that another vector gives is taken out of that one in between.
        LlvmHandle part = llvm.next_instruction(address);
        if (part && llvm.opcode(part) == llvm_extract_element) part = llvm.next_instruction(part);
        if (!part || llvm.opcode(part) != llvm_store || llvm.operand(part, 1) != address ||
            llvm.debug_line(part) != line || stores_a_vector(part))
            return;
        joined[part].counted = false;
        address = llvm.next_instruction(part);
    }
}

/// What is accessed together of the 16 bytes of which the components in `used` are loaded.
/// @return the first element and how many; one element: each component apart
std::pair<unsigned, unsigned> accessed_together(unsigned used, unsigned elements, unsigned bytes,
                                                unsigned size)
{
    if (used == (1U << elements) - 1) return {0, elements};
    if (bytes != 4 || (size != 3 && size != 4)) return {0, 1};
    if (std::popcount(used) >= 3) return {0, 4};
    if (used == 0b0011) return {0, 2};
    if (used == 0b1100) return {2, 2};
    return {0, 1};
}

/// Whether the vector is known to lie where the component's alignment says that it does.
bool aligned(LlvmHandle load, unsigned offset, unsigned whole)
{
    const unsigned needed = offset == 0 ? whole : std::min(whole, 1U << std::countr_zero(offset));
    return llvm_functions().alignment(load) >= needed;
}

void join(const Group& group, VectorAccesses& joined)
{
    const unsigned size = llvm_functions().vector_size(group.type);
    const unsigned bytes = element_bytes(group.type);
    if (bytes == 0 || size > 16 || group.loads.size() < 2) return;
    const unsigned places = std::bit_ceil(size); // a vector of three takes the place of four
    const unsigned part = std::min(places, widest_access / bytes);
    for (unsigned start = 0; start < places; start += part) {
        unsigned used = 0;
        bool plain = true; // no component twice, all aligned
        for (const auto& [component, load] : group.loads) {
            if (component < start || component >= start + part) continue;
            const unsigned bit = 1U << (component - start);
            plain = plain && (used & bit) == 0 && aligned(load, (component - start) * bytes, part * bytes);
            used |= bit;
        }
        const auto [first, count] = accessed_together(used, part, bytes, size);
        if (!plain || count == 1) continue;
        bool counted = true;
        for (const auto& [component, load] : group.loads) {
            if (component < start || component >= start + part) continue;
            joined[load] = {counted, count, component - start - first};
            counted = false;
        }
    }
}

void join_all(Groups& groups, VectorAccesses& joined)
{
    for (const auto& [vector, group] : groups) join(group, joined);
    groups.clear();
}

/// Whether a load before the call and one after it may have to stay apart.
bool may_write(LlvmHandle call)
{
    const LlvmFunctions& llvm = llvm_functions();
    for (unsigned i = 0; i + 1 < operand_count(call); ++i)
        if (llvm.type_kind(llvm.type_of(llvm.operand(call, i))) == llvm_pointer_type) return true;
    return llvm.name(llvm.called(call)).find("fence") != std::string_view::npos;
}

} // namespace

void join_vector_accesses(const std::vector<LlvmHandle>& memory, VectorAccesses& joined)
{
    const LlvmFunctions& llvm = llvm_functions();
    Groups groups;
    for (const LlvmHandle instruction : memory) {
        const int opcode = llvm.opcode(instruction);
        if (opcode == llvm_store || (opcode == llvm_call && may_write(instruction))) join_all(groups, joined);
        if (opcode == llvm_store) leave_out_component_stores(instruction, joined);
        if (opcode != llvm_load || llvm.is_volatile(instruction)) continue;
        const auto component = component_at(llvm.operand(instruction, 0));
        if (!component || llvm.type_of(instruction) != llvm.element_type(component->type)) continue;
        Group& group = groups[component->vector];
        group.type = component->type;
        group.loads.emplace_back(component->number, instruction);
    }
    join_all(groups, joined);
}

} // namespace lockstep::lens
