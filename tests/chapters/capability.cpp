// Tests of chapter 25's has(): invented devices of every version of OpenCL, and what each must be found to have.
#include "plan.hpp"

#include "../test_main.hpp"

namespace
{

Facts of_version(Version version)
{
    Facts device;
    device.device = version;
    return device;
}

/// A device that lists what it is told, in the way of its version.
Facts listing(Version version, const std::vector<std::string>& extensions,
              const std::vector<std::string>& features = {},
              const std::map<std::uint32_t, std::uint64_t>& answers = {})
{
    Facts device = of_version(version);
    for (const std::string& name : extensions) device.extensions.push_back({name, {}});
    for (const std::string& name : features) device.features.push_back({name, opencl(3, 0)});
    device.answers = answers;
    return device;
}

} // namespace

TEST_CASE("each capability has a letter for each version, and an answer where it is not required")
{
    for (const Capability& what : capability::all) {
        INFO(what.name);
        REQUIRE(what.standing.size() == opencl_versions.size());
        CHECK(what.standing.find_first_not_of(" eor") == std::string_view::npos);
        if (what.standing.find_first_of("eo") == std::string_view::npos) continue;
        CHECK((!what.extension.empty() || !what.feature.empty() || what.query != 0));
    }
}

TEST_CASE("a device that says nothing has what its version requires, and nothing else")
{
    for (std::size_t v = 0; v < opencl_versions.size(); ++v)
        for (const Capability& what : capability::all) {
            INFO(opencl_versions.at(v).text() << ": " << what.name);
            CHECK(has(of_version(opencl_versions.at(v)), what).yes == (what.standing.at(v) == 'r'));
        }
}

TEST_CASE("a device of 2.0 to 2.2 lists no feature, and has what 3.0 made optional")
{
    for (const Version version : {opencl(2, 0), opencl(2, 1), opencl(2, 2)})
        for (const Capability& what :
             {capability::shared_memory, capability::group_functions, capability::device_enqueue,
              capability::c11_atomics, capability::pipes, capability::volumes}) {
            INFO(version.text() << ": " << what.name);
            const Answer answer = has(of_version(version), what);
            CHECK(answer.yes);
            CHECK(answer.because == "required by OpenCL " + version.text());
        }
}

TEST_CASE("sub-groups are an extension in 2.0, required in 2.1, 2.2 and 3.1, and optional in 3.0, for the "
          "interface")
{
    const Capability& what = capability::sub_groups;
    CHECK_FALSE(has(of_version(opencl(1, 2)), what));
    CHECK_FALSE(has(of_version(opencl(2, 0)), what));
    CHECK(has(listing(opencl(2, 0), {"cl_khr_fp64", "cl_khr_subgroups"}), what));
    CHECK(has(of_version(opencl(2, 1)), what));
    CHECK(has(of_version(opencl(2, 2)), what));
    CHECK_FALSE(has(listing(opencl(3, 0), {}, {}, {{what.query, 0}}), what));
    CHECK(has(listing(opencl(3, 0), {}, {}, {{what.query, 16}}), what));
    CHECK(has(listing(opencl(3, 0), {}, {"__opencl_c_subgroups"}), what));
    CHECK(has(of_version(opencl(3, 1)), what));
}

TEST_CASE("the functions of sub-groups are an extension of OpenCL C 2.0, which 2.1 and 2.2 compile")
{
    const Capability& what = capability::sub_group_functions;
    REQUIRE(what.standing.size() == opencl_versions.size());
    for (const Version version : {opencl(2, 0), opencl(2, 1), opencl(2, 2)}) {
        INFO(version.text());
        CHECK_FALSE(has(of_version(version), what));
        CHECK(has(listing(version, {"cl_khr_subgroups"}), what));
    }
    CHECK_FALSE(has(listing(opencl(2, 1), {}, {}, {{capability::sub_groups.query, 64}}), what));
    CHECK_FALSE(has(of_version(opencl(3, 0)), what));
    CHECK(has(listing(opencl(3, 0), {}, {"__opencl_c_subgroups"}), what));
    CHECK(has(of_version(opencl(3, 1)), what));
}

