// The plugin's regrouping: work-items that run one after another are paired as a GPU would have issued them.
#include "simulator.hpp"

#include <doctest/doctest.h>

using nlohmann::json;

TEST_SUITE("plugin_control")
{
    TEST_CASE("odd against even work-items divides every sub-group, by whole sub-groups none")
    {
        const json kernels = kernels_of(
            {"control.cl", "odd_even 128 64 buffer:512 -- by_wave 128 64 buffer:512", {"h200"}, ""});
        const json& odd_even = kernels[0];
        CHECK(odd_even["branches"] == 4);
        CHECK(odd_even["divergent_branches"] == 4);
        CHECK(control_of(odd_even, "x = sin(x)")["simd_efficiency"] == 0.5);
        CHECK(control_of(odd_even, "x = cos(x)")["simd_efficiency"] == 0.5);
        CHECK(control_of(odd_even, "% 2)")["divergent"] == 4);
        CHECK(control_of(odd_even, "data[i] = x")["simd_efficiency"] == 1.0);
        const json& by_wave = kernels[1];
        CHECK(by_wave["branches"] == 4);
        CHECK(by_wave["divergent_branches"] == 0);
        CHECK(by_wave["simd_efficiency"] == 1.0);
    }

    TEST_CASE("both ways meet again behind the branch")
    {
        const json kernel = kernel_of("control.cl", "odd_even 32 32 buffer:128");
        CHECK(kernel["global_store"]["requests"] == 1);
        CHECK(kernel["global_store"]["sectors"] == 4);
    }

    TEST_CASE("nested loops with unequal trips are paired round by round")
    {
        // Each of four rounds lasts as long as its longest lane, three reads, though no lane reads more than
        // six in all.
        const json kernel = kernel_of("control.cl", "unequal_loops 32 32 buffer:1024 buffer:128");
        const json line = line_of(kernel, "sum += data[j * 64 + l]", "global", "load");
        CHECK(line["requests"] == 12);
        CHECK(line["bytes"] == 32 * 6 * 4);
        CHECK(control_of(kernel, "sum += data[j * 64 + l]")["simd_efficiency"] == 0.5);
        CHECK(control_of(kernel, "sum = sin(sum)")["simd_efficiency"] == 1.0);
    }

    TEST_CASE("work-items that leave a loop wait behind it")
    {
        const json kernel = kernel_of("control.cl", "leaves_early 32 32 buffer:256 buffer:128");
        CHECK(kernel["global_load"]["requests"] == 31);
        CHECK(kernel["global_load"]["bytes"] == 31 * 32 / 2 * 4);
        CHECK(kernel["global_store"]["requests"] == 1);
        CHECK(kernel["divergent_branches"] == 31);
    }

    TEST_CASE("a guard leaves the work-items behind it idle")
    {
        const json kernel = kernel_of("control.cl", "guarded 64 32 buffer:256 int:20");
        CHECK(kernel["global_load"]["requests"] == 1);
        CHECK(kernel["global_load"]["bytes"] == 80);
        CHECK(kernel["branches"] == 2);
        CHECK(kernel["divergent_branches"] == 1);
        CHECK(control_of(kernel, "data[i] = sin(data[i])")["simd_efficiency"] == 20.0 / 32);
    }

    TEST_CASE("a function called at two places is issued once for each")
    {
        const json kernel = kernel_of("control.cl", "calls 32 32 buffer:512");
        CHECK(line_of(kernel, "return sin(data[i])", "global", "load")["requests"] == 2);
        CHECK(control_of(kernel, "return sin(data[i])")["simd_efficiency"] == 0.5);
        CHECK(kernel["global_store"]["requests"] == 1);
    }

    TEST_CASE("a barrier inside a function parts what comes before it from what comes after")
    {
        const json kernel = kernel_of("control.cl", "exchanges 64 64 buffer:512");
        CHECK(line_of(kernel, "tile[l] = data[l]", "local", "store")["requests"] == 4);
        CHECK(line_of(kernel, "return tile[63 - l]", "local", "load")["requests"] == 4);
        CHECK(kernel["global_store"]["requests"] == 2);
        CHECK(kernel["simd_efficiency"] == 1.0);
    }

    TEST_CASE("what the compiler made without a line is given to the nearest one")
    {
        const json kernel = kernel_of("control.cl", "chase 32 32 buffer:256 buffer:128 int:5");
        CHECK(line_of(kernel, "at = next[at]", "global", "load")["requests"] == 5);
        std::uint64_t instructions = 0;
        std::uint64_t branches = 0;
        for (const json& line : kernel["control"]) {
            CHECK(line["line"] > 0);
            instructions += line["instructions"].get<std::uint64_t>();
            branches += line["branches"].get<std::uint64_t>();
        }
        CHECK(instructions == kernel["instructions"]);
        CHECK(branches == kernel["branches"]);
        for (const json& line : kernel["lines"]) CHECK(line["line"] > 0);
    }

    TEST_CASE("work-items that leave a loop are told from those that part in a branch")
    {
        const json early = kernel_of("control.cl", "leaves_early 32 32 buffer:256 buffer:128");
        std::uint64_t exits = 0;
        for (const json& line : early["control"]) exits += line.value("loop_exits", 0);
        CHECK(exits == early["divergent_branches"]);
        const json parity = kernel_of("control.cl", "odd_even 32 32 buffer:128");
        CHECK_FALSE(control_of(parity, "% 2)").contains("loop_exits"));
        const json both = kernel_of("control.cl", "unequal_parity 32 32 buffer:1024");
        // One leaves in each round but the last; those that meet an odd number there would part as well.
        CHECK(control_of(both, "for (int i")["loop_exits"] == 31);
        CHECK(control_of(both, "for (int i")["divergent"] == 31);
    }

    TEST_CASE("constant and private memory are said not to be counted, and of images their sectors")
    {
        const json table = kernel_of("control.cl", "from_table 32 32 buffer:128 buffer:128");
        CHECK(table["not_counted"] == json{"constant memory"});
        CHECK(table["global_load"]["requests"] == 0);
        CHECK(table["global_store"]["requests"] == 1);
        const json own = kernel_of("control.cl", "from_own_array 32 32 buffer:256 int:3");
        CHECK(own["not_counted"] == json{"private memory"});
        CHECK(own["global_load"]["requests"] == 64);
        const json image = kernel_of("images.cl", "copy 64x4 32x2 image:rgba8:64x4 image:rgba8:64x4");
        CHECK(image["not_counted"] == json{"sectors of images"});
        CHECK(image["image_read"]["requests"] == 8);
        CHECK_FALSE(kernel_of("control.cl", "odd_even 32 32 buffer:128").contains("not_counted"));
    }
}
