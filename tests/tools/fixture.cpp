// The fixture of the tests that drive the built program.
#include "fixture.hpp"

#include "base/paths.hpp"

#include "lockstep/device.hpp"

#include <doctest/doctest.h>

#include <cerrno>
#include <csignal>
#include <fstream>

namespace lockstep::tool::test
{

namespace fs = std::filesystem;

const char* const right_kernel =
    "kernel void saxpy(float alpha, global const float* x, global float* y, uint n)\n"
    "{\n"
    "    const uint i = get_global_id(0);\n"
    "    if (i < n)\n"
    "        y[i] = alpha * x[i] + y[i];\n"
    "}\n";

namespace
{

// A CPU where there is one: a GPU may answer a crash with an error code, and share it with other tests.
std::string device_to_test_on()
{
    static const std::string name = [] {
        for (const DeviceEntry& entry : list_devices())
            if (type_name(entry.type) == "CPU") return entry.platform_name;
        return std::string{};
    }();
    return name;
}

} // namespace

Fixture::Fixture(std::string id)
    : id_(std::move(id)), environment_{{"LOCKSTEP_SOURCE_DIR", root().string()},
                                       {"LOCKSTEP_BUILD_DIR", build_dir().string()},
                                       {"LOCKSTEP_DEVICE", device_to_test_on()},
                                       {"LOCKSTEP_PROOFS", (root() / "proofs").string()},
                                       {"NO_COLOR", "1"}}
{
    const fs::path book = own_source_dir();
    write("chapters/" + id_.substr(0, id_.find('/')) + "/lesson.md",
          id_ == exercise_id ? "# Your first kernel\n" : "# Another chapter\n");
    for (const fs::path folder : {"exercises", "solutions"}) {
        fs::create_directories((root() / folder / id_).parent_path());
        fs::copy(book / folder / id_, root() / folder / id_);
    }
    // As old as the originals, or the test program would seem older than its sources.
    for (const fs::directory_entry& original : fs::directory_iterator{book / "exercises" / id_})
        fs::last_write_time(exercise() / original.path().filename(), original.last_write_time());
}

void Fixture::kernel(const std::string& text) const
{
    write(fs::path{"exercises"} / exercise_id / "saxpy.cl", text);
}

void Fixture::write(const std::string& file, const std::string& text) const
{
    fs::create_directories((root() / file).parent_path());
    std::ofstream{root() / file} << text;
}

void Fixture::replace_test_program(const std::string& script)
{
    const std::string program = "build/exercises/exercise-03-first-kernel-2-saxpy";
    write(program, "#!/bin/sh\ncd " + root().string() + "\n" + script + "\n");
    fs::permissions(root() / program, fs::perms::owner_all);
    environment_["LOCKSTEP_BUILD_DIR"] = (root() / "build").string();
    write(
        fs::path{"exercises"} / exercise_id / "exercise.json",
        R"({"title": "Scale and add", "points": 10, "minutes": 15, "edit": ["saxpy.cl"], "checks": ["correct"], "hints": []})");
}

ProcessResult Fixture::lockstep(const std::vector<std::string>& arguments, const Environment& more) const
{
    Command command{.arguments = {LOCKSTEP_PROGRAM}, .environment = environment_, .folder = root()};
    command.arguments.insert(command.arguments.end(), arguments.begin(), arguments.end());
    for (const auto& [name, value] : more) command.environment[name] = value;
    // The tool holds its own limits; of those that it runs many at a time, all count here.
    return run_process(
        command, ProcessLimits{.time = std::chrono::seconds{100}, .memory_bytes = std::size_t{1} << 40U});
}

nlohmann::json Fixture::verdict(const std::vector<std::string>& more_arguments, const Environment& more) const
{
    std::vector<std::string> arguments{"check", id_, "--json", "-"};
    arguments.insert(arguments.end(), more_arguments.begin(), more_arguments.end());
    const ProcessResult result = lockstep(arguments, more);
    CAPTURE(result.output);
    CAPTURE(result.error);
    const nlohmann::json report = nlohmann::json::parse(result.output, nullptr, false);
    REQUIRE(report.is_object());
    REQUIRE(report["exercises"].size() == 1);
    const nlohmann::json entry = report["exercises"][0];
    CHECK(result.status == (entry["passed"] == true ? 0 : 1));
    return entry;
}

nlohmann::json stage(const nlohmann::json& entry, const std::string& name)
{
    for (const nlohmann::json& one : entry["stages"])
        if (one["name"] == name) return one;
    return nullptr;
}

pid_t pid_in(const fs::path& file)
{
    pid_t pid = 0;
    std::ifstream{file} >> pid;
    return pid;
}

bool has_ended(pid_t pid)
{
    REQUIRE(pid > 0);
    if (kill(pid, 0) != 0) return errno == ESRCH;
    std::ifstream file{"/proc/" + std::to_string(pid) + "/stat"};
    std::string stat;
    std::getline(file, stat);
    return stat.find(") Z ") != std::string::npos;
}

} // namespace lockstep::tool::test
