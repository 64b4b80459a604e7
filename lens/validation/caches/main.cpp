// lens-cache-validation: the model of caches against the counters of an NVIDIA H200 that the chapters quote.
//
// Usage: lens-cache-validation [--json FILE] [--check FILE] [--profile FILE] [MARK...]. Without marks, all launches. --json
// writes the figures; --check demands that they are those that the file has; --profile takes another than the H200's.
#include "streams.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace
{

using namespace lockstep;
using lens::CacheTraffic;
using validation::Stream;

constexpr double million = 1e6;

/// A figure that a counter and the model both give.
struct Figure
{
    std::string column; ///< of the counters' table
    std::string name;
    std::function<double(const CacheTraffic& traffic)> of;
};

/// A launch whose counters are recorded.
struct Launch
{
    std::string chapter;
    std::string mark;
    std::string title;
    std::string kind; ///< of access
    Stream stream;
    std::vector<Figure> figures;
    std::size_t every = 1; ///< only each such group is modelled
};

double sectors_mb(std::uint64_t sectors)
{
    return static_cast<double>(sectors) * 32 / million;
}

const Figure hits{"l1", "first level hits %", [](const CacheTraffic& traffic) {
                      return 100.0 * static_cast<double>(traffic.first_hits) /
                             static_cast<double>(traffic.first_sectors);
                  }};
const Figure from_second{"l2", "from the second level MB",
                         [](const CacheTraffic& traffic) { return sectors_mb(traffic.second_read); }};
const Figure to_second{"l2", "to the second level MB",
                       [](const CacheTraffic& traffic) { return sectors_mb(traffic.second_written); }};
Figure from_memory(const std::string& column)
{
    return {column, "from memory MB", [](const CacheTraffic& traffic) {
                return static_cast<double>(traffic.memory_read_bytes) / million;
            }};
}
const Figure to_memory{"written", "to memory MB", [](const CacheTraffic& traffic) {
                           return static_cast<double>(traffic.memory_written_bytes) / million;
                       }};
const Figure both_ways{
    "dram", "from and to memory MB", [](const CacheTraffic& traffic) {
        return static_cast<double>(traffic.memory_read_bytes + traffic.memory_written_bytes) / million;
    }};

/// The launches of bench/counters that say something of caches, at their full sizes. Of the products one unit's
/// groups stand for all 132; their bytes from memory are left out for that reason. Spilled registers are a compiler's
/// doing, so of many_sums only the launch that spills none is here.
std::vector<Launch> launches()
{
    constexpr std::uint64_t elements = 1U << 26U;
    constexpr unsigned units = 132;
    std::vector<Launch> list;
    const auto add = [&](const std::string& chapter, const std::string& mark, const std::string& title,
                         const std::string& kind, Stream stream, std::vector<Figure> figures,
                         std::size_t every = 1) {
        list.push_back({chapter, mark, title, kind, std::move(stream), std::move(figures), every});
    };
    const std::string coalescing = "12-coalescing";
    for (const bool rows : {true, false})
        add(coalescing, rows ? "rows" : "columns", rows ? "product_by_rows" : "product_by_columns", "reuse",
            validation::product(2048, rows), {hits, from_second}, units);
    for (unsigned stride = 1; stride <= 32; stride *= 2)
        add(coalescing, fmt::format("s{}", stride), fmt::format("strided by {}", stride), "streams",
            validation::strided(elements, stride), {hits, from_second, from_memory("memory")});
    for (const unsigned offset : {0U, 1U, 8U})
        add(coalescing, fmt::format("o{}", offset), fmt::format("shifted by {}", offset), "streams",
            validation::shifted(elements, offset), {hits, from_second, from_memory("memory")});
    add(coalescing, "structures", "energy_of_structures", "streams", validation::structures(elements),
        {hits, from_second, from_memory("memory")});
    add(coalescing, "arrays", "energy_of_arrays", "streams", validation::arrays(elements),
        {hits, from_second, from_memory("memory")});
    for (const unsigned offset : {0U, 1U, 4U, 8U, 16U})
        add(coalescing, fmt::format("w{}", offset), fmt::format("writes shifted by {}", offset), "writes",
            validation::stores(elements / 8, offset), {to_second, to_memory});
    add("14-occupancy", "r255", "many_sums, limit of 255", "streams",
        validation::many_sums(1U << 22U, 32, 59), {both_ways});
    const std::string box = "24-box-filter";
    const std::vector<Figure> pictures{from_second, from_memory("memory"), to_memory};
    add(box, "tile", "tile", "halos", validation::tile(8192, 8192, 36, 40), pictures);
    add(box, "plain18", "strips of 18, no restrict", "halos", validation::quads(8192, 8192, 18, 126),
        pictures);
    for (const unsigned strip : {9U, 18U, 36U, 72U, 144U})
        add(box, fmt::format("q{}", strip), fmt::format("quads, strips of {}", strip), "halos",
            validation::quads(8192, 8192, strip, 126), pictures);
    return list;
}

std::string text_of(const std::string& path)
{
    std::ifstream stream{path};
    if (!stream) throw std::runtime_error("cannot read " + path);
    return {std::istreambuf_iterator<char>{stream}, {}};
}

/// What a chapter's recorded counters say, their first line naming device, driver and date.
std::string counters_text(const std::string& chapter)
{
    return text_of(LOCKSTEP_SOURCE_DIR "/chapters/" + chapter + "/output.counters.txt");
}

/// The marks of a chapter's recorded counters, and their numbers.
std::map<std::string, double> counters_of(const std::string& chapter)
{
    const std::string text = counters_text(chapter);
    const std::regex mark{R"(\[\[(\w+)\|([\d.,]+)\]\])"};
    std::map<std::string, double> values;
    for (std::sregex_iterator found{text.begin(), text.end(), mark}, end; found != end; ++found) {
        std::string number = (*found)[2];
        std::erase(number, ',');
        values[(*found)[1]] = std::stod(number);
    }
    return values;
}

/// To a tenth, and without a sign of 0.
double rounded(double value)
{
    return std::round(value * 10) / 10 + 0.0;
}

using Json = nlohmann::ordered_json;

/// What the program is asked to do.
struct RunOptions
{
    std::string json;    ///< file to write; empty: none
    std::string check;   ///< file to compare with; empty: none
    std::string profile; ///< of the GPU
    std::set<std::string> marks;
};

/// The figures of a launch, the counters' and the model's.
std::vector<Json> rows_of(const Launch& launch, const lens::Profile& profile)
{
    const CacheTraffic traffic = validation::traffic_of(launch.stream, profile, launch.every);
    const std::size_t modelled = (launch.stream.groups + launch.every - 1) / launch.every;
    const double scale = static_cast<double>(launch.stream.groups) / static_cast<double>(modelled);
    const std::map<std::string, double> counters = counters_of(launch.chapter);
    std::vector<Json> rows;
    for (const Figure& figure : launch.figures) {
        const double measured = counters.at(launch.mark + "_" + figure.column);
        const bool share = figure.name.ends_with("%");
        const double model = rounded(figure.of(traffic) * (share ? 1 : scale));
        const double error = rounded(share ? model - measured : (model - measured) / measured * 100);
        fmt::print("{:<28}{:<28}{:>10.1f}{:>10.1f}{:>7.1f} {}\n", launch.title, figure.name, measured, model,
                   error, share ? "pt" : "%");
        std::fflush(stdout);
        rows.push_back({{"chapter", launch.chapter},
                        {"launch", launch.mark},
                        {"title", launch.title},
                        {"kind", launch.kind},
                        {"figure", figure.name},
                        {"measured", measured},
                        {"model", model},
                        {share ? "error_points" : "error_percent", error}});
    }
    return rows;
}

/// Median and worst of the errors of bytes from and to memory, for each kind of access and for all.
Json memory_errors_of(const std::vector<Json>& rows)
{
    std::map<std::string, std::vector<double>> errors;
    for (const Json& row : rows) {
        if (row["figure"].get<std::string>().find("memory") == std::string::npos) continue;
        const double error = std::abs(row["error_percent"].get<double>());
        errors["all"].push_back(error);
        errors[row["kind"]].push_back(error);
    }
    Json told = Json::object();
    for (auto& [kind, of_kind] : errors) {
        std::sort(of_kind.begin(), of_kind.end());
        const std::size_t half = of_kind.size() / 2;
        const double median =
            of_kind.size() % 2 == 1 ? of_kind[half] : rounded((of_kind[half - 1] + of_kind[half]) / 2);
        fmt::print("bytes from and to memory, {}: median error {:.1f} %, worst {:.1f} %, of {} figures\n",
                   kind, median, of_kind.back(), of_kind.size());
        told[kind] = {
            {"figures", of_kind.size()}, {"median_percent", median}, {"worst_percent", of_kind.back()}};
    }
    return told;
}

/// @return how many figures are not those of the file
int differences(const std::vector<Json>& rows, const std::string& file)
{
    const Json known = Json::parse(text_of(file)).at("figures");
    int different = 0;
    for (const Json& row : rows) {
        if (std::find(known.begin(), known.end(), row) != known.end()) continue;
        fmt::print("not as recorded: {}\n", row.dump());
        ++different;
    }
    return different;
}

int run(const RunOptions& wish)
{
    const lens::Profile profile = lens::read_profile(wish.profile);
    fmt::print("{:<28}{:<28}{:>10}{:>10}{:>9}\n", "", "", "measured", "model", "error");
    std::vector<Json> rows;
    Json counters = Json::object();
    for (const Launch& launch : launches()) {
        if (!wish.marks.empty() && !wish.marks.contains(launch.mark)) continue;
        const std::string text = counters_text(launch.chapter);
        counters[launch.chapter] = text.substr(2, text.find('\n') - 2);
        for (Json& row : rows_of(launch, profile)) rows.push_back(std::move(row));
    }
    const Json errors = memory_errors_of(rows);
    if (!wish.check.empty()) return rows.empty() || differences(rows, wish.check) > 0 ? 1 : 0;
    if (wish.json.empty()) return 0;
    std::ofstream file{wish.json, std::ios::binary};
    file << fmt::format("{{\n \"counters\": {},\n \"memory_errors\": {},\n \"figures\": [", counters.dump(),
                        errors.dump());
    for (std::size_t i = 0; i < rows.size(); ++i) file << (i == 0 ? "\n  " : ",\n  ") << rows[i].dump();
    file << "\n ]\n}\n";
    if (!file.flush()) throw std::runtime_error("cannot write " + wish.json);
    return 0;
}

} // namespace

int main(int count, char** words)
{
    try {
        RunOptions wish{
            .json = {}, .check = {}, .profile = LOCKSTEP_SOURCE_DIR "/lens/devices/h200.json", .marks = {}};
        const std::map<std::string, std::string*> options{
            {"--json", &wish.json}, {"--check", &wish.check}, {"--profile", &wish.profile}};
        for (int i = 1; i < count; ++i) {
            const auto option = options.find(words[i]);
            if (option == options.end())
                wish.marks.insert(words[i]);
            else if (i + 1 < count)
                *option->second = words[++i];
            else
                throw std::invalid_argument(option->first + " needs a file");
        }
        return run(wish);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "lens-cache-validation: %s\n", error.what());
        return 1;
    }
}
