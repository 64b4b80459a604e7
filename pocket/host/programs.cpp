// Programs.
#include "host/building.hpp"

#include <algorithm>
#include <cstring>

std::vector<std::string> _cl_program::kernel_names() const
{
    std::vector<std::string> names;
    for (const auto& [name, code] : codes) names.push_back(name);
    return names;
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
        if (to != nullptr && program->status == CL_BUILD_SUCCESS)
            std::memcpy(to, binary.data(), binary.size());
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

} // namespace lockstep::pocket
