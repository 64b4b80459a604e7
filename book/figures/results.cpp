/// Reading recorded measurements.
#include "results.hpp"

#include "base/paths.hpp"

#include <nlohmann/json.hpp>

#include <fstream>
#include <stdexcept>

#include <fmt/format.h>

namespace figures
{

nlohmann::json read_results(const std::string& device, const std::string& experiment)
{
    const std::string name = fmt::format("{}-{}.json", device, experiment);
    std::ifstream file(lockstep::tool::own_source_dir() / "bench" / "results" / name);
    if (!file)
        throw std::runtime_error(fmt::format(
            "there is no bench/results/{}; record it on that device: {}", name,
            experiment == "ladders"
                ? fmt::format("LOCKSTEP_DEVICE=DEVICE ./lockstep bench --json bench/results/{}", name)
                : fmt::format("cmake --build build --target lockstep-experiments && LOCKSTEP_DEVICE=DEVICE "
                              "build/bin/lockstep-experiments --name {} --profile {} {}",
                              device, device, experiment)));
    const auto results = nlohmann::json::parse(file, nullptr, false);
    if (!results.is_object() || !(results.contains("rows") || results.contains("ladders")))
        throw std::runtime_error(
            fmt::format("bench/results/{} is no file of results; record it again", name));
    return results;
}

std::string origin_of(const nlohmann::json& results)
{
    return fmt::format("{}, driver {}, {}", results.at("device").get<std::string>(),
                       results.at("driver").get<std::string>(), results.at("date").get<std::string>());
}

} // namespace figures
