// Reading a test program's report.
#include "check/test_report.hpp"

#include <nlohmann/json.hpp>

#include <fstream>

namespace lockstep::tool
{

namespace
{

void add(TestReport& report, const nlohmann::json& event)
{
    const std::string kind = event.value("event", "");
    if (kind == "builds")
        report.build_failure = event.value("message", "");
    else if (kind == "device")
        report.no_device = event.value("message", "");
    else if (kind == "case")
        report.running = event.value("name", "");
    else if (kind == "verdict") {
        report.cases.push_back({event.value("name", ""), event.value("failed", true),
                                event.value("messages", std::vector<std::string>{})});
        report.running.clear();
    } else if (kind == "end")
        report.ended = true;
}

} // namespace

TestReport read_test_report(const std::filesystem::path& file)
{
    TestReport report;
    std::ifstream stream{file};
    for (std::string line; std::getline(stream, line);) try {
            add(report, nlohmann::json::parse(line));
        } catch (const nlohmann::json::exception&) // cut short, or not one of ours
        {
        }
    return report;
}

} // namespace lockstep::tool
