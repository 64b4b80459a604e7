// An invented compiler, for tests of what is done with programs and their binaries. Its binaries say what they were made from,
// so it knows whether a program is the one that was asked for. The code under test meets it where the test includes
// invented_compiler_calls.hpp, in one source file only.
#pragma once

#include "lockstep/random.hpp"

#include <CL/opencl.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep
{

/// What an invented device says of itself. All else it answers as the real device does.
struct InventedDevice
{
    std::string name, vendor, driver, platform;
    bool operator==(const InventedDevice&) const = default;
};

/// What a program, or a binary, was made from.
struct ProgramOrigin
{
    std::string source, options;
    InventedDevice device;
    bool operator==(const ProgramOrigin&) const = default;
};

/// Stands for all program objects while it lives. A source that holds "#error" does not compile.
class InventedCompiler
{
public:
    /// Where a binary that was made by an older compiler is refused.
    enum class Refusal
    {
        at_creation, ///< clCreateProgramWithBinary fails
        by_status,   ///< it succeeds, and its status of the binary is CL_INVALID_BINARY
        at_build     ///< clBuildProgram fails
    };
    struct BuiltFor
    {
        cl_int code = CL_SUCCESS;
        ProgramOrigin origin;
        std::string log;
    };
    struct Program
    {
        cl_context context = nullptr;
        int references = 1;
        bool of_binary = false;
        std::string source;
        std::map<cl_device_id, std::string> binaries;
        std::map<cl_device_id, BuiltFor> built;
        std::vector<cl_device_id> devices;
    };

    /// @param real answers what the invented devices do not.
    explicit InventedCompiler(cl_device_id real) : real_(real) { present = this; }
    virtual ~InventedCompiler() { present = nullptr; }
    InventedCompiler(const InventedCompiler&) = delete;
    InventedCompiler& operator=(const InventedCompiler&) = delete;

    /// A device of every context. It lives as long as the compiler.
    cl_device_id add(InventedDevice device)
    {
        devices_.push_back(std::move(device));
        return reinterpret_cast<cl_device_id>(&devices_.back());
    }

    int generation = 1; ///< of the compiler: binaries of an older one are refused
    Refusal refusal = Refusal::at_creation;
    std::size_t filling = 700;  ///< bytes of a binary, beside what it says of its origin
    bool gives_binaries = true; ///< or binaries of no bytes
    cl_int creation_fails = 0;  ///< with this code, for sources
    int creations_before = 0;   ///< so many sources are made before that
    cl_int asking_for_binaries_fails = 0;

    struct Counts
    {
        int sources = 0;       ///< programs made of a source
        int loaded = 0;        ///< binaries given to clCreateProgramWithBinary
        int compilations = 0;  ///< of sources
        int strange = 0;       ///< binaries that were given to it and that no compiler made
        int other_options = 0; ///< builds of a binary with options that are not those it was made with
        int misuses = 0;       ///< of programs that are released
    };
    Counts counts;

    int alive() const
    {
        return static_cast<int>(
            std::ranges::count_if(programs_, [](const Program& program) { return program.references > 0; }));
    }
    /// nullptr for what is no program that is alive.
    const Program* find(cl_program handle) const
    {
        const auto found = std::ranges::find_if(
            programs_, [&](const Program& program) { return handle_of(program) == handle; });
        return found != programs_.end() && found->references > 0 ? &*found : nullptr;
    }
    /// The same for OpenCL's functions.
    Program* used(cl_program handle)
    {
        const Program* const program = find(handle);
        if (program == nullptr) ++counts.misuses;
        return const_cast<Program*>(program);
    }
    const InventedDevice* find(cl_device_id handle) const
    {
        const auto found = std::ranges::find_if(devices_, [&](const InventedDevice& device) {
            return reinterpret_cast<cl_device_id>(const_cast<InventedDevice*>(&device)) == handle;
        });
        return found != devices_.end() ? &*found : nullptr;
    }
    const InventedDevice* find(cl_platform_id handle) const
    {
        return find(reinterpret_cast<cl_device_id>(handle));
    }
    cl_device_id real_device() const { return real_; }

    /// What the compiler makes of the origin: bytes of any value.
    std::string binary_of(const ProgramOrigin& origin) const
    {
        return binary_of(origin, generation, filling);
    }

    cl_program create(cl_context context, std::string source)
    {
        ++counts.sources;
        Program& made = programs_.emplace_back();
        made.context = context;
        made.source = std::move(source);
        for (InventedDevice& device : devices_)
            made.devices.push_back(reinterpret_cast<cl_device_id>(&device));
        return handle_of(made);
    }

    /// @return null, and CL_INVALID_BINARY, where it is refused.
    cl_program load(cl_context context, const std::map<cl_device_id, std::string>& binaries, cl_int* status)
    {
        bool refused = false;
        std::size_t i = 0;
        for (const auto& [device, bytes] : binaries) {
            ++counts.loaded;
            const auto read = origin_of(bytes);
            if (!read) ++counts.strange;
            const bool old = read && read->second < generation;
            const bool here = !read || (old && refusal == Refusal::at_creation);
            refused = refused || here;
            if (status != nullptr)
                status[i] = here || (old && refusal == Refusal::by_status) ? CL_INVALID_BINARY : CL_SUCCESS;
            ++i;
        }
        if (refused) return nullptr;
        Program& made = programs_.emplace_back();
        made.context = context;
        made.of_binary = true;
        made.binaries = binaries;
        for (const auto& binary : binaries) made.devices.push_back(binary.first);
        return handle_of(made);
    }

    /// What clCompileProgram and clLinkProgram do: nothing here. The headers are texts by the names they go by.
    virtual cl_int compile(Program&, const std::vector<cl_device_id>&, const std::string& /*options*/,
                           const std::map<std::string, std::string>& /*headers*/)
    {
        return CL_COMPILER_NOT_AVAILABLE;
    }
    virtual cl_program link(cl_context, const std::vector<cl_device_id>&, const std::string& /*options*/,
                            const std::vector<cl_program>& /*inputs*/, cl_int& code)
    {
        code = CL_LINKER_NOT_AVAILABLE;
        return nullptr;
    }

    static void release(Program& program)
    {
        if (--program.references > 0) return;
        program = Program{}; // its place is kept, so that no handle comes twice
        program.references = 0;
    }

    cl_int build(Program& program, const std::vector<cl_device_id>& wanted, const char* options)
    {
        cl_int code = CL_SUCCESS;
        for (const cl_device_id device : wanted) {
            BuiltFor built = program.of_binary ? rebuilt(program.binaries[device], options)
                                               : compiled(program.source, device, options);
            if (built.code != CL_SUCCESS) code = built.code;
            program.built[device] = std::move(built);
        }
        return code;
    }

    /// Of no bytes for a device that it is not built for.
    std::string binary(const Program& program, cl_device_id device) const
    {
        const auto built = program.built.find(device);
        if (!gives_binaries || built == program.built.end() || built->second.code != CL_SUCCESS) return {};
        return binary_of(built->second.origin);
    }

    static InventedCompiler* present;

protected:
    static cl_program handle_of(const Program& program)
    {
        return reinterpret_cast<cl_program>(const_cast<Program*>(&program));
    }

    /// A program that clLinkProgram makes. It keeps its place.
    Program& add_program() { return programs_.emplace_back(); }

private:
    static std::string binary_of(const ProgramOrigin& origin, int generation, std::size_t filling)
    {
        std::string bytes = std::to_string(generation) + ' ' + std::to_string(filling) + ' ';
        for (const std::string* part :
             {&origin.source, &origin.options, &origin.device.name, &origin.device.vendor,
              &origin.device.driver, &origin.device.platform})
            bytes += std::to_string(part->size()) + ' ' + *part;
        for (const std::uint8_t byte : random_bytes(filling, std::hash<std::string>{}(bytes)))
            bytes += static_cast<char>(byte);
        return veiled(bytes);
    }

    // A binary does not show its source's text.
    static std::string veiled(std::string bytes)
    {
        for (char& byte : bytes) byte = static_cast<char>(byte ^ '\xa5');
        return bytes;
    }

    /// Nothing for bytes that binary_of does not make. @return with the generation.
    static std::optional<std::pair<ProgramOrigin, int>> origin_of(const std::string& binary)
    {
        const std::string bytes = veiled(binary);
        std::size_t at = 0;
        const auto number = [&] {
            std::size_t value = 0;
            while (at < bytes.size() && bytes[at] >= '0' && bytes[at] <= '9' && value < (1U << 30U))
                value = 10 * value + static_cast<std::size_t>(bytes[at++] - '0');
            ++at; // a space
            return value;
        };
        const auto generation = static_cast<int>(number());
        const std::size_t filling = number();
        if (filling > bytes.size()) return std::nullopt;
        ProgramOrigin origin;
        for (std::string* part : {&origin.source, &origin.options, &origin.device.name, &origin.device.vendor,
                                  &origin.device.driver, &origin.device.platform}) {
            const std::size_t length = number();
            if (at > bytes.size() || length > bytes.size() - at) return std::nullopt;
            *part = bytes.substr(at, length);
            at += length;
        }
        if (binary_of(origin, generation, filling) != binary) return std::nullopt;
        return std::pair{origin, generation};
    }

    BuiltFor compiled(const std::string& source, cl_device_id device, const char* options)
    {
        ++counts.compilations;
        const InventedDevice* const known = find(device);
        if (known == nullptr) return {.code = CL_INVALID_DEVICE, .origin = {}, .log = {}};
        BuiltFor built{
            .code = CL_SUCCESS, .origin = {source, options != nullptr ? options : "", *known}, .log = {}};
        if (const std::size_t error = source.find("#error"); error != std::string::npos) {
            built.code = CL_BUILD_PROGRAM_FAILURE;
            built.log = "kernel.cl:1:2: error: " + source.substr(error + 6);
        }
        return built;
    }

    BuiltFor rebuilt(const std::string& bytes, const char* options)
    {
        const auto read = origin_of(bytes);
        if (!read || (read->second < generation && refusal == Refusal::at_build))
            return {.code = CL_INVALID_BINARY, .origin = {}, .log = "a binary of another compiler"};
        const auto words = [](std::string text) {
            std::erase_if(text, [](char c) { return c == ' '; });
            return text;
        };
        if (options != nullptr && words(options) != words(read->first.options)) ++counts.other_options;
        return {.code = CL_SUCCESS, .origin = read->first, .log = {}};
    }

    cl_device_id real_;
    std::deque<InventedDevice> devices_;
    std::deque<Program> programs_; // released ones too
};

InventedCompiler* InventedCompiler::present = nullptr; // not inline: one source file only

} // namespace lockstep
