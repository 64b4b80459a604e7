// A folder, an invented compiler, and the questions that the tests ask a cache in it.
#pragma once

#include "cache.hpp"

#include <lockstep/exercise.hpp>
#include <lockstep/invented_compiler.hpp>
#include <lockstep/scratch.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <vector>

inline const std::string plain_source =
    "kernel void fill(global int* out) { out[get_global_id(0)] = VALUE; }";
inline const std::string plain_options = "-D VALUE=1";
inline const lockstep::InventedDevice plain_device{"Gadget 9", "Gadgets Inc.", "12.5", "OpenCL 3.0 gadget"};

enum class From
{
    anywhere,
    source,
    file
};

/// In what the two differ; empty when in nothing.
inline std::string difference_of(const lockstep::ProgramOrigin& wanted, const lockstep::ProgramOrigin& got)
{
    const auto differ = [](const char* what, const std::string& a, const std::string& b) {
        return a == b ? std::string{}
                      : "for the " + std::string{what} + " \"" + b + "\" and not \"" + a + "\".";
    };
    for (const std::string& difference :
         {differ("source", wanted.source, got.source), differ("options", wanted.options, got.options),
          differ("device", wanted.device.name, got.device.name),
          differ("vendor", wanted.device.vendor, got.device.vendor),
          differ("driver", wanted.device.driver, got.device.driver),
          differ("platform", wanted.device.platform, got.device.platform)})
        if (!difference.empty()) return difference;
    return {};
}

/// The files below a folder, with their names from there on.
inline std::vector<std::string> files_in(const std::filesystem::path& folder)
{
    std::vector<std::string> names;
    std::error_code none;
    for (const auto& entry : std::filesystem::recursive_directory_iterator{folder, none})
        if (!entry.is_directory(none))
            names.push_back(std::filesystem::relative(entry.path(), folder).string());
    std::sort(names.begin(), names.end());
    return names;
}

inline void overwrite(const std::filesystem::path& file, const std::string& bytes)
{
    std::filesystem::remove_all(file);
    std::ofstream{file, std::ios::binary} << bytes;
}

/// A folder, an invented compiler, and a cache of its own for each program that is asked for.
struct Bench
{
    lockstep::ScratchFolder scratch;
    std::filesystem::path folder = scratch.path() / "cache";
    lockstep::InventedCompiler compiler{lockstep::Exercise::get().device()()};
    cl::Context context = lockstep::Exercise::get().context();

    /// Asks for a program and judges it. @param from where it must come from.
    void ask(cl_device_id device, const std::string& source, const std::string& options, From from,
             const std::string& when = {}) const
    {
        if (const std::string fault = fault_of(device, source, options, from); !fault.empty())
            FAIL(when, when.empty() ? std::string{} : std::string{": "}, fault);
    }

    /// What is wrong with the program that the cache gives; empty when nothing is.
    std::string fault_of(cl_device_id device, const std::string& source, const std::string& options,
                         From from) const
    {
        const lockstep::InventedCompiler::Counts before = compiler.counts;
        const cl::Program program = BinaryCache{folder}.program(context, cl::Device{device}, source, options);
        const lockstep::InventedCompiler::Program* const made = compiler.find(program());
        if (compiler.counts.strange > before.strange)
            return "clCreateProgramWithBinary was given bytes that no compiler made.";
        if (made == nullptr) return "the program that was returned is none.";
        const auto built = made->built.find(device);
        if (made->context != context()) return "the program belongs to another context.";
        if (built == made->built.end()) return "the program was not built for this device.";
        if (built->second.code != CL_SUCCESS) return "the program that was returned did not build.";
        if (const std::string difference =
                difference_of({source, options, *compiler.find(device)}, built->second.origin);
            !difference.empty())
            return "the program that was returned was made " + difference;
        if (compiler.counts.other_options > before.other_options)
            return "a binary was built with other options than it was made with.";
        if (compiler.counts.misuses > before.misuses) return "a program was used that had been released.";
        const int compilations = compiler.counts.compilations - before.compilations;
        if (from == From::file && (compilations > 0 || compiler.counts.sources > before.sources))
            return "it was compiled from its source, though its binary lay in the folder.";
        if (from == From::file && compiler.counts.loaded == before.loaded)
            return "clCreateProgramWithBinary was not called.";
        if (from == From::source && compilations != 1)
            return "it had to be built from its source once, and was built so " +
                   std::to_string(compilations) + " times.";
        return {};
    }
};

/// A bench with the plain device and the plain program in its folder.
struct StoredBench : Bench
{
    cl_device_id device = compiler.add(plain_device);

    StoredBench()
    {
        ask(From::source, "the first time");
        ask(From::file, "the second time");
        if (files_in(folder).empty()) FAIL("Nothing was stored in the folder.");
    }
    void ask(From from, const std::string& when = {}) const
    {
        Bench::ask(device, plain_source, plain_options, from, when);
    }
    std::filesystem::path file() const { return folder / files_in(folder).at(0); }

    /// The plain program is right, and stored again, whatever was done to the file.
    void expect_replaced(const std::string& what) const
    {
        ask(From::source, what);
        ask(From::file, what + ", and the program asked for once more");
    }
};
