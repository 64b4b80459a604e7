// The compiler and linker that the tests invent: they record what they are asked for, and fail as they are told. Include this in one
// source file only, because it defines OpenCL's functions on programs, too.
#pragma once

#include <lockstep/exercise.hpp>
#include <lockstep/stand_in.hpp>

#include <algorithm>
#include <cstddef>
#include <deque>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

using Texts = std::multiset<std::string>;

/// Stands for all program objects. It compiles sources of which it knows only what they include, and that "#error" is one.
class InventedLinker : public lockstep::StandIn<InventedLinker>
{
public:
    struct Program
    {
        cl_context context = nullptr;
        cl_uint references = 1;
        std::string source{};
        std::vector<cl_device_id> devices{}; ///< that it is made for, and what building for them said
        cl_int code = CL_SUCCESS;
        std::string log{};
        bool tried = false, compiled = false, library = false;
    };
    struct Compilation
    {
        std::string source, options;
        std::map<std::string, std::string> headers;
        std::vector<cl_device_id> devices;
    };
    struct Link
    {
        std::string options;
        Texts sources; ///< of the inputs that are compiled sources
        std::vector<cl_program> libraries;
        std::vector<cl_device_id> devices;
        cl_context context;
        cl_program made;
    };
    std::vector<Compilation> compilations;
    std::vector<Link> links;

    /// A device of every context, which answers as the real one does.
    cl_device_id add()
    {
        devices_.push_back(static_cast<char>(devices_.size()));
        return reinterpret_cast<cl_device_id>(&devices_.back());
    }
    bool is_device(cl_device_id handle) const
    {
        return std::ranges::any_of(devices_, [&](const char& device) {
            return static_cast<const void*>(&device) == static_cast<const void*>(handle);
        });
    }

    std::map<std::string, cl_int> codes; ///< with which these sources fail
    cl_int library_fails = CL_SUCCESS;
    cl_int program_fails = CL_SUCCESS;
    bool failed_links_make_programs = true; ///< that have the log
    cl_int creation_fails = CL_SUCCESS;     ///< with this code, for sources
    std::size_t creations_before = 0;       ///< so many sources are made before that

    int builds = 0;  ///< calls of clBuildProgram
    int misuses = 0; ///< of programs that are released
    int alive() const
    {
        return static_cast<int>(
            std::ranges::count_if(programs_, [](const Program& program) { return program.references > 0; }));
    }

    // Below, what the calls ask of it.