TEST_CASE("the plan of the chapter's sum on its five devices, and on some that were invented")
{
    const auto speaks = [](Facts device, std::vector<Version> versions) {
        for (const Version version : versions) device.c_versions.push_back({"OpenCL C", version});
        return device;
    };
    const std::vector<Version> three{opencl(1, 0), opencl(1, 2), opencl(3, 0)};
    const std::uint32_t doubles = capability::doubles.query, groups = capability::group_functions.query;
    const auto check = [](const Facts& device, const char* options) {
        CHECK(plan(device).options == options);
    };
    // PoCL 3.1, and NVIDIA's driver 580 on an H100
    check(speaks(listing(opencl(3, 0), {}, {"__opencl_c_fp64"}, {{doubles, 63}, {groups, 0}}), three),
          " -cl-std=CL3.0");
    // PoCL 6
    check(speaks(listing(opencl(3, 0), {}, {}, {{doubles, 63}, {groups, 1}}), three),
          " -cl-std=CL3.0 -D BY_GROUP");
    // Intel's runtime
    check(speaks(listing(opencl(3, 1), {}, {}, {{doubles, 63}, {groups, 1}}), {opencl(3, 1), opencl(3, 0)}),
          " -cl-std=CL3.1 -D BY_GROUP");
    // rusticl: a pair is no number that sub-groups could add up
    check(speaks(listing(opencl(3, 0), {"cl_khr_subgroup_shuffle"}, {"__opencl_c_subgroups"},
                         {{doubles, 0}, {groups, 0}}),
                 three),
          " -cl-std=CL3.0 -D PAIRS");
    check(speaks(listing(opencl(3, 1), {}, {}, {{doubles, 63}, {groups, 0}}), {opencl(3, 1)}),
          " -cl-std=CL3.1 -D BY_SUB_GROUPS");
    Facts old = listing(opencl(2, 1), {"cl_khr_fp64"});
    old.c = opencl(2, 0);
    check(old, " -cl-std=CL2.0 -D BY_GROUP");
    old = listing(opencl(1, 2), {"cl_khr_fp64"});
    old.c = opencl(1, 2);
    check(old, "");
}

TEST_CASE("doubles are told by an extension before 1.2, by their query from then on, and by a feature in 3.0")
{
    const Capability& what = capability::doubles;
    for (const Version version : opencl_versions) {
        INFO(version.text());
        CHECK_FALSE(
            has(listing(version, {"cl_khr_fp16", "cl_khr_fp64_more"}, {"__opencl_c_fp64_more"}), what));
        CHECK(has(listing(version, {"cl_khr_fp64"}), what).because == "cl_khr_fp64");
    }
    CHECK(has(listing(opencl(1, 2), {}, {}, {{what.query, 0x3F}}), what));
    CHECK_FALSE(has(listing(opencl(3, 0), {}, {}, {{what.query, 0}}), what));
    CHECK(has(listing(opencl(3, 0), {}, {"__opencl_c_fp64"}), what).because == "__opencl_c_fp64");
}

TEST_CASE("the kinds of shared memory are told apart by the bits of one query")
{
    const std::uint32_t query = capability::shared_memory.query;
    const Facts coarse = listing(opencl(3, 0), {}, {}, {{query, 1}});
    CHECK(has(coarse, capability::shared_memory));
    CHECK_FALSE(has(coarse, capability::fine_memory));
    const Facts all = listing(opencl(2, 0), {}, {}, {{query, 0xF}});
    CHECK(has(all, capability::fine_memory));
    CHECK(has(all, capability::system_memory));
    CHECK_FALSE(has(listing(opencl(3, 0), {}, {}, {{query, 0}}), capability::shared_memory));
}

TEST_CASE("what a compiler takes without promising it is not there")
{
    // As NVIDIA's driver 580 answers, whose compiler takes work_group_reduce_add all the same.
    const Facts device = listing(opencl(3, 0), {"cl_khr_fp64", "cl_nv_compiler_options"}, {"__opencl_c_fp64"},
                                 {{capability::group_functions.query, 0}});
    CHECK_FALSE(has(device, capability::group_functions));
    CHECK(has(device, capability::doubles));
}

TEST_CASE("a name that is the beginning of another is not taken for it")
{
    CHECK_FALSE(has(listing(opencl(3, 0), {"cl_khr_subgroup_shuffle_relative"}), capability::shuffles));
    CHECK(has(listing(opencl(3, 0), {"cl_khr_subgroup_shuffle"}), capability::shuffles));
}

TEST_CASE("a version between two, or after the last, requires what the one before it does")
{
    CHECK(standing(capability::sub_groups, opencl(2, 9)) == 'r');
    CHECK(standing(capability::sub_groups, opencl(3, 12)) == 'r');
    CHECK(standing(capability::device_enqueue, opencl(4, 0)) == 'o');
    CHECK(standing(capability::byte_stores, Version{}) == ' ');
}

TEST_CASE("versions are read from texts, whatever a vendor adds")
{
    CHECK(parsed("OpenCL 1.2 CUDA 13.0") == opencl(1, 2));
    CHECK(parsed("OpenCL 3.0 PoCL 3.1+debian") == opencl(3, 0));
    CHECK(parsed("OpenCL C 2.0 ") == opencl(2, 0));
    CHECK(parsed("OpenCL 10.12 of some day").text() == "10.12");
    CHECK(opencl(2, 0) < opencl(2, 1));
    CHECK(opencl(3, 10) > opencl(3, 9));
}

int main(int argc, char** argv)
{
    return run_tests(argc, argv);
}
