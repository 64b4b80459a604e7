// Where an instruction's address lies: in bytes from a value, and in a vector.
#include "addresses.hpp"

#include <algorithm>
#include <bit>

namespace lockstep::lens
{

namespace
{

bool is_element_address(LlvmHandle value)
{
    return llvm_functions().opcode(value) == llvm_element_address;
}

std::optional<std::int64_t> constant(LlvmHandle value)
{
    const LlvmFunctions& llvm = llvm_functions();
    if (!llvm.as_constant_integer(value)) return {};
    return llvm.constant_integer(value);
}

std::int64_t size_of(LlvmHandle type, LlvmHandle layout)
{
    return static_cast<std::int64_t>(llvm_functions().size_in_memory(layout, type));
}

/// Whether a getelementptr counts in bytes, which tells nothing about what lies there.
bool counts_bytes(LlvmHandle pointer)
{
    const LlvmFunctions& llvm = llvm_functions();
    const LlvmHandle type = llvm.address_source_type(pointer);
    return llvm.operand_count(pointer) == 2 && llvm.type_kind(type) == llvm_integer_type &&
           llvm.integer_bits(type) == 8;
}

void add_index(Address& address, LlvmHandle index, std::int64_t stride)
{
    if (const auto number = constant(index)) {
        address.bytes += *number * stride;
        return;
    }
    const auto at =
        std::lower_bound(address.indices.begin(), address.indices.end(), std::pair{index, INT64_MIN});
    if (at != address.indices.end() && at->first == index)
        at->second += stride;
    else
        address.indices.insert(at, {index, stride});
}

/// An address and the type of what lies there.
struct Place
{
    Address address;
    LlvmHandle type = nullptr;
};

/// Adds the indices of a getelementptr to what its pointer is, but none that leads into a vector.
/// @return the bytes that the index into a vector leads on, 0 without one; nothing if it is not constant
std::optional<std::int64_t> add_indices(Place& place, LlvmHandle pointer, LlvmHandle layout)
{
    const LlvmFunctions& llvm = llvm_functions();
    place.type = llvm.address_source_type(pointer);
    add_index(place.address, llvm.operand(pointer, 1), size_of(place.type, layout));
    const auto operands = static_cast<unsigned>(llvm.operand_count(pointer));
    for (unsigned i = 2; i < operands; ++i) {
        const LlvmHandle index = llvm.operand(pointer, i);
        const auto number = constant(index);
        switch (llvm.type_kind(place.type)) {
        case llvm_structure_type: {
            if (!number) return {};
            const auto member = static_cast<unsigned>(*number);
            place.address.bytes += static_cast<std::int64_t>(llvm.member_offset(layout, place.type, member));
            place.type = llvm.member_type(place.type, member);
            break;
        }
        case llvm_array_type:
            place.type = llvm.element_type(place.type);
            add_index(place.address, index, size_of(place.type, layout));
            break;
        case llvm_vector_type:
            if (!number) return {};
            return *number * element_bytes(place.type);
        default:
            return {};
        }
    }
    return 0;
}

/// Goes from a place into what it consists of, to what lies `bytes` after it: to a vector or to a scalar.
/// @return the bytes from there
std::int64_t descend(Place& place, std::int64_t bytes, LlvmHandle layout)
{
    const LlvmFunctions& llvm = llvm_functions();
    const auto into_element = [&] {
        const std::int64_t size = size_of(place.type, layout);
        if (size == 0) return;
        const std::int64_t inside = ((bytes % size) + size) % size;
        place.address.bytes += bytes - inside;
        bytes = inside;
    };
    into_element(); // neighbours of the same type lie before and after it
    for (;;) {
        const int kind = llvm.type_kind(place.type);
        if (kind == llvm_array_type) {
            place.type = llvm.element_type(place.type);
            into_element();
        } else if (kind == llvm_structure_type && size_of(place.type, layout) > 0) {
            const unsigned member = llvm.member_at(layout, place.type, static_cast<std::uint64_t>(bytes));
            const auto offset = static_cast<std::int64_t>(llvm.member_offset(layout, place.type, member));
            place.address.bytes += offset;
            bytes -= offset;
            place.type = llvm.member_type(place.type, member);
        } else {
            return bytes;
        }
    }
}

} // namespace

LlvmHandle data_layout_of(LlvmHandle instruction)
{
    const LlvmFunctions& llvm = llvm_functions();
    return llvm.data_layout(llvm.module_of(llvm.function_of(llvm.block_of(instruction))));
}

unsigned element_bytes(LlvmHandle vector_type)
{
    const LlvmFunctions& llvm = llvm_functions();
    const LlvmHandle element = llvm.element_type(vector_type);
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

LlvmHandle without_casts(LlvmHandle pointer)
{
    const LlvmFunctions& llvm = llvm_functions();
    while (llvm.opcode(pointer) == llvm_bit_cast) pointer = llvm.operand(pointer, 0);
    return pointer;
}

Address address_of(LlvmHandle pointer, LlvmHandle data_layout)
{
    pointer = without_casts(pointer);
    if (!is_element_address(pointer)) return {pointer, {}, 0};
    Place place{address_of(llvm_functions().operand(pointer, 0), data_layout), nullptr};
    const auto bytes = add_indices(place, pointer, data_layout);
    if (!bytes) return {pointer, {}, 0};
    place.address.bytes += *bytes;
    return place.address;
}

std::optional<Component> component_at(LlvmHandle pointer, LlvmHandle data_layout)
{
    const LlvmFunctions& llvm = llvm_functions();
    std::int64_t bytes = 0;
    while (is_element_address(pointer) && counts_bytes(pointer)) {
        const auto step = constant(llvm.operand(pointer, 1));
        if (!step) return {};
        bytes += *step;
        pointer = llvm.operand(pointer, 0);
    }
    if (!is_element_address(pointer)) return {};
    Place place{address_of(llvm.operand(pointer, 0), data_layout), nullptr};
    const auto inside = add_indices(place, pointer, data_layout);
    if (!inside) return {};
    bytes = descend(place, bytes + *inside, data_layout);
    if (llvm.type_kind(place.type) != llvm_vector_type) return {};
    const std::int64_t element = element_bytes(place.type);
    if (element == 0 || bytes % element != 0 || bytes / element >= llvm.vector_size(place.type)) return {};
    return Component{std::move(place.address), place.type, static_cast<unsigned>(bytes / element)};
}

} // namespace lockstep::lens
