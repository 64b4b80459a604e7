// Tests of the fit: by numbers, then against the answers of an H200's driver.
#include "fit.hpp"

#include <lockstep/exercise.hpp>

#include <nlohmann/json.hpp>

#include <fstream>
#include <limits>
#include <string>

using namespace lockstep;

namespace
{

nlohmann::json json_of(const std::string& file)
{
    std::ifstream stream(lockstep::source_folder() / file);
    return nlohmann::json::parse(stream);
}

/// The figures of a GPU, from its profile.
Unit unit_of(const std::string& device)
{
    const auto profile = json_of("lens/devices/" + device + ".json");
    const auto figure = [&](const char* name) {
        return profile.at("unit").at(name).at("value").get<unsigned>();
    };
    return {.sub_group_size = profile.at("execution").at("sub_group_size").at("value"),
            .sub_groups = figure("max_sub_groups"),
            .groups = figure("max_groups"),
            .registers = figure("registers") - figure("registers_reserved"),
            .register_portion = figure("register_granularity"),
            .simds = figure("simds"),
            .local_bytes = figure("local_bytes"),
            .local_portion = figure("local_granularity_bytes"),
            .local_reserved = figure("local_reserved_bytes")};
}

/// A unit with plenty of everything, for tests that make one thing scarce.
constexpr Unit roomy{.sub_group_size = 32,
                     .sub_groups = 64,
                     .groups = 32,
                     .registers = 65536,
                     .register_portion = 256,
                     .simds = 4,
                     .local_bytes = 65536,
                     .local_portion = 128,
                     .local_reserved = 0};

void check_fit(const Unit& unit, const Kernel& kernel, Fit expected)
{
    const Fit got = fit(unit, kernel);
    INFO("groups of ", kernel.group_size, ", ", kernel.registers, " registers, ", kernel.local_bytes,
         " bytes of local memory, on a unit with sub-groups of ", unit.sub_group_size, ": ", expected.groups,
         " groups fit, and you say ", got.groups);
    REQUIRE(got.groups == expected.groups);
    INFO("these are ", expected.sub_groups, " sub-groups, and you say ", got.sub_groups);
    REQUIRE(got.sub_groups == expected.sub_groups);
}

} // namespace

TEST_CASE("places for sub-groups and for groups run out")
{
    check_fit(roomy, {256, 16, 0}, {8, 64});
    check_fit(roomy, {32, 16, 0}, {32, 32});
    check_fit(roomy, {768, 16, 0}, {2, 48});
}

TEST_CASE("a group that does not fill its last sub-group takes the whole of it")
{
    check_fit(roomy, {100, 16, 0}, {16, 64});
    check_fit(roomy, {33, 16, 0}, {32, 64});
    check_fit(roomy, {1, 16, 0}, {32, 32});
    check_fit(roomy, {129, 100, 0}, {3, 15}); // five sub-groups of 3328 registers each, sixteen in all
}

TEST_CASE("16,384 registers and 35 a work-item make seven wavefronts")
{
    Unit unit = unit_of("hd5870");
    unit.registers = 16384;
    unit.groups = 32;
    check_fit(unit, {64, 35, 0}, {7, 7});
    check_fit(unit, {128, 35, 0}, {3, 6});
    check_fit(unit, {256, 35, 0}, {1, 4});
}

TEST_CASE("registers are given out in portions")
{
    check_fit(roomy, {256, 32, 0}, {8, 64});
    check_fit(roomy, {256, 33, 0}, {6, 48}); // 1056 becomes 1280
    check_fit(roomy, {256, 40, 0}, {6, 48});
    check_fit(roomy, {256, 41, 0}, {5, 40});
}

TEST_CASE("a sub-group has its registers from one part")
{
    check_fit(roomy, {96, 33, 0}, {16, 48});  // 1280 of 16384: twelve in each of four parts
    check_fit(roomy, {32, 132, 0}, {12, 12}); // 4224: three in each
    check_fit(roomy, {416, 132, 0}, {0, 0});  // thirteen sub-groups: not even one group
}

