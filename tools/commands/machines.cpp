// lockstep machines: recordings of readers' machines, checked and taken in.
#include "desk/machines.hpp"
#include "base/output.hpp"
#include "base/paths.hpp"
#include "commands/commands.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <memory>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

struct MachinesArguments
{
    std::vector<std::string> files;
    std::string folder;
    std::string card;
    bool check = false;
};

// Takes one file in, or says why not.
bool take_in(const std::string& file, const fs::path& folder, const MachinesArguments& arguments)
{
    std::string why;
    try {
        const formats::MachineRecording recording = formats::read_machine_recording(file);
        std::vector<formats::KnownMachine> known = formats::read_machines(folder);
        const bool only_looks = arguments.check || !arguments.card.empty();
        if (only_looks) // at one that was taken in already, too
            std::erase_if(known,
                          [&](const auto& one) { return text_of(one.recording) == text_of(recording); });
        why = why_not_believed(recording, known, LOCKSTEP_VERSION,
                               fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr))));
        if (why.empty()) {
            if (!arguments.card.empty()) write_output(arguments.card, card_svg(recording));
            if (only_looks) {
                if (arguments.card != "-") fmt::print("{}: nothing speaks against it.\n", file);
                return true;
            }
            const std::string name = file_name_of(recording, folder);
            fs::create_directories(folder);
            replace_text(folder / name, text_of(recording));
            fmt::print("{}: added as {}\n", file, (folder / name).string());
            return true;
        }
    } catch (const Failure& failure) {
        why = failure.happened();
    }
    fmt::print(stderr, "{}: not added. {}\n", file, why);
    return false;
}

int machines_command(const MachinesArguments& arguments)
{
    const fs::path folder =
        arguments.folder.empty() ? source_dir() / "bench" / "machines" : fs::path{arguments.folder};
    if (arguments.files.empty()) {
        const auto machines = formats::read_machines(folder);
        if (machines.empty())
            throw Failure("There is no recording yet.",
                          "./lockstep bench --share FILE && ./lockstep machines FILE");
        fmt::print("{}", machines_text(machines));
        return done;
    }
    if (!arguments.card.empty() && arguments.files.size() != 1)
        throw Failure("A card shows one recording.", "./lockstep machines --card mine.svg mine.json");
    bool all = true;
    for (const std::string& file : arguments.files) all = take_in(file, folder, arguments) && all;
    return all ? done : check_failed;
}

} // namespace

void add_machines(CLI::App& app, Exit& exit)
{
    auto arguments = std::make_shared<MachinesArguments>();
    CLI::App* command =
        app.add_subcommand("machines", "recordings of readers' machines: listed, checked, taken in");
    command
        ->add_option("file", arguments->files,
                     "what ./lockstep bench --share wrote; without it, the machines that there are")
        ->type_name("FILE");
    command->add_flag("--check", arguments->check, "only whether something speaks against it");
    command
        ->add_option("--card", arguments->card,
                     "a picture of the one FILE, which is checked only (-: standard output)")
        ->type_name("SVG");
    command->add_option("--into", arguments->folder, "the folder of the recordings (default: bench/machines)")
        ->type_name("DIR");
    command->callback([arguments, &exit] { exit.status = machines_command(*arguments); });
}

} // namespace lockstep::tool
