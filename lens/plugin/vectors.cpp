// Accesses to components of a vector that a GPU makes as one access to the vector.
#include "vectors.hpp"

#include "addresses.hpp"
#include "code.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>

namespace lockstep::lens
{

namespace
{

constexpr unsigned widest_access = 16;

/// The loads of one vector's components.
struct Group
{
    unsigned size = 0;                                  ///< of the vector, in elements
    unsigned bytes = 0;                                 ///< of an element
    bool typed = false;                                 ///< a type tells that it is a vector
    std::vector<std::pair<unsigned, LlvmHandle>> loads; ///< component, instruction
};

/// Loads of one type near each other, of which only alignment tells in which vector each lies: their pointers are
/// computed without a vector's type, or were cast to one only then.
struct UntypedLoads
{
    unsigned bytes = 0;     ///< of one load
    unsigned alignment = 0; ///< of the variable they lie in, if they lie in one
    std::vector<std::pair<std::int64_t, LlvmHandle>> loads; ///< distance in bytes, instruction
};

/// What can be joined so far.
struct Candidates
{
    std::map<std::pair<Address, LlvmHandle>, Group> groups;         ///< by vector and its type
    std::map<std::pair<Address, LlvmHandle>, UntypedLoads> untyped; ///< by address but for bytes, and type
};

/// Leaves out the stores of components directly after the store of a vector: between them there are only
/// their addresses, and what is taken out of another vector that gives a component.
void leave_out_component_stores(LlvmHandle store, VectorAccesses& joined)
{
    const LlvmFunctions& llvm = llvm_functions();
    const LlvmHandle type = llvm.type_of(llvm.operand(store, 0));
    if (llvm.type_kind(type) != llvm_vector_type) return;
    const LlvmHandle layout = data_layout_of(store);
    const Address vector = address_of(llvm.operand(store, 1), layout);
    const auto size = static_cast<std::int64_t>(llvm.size_in_memory(layout, type));
    const std::int64_t bytes = element_bytes(type);
    const unsigned line = place_of(store);
    for (LlvmHandle next = llvm.next_instruction(store); next; next = llvm.next_instruction(next)) {
        const int opcode = llvm.opcode(next);
        if (opcode == llvm_element_address || opcode == llvm_extract_element) continue;
        if (opcode != llvm_store || place_of(next) != line ||
            llvm.type_of(llvm.operand(next, 0)) != llvm.element_type(type))
            return;
        const Address part = address_of(llvm.operand(next, 1), layout);
        const std::int64_t distance = part.bytes - vector.bytes;
        if (!part.is_near(vector) || distance < 0 || distance + bytes > size) return;
        joined[next].counted = false;
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
    const auto& [size, bytes, typed, loads] = group;
    if (typed)
        for (const auto& [component, load] : loads) joined[load].size = size;
    if (bytes == 0 || size > 16 || loads.size() < 2) return;
    const unsigned places = std::bit_ceil(size); // a vector of three takes the place of four
    const unsigned part = std::min(places, widest_access / bytes);
    for (unsigned start = 0; start < places; start += part) {
        unsigned used = 0;
        bool plain = true; // no component twice, all aligned
        for (const auto& [component, load] : loads) {
            if (component < start || component >= start + part) continue;
            const unsigned bit = 1U << (component - start);
            plain = plain && (used & bit) == 0 && aligned(load, (component - start) * bytes, part * bytes);
            used |= bit;
        }
        const auto [first, count] = accessed_together(used, part, bytes, size);
        if (!plain || count == 1) continue;
        bool counted = true;
        for (const auto& [component, load] : loads) {
            if (component < start || component >= start + part) continue;
            joined[load] = {counted, count, component - start - first, size};
            counted = false;
        }
    }
}

/// Joins the loads of which only alignment tells: a load that is known to lie at a multiple of 8 or 16 bytes
/// is the first of a pair or of 16 bytes, and so is what lies as many bytes further on. Structures and arrays
/// of words are only aligned to a word. A variable's own alignment tells nothing: it does not make a vector of words.
void join_untyped(const UntypedLoads& near, VectorAccesses& joined)
{
    if (near.loads.size() < 2 || near.bytes > 8) return;
    std::int64_t first = 0;
    unsigned alignment = 0;
    for (const auto& [distance, load] : near.loads) {
        const unsigned own = llvm_functions().alignment(load);
        if (own > alignment) first = distance;
        alignment = std::max(alignment, own);
    }
    alignment = std::min(alignment, 16 * near.bytes); // the longest vector
    if (alignment <= std::max(near.bytes, near.alignment)) return;
    std::map<std::int64_t, Group> groups;
    for (const auto& [distance, load] : near.loads) {
        const std::int64_t size = alignment;
        const std::int64_t inside = (((distance - first) % size) + size) % size;
        if (inside % near.bytes != 0) return;
        Group& group = groups[distance - inside];
        group.size = alignment / near.bytes;
        group.bytes = near.bytes;
        group.loads.emplace_back(static_cast<unsigned>(inside) / near.bytes, load);
    }
    for (const auto& [distance, group] : groups) join(group, joined);
}

void join_all(Candidates& candidates, VectorAccesses& joined)
{
    for (const auto& [vector, group] : candidates.groups) join(group, joined);
    for (const auto& [address, near] : candidates.untyped) join_untyped(near, joined);
    candidates = {};
}

void add_load(LlvmHandle load, Candidates& candidates)
{
    const LlvmFunctions& llvm = llvm_functions();
    const LlvmHandle pointer = llvm.operand(load, 0);
    const LlvmHandle layout = data_layout_of(load);
    const LlvmHandle type = llvm.type_of(load);
    if (auto component = component_at(pointer, layout)) {
        if (type != llvm.element_type(component->type)) return;
        Group& group = candidates.groups[{std::move(component->vector), component->type}];
        group.size = llvm.vector_size(component->type);
        group.bytes = element_bytes(component->type);
        group.typed = true;
        group.loads.emplace_back(component->number, load);
    } else if (llvm.type_kind(type) != llvm_vector_type) {
        Address address = address_of(pointer, layout);
        const std::int64_t distance = std::exchange(address.bytes, 0);
        const unsigned alignment = llvm.as_variable(address.base) ? llvm.alignment(address.base) : 0;
        UntypedLoads& near = candidates.untyped[{std::move(address), type}];
        near.alignment = alignment;
        near.bytes = static_cast<unsigned>(llvm.size_in_memory(layout, type));
        near.loads.emplace_back(distance, load);
    }
}

/// Whether a load before the call and one after it may have to stay apart.
bool may_write(LlvmHandle call)
{
    const LlvmFunctions& llvm = llvm_functions();
    const auto operands = static_cast<unsigned>(llvm.operand_count(call));
    for (unsigned i = 0; i + 1 < operands; ++i)
        if (llvm.type_kind(llvm.type_of(llvm.operand(call, i))) == llvm_pointer_type) return true;
    return llvm.name(llvm.called(call)).find("fence") != std::string_view::npos;
}

} // namespace

void join_vector_accesses(const std::vector<LlvmHandle>& memory, VectorAccesses& joined)
{
    const LlvmFunctions& llvm = llvm_functions();
    Candidates candidates;
    for (const LlvmHandle instruction : memory) {
        const int opcode = llvm.opcode(instruction);
        if (opcode == llvm_store || (opcode == llvm_call && may_write(instruction)))
            join_all(candidates, joined);
        if (opcode == llvm_store) leave_out_component_stores(instruction, joined);
        if (opcode == llvm_load && !llvm.is_volatile(instruction)) add_load(instruction, candidates);
    }
    join_all(candidates, joined);
}

} // namespace lockstep::lens