TEST_CASE("local memory is given out in portions, with what the system takes")
{
    check_fit(roomy, {64, 16, 4096}, {16, 32});
    check_fit(roomy, {64, 16, 4097}, {15, 30});
    Unit unit = roomy;
    unit.local_portion = 3000;
    check_fit(unit, {64, 16, 3100}, {10, 20}); // 6000
    unit = roomy;
    unit.local_reserved = 1024;
    check_fit(unit, {64, 16, 3072}, {16, 32});
    check_fit(unit, {64, 16, 3073}, {15, 30});
    unit.groups = 128;
    unit.sub_groups = 256;
    check_fit(unit, {64, 16, 0}, {64, 128}); // the reserve alone
}

TEST_CASE("what a kernel does not take does not limit it")
{
    check_fit(roomy, {256, 0, 0}, {8, 64});
    check_fit(roomy, {256, 0, 32768}, {2, 16});
}

TEST_CASE("a unit that has nothing of a resource holds kernels that take nothing of it")
{
    Unit unit = roomy;
    unit.local_bytes = 0;
    check_fit(unit, {256, 16, 0}, {8, 64});
    check_fit(unit, {256, 16, 1}, {0, 0});
    unit.local_reserved = 1;
    check_fit(unit, {256, 16, 0}, {0, 0}); // the reserve is too much already
    unit = roomy;
    unit.registers = 0;
    check_fit(unit, {256, 0, 0}, {8, 64});
    check_fit(unit, {256, 1, 0}, {0, 0});
}

TEST_CASE("a group that asks for too much does not fit at all")
{
    check_fit(roomy, {1024, 128, 0}, {0, 0});
    check_fit(roomy, {64, 16, 65537}, {0, 0});
    check_fit(roomy, {4096, 1, 0}, {0, 0});
}

TEST_CASE("a group that asks for more than 32 bits can count does not fit at all")
{
    constexpr unsigned most = std::numeric_limits<unsigned>::max();
    check_fit(roomy, {64, 16, most}, {0, 0});
    check_fit(roomy, {64, most / 32 + 1, 0}, {0, 0}); // times 32 work-items: 2 to the power of 32
    check_fit(roomy, {64, most / 32, 0}, {0, 0});     // below that, and so much when it is rounded up
    check_fit(roomy, {most, 0, 0}, {0, 0});
    Unit unit = roomy;
    unit.local_reserved = 1024;
    check_fit(unit, {64, 16, most - 1023}, {0, 0}); // with the reserve: 2 to the power of 32
}

TEST_CASE("a unit may have thousands of places")
{
    Unit unit = roomy;
    unit.sub_groups = 4000;
    unit.groups = 1000;
    unit.registers = 1U << 31;
    unit.local_bytes = 1U << 31;
    check_fit(unit, {64, 16, 128}, {1000, 2000});
    check_fit(unit, {160, 16, 128}, {800, 4000});
    check_fit(unit, {1, 16, 1U << 22}, {512, 512});
    unit.groups = unit.sub_groups = 100003;
    check_fit(unit, {32, 0, 0}, {100003, 100003});
}

TEST_CASE("an H200's driver gives the same answers")
{
    const auto recorded = json_of("lens/validation/occupancy/h200.json");
    const auto group_sizes = recorded.at("group_sizes").get<std::vector<unsigned>>();
    const auto local_bytes = recorded.at("local_bytes").get<std::vector<unsigned>>();
    const Unit unit = unit_of("h200");
    for (const auto& row : recorded.at("rows")) {
        std::vector<std::vector<unsigned>> answers; // a number stands for so many like the one before it
        for (const auto& answer : row.at("groups"))
            if (answer.is_array())
                answers.push_back(answer);
            else
                answers.resize(answers.size() + answer.get<std::size_t>(), answers.back());
        for (std::size_t i = 0; i < group_sizes.size(); ++i)
            for (std::size_t j = 0; j < local_bytes.size(); ++j) {
                const unsigned groups = answers.at(i).at(j);
                const Kernel kernel{group_sizes[i], row.at("registers").get<unsigned>(), local_bytes[j]};
                if (fit(unit, kernel).groups != groups)
                    check_fit(unit, kernel, {groups, groups * ((kernel.group_size + 31) / 32)});
            }
    }
}
