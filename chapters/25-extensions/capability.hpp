// What a device may have beyond OpenCL 1.0, what each version says of it, and by which
// answers of the device it is known. Nothing here needs OpenCL.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

// A version as OpenCL 3.0 packs it: 10 bits, 10 bits, 12 bits. Zero: not told.
struct Version
{
    std::uint32_t packed = 0;

    friend constexpr auto operator<=>(Version, Version) = default;
    std::string text() const
    {
        return std::to_string(packed >> 22U) + "." + std::to_string(packed >> 12U & 0x3FFU);
    }
    std::string with_patch() const
    {
        return text() + "." + std::to_string(packed & 0xFFFU);
    }
};

constexpr Version opencl(std::uint32_t major, std::uint32_t minor)
{
    return {major << 22U | minor << 12U};
}

inline constexpr std::array opencl_versions{opencl(1, 0), opencl(1, 1), opencl(1, 2),
                                            opencl(2, 0), opencl(2, 1), opencl(2, 2),
                                            opencl(3, 0), opencl(3, 1)};

// Something that a device may have. An empty name or a zero: there is no such answer.
struct Capability
{
    std::string_view name;
    std::string_view standing; // in 1.0 1.1 1.2 2.0 2.1 2.2 3.0 3.1, a letter for each:
                               // required, optional, extension; a space: it says nothing
    std::string_view extension;
    std::string_view feature; // behind __opencl_c_
    std::uint32_t query = 0;  // of the device: not zero and not empty where it is there
    std::uint64_t bits = ~std::uint64_t{0}; // those of the query's answer that say so
};

namespace capability
{

//! [table]
inline constexpr Capability doubles{"doubles", "eeoooooo", "cl_khr_fp64", "fp64", 0x1032};
inline constexpr Capability long_atomics{"64-bit atomics", "eeeeeeee",
                                         "cl_khr_int64_base_atomics", ""};
inline constexpr Capability group_functions{"work-group functions", "   rrroo", "",
                                            "work_group_collective_functions", 0x1068};
inline constexpr Capability sub_groups{"sub-groups", "   error", "cl_khr_subgroups",
                                       "subgroups", 0x105C};
// Their functions in OpenCL C: 2.1 and 2.2 compile OpenCL C 2.0, which has them as an extension.
inline constexpr Capability sub_group_functions{"sub-groups in OpenCL C", "   eeeor",
                                                "cl_khr_subgroups", "subgroups"};
//! [table]
inline constexpr Capability shuffles{"shuffles", "      er", "cl_khr_subgroup_shuffle", ""};
inline constexpr Capability shared_memory{
    "shared virtual memory", "   rrroo", "", "", 0x1053, 1};
inline constexpr Capability fine_memory{
    "fine-grained memory", "   ooooo", "", "", 0x1053, 2};
inline constexpr Capability system_memory{
    "memory of the system", "   ooooo", "", "", 0x1053, 4};
inline constexpr Capability device_enqueue{"device-side enqueue", "   rrroo", "",
                                           "device_enqueue", 0x1070};
inline constexpr Capability command_buffers{"command buffers", "      ee",
                                            "cl_khr_command_buffer", ""};
inline constexpr Capability byte_stores{"byte stores", "errrrrrr",
                                        "cl_khr_byte_addressable_store", ""};
inline constexpr Capability atomics{"32-bit atomics", "errrrrrr",
                                    "cl_khr_global_int32_base_atomics", ""};
inline constexpr Capability print{"printf in kernels", "  rrrrrr", "", ""};
inline constexpr Capability volumes{"3D image writes", "eeerrroo", "cl_khr_3d_image_writes",
                                    "3d_image_writes"};
inline constexpr Capability half_numbers{"arithmetic with halves", "eeeeeeee",
                                         "cl_khr_fp16", ""};
inline constexpr Capability c11_atomics{"C11 atomics, device", "   rrroo", "",
                                        "atomic_scope_device", 0x1063,     1U << 5U};
inline constexpr Capability pipes{"pipes", "   rrroo", "", "pipes", 0x1071};
inline constexpr Capability spirv{"SPIR-V", "   error", "cl_khr_il_program", "", 0x105B};
inline constexpr Capability dot_products{"dot products of bytes", "      er",
                                         "cl_khr_integer_dot_product",
                                         "integer_dot_product_input_4x8bit_packed"};
inline constexpr Capability suggested_size{"suggested group size", "      er",
                                           "cl_khr_suggested_local_work_size", ""};
inline constexpr Capability uuid{"device UUID", "      er", "cl_khr_device_uuid", "",
                                 0x106A};

// What the report shows; of sub-groups, what the interface has.
inline constexpr std::array all{
    byte_stores,    atomics,         print,          doubles,        half_numbers,
    long_atomics,   volumes,         c11_atomics,    shared_memory,  fine_memory,
    system_memory,  group_functions, device_enqueue, pipes,          spirv,
    sub_groups,     shuffles,        dot_products,   suggested_size, uuid,
    command_buffers};

} // namespace capability

// The letter of this version. A version between two, or after the last, is like the one before.
constexpr char standing(const Capability& what, Version version)
{
    char letter = ' ';
    for (std::size_t i = 0; i < opencl_versions.size() && opencl_versions[i] <= version;
         ++i)
        letter = what.standing[i];
    return letter;
}
