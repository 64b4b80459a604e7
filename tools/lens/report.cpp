// Putting launches together.
#include "lens/report.hpp"

#include "lens/targets.hpp"

#include <algorithm>
#include <map>

namespace lockstep::tool
{

namespace
{

using Json = nlohmann::ordered_json;

constexpr std::size_t most_told_apart = 6;

// Everything but which launch it was, and where its buffers lay.
std::string counts_of(Json kernel)
{
    kernel.erase("launch");
    kernel.erase("launches");
    if (kernel.contains("lines"))
        for (Json& line : kernel["lines"]) line.erase("sample");
    return kernel.dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace

std::vector<ToldLaunches> told_launches(const Json& report)
{
    std::vector<ToldLaunches> told;
    std::vector<std::string> counts;
    std::map<std::string, std::size_t> different;
    for (const Json& kernel : report.at("kernels")) {
        const std::string key = counts_of(kernel);
        const std::uint64_t number = kernel.value("launch", std::uint64_t{0}) + 1;
        const std::uint64_t times = kernel.value("launches", std::uint64_t{1});
        const auto same = std::find(counts.begin(), counts.end(), key);
        if (same != counts.end()) {
            ToldLaunches& entry = told[static_cast<std::size_t>(same - counts.begin())];
            entry.launches.push_back(number);
            entry.times += times;
            continue;
        }
        counts.push_back(key);
        told.push_back(
            {.kernel = kernel, .launches = {number}, .times = times, .only = true, .summed = times > 1});
        ++different[kernel.at("name").get<std::string>()];
    }
    std::vector<ToldLaunches> result;
    for (ToldLaunches& entry : told) {
        const std::string name = entry.kernel.at("name").get<std::string>();
        entry.only = different[name] == 1;
        if (different[name] <= most_told_apart) {
            result.push_back(std::move(entry));
            continue;
        }
        const auto first = std::find_if(result.begin(), result.end(), [&](const ToldLaunches& other) {
            return other.kernel.at("name") == name;
        });
        if (first == result.end())
            result.push_back({.kernel = all_launches(report, name),
                              .launches = entry.launches,
                              .times = entry.times,
                              .only = true,
                              .summed = true});
        else {
            first->launches.insert(first->launches.end(), entry.launches.begin(), entry.launches.end());
            first->times += entry.times;
        }
    }
    return result;
}

} // namespace lockstep::tool
