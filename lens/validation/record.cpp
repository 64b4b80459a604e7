// lens-validation-record: joins what record.sh brought from a GPU, what the lens counts, and the exceptions' reasons.
//
// Usage: lens-validation-record FOLDER LENS EXCEPTIONS OUT. FOLDER is record.sh's; LENS is the lens's output for
// lens-validation with one profile. A launch that differs and is not explained ends the program with status 1.
#include <lockstep/failure.hpp>
#include <lockstep/files.hpp>
#include <lockstep/formats/lens_report.hpp>
#include <lockstep/run.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

using namespace lockstep;
using json = nlohmann::ordered_json;

namespace
{

/// Where a figure stands in the recorded file, the lens's count, and the counter it is held against.
struct Figure
{
    const char* space;
    const char* name;
    std::uint64_t (*counted)(const formats::LensKernel& kernel);
    const char* counter;
};

/// A count of a kernel, as a function.
template <auto Space, auto Count>
std::uint64_t counted(const formats::LensKernel& kernel)
{
    return kernel.*Space.*Count;
}

using Kernel = formats::LensKernel;
using Global = formats::GlobalCounts;
using Local = formats::LocalCounts;

constexpr std::array<Figure, 8> figures{{
    {"global_load", "requests", counted<&Kernel::global_load, &Global::requests>,
     "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"},
    {"global_load", "sectors", counted<&Kernel::global_load, &Global::sectors>,
     "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"},
    {"global_store", "requests", counted<&Kernel::global_store, &Global::requests>,
     "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"},
    {"global_store", "sectors", counted<&Kernel::global_store, &Global::sectors>,
     "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"},
    {"local_load", "requests", counted<&Kernel::local_load, &Local::requests>,
     "smsp__inst_executed_op_shared_ld_pred_on_any.sum"},
    {"local_load", "wavefronts", counted<&Kernel::local_load, &Local::wavefronts>,
     "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"},
    {"local_store", "requests", counted<&Kernel::local_store, &Local::requests>,
     "smsp__inst_executed_op_shared_st_pred_on_any.sum"},
    {"local_store", "wavefronts", counted<&Kernel::local_store, &Local::wavefronts>,
     "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"},
}};

/// The fields of one line of a CSV file, without their quotes.
std::vector<std::string> fields(const std::string& line)
{
    std::vector<std::string> found{""};
    bool quoted = false;
    for (const char letter : line)
        if (letter == '"')
            quoted = !quoted;
        else if (letter == ',' && !quoted)
            found.emplace_back();
        else
            found.back() += letter;
    return found;
}

/// Nsight Compute's raw page: one object a launch, of counters and the kernel's name.
std::vector<json> read_counters(const std::filesystem::path& file)
{
    std::istringstream text{read_text(file)};
    std::vector<std::string> names;
    std::vector<json> rows;
    for (std::string line; std::getline(text, line);) {
        if (line.rfind("==", 0) == 0 || line.empty()) continue;
        const std::vector<std::string> row = fields(line);
        if (names.empty()) {
            names = row;
            continue;
        }
        const auto value = [&](const std::string& name) {
            const auto at = std::find(names.begin(), names.end(), name);
            if (at == names.end())
                throw Failure(fmt::format("{} has no column '{}'.", file.string(), name),
                              "record again with lens/validation/record.sh");
            return row.at(static_cast<std::size_t>(at - names.begin()));
        };
        if (value("ID").empty()) continue; // the line of units
        json launch{{"kernel", value("Kernel Name")}};
        for (const Figure& figure : figures) {
            std::string digits = value(figure.counter);
            std::erase(digits, ',');
            launch[figure.space][figure.name] = static_cast<std::uint64_t>(std::stod(digits));
        }
        rows.push_back(std::move(launch));
    }
    return rows;
}

json read_json(const std::filesystem::path& file)
{
    return json::parse(read_text(file));
}

std::string first_line(const std::filesystem::path& file)
{
    std::string text = read_text(file);
    return text.substr(0, text.find('\n'));
}

/// The launches of the lens's report.
std::vector<formats::LensKernel> read_lens(const std::filesystem::path& file)
{
    const auto root = formats::JsonReader::read(file, "record both with the same tree");
    const formats::LensReports lens = formats::lens_reports_of(root);
    if (lens.reports.size() != 1) root.at("reports").refuse("must hold one profile's");
    return lens.reports.front().kernels;
}

/// The figures of a launch under the lens, in the recorded file's shape.
json figures_of(const formats::LensKernel& kernel)
{
    json counts;
    for (const Figure& figure : figures) counts[figure.space][figure.name] = figure.counted(kernel);
    return counts;
}

/// The figures of a profiled launch, without its kernel's name.
json figures_of(json launch)
{
    launch.erase("kernel");
    return launch;
}

/// Leaves out the spaces in which nothing was counted.
json without_zeros(json counts)
{
    for (auto space = counts.begin(); space != counts.end();)
        space = space->at("requests") == 0 ? counts.erase(space) : std::next(space);
    return counts;
}

/// The file's text: one launch a line, so that a second recording can be compared by eye.
std::string text_of(const json& record)
{
    std::string text = "{\n";
    for (const auto& [key, value] : record.items())
        if (!value.is_array()) text += fmt::format(" {}: {},\n", json(key).dump(), value.dump());
    for (const char* key : {"exceptions", "launches"}) {
        text += fmt::format(" \"{}\": [\n", key);
        for (const json& entry : record.at(key))
            text += fmt::format("  {}{}\n", entry.dump(), &entry == &record.at(key).back() ? "" : ",");
        text += std::string{" ]"} + (std::string{key} == "launches" ? "\n" : ",\n");
    }
    return text + "}\n";
}

} // namespace

