// OpenCL's functions on program objects, answered by an invented compiler while there is one. They bear the names of OpenCL's
// own, so the linker binds the code under test to them. Include it in one source file of a test program only.
#pragma once

#include "interposed.hpp"
#include "invented_compiler.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <string>
#include <vector>

namespace lockstep
{

namespace invented_compiler
{

/// The compiler that answers a call; nullptr where the real one does.
inline InventedCompiler* compiler()
{
    return inside_library == 0 ? InventedCompiler::present : nullptr;
}

/// Answers a question as OpenCL's clGet…Info do.
inline cl_int answer(const void* from, std::size_t bytes, std::size_t room, void* to, std::size_t* needed)
{
    if (needed != nullptr) *needed = bytes;
    if (to == nullptr) return CL_SUCCESS;
    if (room < bytes) return CL_INVALID_VALUE;
    if (bytes > 0) std::memcpy(to, from, bytes);
    return CL_SUCCESS;
}
inline cl_int answer(const std::string& text, std::size_t room, void* to, std::size_t* needed)
{
    return answer(text.c_str(), text.size() + 1, room, to, needed);
}
template <typename T>
cl_int answer(const std::vector<T>& list, std::size_t room, void* to, std::size_t* needed)
{
    return answer(list.data(), list.size() * sizeof(T), room, to, needed);
}

/// Calls of the real compiler's functions, by the code under test alone.
struct RealCalls
{
    int sources = 0;
    int binaries = 0;
};
inline RealCalls real_calls;

} // namespace invented_compiler

} // namespace lockstep