    std::size_t sources = 0; ///< programs made of one
    /// Keeps its place, so that no handle comes twice.
    cl_program create(cl_context context, std::string source)
    {
        ++sources;
        programs_.push_back({.context = context, .source = std::move(source), .devices = all_devices()});
        return handle_of(programs_.back());
    }
    /// Null for what is no program that is alive.
    Program* used(cl_program handle)
    {
        const auto found = std::ranges::find_if(
            programs_, [&](const Program& program) { return handle_of(program) == handle; });
        if (found != programs_.end() && found->references > 0) return &*found;
        ++misuses;
        return nullptr;
    }
    std::vector<cl_device_id> devices_of(const Program& program, cl_uint count,
                                         const cl_device_id* devices) const
    {
        return count == 0 ? program.devices : std::vector<cl_device_id>(devices, devices + count);
    }
    cl_int compile(Program& program, const std::vector<cl_device_id>& devices, const std::string& options,
                   const std::map<std::string, std::string>& headers)
    {
        compilations.push_back({program.source, options, headers, devices});
        program.log = log_of(program.source, headers);
        const auto code = codes.find(program.source);
        program.code = code != codes.end()   ? code->second
                       : program.log.empty() ? CL_SUCCESS
                                             : CL_COMPILE_PROGRAM_FAILURE;
        program.tried = true;
        program.compiled = program.code == CL_SUCCESS;
        return program.code;
    }
    cl_program link(cl_context context, const std::vector<cl_device_id>& devices, const std::string& options,
                    const std::vector<cl_program>& inputs, cl_int& code)
    {
        const std::string option = std::regex_replace(options, std::regex{"^ +| +$"}, "");
        Link& link = links.emplace_back(Link{option, {}, {}, devices, context, nullptr});
        for (const cl_program input : inputs) {
            const Program& known = *used(input);
            if (known.compiled)
                link.sources.insert(known.source);
            else if (known.library)
                link.libraries.push_back(input);
            else
                code = CL_INVALID_OPERATION; // a header, or what is linked already
        }
        const bool library = option == "-create-library";
        if (!option.empty() && !library) code = CL_INVALID_LINKER_OPTIONS;
        if (code == CL_SUCCESS) code = library ? library_fails : program_fails;
        if (code != CL_SUCCESS && !failed_links_make_programs) return nullptr;
        programs_.push_back({.context = context,
                             .devices = devices,
                             .code = code,
                             .log = code == CL_SUCCESS ? "" : "undefined: " + option,
                             .tried = true,
                             .library = library});
        return link.made = handle_of(programs_.back());
    }

private:
    static cl_program handle_of(const Program& program)
    {
        return reinterpret_cast<cl_program>(const_cast<Program*>(&program));
    }
    std::vector<cl_device_id> all_devices()
    {
        std::vector<cl_device_id> all;
        for (char& device : devices_) all.push_back(reinterpret_cast<cl_device_id>(&device));
        return all;
    }
    /// What is wrong with a text and those that it includes.
    static std::string log_of(const std::string& text, const std::map<std::string, std::string>& headers,
                              int depth = 0)
    {
        if (const std::size_t error = text.find("#error"); error != std::string::npos)
            return "error:" + text.substr(error + 6, text.find('\n', error) - error - 6);
        static const std::regex include{"#include \"([^\"]*)\""};
        for (std::sregex_iterator found{text.begin(), text.end(), include}, end; found != end; ++found) {
            const auto header = headers.find((*found)[1]);
            if (header == headers.end()) return "error: '" + (*found)[1].str() + "' file not found";
            if (const std::string log = depth < 9 ? log_of(header->second, headers, depth + 1) : "";
                !log.empty())
                return log;
        }
        return {};
    }

    std::deque<char> devices_;
    std::deque<Program> programs_; // released ones too
};

// OpenCL's functions, as the code under test sees them.

LOCKSTEP_WITNESS(InventedLinker, clCreateProgramWithSource, context, count, texts, lengths, code)
{
    const cl_int failure =
        witness->sources < witness->creations_before ? CL_SUCCESS : witness->creation_fails;
    if (code != nullptr) *code = failure;
    if (failure != CL_SUCCESS) return nullptr;
    std::string source;
    for (cl_uint i = 0; i < count; ++i)
        source += lengths != nullptr && lengths[i] != 0 ? std::string(texts[i], lengths[i]) : texts[i];
    return witness->create(context, std::move(source));
}

LOCKSTEP_WITNESS(InventedLinker, clBuildProgram, program, count, devices, options, notify, data)
{
    ++witness->builds;
    auto* const known = witness->used(program);
    if (known == nullptr) return CL_INVALID_PROGRAM;
    known->tried = true;
    if (notify != nullptr) notify(program, data);
    return CL_SUCCESS;
}

LOCKSTEP_WITNESS(InventedLinker, clCompileProgram, program, count, devices, options, headers, header_programs,
                 names, notify, data)
{
    auto* const known = witness->used(program);
    if (known == nullptr) return CL_INVALID_PROGRAM;
    if ((headers == 0) != (header_programs == nullptr) || (headers == 0) != (names == nullptr) ||
        (count == 0) != (devices == nullptr))
        return CL_INVALID_VALUE;
    std::map<std::string, std::string> texts;
    for (cl_uint i = 0; i < headers; ++i) {
        const auto* const header = witness->used(header_programs[i]);
        if (header == nullptr) return CL_INVALID_PROGRAM;
        texts[names[i]] = header->source;
    }
    const cl_int code = witness->compile(*known, witness->devices_of(*known, count, devices),
                                         options != nullptr ? options : "", texts);
    if (notify != nullptr) notify(program, data);
    return code;
}

