// Putting launches together.
#include "lens/report.hpp"

#include "lens/targets.hpp"

#include <algorithm>
#include <map>

namespace lockstep::tool
{

namespace
{

using formats::LensKernel;

constexpr std::size_t most_told_apart = 6;

// Everything but which launch it was, and where its buffers lay.
LensKernel without_its_launch(LensKernel kernel)
{
    kernel.launch = 0;
    kernel.launches = 1;
    for (formats::LensLine& line : kernel.lines) line.sample.reset();
    return kernel;
}

} // namespace

std::vector<LaunchGroup> grouped_launches(const formats::LensReport& report)
{
    std::vector<LaunchGroup> told;
    std::vector<LensKernel> counts;
    std::map<std::pair<std::string, std::uint64_t>, std::size_t> different; // of each program
    std::map<std::string, std::size_t> of_name;
    for (const LensKernel& kernel : report.kernels) {
        LensKernel bare = without_its_launch(kernel);
        const std::uint64_t number = kernel.launch + 1;
        const auto same = std::find(counts.begin(), counts.end(), bare);
        if (same != counts.end()) {
            LaunchGroup& entry = told[static_cast<std::size_t>(same - counts.begin())];
            entry.launches.push_back(number);
            entry.times += kernel.launches;
            continue;
        }
        counts.push_back(std::move(bare));
        told.push_back({.kernel = kernel,
                        .launches = {number},
                        .times = kernel.launches,
                        .only = true,
                        .summed = kernel.launches > 1});
        ++different[{kernel.name, kernel.source}];
        ++of_name[kernel.name];
    }
    std::vector<LaunchGroup> result;
    for (LaunchGroup& entry : told) {
        const std::string name = entry.kernel.name;
        const std::uint64_t source = entry.kernel.source;
        const std::size_t others = different[{name, source}];
        entry.only = of_name[name] == 1;
        if (others <= most_told_apart) {
            result.push_back(std::move(entry));
            continue;
        }
        const auto first = std::find_if(result.begin(), result.end(), [&](const LaunchGroup& other) {
            return other.kernel.name == name && other.kernel.source == source;
        });
        if (first == result.end())
            result.push_back({.kernel = all_launches(report, name, source).value(),
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
