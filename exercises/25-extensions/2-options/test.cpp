// Tests of the options, with the answers of real devices and of invented ones.
#include "options.hpp"

#include <doctest/doctest.h>

namespace
{

constexpr cl_uint packed(cl_uint major, cl_uint minor, cl_uint patch = 0)
{
    return major << 22U | minor << 12U | patch;
}

std::vector<Named> c_versions(std::initializer_list<cl_uint> versions)
{
    std::vector<Named> list;
    for (const cl_uint version : versions) list.push_back({"OpenCL C", version});
    return list;
}

std::vector<Named> features(std::initializer_list<const char*> names)
{
    std::vector<Named> list;
    for (const char* name : names) list.push_back({name, packed(3, 0)});
    return list;
}

std::string shown(const DeviceFacts& device)
{
    std::string text =
        "\n  version '" + device.version + "', OpenCL C '" + device.c_version + "'\n  all versions:";
    for (const Named& each : device.c_versions)
        text += " " + std::to_string(each.version >> 22U) + "." +
                std::to_string(each.version >> 12U & 0x3FFU) + "." + std::to_string(each.version & 0xFFFU);
    text += "\n  extensions:";
    for (const std::string& name : device.extensions) text += " " + name;
    text += "\n  features:";
    for (const Named& each : device.features) text += " " + each.name;
    return text;
}

void check(const DeviceFacts& device, const std::string& expected)
{
    const std::string got = build_options(device);
    if (got != expected)
        FAIL_CHECK("expected '", expected, "', got '", got, "' for the device", shown(device));
}

const std::vector<std::string> long_atomics{"cl_khr_int64_base_atomics", "cl_khr_int64_extended_atomics"};

std::vector<std::string> with(std::vector<std::string> list, std::initializer_list<std::string> more)
{
    list.insert(list.end(), more);
    return list;
}

} // namespace

TEST_CASE("PoCL 3.1 has OpenCL C 3.0 beside its 1.2, doubles and long atomics")
{
    check({"OpenCL 3.0 PoCL HSTR: pthread-x86_64", "OpenCL C 1.2 PoCL",
           c_versions({packed(1, 0), packed(1, 1), packed(1, 2), packed(3, 0)}),
           with(long_atomics, {"cl_khr_fp64"}),
           features({"__opencl_c_images", "__opencl_c_int64", "__opencl_c_fp64"})},
          "-cl-std=CL3.0 -D DOUBLES -D LONG_ATOMICS");
}

TEST_CASE("Intel's runtime has sub-groups, although their extension is not listed")
{
    check({"OpenCL 3.1 (Build 0)", "OpenCL C 3.1 ",
           c_versions({packed(3, 1), packed(3, 0), packed(2, 0), packed(1, 2), packed(1, 1), packed(1, 0)}),
           with(long_atomics, {"cl_khr_fp64", "cl_khr_subgroup_ballot", "cl_khr_subgroup_shuffle"}),
           features({"__opencl_c_fp64", "__opencl_c_int64", "__opencl_c_subgroups"})},
          "-cl-std=CL3.1 -D DOUBLES -D LONG_ATOMICS -D SUB_GROUPS");
}

TEST_CASE("rusticl has sub-groups and neither doubles nor long atomics")
{
    check({"OpenCL 3.0 ",
           "OpenCL C 1.2 ",
           c_versions({packed(3, 0), packed(1, 2), packed(1, 1), packed(1, 0)}),
           {"cl_khr_il_program", "cl_khr_subgroup_shuffle"},
           {{"__opencl_c_int64", packed(1, 0)}, {"__opencl_c_subgroups", packed(1, 0)}}},
          "-cl-std=CL3.0 -D SUB_GROUPS");
}

TEST_CASE("NVIDIA's driver has no sub-groups")
{
    check({"OpenCL 3.0 CUDA", "OpenCL C 1.2 ",
           c_versions({packed(1, 0), packed(1, 1), packed(1, 2), packed(3, 0)}),
           with(long_atomics, {"cl_khr_fp64", "cl_nv_device_attribute_query"}),
           features({"__opencl_c_fp64", "__opencl_c_images", "__opencl_c_int64"})},
          "-cl-std=CL3.0 -D DOUBLES -D LONG_ATOMICS");
}

