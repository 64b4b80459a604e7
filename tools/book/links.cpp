// Checks that every link, anchor and picture of the finished site leads somewhere.
#include "book/links.hpp"

#include "lockstep/files.hpp"
#include "lockstep/text.hpp"

#include <algorithm>
#include <map>
#include <regex>
#include <set>

#include <fmt/format.h>

namespace lockstep::book
{
namespace
{

namespace fs = std::filesystem;

struct Found
{
    std::set<std::string> ids;
    std::set<std::string> targets;
};

Found read_links(const std::string& html)
{
    static const std::regex shape(R"re(\s(id|name|href|src)="([^"]*)")re");
    Found found;
    for (auto tag = html.find('<'); tag != std::string::npos; tag = html.find('<', tag + 1)) {
        const auto end = html.find('>', tag);
        if (end == std::string::npos) break;
        const auto first = html.cbegin() + static_cast<std::ptrdiff_t>(tag);
        const auto last = html.cbegin() + static_cast<std::ptrdiff_t>(end);
        for (std::sregex_iterator at(first, last, shape), none; at != none; ++at) {
            const bool is_id = (*at)[1] == "id" || (*at)[1] == "name";
            (is_id ? found.ids : found.targets).insert((*at)[2].str());
        }
    }
    return found;
}

int line_with(const Page& page, const std::string& target)
{
    int number = 0;
    for (const std::string& line : split_lines(read_text(page.source))) {
        ++number;
        if (line.find(target) != std::string::npos) return number;
    }
    return 0;
}

} // namespace

void check_links(Site& site, const fs::path& html)
{
    std::map<std::string, Found> files;
    for (const auto& file : sorted_entries(html))
        if (file.extension() == ".html") files[file.filename().string()] = read_links(read_text(file));
    for (const auto& [name, found] : files) {
        for (const std::string& target : found.targets) {
            if (target.empty() || target.starts_with("http:") || target.starts_with("https:") ||
                target.starts_with("mailto:") || target.starts_with("data:"))
                continue;
            const auto hash = target.find('#');
            const std::string path = target.substr(0, std::min(hash, target.find('?')));
            const std::string anchor = hash == std::string::npos ? "" : target.substr(hash + 1);
            const std::string file = path.empty() ? name : path;
            const auto known = files.find(file);
            const bool there = known != files.end() ? anchor.empty() || known->second.ids.contains(anchor)
                                                    : fs::exists(html / file);
            if (there) continue;
            fs::path source = name;
            int line = 0;
            for (const Page& page : site.book.pages) {
                if (page.file == name && !page.source.empty()) {
                    source = page.source;
                    line = line_with(page, anchor.empty() ? target : anchor);
                }
            }
            site.problem(source, line,
                         fmt::format("The link to '{}' leads nowhere. Correct its target.", target));
        }
    }
}

} // namespace lockstep::book
