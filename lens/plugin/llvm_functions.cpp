// The functions of LLVM's C interface that the lens needs, looked up in the LLVM that Oclgrind has loaded.
#include "llvm_functions.hpp"

#include <type_traits>

#include <dlfcn.h>

namespace lockstep::lens
{

namespace
{

LlvmFunctions functions;

} // namespace

std::string_view LlvmFunctions::name(LlvmHandle value) const
{
    if (!value) return {};
    std::size_t length = 0;
    const char* text = name_of(value, &length);
    return {text, length};
}

std::string find_llvm(const std::string& oclgrind_library)
{
    // The handle of the library that depends on the right LLVM: another one may be loaded for another
    // implementation.
    void* library = dlopen(oclgrind_library.c_str(), RTLD_LAZY | RTLD_NOLOAD);
    std::string missing;
    const auto find = [&](auto& function, const char* name) {
        void* address = library ? dlsym(library, name) : nullptr;
        if (!address) address = dlsym(RTLD_DEFAULT, name);
        if (!address && missing.empty()) missing = name;
        function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(address);
    };
    find(functions.raw_line, "LLVMGetDebugLocLine");
    find(functions.debug_file, "LLVMGetDebugLocFilename");
    find(functions.debug_folder, "LLVMGetDebugLocDirectory");
    find(functions.debug_column, "LLVMGetDebugLocColumn");
    find(functions.block_of, "LLVMGetInstructionParent");
    find(functions.function_of, "LLVMGetBasicBlockParent");
    find(functions.first_block, "LLVMGetFirstBasicBlock");
    find(functions.next_block, "LLVMGetNextBasicBlock");
    find(functions.first_instruction, "LLVMGetFirstInstruction");
    find(functions.next_instruction, "LLVMGetNextInstruction");
    find(functions.terminator, "LLVMGetBasicBlockTerminator");
    find(functions.opcode, "LLVMGetInstructionOpcode");
    find(functions.successor_count, "LLVMGetNumSuccessors");
    find(functions.successor, "LLVMGetSuccessor");
    find(functions.operand_count, "LLVMGetNumOperands");
    find(functions.operand, "LLVMGetOperand");
    find(functions.called, "LLVMGetCalledValue");
    find(functions.type_of, "LLVMTypeOf");
    find(functions.type_kind, "LLVMGetTypeKind");
    find(functions.address_space, "LLVMGetPointerAddressSpace");
    find(functions.element_type, "LLVMGetElementType");
    find(functions.member_type, "LLVMStructGetTypeAtIndex");
    find(functions.vector_size, "LLVMGetVectorSize");
    find(functions.integer_bits, "LLVMGetIntTypeWidth");
    find(functions.address_source_type, "LLVMGetGEPSourceElementType");
    find(functions.alignment, "LLVMGetAlignment");
    find(functions.is_volatile, "LLVMGetVolatile");
    find(functions.as_constant_integer, "LLVMIsAConstantInt");
    find(functions.constant_integer, "LLVMConstIntGetSExtValue");
    find(functions.as_function, "LLVMIsAFunction");
    find(functions.as_argument, "LLVMIsAArgument");
    find(functions.as_variable, "LLVMIsAGlobalVariable");
    find(functions.is_declaration, "LLVMIsDeclaration");
    find(functions.module_of, "LLVMGetGlobalParent");
    find(functions.data_layout, "LLVMGetModuleDataLayout");
    find(functions.size_in_memory, "LLVMABISizeOfType");
    find(functions.member_at, "LLVMElementAtOffset");
    find(functions.member_offset, "LLVMOffsetOfElement");
    find(functions.name_of, "LLVMGetValueName2");
    if (library) dlclose(library);
    return missing;
}

const LlvmFunctions& llvm_functions()
{
    return functions;
}

} // namespace lockstep::lens