TEST_CASE("a device of OpenCL 1.1 has one version and extensions alone")
{
    check({"OpenCL 1.1 ", "OpenCL C 1.1 ", {}, {}, {}}, "-cl-std=CL1.1");
    check({"OpenCL 1.1 ", "OpenCL C 1.1 ", {}, {"cl_khr_fp64"}, {}}, "-cl-std=CL1.1 -D DOUBLES");
    check({"OpenCL 1.2 ", "OpenCL C 1.2 ", {}, long_atomics, {}}, "-cl-std=CL1.2 -D LONG_ATOMICS");
}

TEST_CASE("the newest of all versions is asked for, in whatever order they stand")
{
    check({"OpenCL 3.0", "OpenCL C 1.2", c_versions({packed(3, 0), packed(1, 0)}), {}, {}}, "-cl-std=CL3.0");
    check({"OpenCL 3.0", "OpenCL C 1.2", c_versions({packed(1, 0), packed(3, 0)}), {}, {}}, "-cl-std=CL3.0");
    check({"OpenCL 3.0", "OpenCL C 1.2", c_versions({packed(1, 1), packed(3, 0), packed(2, 0)}), {}, {}},
          "-cl-std=CL3.0");
    check({"OpenCL 3.1", "OpenCL C 3.1", c_versions({packed(3, 0), packed(1, 2)}), {}, {}},
          "-cl-std=CL3.1 -D SUB_GROUPS");
    check({"OpenCL 3.0", "OpenCL C 1.2", c_versions({packed(1, 2), packed(1, 1)}), {}, {}}, "-cl-std=CL1.2");
}

TEST_CASE("of a version's three numbers the first two are named")
{
    check({"OpenCL 3.0", "OpenCL C 1.2", c_versions({packed(3, 0, 16), packed(1, 2)}), {}, {}},
          "-cl-std=CL3.0");
    check({"OpenCL 3.0", "OpenCL C 1.2", c_versions({packed(3, 0, 4095)}), {}, {}}, "-cl-std=CL3.0");
}

TEST_CASE("numbers of versions may have two digits")
{
    check({"OpenCL 3.12", "OpenCL C 3.12 x", {}, {}, {}}, "-cl-std=CL3.12 -D SUB_GROUPS");
    check({"OpenCL 3.12", "OpenCL C 1.2", c_versions({packed(3, 9), packed(3, 12), packed(3, 2)}), {}, {}},
          "-cl-std=CL3.12 -D SUB_GROUPS");
    check({"OpenCL 10.1", "OpenCL C 10.1", c_versions({packed(3, 1), packed(10, 1)}), {}, {}},
          "-cl-std=CL10.1 -D SUB_GROUPS");
    check({"OpenCL 3.0", "OpenCL C 3.12", c_versions({packed(3, 9)}), {}, {}},
          "-cl-std=CL3.12 -D SUB_GROUPS");
    check({"OpenCL 3.0", "OpenCL C 3.9", c_versions({packed(3, 12)}), {}, {}},
          "-cl-std=CL3.12 -D SUB_GROUPS");
    check({"OpenCL 3.300", "OpenCL C 1.2", c_versions({packed(3, 300)}), {}, {}},
          "-cl-std=CL3.300 -D SUB_GROUPS");
    check({"OpenCL 1000.0", "OpenCL C 1.2", c_versions({packed(1000, 1023, 4095), packed(3, 0)}), {}, {}},
          "-cl-std=CL1000.1023 -D SUB_GROUPS");
}

TEST_CASE("OpenCL C 4.0 comes after 3.1")
{
    const auto four = c_versions({packed(3, 0), packed(4, 0)});
    check({"OpenCL 4.0", "OpenCL C 1.2", four, {}, {}}, "-cl-std=CL4.0 -D SUB_GROUPS");
    check({"OpenCL 4.0", "OpenCL C 1.2", four, {"cl_khr_fp64"}, {}}, "-cl-std=CL4.0 -D SUB_GROUPS");
    check({"OpenCL 4.0", "OpenCL C 4.0 x", {}, {}, features({"__opencl_c_fp64"})},
          "-cl-std=CL4.0 -D DOUBLES -D SUB_GROUPS");
}

