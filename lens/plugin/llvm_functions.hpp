// The functions of LLVM's C interface that the lens needs, looked up in the LLVM that Oclgrind has loaded.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lockstep::lens
{

/// What LLVM's C interface calls LLVMValueRef, LLVMBasicBlockRef, LLVMTypeRef: addresses of LLVM's own
/// objects.
using LlvmHandle = const void*;

/// Operation codes and kinds of types as llvm-c/Core.h numbers them.
constexpr int llvm_return = 1;
constexpr int llvm_branch = 2;
constexpr int llvm_switch = 3;
constexpr int llvm_add = 8;
constexpr int llvm_divide_unsigned = 14;
constexpr int llvm_divide_signed = 15;
constexpr int llvm_remainder_unsigned = 17;
constexpr int llvm_remainder_signed = 18;
constexpr int llvm_alloca = 26;
constexpr int llvm_load = 27;
constexpr int llvm_store = 28;
constexpr int llvm_element_address = 29; // getelementptr
constexpr int llvm_truncate = 30;
constexpr int llvm_zero_extend = 31;
constexpr int llvm_sign_extend = 32;
constexpr int llvm_pointer_to_integer = 39;
constexpr int llvm_integer_to_pointer = 40;
constexpr int llvm_bit_cast = 41;
constexpr int llvm_compare_integers = 42;
constexpr int llvm_phi = 44;
constexpr int llvm_call = 45;
constexpr int llvm_extract_element = 50;
constexpr int llvm_insert_element = 51;
constexpr int llvm_shuffle_vector = 52;
constexpr int llvm_space_cast = 60;
constexpr int llvm_half_type = 1;
constexpr int llvm_float_type = 2;
constexpr int llvm_double_type = 3;
constexpr int llvm_integer_type = 8;
constexpr int llvm_structure_type = 10;
constexpr int llvm_array_type = 11;
constexpr int llvm_pointer_type = 12;
constexpr int llvm_vector_type = 13;

/// Nothing but addresses: a process has one LLVM that belongs to Oclgrind (others may be loaded beside it).
struct LlvmFunctions
{
    unsigned (*raw_line)(LlvmHandle instruction); ///< of whichever file, see place_of()
    const char* (*debug_file)(LlvmHandle instruction, unsigned* length);
    const char* (*debug_folder)(LlvmHandle instruction, unsigned* length); ///< of that file
    unsigned (*debug_column)(LlvmHandle instruction);
    LlvmHandle (*block_of)(LlvmHandle instruction);
    LlvmHandle (*function_of)(LlvmHandle block);
    LlvmHandle (*first_block)(LlvmHandle function);
    LlvmHandle (*next_block)(LlvmHandle);
    LlvmHandle (*first_instruction)(LlvmHandle block);
    LlvmHandle (*next_instruction)(LlvmHandle);
    LlvmHandle (*terminator)(LlvmHandle block);
    int (*opcode)(LlvmHandle instruction);
    unsigned (*successor_count)(LlvmHandle terminator);
    LlvmHandle (*successor)(LlvmHandle terminator, unsigned index);
    int (*operand_count)(LlvmHandle);
    LlvmHandle (*operand)(LlvmHandle, unsigned index);
    LlvmHandle (*called)(LlvmHandle call);
    LlvmHandle (*type_of)(LlvmHandle);
    int (*type_kind)(LlvmHandle type);
    unsigned (*address_space)(LlvmHandle pointer_type);
    LlvmHandle (*element_type)(LlvmHandle array_or_vector_type);
    LlvmHandle (*member_type)(LlvmHandle structure_type, unsigned index);
    unsigned (*vector_size)(LlvmHandle vector_type); ///< in elements
    unsigned (*integer_bits)(LlvmHandle integer_type);
    LlvmHandle (*address_source_type)(LlvmHandle element_address);
    unsigned (*alignment)(LlvmHandle access_or_variable); ///< in bytes
    int (*is_volatile)(LlvmHandle load_or_store);
    LlvmHandle (*as_constant_integer)(LlvmHandle); ///< null when it is none
    long long (*constant_integer)(LlvmHandle);
    LlvmHandle (*as_function)(LlvmHandle); ///< null when it is none
    LlvmHandle (*as_argument)(LlvmHandle);
    LlvmHandle (*as_variable)(LlvmHandle);
    int (*is_declaration)(LlvmHandle);
    LlvmHandle (*module_of)(LlvmHandle function);
    LlvmHandle (*data_layout)(LlvmHandle module); ///< how the module's types lie in memory
    unsigned long long (*size_in_memory)(LlvmHandle data_layout, LlvmHandle type); ///< in bytes, with padding
    unsigned (*member_at)(LlvmHandle data_layout, LlvmHandle structure_type, unsigned long long byte);
    unsigned long long (*member_offset)(LlvmHandle data_layout, LlvmHandle structure_type, unsigned index);
    const char* (*name_of)(LlvmHandle, std::size_t* length);

    /// The name of a value, empty for null.
    std::string_view name(LlvmHandle value) const;
};

/// Whether a name holds a part, a mangled one that of a built-in function say.
inline bool contains(std::string_view name, std::string_view part)
{
    return name.find(part) != std::string_view::npos;
}

/// Looks the functions up.
/// @param oclgrind_library path of the loaded liboclgrind
/// @return the first name that is missing; empty when all are there.
std::string find_llvm(const std::string& oclgrind_library);

/// What find_llvm() found.
const LlvmFunctions& llvm_functions();

} // namespace lockstep::lens
