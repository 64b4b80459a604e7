// Reading tools/entry/pieces.txt: a table whose cells are separated by bars, and below it lines of two or three cells.
#include "book/packages.hpp"

#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/text.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include <fmt/format.h>

namespace lockstep::book
{
namespace
{

std::vector<std::string> cells(std::string_view line)
{
    std::vector<std::string> result;
    for (;;) {
        const auto bar = std::min(line.find('|'), line.size());
        result.emplace_back(trim(line.substr(0, bar)));
        if (bar == line.size()) return result;
        line.remove_prefix(bar + 1);
    }
}

std::string_view installing(std::string_view manager)
{
    static const std::map<std::string_view, std::string_view> commands{{"apt", "sudo apt-get install"},
                                                                       {"dnf", "sudo dnf install"},
                                                                       {"pacman", "sudo pacman -S"},
                                                                       {"brew", "brew install"}};
    const auto found = commands.find(manager);
    if (found == commands.end())
        throw Failure(
            fmt::format("'{}' is no package manager of the list. Use apt, dnf, pacman or brew.", manager));
    return found->second;
}

} // namespace

std::string install_commands(const std::filesystem::path& pieces, std::string_view manager)
{
    const std::string_view command = installing(manager);
    std::size_t column = 0;
    std::vector<std::pair<std::string, std::string>> groups; // name, packages
    std::set<std::string> named;
    for (const std::string& line : split_lines(read_text(pieces))) {
        const std::vector<std::string> row = cells(line);
        if (row.front() == "# set")
            column = static_cast<std::size_t>(std::ranges::find(row, manager) - row.begin());
        if ((row.front() != "required" && row.front() != "optional") || column >= row.size()) continue;
        const std::string package = row[column].substr(0, row[column].find(' ')); // the preferred one
        if (package.empty() || package == "-" || !named.insert(package).second) continue;
        if (groups.empty() || groups.back().first != row[1]) groups.emplace_back(row[1], "");
        groups.back().second += " " + package;
    }
    std::string text;
    for (const auto& [name, packages] : groups) text += fmt::format("$ {}{}\n", command, packages);
    return text;
}

} // namespace lockstep::book
