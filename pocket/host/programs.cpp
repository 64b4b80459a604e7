// Programs and kernels.
#include "front/front.hpp"
#include "host/calls.hpp"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <sstream>

namespace lockstep::pocket
{

namespace
{

constexpr const char* binary_mark = "Pocket 1\n";

std::optional<std::string> text_of(const std::string& path)
{
    std::ifstream file{path, std::ios::binary};
    if (!file) return std::nullopt;
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

// The words of build options; what stands in quotes is one.
std::vector<std::string> words_of(const std::string& options)
{
    std::vector<std::string> words;
    std::string word;
    bool quoted = false, any = false;
    for (const char c : options) {
        if (c == '"') {
            quoted = !quoted;
            any = true;
        } else if ((c == ' ' || c == '\t' || c == '\n') && !quoted) {
            if (any) words.push_back(word);
            word.clear();
            any = false;
        } else {
            word += c;
            any = true;
        }
    }
    if (any) words.push_back(word);
    return words;
}

// @return false for an option that OpenCL does not have.
bool take_options(const std::string& text, Options& options, std::string& wrong)
{
    const std::vector<std::string> words = words_of(text);
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        const auto rest = [&]() -> std::string {
            return word.size() > 2 ? word.substr(2) : i + 1 < words.size() ? words[++i] : "";
        };
        if (word.starts_with("-D")) {
            const std::string given = rest();
            const std::size_t sign = given.find('=');
            options.defines.emplace_back(given.substr(0, sign),
                                         sign == std::string::npos ? "1" : given.substr(sign + 1));
        } else if (word.starts_with("-I")) {
            options.folders.push_back(rest());
        } else if (word.starts_with("-cl-std=CL")) {
            options.version = static_cast<unsigned>((word[10] - '0') * 100 +
                                                    (word.size() > 12 ? (word[12] - '0') * 10 : 0));
        } else if (word == "-cl-fast-relaxed-math") {
            options.fast_relaxed_math = true;
        } else if (word.starts_with("-cl-") || word == "-w" || word == "-Werror" || word == "-g" ||
                   word.starts_with("-O") || word == "-create-library" || word == "-enable-link-options") {
            static const std::vector<std::string> known{"-cl-single-precision-constant",
                                                        "-cl-denorms-are-zero",
                                                        "-cl-opt-disable",
                                                        "-cl-mad-enable",
                                                        "-cl-no-signed-zeros",
                                                        "-cl-unsafe-math-optimizations",
                                                        "-cl-finite-math-only",
                                                        "-cl-kernel-arg-info",
                                                        "-cl-strict-aliasing",
                                                        "-cl-fp32-correctly-rounded-divide-sqrt",
                                                        "-cl-uniform-work-group-size",
                                                        "-cl-no-subgroup-ifp"};
            if (word.starts_with("-cl-") && std::ranges::find(known, word) == known.end()) {
                wrong = word;
                return false;
            }
        } else {
            wrong = word;
            return false;
        }
    }
    return true;
}

Options options_of()
{
    Options options;
    options.read = text_of;
    std::string name;
    std::istringstream names{"cl_khr_global_int32_base_atomics cl_khr_global_int32_extended_atomics "
                             "cl_khr_local_int32_base_atomics "
                             "cl_khr_local_int32_extended_atomics cl_khr_int64_base_atomics "
                             "cl_khr_int64_extended_atomics cl_khr_byte_addressable_store "
                             "cl_khr_fp64 cl_khr_3d_image_writes cl_khr_subgroups"};
    while (names >> name) options.extensions.push_back(name);
    return options;
}

cl_int build(cl_program program, const char* given, bool links)
{
    program->options = given != nullptr ? given : "";
    program->built = nullptr;
    program->codes.clear();
    program->log.clear();
    Options options = options_of();
    std::string wrong;
    if (!take_options(program->options, options, wrong)) {
        program->log = "there is no build option " + wrong + "\n";
        program->status = CL_BUILD_ERROR;
        return links ? CL_INVALID_BUILD_OPTIONS : CL_INVALID_COMPILER_OPTIONS;
    }
    std::shared_ptr<Program> made = compile(program->source, "<kernel>", options);
    bool ok = made->ok;
    program->log = build_log(made->messages, made->texts);
    if (ok && links) {
        Notes notes;
        for (const auto& function : made->functions) {
            if (!function->is_kernel || !function->body) continue;
            try {
                program->codes[function->name] = lower(*made, *function, notes);
            } catch (const Refused&) { // it has been noted why
            }
        }
        program->log += build_log(notes.all(), made->texts);
        ok = !notes.has_errors();
    }
    program->status = ok ? CL_BUILD_SUCCESS : CL_BUILD_ERROR;
    program->kind = !ok     ? CL_PROGRAM_BINARY_TYPE_NONE
                    : links ? CL_PROGRAM_BINARY_TYPE_EXECUTABLE
                            : CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
    if (ok) program->built = std::move(made);
    return ok ? CL_SUCCESS : links ? CL_BUILD_PROGRAM_FAILURE : CL_COMPILE_PROGRAM_FAILURE;
}

std::string binary_of(cl_program program)
{
    return binary_mark + program->options + "\n" + program->source;
}

} // namespace

} // namespace lockstep::pocket