LOCKSTEP_WITNESS(InventedLinker, clLinkProgram, context, count, devices, options, inputs, programs, notify,
                 data, code)
{
    cl_int result = inputs == 0 || (count == 0) != (devices == nullptr) ? CL_INVALID_VALUE : CL_SUCCESS;
    for (cl_uint i = 0; i < inputs; ++i)
        if (witness->used(programs[i]) == nullptr) result = CL_INVALID_PROGRAM;
    cl_program made = nullptr;
    if (result == CL_SUCCESS)
        made = witness->link(context, std::vector<cl_device_id>(devices, devices + count),
                             options != nullptr ? options : "",
                             std::vector<cl_program>(programs, programs + inputs), result);
    if (code != nullptr) *code = result;
    if (notify != nullptr) notify(made, data);
    return made;
}

LOCKSTEP_WITNESS(InventedLinker, clRetainProgram, program)
{
    auto* const known = witness->used(program);
    if (known == nullptr) return CL_INVALID_PROGRAM;
    ++known->references;
    return CL_SUCCESS;
}

LOCKSTEP_WITNESS(InventedLinker, clReleaseProgram, program)
{
    auto* const known = witness->used(program);
    if (known == nullptr) return CL_INVALID_PROGRAM;
    --known->references;
    return CL_SUCCESS;
}

LOCKSTEP_WITNESS(InventedLinker, clGetProgramInfo, program, question, room, to, needed)
{
    auto* const known = witness->used(program);
    if (known == nullptr) return CL_INVALID_PROGRAM;
    switch (question) {
    case CL_PROGRAM_REFERENCE_COUNT:
        return lockstep::answer(known->references, room, to, needed);
    case CL_PROGRAM_CONTEXT:
        return lockstep::answer(known->context, room, to, needed);
    case CL_PROGRAM_NUM_DEVICES:
        return lockstep::answer(static_cast<cl_uint>(known->devices.size()), room, to, needed);
    case CL_PROGRAM_DEVICES:
        return lockstep::answer(known->devices, room, to, needed);
    case CL_PROGRAM_SOURCE:
        return lockstep::answer(known->source, room, to, needed);
    default:
        return CL_INVALID_VALUE;
    }
}

LOCKSTEP_WITNESS(InventedLinker, clGetProgramBuildInfo, program, device, question, room, to, needed)
{
    auto* const known = witness->used(program);
    if (known == nullptr) return CL_INVALID_PROGRAM;
    if (std::ranges::find(known->devices, device) == known->devices.end()) return CL_INVALID_DEVICE;
    const cl_build_status status = !known->tried               ? CL_BUILD_NONE
                                   : known->code == CL_SUCCESS ? CL_BUILD_SUCCESS
                                                               : CL_BUILD_ERROR;
    if (question == CL_PROGRAM_BUILD_STATUS) return lockstep::answer(status, room, to, needed);
    if (question == CL_PROGRAM_BUILD_LOG) return lockstep::answer(known->log, room, to, needed);
    return CL_INVALID_VALUE;
}

LOCKSTEP_WITNESS(InventedLinker, clGetDeviceInfo, device, question, room, to, needed)
{
    if (witness->is_device(device)) device = lockstep::Exercise::get().device()();
    return real();
}

LOCKSTEP_WITNESS(InventedLinker, clRetainDevice, device)
{
    return witness->is_device(device) ? CL_SUCCESS : real();
}

LOCKSTEP_WITNESS(InventedLinker, clReleaseDevice, device)
{
    return witness->is_device(device) ? CL_SUCCESS : real();
}
