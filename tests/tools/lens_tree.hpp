// A small book with one exercise for the lens, the profiles, and a build folder that borrows the book's
// plugin.
#pragma once

#include "base/paths.hpp"
#include "fixture.hpp"

#include <string>

namespace lockstep::tool::test
{

inline constexpr const char* turn_id = "03-first-kernel/9-turn";

/// `turn` as it comes to mind: loads along rows, stores down a column. Wants `body` with one store.
inline std::string turn_kernel(const std::string& body)
{
    return "kernel void turn(global const float* in, global float* out, uint columns, uint rows)\n{\n"
           "    const uint x = get_global_id(0);\n    const uint y = get_global_id(1);\n" +
           body + "}\n";
}

/// Stores one float in a row of 4096 bytes apart, 32 sectors a request; line 6 of the file.
inline const std::string naive_turn =
    turn_kernel("    if (x < columns && y < rows)\n        out[x * rows + y] = in[y * columns + x];\n");

class LensTree : public Fixture
{
public:
    explicit LensTree(const std::string& targets =
                          R"([{"kernel": "turn", "metric": "global_load.efficiency", "min": 0.99}])")
    {
        namespace fs = std::filesystem;
        fs::create_directories(root() / "lens");
        fs::copy(own_source_dir() / "lens" / "devices", root() / "lens" / "devices",
                 fs::copy_options::recursive);
        write(std::string{"exercises/"} + turn_id + "/exercise.json",
              R"({"title": "Turn", "points": 10, "minutes": 15, "edit": ["turn.cl"],
                  "checks": ["correct", "lens"], "hints": [],
                  "lens": {"device": "h200", "targets": )" +
                  targets + "}}");
        write(std::string{"exercises/"} + turn_id + "/test.cpp", "");
        fs::last_write_time(root() / "exercises" / turn_id / "test.cpp",
                            fs::last_write_time(fs::path{TEST_FILES} / "lens_fixture.cpp"));
        turn(naive_turn);
        const fs::path build = root() / "build";
        fs::create_directories(build / "exercises");
        fs::create_symlink(LENS_FIXTURE, build / "exercises" / "exercise-03-first-kernel-9-turn");
        fs::create_symlink(build_dir() / "lib", build / "lib");
    }

    void turn(const std::string& text) const
    {
        write(std::string{"exercises/"} + turn_id + "/turn.cl", text);
    }

    /// Runs the built program with this tree's build folder.
    ProcessResult run(const std::vector<std::string>& arguments, Environment more = {}) const
    {
        more.emplace("LOCKSTEP_BUILD_DIR", (root() / "build").string());
        return lockstep(arguments, more);
    }

    /// The entry of `check --json -` on the exercise.
    nlohmann::json check_turn(const Environment& more = {}) const
    {
        const ProcessResult result = run({"check", turn_id, "--json", "-"}, more);
        const nlohmann::json report = nlohmann::json::parse(result.output, nullptr, false);
        return report.is_object() ? report["exercises"][0] : nlohmann::json{{"error", result.error}};
    }
};

} // namespace lockstep::tool::test