TEST_CASE("numbers in the vendor's words are no versions")
{
    check({"OpenCL 1.2 pocl 3.1", "OpenCL C 1.2 pocl 3.1", {}, {"cl_khr_subgroups"}, {}}, "-cl-std=CL1.2");
    check({"OpenCL 2.0 AMD-APP (3581.0)", "OpenCL C 2.0 3.0.1", {}, {"cl_khr_fp64"}, {}},
          "-cl-std=CL2.0 -D DOUBLES");
}

TEST_CASE("from OpenCL C 3.0 on the feature tells of doubles, before it the extension")
{
    const auto three = c_versions({packed(3, 0)});
    check({"OpenCL 3.0", "OpenCL C 1.2", three, {"cl_khr_fp64"}, {}}, "-cl-std=CL3.0");
    check({"OpenCL 3.0", "OpenCL C 1.2", three, {}, features({"__opencl_c_fp64"})},
          "-cl-std=CL3.0 -D DOUBLES");
    check({"OpenCL 3.0", "OpenCL C 1.2", c_versions({packed(1, 2)}), {}, features({"__opencl_c_fp64"})},
          "-cl-std=CL1.2");
    check({"OpenCL 3.0", "OpenCL C 1.2", c_versions({packed(1, 2)}), {"cl_khr_fp64"}, {}},
          "-cl-std=CL1.2 -D DOUBLES");
    check({"OpenCL 3.1", "OpenCL C 3.1", three, {"cl_khr_fp64"}, {}}, "-cl-std=CL3.1 -D SUB_GROUPS");
}

TEST_CASE("long atomics need both extensions")
{
    check({"OpenCL 1.2", "OpenCL C 1.2", {}, {"cl_khr_int64_base_atomics"}, {}}, "-cl-std=CL1.2");
    check({"OpenCL 1.2", "OpenCL C 1.2", {}, {"cl_khr_int64_extended_atomics"}, {}}, "-cl-std=CL1.2");
    check({"OpenCL 1.2", "OpenCL C 1.2", {}, {"cl_khr_int64_base_atomics", "cl_khr_int64_base_atomics"}, {}},
          "-cl-std=CL1.2");
    check({"OpenCL 3.0", "OpenCL C 1.2", c_versions({packed(3, 0)}), long_atomics, {}},
          "-cl-std=CL3.0 -D LONG_ATOMICS");
}

TEST_CASE("sub-groups: never in 1.x, by extension in 2.0, by feature in 3.0")
{
    check({"OpenCL 1.2", "OpenCL C 1.2", {}, {"cl_khr_subgroups"}, {}}, "-cl-std=CL1.2");
    check({"OpenCL 2.1", "OpenCL C 2.0", {}, {"cl_khr_subgroups"}, {}}, "-cl-std=CL2.0 -D SUB_GROUPS");
    check({"OpenCL 2.1", "OpenCL C 2.0", {}, {"cl_khr_subgroup_shuffle"}, {}}, "-cl-std=CL2.0");
    const auto three = c_versions({packed(2, 0), packed(3, 0)});
    check({"OpenCL 3.0", "OpenCL C 1.2", three, {"cl_khr_subgroups"}, {}}, "-cl-std=CL3.0");
    check({"OpenCL 3.0", "OpenCL C 1.2", three, {}, features({"__opencl_c_subgroups"})},
          "-cl-std=CL3.0 -D SUB_GROUPS");
    check({"OpenCL 3.0", "OpenCL C 2.0", c_versions({packed(2, 0)}), {}, features({"__opencl_c_subgroups"})},
          "-cl-std=CL2.0");
}

TEST_CASE("names are whole names")
{
    check({"OpenCL 1.2", "OpenCL C 1.2", {}, {"cl_khr_fp64x", "xcl_khr_fp64"}, {}}, "-cl-std=CL1.2");
    check({"OpenCL 2.0",
           "OpenCL C 2.0",
           {},
           {"cl_khr_int64_base_atomics_x", "cl_khr_int64_extended_atomics_x", "cl_khr_subgroups_x"},
           {}},
          "-cl-std=CL2.0");
    check({"OpenCL 3.0", "OpenCL C 3.0", {}, {}, features({"__opencl_c_fp64_x", "__opencl_c_subgroups_x"})},
          "-cl-std=CL3.0");
}
