// The lens against an NVIDIA H200's hardware counters, as recorded in lens/validation/h200.json.
#include "simulator.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <set>
#include <string>

using nlohmann::json;

namespace
{

json read_json(const std::filesystem::path& file)
{
    std::ifstream stream{file};
    REQUIRE_MESSAGE(stream, file.string() << " cannot be read");
    return json::parse(stream);
}

const json& record()
{
    static const json read = read_json(LOCKSTEP_SOURCE_DIR "/lens/validation/h200.json");
    return read;
}

/// What came of lens-validation under the lens: the lens's kernels, and the results' fingerprints.
struct Run
{
    json kernels;
    json results;
};

/// All launches, run once for all cases. Oclgrind counts a local array once for every expression that points into it,
/// hence the size.
const Run& run()
{
    static const Run done = [] {
        const lockstep::ScratchFolder scratch;
        const std::string report = (scratch.path() / "report.json").string();
        const std::string results = (scratch.path() / "results.json").string();
        const std::string command =
            "env LOCKSTEP_DEVICE=oclgrind LOCKSTEP_LENS_OUTPUT='" + report +
            "' LOCKSTEP_LENS_PROFILES='" LOCKSTEP_SOURCE_DIR
            "/lens/devices/h200.json' oclgrind --local-mem-size 1000000 --plugins '" LENS_PLUGIN
            "' '" LENS_VALIDATION "' --results '" +
            results + "' > /dev/null 2> /dev/null";
        REQUIRE(std::system(command.c_str()) == 0);
        return Run{read_json(report).at("reports").at(0).at("kernels"), read_json(results)};
    }();
    return done;
}

/// The figures that the record holds, of one kernel entry; spaces without a request are left out.
json figures_of(const json& kernel)
{
    json figures = json::object();
    for (const std::string space : {"global_load", "global_store", "local_load", "local_store"}) {
        const std::string cost = space[0] == 'g' ? "sectors" : "wavefronts";
        const json& counts = kernel.at(space);
        if (counts.at("requests") != 0)
            figures[space] = {{"requests", counts.at("requests")}, {cost, counts.at(cost)}};
    }
    return figures;
}

} // namespace

TEST_SUITE("validation")
{
    TEST_CASE("the lens counts what the H200's counters did, launch by launch")
    {
        const json& launches = record().at("launches");
        REQUIRE(run().kernels.size() == launches.size());
        for (std::size_t i = 0; i < launches.size(); ++i) {
            const json& launch = launches[i];
            INFO("launch: ", launch.at("title").get<std::string>());
            CHECK(run().kernels[i].at("name") == launch.at("kernel"));
            const bool exception = launch.contains("lens");
            CHECK(figures_of(run().kernels[i]).dump() == launch.at(exception ? "lens" : "measured").dump());
        }
    }

    TEST_CASE("Oclgrind and the H200 came to the same results")
    {
        const json& launches = record().at("launches");
        REQUIRE(run().results.size() == launches.size());
        for (std::size_t i = 0; i < launches.size(); ++i) {
            CHECK(run().results[i].at("title") == launches[i].at("title"));
            INFO("launch: ", launches[i].at("title").get<std::string>());
            CHECK(run().results[i].at("result") == launches[i].at("result"));
        }
    }

    TEST_CASE("every launch that differs from the counters has its reason and its proof, and no other has")
    {
        std::set<std::string> differ;
        for (const json& launch : record().at("launches"))
            if (launch.contains("lens")) {
                CHECK(launch.at("lens") != launch.at("measured"));
                differ.insert(launch.at("kernel").get<std::string>());
            }
        std::set<std::string> explained;
        for (const json& exception : record().at("exceptions")) {
            CHECK(exception.at("reason").get<std::string>().size() > 40);
            CHECK(exception.at("proof").get<std::string>().size() > 40);
            for (const json& kernel : exception.at("kernels")) explained.insert(kernel.get<std::string>());
        }
        CHECK(differ == explained);
    }

    TEST_CASE("the record names its device, driver, date and profiler, and has thirty kernels and more")
    {
        for (const char* key : {"device", "driver", "date", "profiler"})
            CHECK(record().at(key).get<std::string>() != "");
        std::set<std::string> kernels;
        std::set<std::string> titles;
        for (const json& launch : record().at("launches")) {
            kernels.insert(launch.at("kernel").get<std::string>());
            titles.insert(launch.at("title").get<std::string>());
        }
        CHECK(kernels.size() >= 30);
        CHECK(titles.size() == record().at("launches").size());
    }
}
