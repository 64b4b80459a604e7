// Reading a test program's report.
#include "check/test_report.hpp"

#include "base/sandbox.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
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

// The same, without what has a value of the wrong kind.
void add_as_told(TestReport& report, const nlohmann::json& event)
{
    try {
        add(report, event);
    } catch (const nlohmann::json::exception&) {
    }
}

std::vector<nlohmann::json> sealed_events(const std::filesystem::path& file, const Key& key)
{
    std::vector<nlohmann::json> events;
    std::istringstream stream{read_untrusted(file)};
    for (std::string line; std::getline(stream, line);) {
        const std::size_t space = line.find(' ');
        if (space == std::string::npos) continue;
        const std::string text = line.substr(space + 1);
        if (line.substr(0, space) != seal(key, events.size(), text)) continue;
        events.push_back(nlohmann::json::parse(text, nullptr, false));
    }
    return events;
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
    for (const nlohmann::json& event : sealed_events(file, key)) add_as_told(report, event);
    return report;
}

std::vector<TestReport> read_trial_reports(const std::filesystem::path& file, const Key& key)
{
    std::vector<TestReport> reports;
    for (const nlohmann::json& event : sealed_events(file, key))
        if (event.value("event", "") == "trial")
            reports.emplace_back();
        else if (!reports.empty())
            add_as_told(reports.back(), event);
    return reports;
}

} // namespace lockstep::tool
