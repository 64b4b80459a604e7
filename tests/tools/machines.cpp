// machines: a recording of a reader's machine is taken in, and one that is forged, cut, huge, old or impossible ends in a sentence.
#include "fixture.hpp"

#include "base/output.hpp"
#include "base/paths.hpp"
#include "desk/machines.hpp"
#include "lockstep/files.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <functional>
#include <string>

using namespace lockstep;
using namespace lockstep::tool;
using namespace lockstep::tool::test;

namespace
{

namespace fs = std::filesystem;

constexpr const char* today = "2026-11-30";

formats::RungFigures figures_at(double median, double of_limit)
{
    formats::RungFigures figures;
    figures.median = median;
    figures.best = 1.02 * median;
    figures.runs = 15;
    figures.repeats = 3;
    figures.spread = {0.98 * median, 1.01 * median};
    figures.of_limit = of_limit;
    return figures;
}

formats::LadderResult ladder(const std::string& name, const std::string& limit, double figure,
                             double of_limit)
{
    formats::LimitFigures limits;
    limits.clock_mhz = 1800;
    limits.copy_gbps = 80;
    limits.fma_gflops = 4000;
    limits.read_gbps = 85;
    formats::RungResult rung;
    rung.name = "naive";
    rung.idea = "one each";
    rung.verified = true;
    rung.figures = figures_at(figure, of_limit);
    formats::LadderResult made;
    made.name = made.title = name;
    made.chapter = "17";
    made.input = "random";
    made.unit = limit == "FMA" ? "GFLOP/s" : "GB/s";
    made.limit = limit;
    made.limits = limits;
    made.columns = made.rows = 1024;
    made.rungs = {rung};
    return made;
}

/// A GPU of eight units inside a laptop's processor.
formats::MachineRecording good()
{
    formats::MachineRecording recording{.version = LOCKSTEP_VERSION,
                                        .kind = "GPU",
                                        .global_bytes = std::uint64_t{8} << 30U,
                                        .max_clock_mhz = 1950,
                                        .seconds = 200,
                                        .fma_before = 4000,
                                        .fma_after = 3900,
                                        .results = {}};
    formats::Origin& origin = recording.results.origin;
    origin.device = "Small (R) GPU";
    origin.driver = "1.2";
    origin.platform = "Small OpenCL";
    origin.compute_units = 8;
    origin.date = today;
    recording.results.ladders = {ladder("first_ladder", "FMA", 2000, 0.5),
                                 ladder("reduction", "read", 80, 0.94), ladder("transpose", "copy", 60, 0.75),
                                 ladder("matrix_multiply", "FMA", 1000, 0.25)};
    return recording;
}

std::string refusal(const std::function<void(formats::MachineRecording&)>& change,
                    const std::vector<formats::KnownMachine>& known = {})
{
    formats::MachineRecording recording = good();
    change(recording);
    return why_not_believed(recording, known, LOCKSTEP_VERSION, today);
}

formats::LadderResult& reduction_of(formats::MachineRecording& recording)
{
    return recording.results.ladders[1];
}

formats::RungFigures& figures_of(formats::MachineRecording& recording)
{
    return *reduction_of(recording).rungs[0].figures;
}

ProcessResult machines(const std::vector<std::string>& words)
{
    Command command{.arguments = {LOCKSTEP_PROGRAM, "machines"}};
    command.arguments.insert(command.arguments.end(), words.begin(), words.end());
    return run_process(command, ProcessLimits{});
}

} // namespace

