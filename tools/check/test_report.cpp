// Reading a test program's report.
#include "check/test_report.hpp"

#include "base/sandbox.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <sstream>

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
    else if (kind == "run")
        report.cases_to_run = event.value("cases", std::vector<std::string>{});
    else if (kind == "case")
        report.running = event.value("name", "");
    else if (kind == "verdict") {
        report.cases.push_back({event.value("name", ""), event.value("failed", true),
                                event.value("messages", std::vector<std::string>{}),
                                event.value("finding", "wrong-result"), event.value("skipped", "")});
        report.running.clear();
    } else if (kind == "end")
        report.ended = event.value("cases", std::size_t{0}) == report.cases_to_run.size();
}

} // namespace

bool TestReport::complete() const
{
    std::vector<std::string> told;
    for (const CaseVerdict& verdict : cases) told.push_back(verdict.name);
    std::vector<std::string> wanted = cases_to_run;
    std::sort(told.begin(), told.end());
    std::sort(wanted.begin(), wanted.end());
    return ended && !wanted.empty() && told == wanted;
}

TestReport read_test_report(const std::filesystem::path& file, const Key& key)
{
    TestReport report;
    std::uint64_t number = 0;
    std::istringstream stream{read_untrusted(file)};
    for (std::string line; std::getline(stream, line);) {
        const std::size_t space = line.find(' ');
        if (space == std::string::npos) continue;
        const std::string text = line.substr(space + 1);
        if (line.substr(0, space) != seal(key, number, text)) continue;
        ++number;
        try {
            add(report, nlohmann::json::parse(text));
        } catch (const nlohmann::json::exception&) // a value of the wrong kind
        {
        }
    }
    return report;
}

} // namespace lockstep::tool