std::vector<std::string> _cl_program::kernel_names() const
{
    std::vector<std::string> names;
    for (const auto& [name, code] : codes) names.push_back(name);
    return names;
}

_cl_kernel::~_cl_kernel()
{
    if (program) --program->kernels;
}

namespace lockstep::pocket
{

cl_program CL_API_CALL CreateProgramWithSource(cl_context context, cl_uint count, const char** texts,
                                               const size_t* lengths, cl_int* code)
{
    const auto refuse = [&](cl_int why) {
        set(code, why);
        return cl_program{nullptr};
    };
    if (!Counted<_cl_context>::is_alive(context)) return refuse(CL_INVALID_CONTEXT);
    if (count == 0 || texts == nullptr) return refuse(CL_INVALID_VALUE);
    std::string source;
    for (cl_uint i = 0; i < count; ++i) {
        if (texts[i] == nullptr) return refuse(CL_INVALID_VALUE);
        source +=
            lengths != nullptr && lengths[i] != 0 ? std::string{texts[i], lengths[i]} : std::string{texts[i]};
    }
    auto* program = new _cl_program;
    program->context = Held{context};
    program->source = std::move(source);
    set(code, CL_SUCCESS);
    return program;
}

cl_program CL_API_CALL CreateProgramWithBinary(cl_context context, cl_uint count, const cl_device_id* devices,
                                               const size_t* lengths, const unsigned char** binaries,
                                               cl_int* status, cl_int* code)
{
    const auto refuse = [&](cl_int why) {
        set(code, why);
        return cl_program{nullptr};
    };
    if (!Counted<_cl_context>::is_alive(context)) return refuse(CL_INVALID_CONTEXT);
    if (count != 1 || devices == nullptr || lengths == nullptr || binaries == nullptr)
        return refuse(CL_INVALID_VALUE);
    if (devices[0] != the_device()) return refuse(CL_INVALID_DEVICE);
    if (lengths[0] == 0 || binaries[0] == nullptr) {
        set(status, CL_INVALID_VALUE);
        return refuse(CL_INVALID_VALUE);
    }
    const std::string binary{reinterpret_cast<const char*>(binaries[0]), lengths[0]};
    const std::size_t begin = std::strlen(binary_mark), line = binary.find('\n', begin);
    if (!binary.starts_with(binary_mark) || line == std::string::npos) {
        set(status, CL_INVALID_BINARY);
        return refuse(CL_INVALID_BINARY);
    }
    auto* program = new _cl_program;
    program->context = Held{context};
    program->options = binary.substr(begin, line - begin);
    program->source = binary.substr(line + 1);
    program->kind = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
    set(status, CL_SUCCESS);
    set(code, CL_SUCCESS);
    return program;
}

cl_program CL_API_CALL CreateProgramWithBuiltInKernels(cl_context, cl_uint, const cl_device_id*, const char*,
                                                       cl_int* code)
{
    set(code, CL_INVALID_VALUE);
    return nullptr;
}

cl_int CL_API_CALL RetainProgram(cl_program program)
{
    return retain(program, CL_INVALID_PROGRAM);
}
cl_int CL_API_CALL ReleaseProgram(cl_program program)
{
    return release(program, CL_INVALID_PROGRAM);
}

cl_int CL_API_CALL BuildProgram(cl_program program, cl_uint count, const cl_device_id* devices,
                                const char* options, void(CL_CALLBACK* notify)(cl_program, void*), void* user)
{
    if (!Counted<_cl_program>::is_alive(program)) return CL_INVALID_PROGRAM;
    if ((count == 0) != (devices == nullptr) || (notify == nullptr && user != nullptr))
        return CL_INVALID_VALUE;
    for (cl_uint i = 0; i < count; ++i)
        if (devices[i] != the_device()) return CL_INVALID_DEVICE;
    cl_int result = CL_SUCCESS;
    {
        const std::lock_guard lock{big_lock()};
        if (program->kernels > 0) return CL_INVALID_OPERATION;
        const bool from_binary =
            program->kind == CL_PROGRAM_BINARY_TYPE_EXECUTABLE && program->built == nullptr;
        const std::string kept = program->options;
        result = build(program, from_binary ? kept.c_str() : options, true);
    }
    if (notify != nullptr) notify(program, user);
    return notify != nullptr ? CL_SUCCESS : result;
}

cl_int CL_API_CALL CompileProgram(cl_program program, cl_uint count, const cl_device_id* devices,
                                  const char* options, cl_uint headers, const cl_program* texts,
                                  const char** names, void(CL_CALLBACK* notify)(cl_program, void*),
                                  void* user)
{
    if (!Counted<_cl_program>::is_alive(program)) return CL_INVALID_PROGRAM;
    if ((count == 0) != (devices == nullptr) || (headers == 0) != (texts == nullptr) ||
        (notify == nullptr && user != nullptr))
        return CL_INVALID_VALUE;
    const std::lock_guard lock{big_lock()};
    if (program->kernels > 0) return CL_INVALID_OPERATION;
    // Headers that the host gives are put in the place of their includes.
    std::string source = program->source;
    for (cl_uint i = 0; i < headers; ++i)
        for (const std::string& quotes :
             {std::string{"\""} + names[i] + "\"", std::string{"<"} + names[i] + ">"}) {
            const std::string line = "#include " + quotes;
            if (const std::size_t at = source.find(line); at != std::string::npos)
                source.replace(at, line.size(), texts[i]->source);
        }
    std::swap(program->source, source);
    const cl_int result = build(program, options, false);
    if (notify != nullptr) notify(program, user);
    return result;
}

cl_program CL_API_CALL LinkProgram(cl_context context, cl_uint count, const cl_device_id* devices,
                                   const char* options, cl_uint inputs, const cl_program* programs,
                                   void(CL_CALLBACK* notify)(cl_program, void*), void* user, cl_int* code)
{
    const auto refuse = [&](cl_int why) {
        set(code, why);
        return cl_program{nullptr};
    };
    if (!Counted<_cl_context>::is_alive(context)) return refuse(CL_INVALID_CONTEXT);
    if ((count == 0) != (devices == nullptr) || inputs == 0 || programs == nullptr)
        return refuse(CL_INVALID_VALUE);
    const std::lock_guard lock{big_lock()};
    auto* program = new _cl_program;
    program->context = Held{context};
    std::string all;
    for (cl_uint i = 0; i < inputs; ++i) {
        if (!Counted<_cl_program>::is_alive(programs[i])) {
            delete program;
            return refuse(CL_INVALID_PROGRAM);
        }
        if (programs[i]->kind == CL_PROGRAM_BINARY_TYPE_NONE ||
            programs[i]->kind == CL_PROGRAM_BINARY_TYPE_EXECUTABLE) {
            delete program;
            return refuse(CL_INVALID_OPERATION);
        }
        program->source += programs[i]->source + "\n";
        all += programs[i]->options + " ";
    }
    const std::string given = options != nullptr ? options : "";
    const bool library = given.find("-create-library") != std::string::npos;
    const cl_int result = build(program, all.c_str(), !library);
    if (library && result == CL_SUCCESS) program->kind = CL_PROGRAM_BINARY_TYPE_LIBRARY;
    set(code, result == CL_SUCCESS ? CL_SUCCESS : CL_LINK_PROGRAM_FAILURE);
    if (notify != nullptr) notify(program, user);
    return program;
}

cl_int CL_API_CALL UnloadCompiler()
{
    return CL_SUCCESS;
}
cl_int CL_API_CALL UnloadPlatformCompiler(cl_platform_id platform)
{
    return platform == the_platform() ? CL_SUCCESS : CL_INVALID_PLATFORM;
}

cl_int CL_API_CALL GetProgramInfo(cl_program program, cl_program_info what, size_t room, void* value,
                                  size_t* needed)
{
    if (!Counted<_cl_program>::is_alive(program)) return CL_INVALID_PROGRAM;
    const std::lock_guard lock{big_lock()};
    switch (what) {
    case CL_PROGRAM_REFERENCE_COUNT:
        return give(program->references(), room, value, needed);
    case CL_PROGRAM_CONTEXT:
        return give(program->context.get(), room, value, needed);
    case CL_PROGRAM_NUM_DEVICES:
        return give(cl_uint{1}, room, value, needed);
    case CL_PROGRAM_DEVICES:
        return give(the_device(), room, value, needed);
    case CL_PROGRAM_SOURCE:
        return give_text(program->source, room, value, needed);
    case CL_PROGRAM_BINARY_SIZES:
        return give(program->status == CL_BUILD_SUCCESS ? binary_of(program).size() : std::size_t{0}, room,
                    value, needed);
    case CL_PROGRAM_BINARIES: {
        if (needed != nullptr) *needed = sizeof(unsigned char*);
        if (value == nullptr) return CL_SUCCESS;
        if (room < sizeof(unsigned char*)) return CL_INVALID_VALUE;
        unsigned char* const to = static_cast<unsigned char**>(value)[0];
        const std::string binary = binary_of(program);
        if (to != nullptr && program->status == CL_BUILD_SUCCESS) std::ranges::copy(binary, to);
        return CL_SUCCESS;
    }
    case CL_PROGRAM_NUM_KERNELS:
    case CL_PROGRAM_KERNEL_NAMES: {
        if (program->status != CL_BUILD_SUCCESS) return CL_INVALID_PROGRAM_EXECUTABLE;
        const std::vector<std::string> names = program->kernel_names();
        if (what == CL_PROGRAM_NUM_KERNELS) return give(names.size(), room, value, needed);
        std::string all;
        for (const std::string& name : names) all += (all.empty() ? "" : ";") + name;
        return give_text(all, room, value, needed);
    }
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int CL_API_CALL GetProgramBuildInfo(cl_program program, cl_device_id device, cl_program_build_info what,
                                       size_t room, void* value, size_t* needed)
{
    if (!Counted<_cl_program>::is_alive(program)) return CL_INVALID_PROGRAM;
    if (device != the_device()) return CL_INVALID_DEVICE;
    const std::lock_guard lock{big_lock()};
    switch (what) {
    case CL_PROGRAM_BUILD_STATUS:
        return give(program->status, room, value, needed);
    case CL_PROGRAM_BUILD_OPTIONS:
        return give_text(program->options, room, value, needed);
    case CL_PROGRAM_BUILD_LOG:
        return give_text(program->log, room, value, needed);
    case CL_PROGRAM_BINARY_TYPE:
        return give(program->kind, room, value, needed);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_kernel CL_API_CALL CreateKernel(cl_program program, const char* name, cl_int* code)
{
    const auto refuse = [&](cl_int why) {
        set(code, why);
        return cl_kernel{nullptr};
    };
    if (!Counted<_cl_program>::is_alive(program)) return refuse(CL_INVALID_PROGRAM);
    if (name == nullptr) return refuse(CL_INVALID_VALUE);
    const std::lock_guard lock{big_lock()};
    if (program->status != CL_BUILD_SUCCESS || program->built == nullptr)
        return refuse(CL_INVALID_PROGRAM_EXECUTABLE);
    const auto found = program->codes.find(name);
    if (found == program->codes.end()) return refuse(CL_INVALID_KERNEL_NAME);
    auto* kernel = new _cl_kernel;
    kernel->program = Held{program};
    kernel->name = name;
    kernel->built = program->built;
    kernel->code = found->second;
    const std::size_t count = found->second->kernel->parameters.size();
    kernel->arguments.resize(count);
    kernel->memories.resize(count);
    kernel->set.assign(count, false);
    ++program->kernels;
    set(code, CL_SUCCESS);
    return kernel;
}

cl_int CL_API_CALL CreateKernelsInProgram(cl_program program, cl_uint room, cl_kernel* kernels,
                                          cl_uint* count)
{
    if (!Counted<_cl_program>::is_alive(program)) return CL_INVALID_PROGRAM;
    if (program->status != CL_BUILD_SUCCESS) return CL_INVALID_PROGRAM_EXECUTABLE;
    const std::vector<std::string> names = program->kernel_names();
    if (kernels != nullptr && room < names.size()) return CL_INVALID_VALUE;
    if (count != nullptr) *count = static_cast<cl_uint>(names.size());
    for (std::size_t i = 0; kernels != nullptr && i < names.size(); ++i)
        kernels[i] = CreateKernel(program, names[i].c_str(), nullptr);
    return CL_SUCCESS;
}

cl_int CL_API_CALL RetainKernel(cl_kernel kernel)
{
    return retain(kernel, CL_INVALID_KERNEL);
}
cl_int CL_API_CALL ReleaseKernel(cl_kernel kernel)
{
    return release(kernel, CL_INVALID_KERNEL);
}

cl_int CL_API_CALL SetKernelArg(cl_kernel kernel, cl_uint number, size_t size, const void* value)
{
    if (!Counted<_cl_kernel>::is_alive(kernel)) return CL_INVALID_KERNEL;
    const std::lock_guard lock{big_lock()};
    if (number >= kernel->arguments.size()) return CL_INVALID_ARG_INDEX;
    const Type& type = *kernel->code->kernel->parameters[number]->type;
    Argument argument;
    Held<_cl_mem> memory;
    if (type.is_pointer() && type.space == Space::local) {
        if (value != nullptr) return CL_INVALID_ARG_VALUE;
        if (size == 0) return CL_INVALID_ARG_SIZE;
        argument.is = Argument::Is::local;
        argument.local_bytes = size;
    } else if (type.is_pointer() || type.is == Type::Is::image) {
        if (size != sizeof(cl_mem)) return CL_INVALID_ARG_SIZE;
        cl_mem given = nullptr;
        if (value != nullptr) std::memcpy(&given, value, sizeof given);
        if (given != nullptr && !Counted<_cl_mem>::is_alive(given)) return CL_INVALID_MEM_OBJECT;
        const bool is_image = type.is == Type::Is::image;
        if (given != nullptr && (given->type != CL_MEM_OBJECT_BUFFER) != is_image)
            return CL_INVALID_MEM_OBJECT;
        if (is_image && given == nullptr) return CL_INVALID_ARG_VALUE;
        argument.is = is_image ? Argument::Is::image : Argument::Is::buffer;
        argument.buffer = given != nullptr && !is_image ? &given->object : nullptr;
        argument.image = is_image ? &given->picture : nullptr;
        memory = Held{given};
    } else if (type.is == Type::Is::sampler) {
        if (size != sizeof(cl_sampler)) return CL_INVALID_ARG_SIZE;
        cl_sampler given = nullptr;
        if (value != nullptr) std::memcpy(&given, value, sizeof given);
        if (!Counted<_cl_sampler>::is_alive(given)) return CL_INVALID_SAMPLER;
        argument.is = Argument::Is::sampler;
        const cl_uint addressing = given->addressing == CL_ADDRESS_NONE            ? 0U
                                   : given->addressing == CL_ADDRESS_CLAMP_TO_EDGE ? 2U
                                   : given->addressing == CL_ADDRESS_CLAMP         ? 4U
                                   : given->addressing == CL_ADDRESS_REPEAT        ? 6U
                                                                                   : 8U;
        argument.sampler =
            addressing | (given->normalised != 0 ? 1U : 0U) | (given->filter == CL_FILTER_LINEAR ? 32U : 16U);
    } else {
        if (value == nullptr) return CL_INVALID_ARG_VALUE;
        if (size != type.size()) return CL_INVALID_ARG_SIZE;
        const auto* bytes = static_cast<const std::byte*>(value);
        argument.bytes.assign(bytes, bytes + size);
    }
    kernel->arguments[number] = std::move(argument);
    kernel->memories[number] = std::move(memory);
    kernel->set[number] = true;
    return CL_SUCCESS;
}

cl_int CL_API_CALL GetKernelInfo(cl_kernel kernel, cl_kernel_info what, size_t room, void* value,
                                 size_t* needed)
{
    if (!Counted<_cl_kernel>::is_alive(kernel)) return CL_INVALID_KERNEL;
    switch (what) {
    case CL_KERNEL_FUNCTION_NAME:
        return give_text(kernel->name, room, value, needed);
    case CL_KERNEL_NUM_ARGS:
        return give(static_cast<cl_uint>(kernel->arguments.size()), room, value, needed);
    case CL_KERNEL_REFERENCE_COUNT:
        return give(kernel->references(), room, value, needed);
    case CL_KERNEL_CONTEXT:
        return give(kernel->program->context.get(), room, value, needed);
    case CL_KERNEL_PROGRAM:
        return give(kernel->program.get(), room, value, needed);
    case CL_KERNEL_ATTRIBUTES:
        return give_text("", room, value, needed);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int CL_API_CALL GetKernelArgInfo(cl_kernel kernel, cl_uint number, cl_kernel_arg_info what, size_t room,
                                    void* value, size_t* needed)
{
    if (!Counted<_cl_kernel>::is_alive(kernel)) return CL_INVALID_KERNEL;
    if (number >= kernel->arguments.size()) return CL_INVALID_ARG_INDEX;
    const Variable& parameter = *kernel->code->kernel->parameters[number];
    const Type& type = *parameter.type;
    switch (what) {
    case CL_KERNEL_ARG_ADDRESS_QUALIFIER: {
        cl_kernel_arg_address_qualifier space = CL_KERNEL_ARG_ADDRESS_PRIVATE;
        if (type.is == Type::Is::image || (type.is_pointer() && type.space == Space::global))
            space = CL_KERNEL_ARG_ADDRESS_GLOBAL;
        else if (type.is_pointer() && type.space == Space::local)
            space = CL_KERNEL_ARG_ADDRESS_LOCAL;
        else if (type.is_pointer() && type.space == Space::constant)
            space = CL_KERNEL_ARG_ADDRESS_CONSTANT;
        return give(space, room, value, needed);
    }
    case CL_KERNEL_ARG_ACCESS_QUALIFIER: {
        cl_kernel_arg_access_qualifier access = CL_KERNEL_ARG_ACCESS_NONE;
        if (type.is == Type::Is::image)
            access = type.image_written ? (type.image_read ? CL_KERNEL_ARG_ACCESS_READ_WRITE
                                                           : CL_KERNEL_ARG_ACCESS_WRITE_ONLY)
                                        : CL_KERNEL_ARG_ACCESS_READ_ONLY;
        return give(access, room, value, needed);
    }
    case CL_KERNEL_ARG_TYPE_NAME:
        return give_text(type.is_pointer() ? type.to->name() + "*" : type.name(), room, value, needed);
    case CL_KERNEL_ARG_NAME:
        return give_text(parameter.name, room, value, needed);
    case CL_KERNEL_ARG_TYPE_QUALIFIER: {
        cl_kernel_arg_type_qualifier qualifier = CL_KERNEL_ARG_TYPE_NONE;
        if (type.is_pointer() && (type.to_const || type.space == Space::constant))
            qualifier |= CL_KERNEL_ARG_TYPE_CONST;
        return give(qualifier, room, value, needed);
    }
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int CL_API_CALL GetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device,
                                          cl_kernel_work_group_info what, size_t room, void* value,
                                          size_t* needed)
{
    if (!Counted<_cl_kernel>::is_alive(kernel)) return CL_INVALID_KERNEL;
    if (device != nullptr && device != the_device()) return CL_INVALID_DEVICE;
    const Function& function = *kernel->code->kernel;
    switch (what) {
    case CL_KERNEL_WORK_GROUP_SIZE: {
        const size_t asked = function.group[0] * function.group[1] * function.group[2];
        return give(asked != 0 ? asked : std::size_t{1024}, room, value, needed);
    }
    case CL_KERNEL_COMPILE_WORK_GROUP_SIZE:
        return give_bytes(function.group.data(), sizeof function.group, room, value, needed);
    case CL_KERNEL_LOCAL_MEM_SIZE: {
        cl_ulong bytes = 0;
        for (const ObjectPlan& plan : kernel->code->objects)
            if (plan.space == Space::local && plan.argument < 0) bytes += plan.size;
        for (const Argument& argument : kernel->arguments) bytes += argument.local_bytes;
        return give(bytes, room, value, needed);
    }
    case CL_KERNEL_PRIVATE_MEM_SIZE: {
        cl_ulong bytes = 0;
        for (const ObjectPlan& plan : kernel->code->objects)
            if (plan.space == Space::own) bytes += plan.size;
        return give(bytes, room, value, needed);
    }
    case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
        return give(static_cast<std::size_t>(machine_options().lanes), room, value, needed);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_kernel CL_API_CALL CloneKernel(cl_kernel kernel, cl_int* code)
{
    if (!Counted<_cl_kernel>::is_alive(kernel)) {
        set(code, CL_INVALID_KERNEL);
        return nullptr;
    }
    cl_kernel made = CreateKernel(kernel->program.get(), kernel->name.c_str(), code);
    if (made != nullptr) {
        made->arguments = kernel->arguments;
        made->memories = kernel->memories;
        made->set = kernel->set;
    }
    return made;
}

cl_int CL_API_CALL GetKernelSubGroupInfo(cl_kernel kernel, cl_device_id, cl_kernel_sub_group_info what,
                                         size_t in_size, const void* in, size_t room, void* value,
                                         size_t* needed)
{
    if (!Counted<_cl_kernel>::is_alive(kernel)) return CL_INVALID_KERNEL;
    const std::size_t lanes = machine_options().lanes;
    if (what == CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE) return give(lanes, room, value, needed);
    if (what != CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE || in == nullptr) return CL_INVALID_VALUE;
    std::size_t items = 1;
    for (std::size_t i = 0; i < in_size / sizeof(std::size_t); ++i)
        items *= static_cast<const std::size_t*>(in)[i];
    return give((items + lanes - 1) / lanes, room, value, needed);
}

} // namespace lockstep::pocket
