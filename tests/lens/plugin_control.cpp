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
}
