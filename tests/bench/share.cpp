// A machine that is to be recorded: at its own speed or not, and how warm.
#include "share.hpp"

#include <lockstep/failure.hpp>
#include <lockstep/files.hpp>
#include <lockstep/scratch.hpp>

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

using namespace lockstep;
using namespace lockstep::bench;

namespace
{

namespace fs = std::filesystem;

/// What Linux tells below /sys, file by file.
struct System
{
    ScratchFolder scratch;

    void tells(const std::string& file, const std::string& text) const
    {
        const fs::path path = scratch.path() / file;
        fs::create_directories(path.parent_path());
        replace_text(path, text + "\n");
    }
};

} // namespace

TEST_SUITE("share")
{
    TEST_CASE(
        "a laptop on its battery is slowed, one on the mains is not, and neither is one with a tired mouse")
    {
        const System system;
        CHECK(why_slowed(system.scratch.path()) == "");
        system.tells("class/power_supply/AC/type", "Mains");
        system.tells("class/power_supply/BAT0/type", "Battery");
        system.tells("class/power_supply/BAT0/status", "Charging");
        system.tells("class/power_supply/mouse/type", "Battery");
        system.tells("class/power_supply/mouse/status", "Discharging");
        system.tells("class/power_supply/mouse/scope", "Device");
        CHECK(why_slowed(system.scratch.path()) == "");
        system.tells("class/power_supply/BAT0/status", "Discharging");
        CHECK(why_slowed(system.scratch.path()) ==
              "The machine runs on its battery, which slows most of them down.");
    }

    TEST_CASE("a power profile that saves is named")
    {
        const System system;
        system.tells("firmware/acpi/platform_profile", "balanced");
        CHECK(why_slowed(system.scratch.path()) == "");
        system.tells("firmware/acpi/platform_profile", "low-power");
        CHECK(why_slowed(system.scratch.path()) ==
              "The machine's power profile is 'low-power', which slows it down.");
    }

    TEST_CASE("the hottest of the processor's thermometers counts, and no other one")
    {
        const System system;
        CHECK_FALSE(processor_celsius(system.scratch.path()));
        system.tells("class/thermal/thermal_zone0/type", "iwlwifi");
        system.tells("class/thermal/thermal_zone0/temp", "91000");
        CHECK_FALSE(processor_celsius(system.scratch.path()));
        system.tells("class/thermal/thermal_zone1/type", "x86_pkg_temp");
        system.tells("class/thermal/thermal_zone1/temp", "54500");
        system.tells("class/thermal/thermal_zone2/type", "cpu-1-0");
        system.tells("class/thermal/thermal_zone2/temp", "not yet");
        CHECK(processor_celsius(system.scratch.path()) == 54.5);
    }

    TEST_CASE("a device that fails half-way ends in a sentence with the call, and in what to do")
    {
        CHECK_THROWS_WITH_AS(unless_lost([]() -> formats::MachineRecording {
                                 throw cl::Error(CL_OUT_OF_RESOURCES, "clFinish");
                             }),
                             doctest::Contains("failed half-way, and nothing is written: clFinish"), Failure);
        const auto kept = unless_lost([] {
            formats::MachineRecording made;
            made.version = "1";
            return made;
        });
        CHECK(kept.version == "1");
    }

} // TEST_SUITE("share")