TEST_SUITE("machines")
{
    TEST_CASE("a recording of a machine at its own speed is believed, and comes out as it went in")
    {
        CHECK(refusal([](formats::MachineRecording&) {}) == "");
        const std::string text = text_of(good());
        CHECK(text_of(formats::parse_machine_recording(text, "a file")) == text);
    }

    TEST_CASE("a figure above the device's limit, or at odds with it, is not believed")
    {
        CHECK(contains(refusal([](auto& recording) { figures_of(recording).of_limit = 1.4; }),
                       "140 % of the device's limit is not possible"));
        CHECK(contains(refusal([](auto& recording) { figures_of(recording) = figures_at(800, 0.9); }),
                       "800 GB/s is not 90 % of the limit of 85"));
        CHECK(contains(refusal([](auto& recording) { figures_of(recording).best = 10; }),
                       "not between 0 and the best run"));
        CHECK(contains(refusal([](auto& recording) { figures_of(recording).spread = std::nullopt; }),
                       "not between the lowest and the highest climb"));
        CHECK(refusal([](auto& recording) {
                  figures_of(recording).spread = std::nullopt; // a slow machine climbs once
                  figures_of(recording).repeats = std::nullopt;
              }) == "");
        CHECK(contains(refusal([](auto& recording) { reduction_of(recording).rungs[0].verified = false; }),
                       "was not verified"));
    }

    TEST_CASE("a chip that cannot be is not believed")
    {
        const auto with_limits = [](const std::function<void(formats::LimitFigures&)>& change) {
            return refusal([&](auto& recording) { change(*reduction_of(recording).limits); });
        };
        CHECK(contains(with_limits([](auto& limits) { limits.clock_mhz = 6200; }),
                       "clock of 6200 MHz is three times the 1950 MHz"));
        CHECK(contains(with_limits([](auto& limits) { limits.clock_mhz = 12; }), "none that a chip has"));
        CHECK(contains(with_limits([](auto& limits) { limits.fma_gflops = 20000; }),
                       "8 compute units at 1950 MHz cannot multiply and add 20000 GFLOP/s"));
        CHECK(contains(with_limits([](auto& limits) { limits.copy_gbps = 1e6; }), "which no memory does"));
        CHECK(contains(with_limits([](auto& limits) { limits.read_gbps = 0; }), "not above 0"));
    }

    TEST_CASE("a recording of another release, of tomorrow, of a machine that slowed down, or of a part is "
              "not believed")
    {
        CHECK(contains(refusal([](auto& recording) { recording.version = "0.9.0"; }),
                       "measured by release 0.9.0"));
        CHECK(contains(refusal([](auto& recording) { recording.results.origin.date = "2027-01-01"; }),
                       "has not come yet"));
        CHECK(contains(refusal([](auto& recording) { recording.results.origin.date = "yesterday"; }),
                       "is none"));
        CHECK(contains(refusal([](auto& recording) { recording.fma_after = 2000; }), "slowed down"));
        CHECK(contains(refusal([](auto& recording) { recording.results.ladders.pop_back(); }),
                       "has to have the ladder matrix_multiply once"));
        CHECK(contains(refusal([](auto& recording) {
                           recording.results.ladders.push_back(ladder("scan", "copy", 40, 0.5));
                       }),
                       "ladders that are not asked for"));
        CHECK(contains(refusal([](auto& recording) { recording.results.origin.driver.clear(); }),
                       "does not name its device"));
    }

    TEST_CASE("a recording is held against those of the same device")
    {
        const std::vector<formats::KnownMachine> same{{"small-gpu.json", good()}};
        CHECK(contains(refusal([](auto&) {}, same), "is there already, as small-gpu.json"));
        CHECK(refusal([](auto& recording) { recording.seconds = 210; }, same) == "");
        const auto halved = [](auto& recording) {
            for (formats::LadderResult& one : recording.results.ladders) one.limits->copy_gbps = 20;
            recording.results.ladders[2].rungs[0].figures = figures_at(15, 0.75);
        };
        CHECK(contains(refusal(halved, same),
                       "\"copy\" is 0.25 times that of the same device in small-gpu.json"));
        CHECK(refusal(halved) == "");
    }

    TEST_CASE("the command takes in what it believes, and nothing else")
    {
        const ScratchFolder scratch;
        const fs::path file = scratch.path() / "mine.json";
        const fs::path folder = scratch.path() / "machines";
        const std::string text = text_of(good());
        const auto try_text = [&](const std::string& given) {
            write_output(file.string(), given);
            return machines({"--into", folder.string(), file.string()});
        };
        const ProcessResult cut = try_text(text.substr(0, text.size() / 2));
        CHECK(cut.status == 1);
        CHECK(contains(cut.error, "not added"));
        CHECK(contains(cut.error, "is not JSON"));
        CHECK(contains(try_text(std::string((1U << 20U) + 1, ' ')).error, "larger than a mebibyte"));
        CHECK(contains(try_text(R"({"lockstep": "card"})").error, "is no recording"));
        CHECK(contains(try_text(replace_all(text, "\"format\":1", "\"format\":9")).error,
                       "this book reads recordings of format 1"));
        CHECK(contains(try_text(replace_all(text, "\"kind\"", "\"kinds\"")).error, "\"kind\""));
        CHECK(contains(machines({"--into", folder.string(), "nowhere.json"}).error,
                       "There is no file nowhere.json."));
        CHECK_FALSE(fs::exists(folder));
        const ProcessResult none = machines({"--into", folder.string()});
        CHECK(none.status == 2);
        CHECK(contains(none.error, "./lockstep bench --share FILE"));

        const ProcessResult only_checked = [&] {
            write_output(file.string(), text);
            return machines({"--check", "--into", folder.string(), file.string()});
        }();
        CHECK(only_checked.status == 0);
        CHECK(contains(only_checked.output, "nothing speaks against it"));
        CHECK_FALSE(fs::exists(folder));

        const fs::path card = scratch.path() / "card.svg";
        CHECK(machines({"--card", card.string(), file.string()}).status == 0);
        CHECK(contains(read_text(card), "reduction: naive"));
        CHECK_FALSE(fs::exists(folder));
        CHECK(contains(machines({"--card", card.string(), file.string(), file.string()}).error,
                       "one recording"));

        CHECK(try_text(text).status == 0);
        CHECK(read_text(folder / "small-r-gpu-2026-11-30.json") == text);
        CHECK(contains(machines({"--into", folder.string()}).output, "Small (R) GPU"));
        CHECK(contains(try_text(text).error, "is there already"));
        CHECK(machines({"--check", "--into", folder.string(), file.string()}).status == 0);
        CHECK(sorted_entries(folder).size() == 1);
    }

    TEST_CASE("a card shows the limits and the best rung of each ladder, and no markup of the file's")
    {
        formats::MachineRecording recording = good();
        recording.results.origin.device = "Chip <b>&";
        formats::RungResult better = reduction_of(recording).rungs[0];
        better.name = "vectors";
        better.figures = figures_at(84, 0.99);
        reduction_of(recording).rungs.push_back(better);
        const std::string card = card_svg(recording);
        CHECK(contains(card, "Chip &lt;b&gt;&amp;"));
        CHECK(contains(card, "copy 80 GB/s, read 85 GB/s, multiply and add 4000 GFLOP/s"));
        CHECK(contains(card, "reduction: vectors"));
        CHECK(contains(card, "84 GB/s, 99 %"));
        CHECK_FALSE(contains(card, "reduction: naive"));
    }

    TEST_CASE(
        "the form for sending one has the name that bench and the page give it, and commands that there are")
    {
        const fs::path source = own_source_dir();
        const std::string form = read_text(source / ".github/ISSUE_TEMPLATE/6-machine.yml");
        CHECK(contains(form, "name: A machine's recording"));
        CHECK(contains(read_text(source / "bench/main.cpp"), "A machine's recording"));
        CHECK(contains(read_text(source / "book/appendices/20-readers-machines.md"),
                       "*A machine's recording*"));
        CHECK(contains(form, "./lockstep machines --card mine.svg mine.json"));
        CHECK(contains(machines({"--help"}).output, "--card SVG"));
    }

    TEST_CASE("what was taken in is believed, each recording beside the others")
    {
        const std::vector<formats::KnownMachine> all =
            formats::read_machines(own_source_dir() / "bench" / "machines");
        CHECK(all.size() >= 2);
        for (const formats::KnownMachine& one : all) {
            std::vector<formats::KnownMachine> others;
            for (const formats::KnownMachine& other : all)
                if (other.file != one.file) others.push_back(other);
            INFO(one.file.string());
            CHECK(why_not_believed(one.recording, others, one.recording.version, "9999-12-31") == "");
            CHECK_FALSE(contains(one.recording.results.origin.command, "/"));
        }
    }

} // TEST_SUITE("machines")
