// The table of what the device has, and by which of three ways it says so.
#pragma once

#include "lab.hpp"

// Something a device may have. Empty: it never became that.
struct Capability
{
    const char* name;
    Core core; // every device of these versions has it
    const char* extension;
    const char* feature; // behind __opencl_c_
};

constexpr Capability capabilities[] = {
    {"byte stores", {opencl(1, 1)}, "cl_khr_byte_addressable_store", ""},
    {"32-bit atomics", {opencl(1, 1)}, "cl_khr_global_int32_base_atomics", ""},
    {"printf in kernels", {opencl(1, 2)}, "", ""},
    {"doubles", {}, "cl_khr_fp64", "fp64"},
    {"arithmetic with halves", {}, "cl_khr_fp16", ""},
    {"64-bit atomics", {}, "cl_khr_int64_base_atomics", ""},
    {"3D image writes", only_in_2, "cl_khr_3d_image_writes", "3d_image_writes"},
    {"C11 atomics, device scope", only_in_2, "", "atomic_scope_device"},
    {"work-group functions", only_in_2, "", "work_group_collective_functions"},
    {"device-side enqueue", only_in_2, "", "device_enqueue"},
    {"SPIR-V", only_in_2_and_again, "cl_khr_il_program", ""},
    {"sub-groups", only_in_2_and_again, "cl_khr_subgroups", "subgroups"},
    {"shuffles", {opencl(3, 1)}, "cl_khr_subgroup_shuffle", ""},
    {"dot products of bytes",
     {opencl(3, 1)},
     "cl_khr_integer_dot_product",
     "integer_dot_product_input_4x8bit"},
    {"suggested group size", {opencl(3, 1)}, "cl_khr_suggested_local_work_size", ""},
    {"device UUID", {opencl(3, 1)}, "cl_khr_device_uuid", ""},
    {"command buffers", {}, "cl_khr_command_buffer", ""},
};

inline std::string listed(const std::vector<Named>& list, const std::string& name)
{
    for (const Named& entry : list)
        if (entry.name == name)
            return entry.version.packed == 0 ? "listed" : entry.version.with_patch();
    return "-";
}

inline void report(const Lab& lab)
{
    const Facts& known = lab.known;
    std::string versions;
    for (const Named& version : known.c_versions) versions += " " + version.version.text();
    std::printf("OpenCL %s, OpenCL C%s; %zu extensions, %zu features of OpenCL C\n",
                known.device.text().c_str(),
                versions.empty() ? (" " + known.c.text()).c_str() : versions.c_str(),
                known.extensions.size(), known.features.size());
    std::printf("%-28s %-15s | %-9s | %-7s | %s\n", "", "core", "extension", "feature",
                "here");
    for (const Capability& row : capabilities) {
        const bool core = row.core.covers(known.device);
        const std::string extension = listed(known.extensions, row.extension);
        const std::string feature =
            listed(known.features, std::string{"__opencl_c_"} + row.feature);
        std::printf("  %-26s %-15s | %-9s | %-7s | %s\n", row.name, row.core.text().c_str(),
                    extension.c_str(), feature.c_str(),
                    core || extension != "-" || feature != "-" ? "yes" : "no");
    }
    const auto svm =
        ask_one<cl_device_svm_capabilities>(lab.device, CL_DEVICE_SVM_CAPABILITIES);
    std::string kinds;
    unsigned bit = 0;
    for (const char* kind : {"coarse buffer", "fine buffer", "fine system", "atomics"})
        if ((svm >> bit++ & 1U) != 0)
            kinds += (kinds.empty() ? "" : ", ") + std::string{kind};
    const std::vector<char> il = ask<char>(lab.device, CL_DEVICE_IL_VERSION);
    std::printf("  shared virtual memory: %s\n", kinds.empty() ? "none" : kinds.c_str());
    std::printf("  SPIR-V: %s\n", il.size() < 2 ? "none" : il.data());
    std::printf("  sub-groups in a work-group: at most %u\n",
                ask_one<cl_uint>(lab.device, CL_DEVICE_MAX_NUM_SUB_GROUPS));
    std::printf("  printf's buffer: %zu KiB\n",
                ask_one<std::size_t>(lab.device, CL_DEVICE_PRINTF_BUFFER_SIZE) / 1024);
}