// OpenCL's functions, as the code under test sees them.
extern "C"
{

    cl_program clCreateProgramWithSource(cl_context context, cl_uint count, const char** texts,
                                         const size_t* lengths, cl_int* code)
    {
        using namespace lockstep::invented_compiler;
        auto* const c = compiler();
        if (c == nullptr) {
            if (lockstep::inside_library == 0) ++real_calls.sources;
            return lockstep::real<decltype(clCreateProgramWithSource)>("clCreateProgramWithSource", context,
                                                                       count, texts, lengths, code);
        }
        const cl_int failure = c->counts.sources < c->creations_before ? CL_SUCCESS : c->creation_fails;
        if (code != nullptr) *code = failure;
        if (failure != CL_SUCCESS) return nullptr;
        std::string source;
        for (cl_uint i = 0; i < count; ++i)
            source += lengths != nullptr && lengths[i] != 0 ? std::string(texts[i], lengths[i])
                                                            : std::string(texts[i]);
        return c->create(context, std::move(source));
    }

    cl_program clCreateProgramWithBinary(cl_context context, cl_uint count, const cl_device_id* devices,
                                         const size_t* lengths, const unsigned char** binaries,
                                         cl_int* status, cl_int* code)
    {
        using namespace lockstep::invented_compiler;
        auto* const c = compiler();
        if (c == nullptr) {
            if (lockstep::inside_library == 0) ++real_calls.binaries;
            return lockstep::real<decltype(clCreateProgramWithBinary)>(
                "clCreateProgramWithBinary", context, count, devices, lengths, binaries, status, code);
        }
        std::map<cl_device_id, std::string> given;
        cl_int result = count == 0 || devices == nullptr ? CL_INVALID_VALUE : CL_SUCCESS;
        for (cl_uint i = 0; i < count && result == CL_SUCCESS; ++i)
            if (c->find(devices[i]) == nullptr)
                result = CL_INVALID_DEVICE;
            else if (lengths[i] == 0 || binaries[i] == nullptr)
                result = CL_INVALID_VALUE;
            else
                given[devices[i]] = {reinterpret_cast<const char*>(binaries[i]), lengths[i]};
        cl_program made = nullptr;
        if (result == CL_SUCCESS) {
            made = c->load(context, given, status);
            if (made == nullptr) result = CL_INVALID_BINARY;
        }
        if (code != nullptr) *code = result;
        return made;
    }

    cl_int clBuildProgram(cl_program program, cl_uint count, const cl_device_id* devices, const char* options,
                          void(CL_CALLBACK* notify)(cl_program, void*), void* data)
    {
        using namespace lockstep::invented_compiler;
        auto* const c = compiler();
        if (c == nullptr)
            return lockstep::real<decltype(clBuildProgram)>("clBuildProgram", program, count, devices,
                                                            options, notify, data);
        auto* const known = c->used(program);
        if (known == nullptr) return CL_INVALID_PROGRAM;
        const cl_int code = c->build(
            *known, count == 0 ? known->devices : std::vector<cl_device_id>(devices, devices + count),
            options);
        if (notify != nullptr) notify(program, data);
        return code;
    }

    cl_int clCompileProgram(cl_program program, cl_uint count, const cl_device_id* devices,
                            const char* options, cl_uint headers, const cl_program* header_programs,
                            const char** names, void(CL_CALLBACK* notify)(cl_program, void*), void* data)
    {
        auto* const c = lockstep::invented_compiler::compiler();
        if (c == nullptr)
            return lockstep::real<decltype(clCompileProgram)>("clCompileProgram", program, count, devices,
                                                              options, headers, header_programs, names,
                                                              notify, data);
        auto* const known = c->used(program);
        if (known == nullptr) return CL_INVALID_PROGRAM;
        if ((headers == 0) != (header_programs == nullptr) || (headers == 0) != (names == nullptr) ||
            (count == 0) != (devices == nullptr))
            return CL_INVALID_VALUE;
        std::map<std::string, std::string> texts;
        for (cl_uint i = 0; i < headers; ++i) {
            const auto* const header = c->used(header_programs[i]);
            if (header == nullptr) return CL_INVALID_PROGRAM;
            texts[names[i]] = header->source;
        }
        const cl_int code = c->compile(
            *known, count == 0 ? known->devices : std::vector<cl_device_id>(devices, devices + count),
            options != nullptr ? options : "", texts);
        if (notify != nullptr) notify(program, data);
        return code;
    }

    cl_program clLinkProgram(cl_context context, cl_uint count, const cl_device_id* devices,
                             const char* options, cl_uint inputs, const cl_program* programs,
                             void(CL_CALLBACK* notify)(cl_program, void*), void* data, cl_int* code)
    {
        auto* const c = lockstep::invented_compiler::compiler();
        if (c == nullptr)
            return lockstep::real<decltype(clLinkProgram)>("clLinkProgram", context, count, devices, options,
                                                           inputs, programs, notify, data, code);
        cl_int result = inputs == 0 || (count == 0) != (devices == nullptr) ? CL_INVALID_VALUE : CL_SUCCESS;
        for (cl_uint i = 0; i < inputs; ++i)
            if (c->used(programs[i]) == nullptr) result = CL_INVALID_PROGRAM;
        cl_program made = nullptr;
        if (result == CL_SUCCESS)
            made = c->link(context, std::vector<cl_device_id>(devices, devices + count),
                           options != nullptr ? options : "",
                           std::vector<cl_program>(programs, programs + inputs), result);
        if (code != nullptr) *code = result;
        if (notify != nullptr) notify(made, data);
        return made;
    }

    cl_int clRetainProgram(cl_program program)
    {
        auto* const c = lockstep::invented_compiler::compiler();
        if (c == nullptr) return lockstep::real<decltype(clRetainProgram)>("clRetainProgram", program);
        auto* const known = c->used(program);
        if (known == nullptr) return CL_INVALID_PROGRAM;
        ++known->references;
        return CL_SUCCESS;
    }

    cl_int clReleaseProgram(cl_program program)
    {
        auto* const c = lockstep::invented_compiler::compiler();
        if (c == nullptr) return lockstep::real<decltype(clReleaseProgram)>("clReleaseProgram", program);
        auto* const known = c->used(program);
        if (known == nullptr) return CL_INVALID_PROGRAM;
        c->release(*known);
        return CL_SUCCESS;
    }

    cl_int clGetProgramInfo(cl_program program, cl_program_info question, size_t room, void* to,
                            size_t* needed)
    {
        using namespace lockstep::invented_compiler;
        auto* const c = compiler();
        if (c == nullptr)
            return lockstep::real<decltype(clGetProgramInfo)>("clGetProgramInfo", program, question, room, to,
                                                              needed);
        auto* const known = c->used(program);
        if (known == nullptr) return CL_INVALID_PROGRAM;
        std::vector<std::string> binaries;
        std::vector<std::size_t> sizes;
        for (const cl_device_id device : known->devices) {
            binaries.push_back(c->binary(*known, device));
            sizes.push_back(binaries.back().size());
        }
        const auto count = static_cast<cl_uint>(known->devices.size());
        const auto references = static_cast<cl_uint>(known->references);
        switch (question) {
        case CL_PROGRAM_REFERENCE_COUNT:
            return answer(&references, sizeof(references), room, to, needed);
        case CL_PROGRAM_CONTEXT:
            return answer(&known->context, sizeof(known->context), room, to, needed);
        case CL_PROGRAM_NUM_DEVICES:
            return answer(&count, sizeof(count), room, to, needed);
        case CL_PROGRAM_DEVICES:
            return answer(known->devices, room, to, needed);
        case CL_PROGRAM_SOURCE:
            return answer(known->source, room, to, needed);
        case CL_PROGRAM_BINARY_SIZES:
            if (c->asking_for_binaries_fails != CL_SUCCESS) return c->asking_for_binaries_fails;
            return answer(sizes, room, to, needed);
        case CL_PROGRAM_BINARIES:
            if (c->asking_for_binaries_fails != CL_SUCCESS) return c->asking_for_binaries_fails;
            if (needed != nullptr) *needed = binaries.size() * sizeof(unsigned char*);
            if (to == nullptr) return CL_SUCCESS;
            if (room < binaries.size() * sizeof(unsigned char*)) return CL_INVALID_VALUE;
            for (std::size_t i = 0; i < binaries.size(); ++i)
                if (auto* const place = static_cast<unsigned char**>(to)[i]; place != nullptr)
                    std::copy(binaries[i].begin(), binaries[i].end(), place);
            return CL_SUCCESS;
        default:
            return CL_INVALID_VALUE;
        }
    }

    cl_int clGetProgramBuildInfo(cl_program program, cl_device_id device, cl_program_build_info question,
                                 size_t room, void* to, size_t* needed)
    {
        using namespace lockstep::invented_compiler;
        auto* const c = compiler();
        if (c == nullptr)
            return lockstep::real<decltype(clGetProgramBuildInfo)>("clGetProgramBuildInfo", program, device,
                                                                   question, room, to, needed);
        auto* const known = c->used(program);
        if (known == nullptr) return CL_INVALID_PROGRAM;
        if (std::ranges::find(known->devices, device) == known->devices.end()) return CL_INVALID_DEVICE;
        const auto built = known->built.find(device);
        const bool is_built = built != known->built.end();
        const cl_build_status status = !is_built                          ? CL_BUILD_NONE
                                       : built->second.code == CL_SUCCESS ? CL_BUILD_SUCCESS
                                                                          : CL_BUILD_ERROR;
        const cl_program_binary_type type =
            status == CL_BUILD_SUCCESS ? CL_PROGRAM_BINARY_TYPE_EXECUTABLE : CL_PROGRAM_BINARY_TYPE_NONE;
        switch (question) {
        case CL_PROGRAM_BUILD_STATUS:
            return answer(&status, sizeof(status), room, to, needed);
        case CL_PROGRAM_BINARY_TYPE:
            return answer(&type, sizeof(type), room, to, needed);
        case CL_PROGRAM_BUILD_OPTIONS:
            return answer(is_built ? built->second.origin.options : std::string{}, room, to, needed);
        case CL_PROGRAM_BUILD_LOG:
            return answer(is_built ? built->second.log : std::string{}, room, to, needed);
        default:
            return CL_INVALID_VALUE;
        }
    }

    cl_int clGetDeviceInfo(cl_device_id device, cl_device_info question, size_t room, void* to,
                           size_t* needed)
    {
        using namespace lockstep::invented_compiler;
        auto* const c = compiler();
        const auto* const known = c != nullptr ? c->find(device) : nullptr;
        if (known != nullptr) switch (question) {
            case CL_DEVICE_NAME:
                return answer(known->name, room, to, needed);
            case CL_DEVICE_VENDOR:
                return answer(known->vendor, room, to, needed);
            case CL_DRIVER_VERSION:
                return answer(known->driver, room, to, needed);
            case CL_DEVICE_PLATFORM:
                return answer(&known, sizeof(known), room, to, needed);
            default:
                break;
            }
        return lockstep::real<decltype(clGetDeviceInfo)>(
            "clGetDeviceInfo", known != nullptr ? c->real_device() : device, question, room, to, needed);
    }

    cl_int clGetPlatformInfo(cl_platform_id platform, cl_platform_info question, size_t room, void* to,
                             size_t* needed)
    {
        using namespace lockstep::invented_compiler;
        auto* const c = compiler();
        const auto* const known = c != nullptr ? c->find(platform) : nullptr;
        if (known != nullptr && question == CL_PLATFORM_VERSION)
            return answer(known->platform, room, to, needed);
        if (known != nullptr)
            lockstep::real<decltype(clGetDeviceInfo)>(
                "clGetDeviceInfo", c->real_device(), cl_device_info{CL_DEVICE_PLATFORM}, sizeof(platform),
                static_cast<void*>(&platform), static_cast<size_t*>(nullptr));
        return lockstep::real<decltype(clGetPlatformInfo)>("clGetPlatformInfo", platform, question, room, to,
                                                           needed);
    }

    cl_int clRetainDevice(cl_device_id device)
    {
        auto* const c = lockstep::invented_compiler::compiler();
        if (c != nullptr && c->find(device) != nullptr) return CL_SUCCESS;
        return lockstep::real<decltype(clRetainDevice)>("clRetainDevice", device);
    }

    cl_int clReleaseDevice(cl_device_id device)
    {
        auto* const c = lockstep::invented_compiler::compiler();
        if (c != nullptr && c->find(device) != nullptr) return CL_SUCCESS;
        return lockstep::real<decltype(clReleaseDevice)>("clReleaseDevice", device);
    }

} // extern "C"
