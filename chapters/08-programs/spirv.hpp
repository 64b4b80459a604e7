// A module in SPIR-V given to the driver in place of a source.
#pragma once

#include "lab.hpp"

#include <array>
#include <filesystem>

// The versions of SPIR-V that a device takes; none on most devices of OpenCL 1.2 to 3.0.
//! [il-version]
inline std::string spirv_versions(const Lab& lab)
{
    std::array<char, 1024> text{};
    const cl_int code = clGetDeviceInfo(lab.device(), CL_DEVICE_IL_VERSION_KHR,
                                        text.size() - 1, text.data(), nullptr);
    return code == CL_SUCCESS ? text.data() : "";
}
//! [il-version]

// clCreateProgramWithIL is part of OpenCL from 2.1 on; before, and beside, an extension has it.
inline cl::Program from_spirv(const Lab& lab, const std::string& module)
{
    const auto create = reinterpret_cast<clCreateProgramWithILKHR_fn>(
        clGetExtensionFunctionAddressForPlatform(lab.platform()(),
                                                 "clCreateProgramWithILKHR"));
    if (create == nullptr)
        throw cl::Error(CL_INVALID_OPERATION, "clGetExtensionFunctionAddressForPlatform");
    cl_int code = CL_SUCCESS;
    cl::Program program{create(lab.context(), module.data(), module.size(), &code)};
    if (code != CL_SUCCESS) throw cl::Error(code, "clCreateProgramWithILKHR");
    program.build(lab.device);
    return program;
}

inline std::vector<float> results(const Lab& lab, const cl::Program& program,
                                  const std::vector<float>& x)
{
    const cl::Buffer in = lab.upload(x);
    const cl::Buffer out{lab.context, CL_MEM_READ_WRITE, 5 * x.size() * sizeof(float)};
    cl::Kernel kernel{program, "accuracy"};
    kernel.setArg(0, in);
    kernel.setArg(1, out);
    kernel.setArg(2, static_cast<cl_uint>(x.size()));
    lab.launch_ms(kernel, x.size());
    return lab.download(out, 5 * x.size());
}

// How many results differ, of how many, and of which of the kernel's five lines they are.
inline std::string difference(const std::vector<float>& got,
                              const std::vector<float>& expected)
{
    const std::array names{"poly", "1.7/x", "sqrt", "exp", "0.1x+.3"};
    const std::size_t n = got.size() / names.size();
    std::size_t different = 0;
    std::string where;
    for (std::size_t k = 0; k < names.size(); ++k) {
        const std::size_t before = different;
        for (std::size_t i = k * n; i < (k + 1) * n; ++i)
            different += got[i] == expected[i] ? 0U : 1U;
        if (different > before) where += std::string{", "} + names.at(k);
    }
    return std::to_string(different) + " of " + std::to_string(got.size()) + where;
}

inline std::string in_ms(double ms)
{
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.1f ms", ms);
    return text.data();
}

inline void spirv(const Lab& lab)
{
    const std::string versions = spirv_versions(lab);
    std::string module_ms = "-", source_ms = "-", differ = "-";
    if (!versions.empty() && std::filesystem::exists("programs.spv")) {
        const std::string source = fresh(chapter_file("programs.cl"));
        const std::string module = read_bytes("programs.spv");
        cl::Program from_source, from_module;
        source_ms = in_ms(host_ms([&] { from_source = build(lab, source, ""); }));
        const std::vector<float> x =
            random_floats(lab.simulated ? 512 : 1U << 18U, 8, 0.01F, 20);
        const std::vector<float> expected = results(lab, from_source, x);
        try {
            module_ms = in_ms(host_ms([&] { from_module = from_spirv(lab, module); }));
            const std::vector<float> got = results(lab, from_module, x);
            differ = difference(got, expected);
            if (got != expected)
                differ +=
                    "; from -D SEPARATE " +
                    difference(got, results(lab, build(lab, source, "-D SEPARATE"), x));
        } catch (const cl::Error& error) {
            module_ms = error.what() + std::string{": "} + error_name(error.err());
        }
    }
    std::printf("\nSPIR-V that the device takes: %s\nbuilt from the module:       %s\n"
                "built from the source:       %s\nresults that differ:         %s\n",
                versions.empty() ? "none" : versions.c_str(), module_ms.c_str(),
                source_ms.c_str(), differ.c_str());
}
