// Tests of the command line: what is asked for is done, and what cannot be is refused in one sentence.
#include "fixture.hpp"

#include "base/paths.hpp"

#include "lockstep/device.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace lockstep::tool;
using namespace lockstep::tool::test;

TEST_SUITE("command_line")
{
    TEST_CASE("without a command the commands are shown, and where the reader stands")
    {
        const Fixture fixture;
        const ProcessResult result = fixture.lockstep({});
        CHECK(result.status == 0);
        for (const char* command :
             {"start", "test", "doctor", "devices", "list", "run", "check", "hint", "book"})
            CHECK(contains(result.output, command));
        CHECK_FALSE(contains(result.output, "prove"));
        CHECK(contains(result.output, "Next: Scale and add   ./lockstep check 3/2"));
    }

    TEST_CASE("help is printed, of the program and of a command")
    {
        const Fixture fixture;
        const ProcessResult whole = fixture.lockstep({"--help"});
        CHECK(whole.status == 0);
        CHECK(contains(whole.output, "check"));
        const ProcessResult one = fixture.lockstep({"check", "--help"});
        CHECK(one.status == 0);
        CHECK(contains(one.output, "--time-limit"));
    }

    TEST_CASE("an option, a command or a value that is not known is wrong usage")
    {
        const Fixture fixture;
        const std::vector<std::vector<std::string>> wrong{{"check", "--nonsense"},
                                                          {"nonsense"},
                                                          {"check", "--time-limit", "soon"},
                                                          {"check", "--time-limit", "-1"},
                                                          {"check", "--memory-limit", "1"},
                                                          {"run"},
                                                          {"list", "extra"}};
        for (const std::vector<std::string>& arguments : wrong) {
            CAPTURE(arguments.back());
            const ProcessResult result = fixture.lockstep(arguments);
            CHECK(result.status == 2);
            CHECK(result.output.empty());
            CHECK(contains(result.error, "--help"));
            CHECK(std::count(result.error.begin(), result.error.end(), '\n') == 2);
        }
    }

    TEST_CASE("the Tab key completes commands, options and exercises in bash, from the command line's own "
              "description")
    {
        const Fixture fixture;
        const ProcessResult script = fixture.lockstep({"completion", "bash"});
        REQUIRE(script.status == 0);
        fixture.write("lockstep.bash", script.output);
        const auto completed = [&](const std::string& words) {
            const Command command{.arguments = {"bash", "-c",
                                                "source lockstep.bash; COMP_WORDS=(" + words +
                                                    "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _lockstep; "
                                                    "echo \"${COMPREPLY[*]}\""},
                                  .folder = fixture.root()};
            return run_process(command, {}).output;
        };
        CHECK(completed("./lockstep che") == "check\n");
        CHECK(completed("./lockstep up") == "update\n");
        CHECK(completed("./lockstep help che") == "check\n");
        CHECK(completed("./lockstep check 3") == "3/2\n");
        CHECK(completed("./lockstep check --ti") == "--time-limit\n");
        CHECK(completed("./lockstep run ''") == "--help --capture --as --events --verify 3\n");
        CHECK(completed("./lockstep grade --exe") == "--exercises\n");
        CHECK(completed("./lockstep pro") == "\n"); // what is not shown is not completed
        const std::string zsh = fixture.lockstep({"completion", "zsh"}).output;
        CHECK(zsh.starts_with("#compdef lockstep\n"));
        CHECK(contains(zsh, "'--json[write the verdicts as JSON to a file; - prints them]:file:_files'"));
        CHECK(contains(zsh, "'*: :(3/2)'"));
        CHECK(fixture.lockstep({"completion", "fish"}).status == 2);
    }

    TEST_CASE("a command that there is not is named with those that there are, also where help is asked for")
    {
        const Fixture fixture;
        for (const std::vector<std::string>& arguments :
             {std::vector<std::string>{"nonsense"}, {"nonsense", "--help"}, {"nonsense", "list"}}) {
            const ProcessResult result = fixture.lockstep(arguments);
            CHECK(result.status == 2);
            CHECK(result.output.empty());
            CHECK(contains(
                result.error,
                "There is no command 'nonsense'. The commands are: start, test, doctor, update, help, "));
            CHECK(contains(result.error, ", check, "));
            CHECK_FALSE(contains(result.error, "prove"));
        }
        CHECK(contains(fixture.lockstep({"chekc"}).error,
                       "There is no command 'chekc'. Did you mean 'check'?"));
    }

    TEST_CASE("an exercise is found by the number that the book gives it, and by a path into its folder")
    {
        const Fixture fixture;
        const std::string folder = fixture.exercise().string();
        for (const std::string& wanted : {std::string{"3.2"}, folder, folder + "/saxpy.cl",
                                          std::string{"exercises/03-first-kernel/2-saxpy/saxpy.cl"}}) {
            CAPTURE(wanted);
            CHECK(contains(fixture.lockstep({"hint", wanted}).output,
                           "03-first-kernel/2-saxpy  Scale and add"));
        }
    }

    TEST_CASE("the version is told, and a wrong use of a command sends to that command's help")
    {
        const Fixture fixture;
        CHECK(fixture.lockstep({"--version"}).output == "Lockstep " LOCKSTEP_VERSION "\n");
        CHECK(fixture.lockstep({"run"}).error == "chapter is required\n  try: ./lockstep run --help\n");
    }

    TEST_CASE("a second word behind run's chapter is answered with what to type")
    {
        const Fixture fixture;
        fixture.write("chapters/03-first-kernel/picture.cpp", "");
        const ProcessResult program = fixture.lockstep({"run", "3", "picture"});
        CHECK(program.status == 2);
        CHECK(program.error == "'picture' is a program of chapter 3: join the two with a slash.\n"
                               "  try: ./lockstep run 3/picture\n");
        CHECK(fixture.lockstep({"run", "3", "1000", "2"}).error ==
              "'1000' is for the program, so it comes after --.\n"
              "  try: ./lockstep run 3 -- 1000 2\n");
    }

    TEST_CASE("an exercise, a chapter or a folder that does not exist is named")
    {
        const Fixture fixture;
        const ProcessResult exercise = fixture.lockstep({"check", "9/9"});
        CHECK(exercise.status == 2);
        CHECK(exercise.error == "There is no exercise '9/9'.\n  try: ./lockstep list\n");
        CHECK(contains(fixture.lockstep({"check", "sapxy"}).error,
                       "There is no exercise 'sapxy'. Did you mean 'saxpy'?\n  try: ./lockstep list\n"));
        const ProcessResult chapter = fixture.lockstep({"run", "99"});
        CHECK(chapter.status == 2);
        CHECK(chapter.error ==
              "There is no chapter '99'. The chapters are: 03-first-kernel.\n  try: ./lockstep list\n");
        const ProcessResult folder = fixture.lockstep({"check", "3/2", "--dir", "nowhere"});
        CHECK(folder.status == 2);
        CHECK(contains(folder.error, "There is no folder nowhere."));
    }

    TEST_CASE("the list tells chapters, exercises, points and minutes, as text and as JSON")
    {
        const Fixture fixture;
        const ProcessResult text = fixture.lockstep({"list"});
        CHECK(text.status == 0);
        CHECK(contains(text.output, "03  Your first kernel"));
        CHECK(contains(text.output, "3/2"));
        CHECK(contains(text.output, "10 points"));
        CHECK(contains(text.output, "15 min"));
        CHECK_FALSE(contains(text.output, "\033["));
        const auto json = nlohmann::json::parse(fixture.lockstep({"list", "--json"}).output, nullptr, false);
        CHECK(json == nlohmann::json::parse(
                          R"({"chapters": [{"chapter": "03-first-kernel", "title": "Your first kernel",
            "exercises": [{"id": "03-first-kernel/2-saxpy", "title": "Scale and add", "points": 10, "minutes": 15, "optional": false, "core": true,
            "kernel_set": null, "par": null, "medal": "", "solved": false, "standing": "open"}]}]})"));
    }

    TEST_CASE("a malformed exercise.json stops every command with the file's name")
    {
        const Fixture fixture;
        fixture.write("exercises/03-first-kernel/2-saxpy/exercise.json", "{");
        for (const char* command : {"list", "check"}) {
            const ProcessResult result = fixture.lockstep({command});
            CHECK(result.status == 2);
            CHECK(contains(result.error, "2-saxpy/exercise.json is not JSON"));
        }
    }

    TEST_CASE("devices marks one line, the one that the library would choose")
    {
        const Fixture fixture;
        const ProcessResult result = fixture.lockstep({"devices"});
        CHECK(result.status == 0);
        const auto devices = lockstep::list_devices();
        const std::string wanted = fixture.environment().at("LOCKSTEP_DEVICE");
        const lockstep::DeviceEntry& used = devices[lockstep::pick_device(devices, wanted)];
        CHECK(contains(result.output, " → " + used.device_name + "\n"));
        CHECK(result.output.find("\n → ") == result.output.rfind("\n → "));
        CAPTURE(result.output);
        for (const lockstep::DeviceEntry& entry : devices) {
            CAPTURE(entry.device_name);
            CHECK(contains(result.output, entry.device_name));
        }
    }

    TEST_CASE("devices as JSON names what chooses each, and which one is used")
    {
        const Fixture fixture;
        const nlohmann::json list = nlohmann::json::parse(fixture.lockstep({"devices", "--json"}).output);
        const auto devices = lockstep::list_devices();
        REQUIRE(list.size() == devices.size() + 1); // and the book's own
        CHECK(contains(list.back()["name"], "(Pocket)"));
        std::size_t used = 0;
        for (const nlohmann::json& device : list) {
            used += device["used"] == true ? 1U : 0U;
            const std::string wanted = device["wanted"];
            CHECK(fixture.lockstep({"devices", "--json"}, {{"LOCKSTEP_DEVICE", wanted}}).status == 0);
        }
        CHECK(used == 1);
    }

    TEST_CASE("devices tells of each whether it has images and runs commands out of order")
    {
        const ProcessResult result = Fixture{}.lockstep({"devices"});
        CAPTURE(result.output);
        for (const lockstep::DeviceEntry& entry : lockstep::list_devices()) {
            CAPTURE(entry.device_name);
            const std::string images = entry.has_images ? "     images, " : "     no images, ";
            const std::string queues = entry.has_out_of_order_queues ? "queues in order and out of order\n"
                                                                     : "queues in order only\n";
            CHECK(contains(result.output, images + queues));
        }
    }
}

TEST_SUITE("command_line_book")
{
    TEST_CASE("the book keeps to the build folder that the environment names, wherever it is called from")
    {
        const Fixture fixture;
        const std::string source = (own_source_dir() / "tests" / "book" / "fixture").string();
        const ProcessResult result = fixture.lockstep(
            {"book"}, {{"LOCKSTEP_SOURCE_DIR", source}, {"LOCKSTEP_BUILD_DIR", "els where"}});
        CAPTURE(result.error);
        CHECK(result.status == 0);
        const std::filesystem::path index = fixture.root() / "els where" / "book" / "html" / "index.html";
        CHECK(std::filesystem::exists(index));
        CHECK(contains(result.output, index.string()));
    }
}
