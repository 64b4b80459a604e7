// Recordings of readers' machines, from JSON and to JSON.
#include "lockstep/formats/machine_recording.hpp"

#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/formats/json_reader.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace lockstep::formats
{

namespace
{

constexpr int machine_format = 1;
constexpr std::uintmax_t largest_recording = 1U << 20U;
const char* const measure_again = "measure again: ./lockstep bench --share FILE";

std::optional<double> celsius(const JsonReader& root, std::string_view key)
{
    const auto found = root.find(key);
    return found ? std::optional{found->number()} : std::nullopt;
}

} // namespace

MachineRecording parse_machine_recording(std::string_view text, const std::string& name)
{
    const JsonReader root = JsonReader::parse(text, name, measure_again);
    if (root.text_or("lockstep", "") != "machine")
        root.refuse("is no recording that ./lockstep bench --share has written");
    if (const int written = root.at("format").whole(); written != machine_format)
        root.at("format").refuse(
            fmt::format("is {}, and this book reads recordings of format {}", written, machine_format),
            "./lockstep update");
    return {.version = root.at("version").text(),
            .kind = root.at("kind").text(),
            .global_bytes = root.at("global_bytes").count(),
            .max_clock_mhz = root.at("max_clock_mhz").count(),
            .seconds = root.at("seconds").number(),
            .fma_before = root.at("fma_before").number(),
            .fma_after = root.at("fma_after").number(),
            .small = root.text_or("small", ""),
            .celsius_before = celsius(root, "celsius_before"),
            .celsius_after = celsius(root, "celsius_after"),
            .results = parse_device_results(root.at("results").raw().dump(), name)};
}

MachineRecording read_machine_recording(const std::filesystem::path& file)
{
    if (!std::filesystem::is_regular_file(file))
        throw Failure(fmt::format("There is no file {}.", file.string()), measure_again);
    if (std::filesystem::file_size(file) > largest_recording)
        throw Failure(fmt::format("{} is larger than a mebibyte, which no recording is.", file.string()),
                      measure_again);
    return parse_machine_recording(read_text(file), file.string());
}

std::vector<KnownMachine> read_machines(const std::filesystem::path& folder)
{
    std::vector<KnownMachine> machines;
    if (!std::filesystem::is_directory(folder)) return machines;
    for (const auto& file : sorted_entries(folder))
        if (file.extension() == ".json") machines.push_back({file, read_machine_recording(file)});
    return machines;
}

const RungResult* best_of(const LadderResult& ladder)
{
    const auto median = [](const RungResult& rung) { return rung.figures ? rung.figures->median : -1.0; };
    const auto best = std::ranges::max_element(ladder.rungs, {}, median);
    return best == ladder.rungs.end() || !best->figures ? nullptr : &*best;
}

std::string text_of(const MachineRecording& recording)
{
    nlohmann::ordered_json json{{"lockstep", "machine"},
                                {"format", machine_format},
                                {"version", recording.version},
                                {"kind", recording.kind},
                                {"global_bytes", recording.global_bytes},
                                {"max_clock_mhz", recording.max_clock_mhz},
                                {"seconds", recording.seconds},
                                {"fma_before", recording.fma_before},
                                {"fma_after", recording.fma_after}};
    if (!recording.small.empty()) json["small"] = recording.small;
    if (recording.celsius_before) json["celsius_before"] = *recording.celsius_before;
    if (recording.celsius_after) json["celsius_after"] = *recording.celsius_after;
    std::string text = json.dump();
    text.pop_back(); // the brace that ends it
    return fmt::format("{},\n\"results\": {}}}\n", text, trim(text_of(recording.results)));
}

} // namespace lockstep::formats
