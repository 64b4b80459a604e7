// Tests of the look-up, with lists of real and of invented devices.
#include "names.hpp"

#include <doctest/doctest.h>

#include <string>

namespace
{

void check(const std::string& list, const std::string& name, bool expected)
{
    // Views end within longer texts, where the text goes on: what is behind a view is not part of it.
    const std::string long_list = list + "_ " + name + " ", long_name = name + "_more";
    const std::string_view list_view{long_list.data(), list.size()}, name_view{long_name.data(), name.size()};
    if (has_extension(list_view, name_view) != expected)
        FAIL_CHECK("'", name, "' is ", std::string{expected ? "" : "not "}, "in the list '", list,
                   "', but has_extension says ", std::string{expected ? "false" : "true"});
}

// As PoCL 3.1 and NVIDIA's driver write theirs: with several spaces in between, and with one at the end.
const std::string pocl = "cl_khr_byte_addressable_store cl_khr_global_int32_base_atomics   "
                         "cl_khr_local_int32_base_atomics cl_khr_spir cl_khr_fp64";
const std::string nvidia = "cl_khr_global_int32_base_atomics cl_khr_fp64 cl_khr_3d_image_writes "
                           "cl_khr_gl_sharing cl_nv_compiler_options cl_nv_device_attribute_query ";

} // namespace

TEST_CASE("the first, a middle and the last name are found")
{
    check(pocl, "cl_khr_byte_addressable_store", true);
    check(pocl, "cl_khr_spir", true);
    check(pocl, "cl_khr_fp64", true);
    check("cl_khr_fp64", "cl_khr_fp64", true);
}

TEST_CASE("a name that is not in the list is not found")
{
    check(pocl, "cl_khr_fp16", false);
    check(pocl, "cl_khr_subgroups", false);
    check("cl_khr_fp64", "cl_khr_fp16", false);
}

TEST_CASE("an empty list has no names")
{
    check("", "cl_khr_fp64", false);
    check(" ", "cl_khr_fp64", false);
    check("   ", "a", false);
    if (has_extension({}, "cl_khr_fp64")) FAIL_CHECK("a list without any text has a name");
}

TEST_CASE("the beginning of a name is not the name")
{
    check("cl_khr_spirv_queries", "cl_khr_spir", false);
    check("cl_khr_icd cl_khr_subgroup_shuffle_relative cl_khr_fp64", "cl_khr_subgroup_shuffle", false);
    check(pocl, "cl_khr_fp6", false);
    check(pocl, "cl", false);
}

TEST_CASE("the end or the middle of a name is not the name")
{
    check(pocl, "khr_fp64", false);
    check(pocl, "l_khr_byte_addressable_store", false);
    check("xcl_khr_fp64", "cl_khr_fp64", false);
    check(pocl, "global_int32", false);
}

TEST_CASE("a name is found behind a longer one that holds it")
{
    check("cl_khr_spirv_queries cl_khr_spir", "cl_khr_spir", true);
    check("cl_intel_subgroups_short cl_intel_subgroups_long cl_intel_subgroups", "cl_intel_subgroups", true);
    check("xcl_khr_fp64 cl_khr_fp64x cl_khr_fp64 cl_khr_fp16", "cl_khr_fp64", true);
}

TEST_CASE("spaces may stand before, behind and several in a row")
{
    check(pocl, "cl_khr_local_int32_base_atomics", true);
    check(nvidia, "cl_nv_device_attribute_query", true);
    check("  cl_khr_fp64", "cl_khr_fp64", true);
    check("cl_khr_fp64    ", "cl_khr_fp64", true);
}

TEST_CASE("capital letters are other letters")
{
    check(pocl, "CL_KHR_FP64", false);
    check("cl_KHR_fp64", "cl_khr_fp64", false);
}

TEST_CASE("names of any letters are whole names")
{
    check("cl_khr-fp64 cl_khr.fp64x", "cl_khr.fp64", false);
    check("x+y x-y", "x+y", true);
    check("xxy", "x+y", false);
    check("cl_khr_fp64-x x.cl_khr_fp64 cl_khr_fp64(1)", "cl_khr_fp64", false);
    check("a(b) [c", "[c", true);
}

TEST_CASE("a long list is searched to its end")
{
    std::string list;
    for (int i = 0; i < 5000; ++i) list += "cl_vendor_extension_" + std::to_string(i) + " ";
    check(list + "cl_khr_fp64", "cl_khr_fp64", true);
    check(list, "cl_vendor_extension_4999", true);
    check(list, "cl_vendor_extension_50", true);
    check(list, "cl_vendor_extension_5000", false);
    check("cl_khr_fp64", std::string(5000, 'x'), false);
}