int main(int count, char** words)
{
    return run([&] {
        if (count != 5)
            throw Failure("lens-validation-record takes four arguments.",
                          "build/bin/lens-validation-record FOLDER LENS EXCEPTIONS OUT");
        const std::filesystem::path folder = words[1];
        const std::vector<json> counters = read_counters(folder / "counters.csv");
        const json opencl = read_json(folder / "opencl.json");
        const std::vector<formats::LensKernel> lens = read_lens(words[2]);
        const json exceptions = read_json(words[3]);
        if (read_json(folder / "driver.json") != opencl)
            throw Failure("OpenCL and the profiled program came to different results.",
                          "compare opencl.json with driver.json");
        if (opencl.size() != counters.size() || lens.size() != counters.size())
            throw Failure(fmt::format("{} launches were run, {} were profiled and the lens saw {}.",
                                      opencl.size(), counters.size(), lens.size()),
                          "record both with the same tree");

        const std::string device = first_line(folder / "device.txt");
        json record{{"device", device.substr(0, device.find(','))},
                    {"driver", device.substr(device.find(", ") + 2)},
                    {"date", first_line(folder / "date.txt")},
                    {"profiler", "Nsight Compute, " + first_line(folder / "ncu.txt")},
                    {"exceptions", exceptions},
                    {"launches", json::array()}};
        std::size_t unexplained = 0;
        for (std::size_t i = 0; i < counters.size(); ++i) {
            const json measured = without_zeros(figures_of(counters[i]));
            const json counted = without_zeros(figures_of(lens[i]));
            const std::string kernel = counters[i].at("kernel");
            json launch{{"title", opencl[i].at("title")},
                        {"kernel", kernel},
                        {"result", opencl[i].at("result")},
                        {"measured", measured}};
            if (counted != measured) {
                launch["lens"] = counted;
                const bool known =
                    std::any_of(exceptions.begin(), exceptions.end(), [&](const json& exception) {
                        const json& kernels = exception.at("kernels");
                        return std::find(kernels.begin(), kernels.end(), kernel) != kernels.end();
                    });
                if (!known) {
                    ++unexplained;
                    fmt::print("{}\n  measured {}\n  lens     {}\n", launch.at("title").dump(),
                               measured.dump(), counted.dump());
                }
            }
            record["launches"].push_back(std::move(launch));
        }
        std::ofstream{words[4]} << text_of(record);
        if (unexplained > 0)
            throw Failure(
                fmt::format("{} launches differ for no stated reason.", unexplained),
                "mend the lens, or add the kernel to exceptions.json with the reason and the proof");
    });
}
