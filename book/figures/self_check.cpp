/// Documents with one fault each, which the checks must find: a check that finds nothing proves nothing.
#include "check.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace figures
{
namespace
{

struct Planted
{
    std::string_view body;
    std::string_view expected; // part of the fault's sentence
};

constexpr std::string_view names = R"(<title id="probe-title">t</title><desc id="probe-desc">d</desc>)";

constexpr std::array planted{
    Planted{R"(<text x="50" y="50" font-size="16" text-anchor="middle">fits</text>)", ""},
    Planted{R"(<text x="90" y="50" font-size="16" text-anchor="start">too far right</text>)",
            "leaves the view box"},
    Planted{R"(<text x="50" y="5" font-size="16" text-anchor="middle">high</text>)", "leaves the view box"},
    Planted{
        R"svg(<text x="9" y="9" font-size="16" text-anchor="middle" transform="rotate(90 9 9)">turned</text>)svg",
        "leaves the view box"},
    Planted{R"(<text x="50" y="50" font-size="9" text-anchor="middle">tiny</text>)", "smaller than"},
    Planted{R"(<text x="50" y="50" font-size="16" text-anchor="middle"></text>)", "empty text"},
    Planted{R"(<text x="50" y="50" font-size="16">one</text><text x="50" y="55" font-size="16">two</text>)",
            "lies on"},
    Planted{R"(<g id="probe-a"/><g id="probe-a"/>)", "used twice"},
    Planted{R"(<g id="other-a"/>)", "does not begin"},
    Planted{R"(<text x="right" y="50" font-size="16">word</text>)", "a number was expected"},
    Planted{"<g>", "not closed"},
    Planted{R"(<g a="1" a="2"/>)", "twice"},
    Planted{"<g>a & b</g>", "bare '&'"},
    Planted{"</svg><g/>", "after the root"},
};

} // namespace

std::vector<std::string> faults_of_checks()
{
    std::vector<std::string> faults;
    const auto document = [](std::string_view content) {
        return fmt::format(R"(<svg viewBox="0 0 100 100" role="img">{}</svg>)", content);
    };
    for (const Planted& probe : planted) {
        const std::vector<std::string> found =
            faults_of_svg("probe", document(fmt::format("{}{}", names, probe.body)));
        const auto is_expected = [&](const std::string& fault) {
            return fault.find(probe.expected) != std::string::npos;
        };
        if (probe.expected.empty() ? !found.empty() : std::ranges::none_of(found, is_expected))
            faults.push_back(fmt::format("{} should give \"{}\" and gives \"{}\"", probe.body, probe.expected,
                                         found.empty() ? "" : found.front()));
    }
    if (faults_of_svg("probe", document("")).size() != 2)
        faults.emplace_back("a missing title and a missing description are not found");
    return faults;
}

} // namespace figures
