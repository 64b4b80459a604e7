// Reading the bibliography, and the further readings that refer to it.
#include "lockstep/formats/bibliography.hpp"

#include "lockstep/failure.hpp"
#include "lockstep/formats/json_reader.hpp"
#include "lockstep/text.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>

namespace lockstep::formats
{

namespace
{

/// The page of "arXiv 2206.01784, 2022" on arXiv; empty where there is no such number.
std::string arxiv_page(std::string_view where)
{
    constexpr std::string_view archive = "arXiv ";
    const auto at = where.find(archive);
    if (at == std::string_view::npos) return "";
    const std::string_view rest = where.substr(at + archive.size());
    return fmt::format("https://arxiv.org/abs/{}", rest.substr(0, rest.find_first_not_of("0123456789.")));
}

} // namespace

WorkKind work_kind(std::string_view word)
{
    static const std::map<std::string_view, WorkKind> kinds{{"specification", WorkKind::specification},
                                                            {"guide", WorkKind::guide},
                                                            {"paper", WorkKind::paper},
                                                            {"book", WorkKind::book},
                                                            {"library", WorkKind::library}};
    const auto found = kinds.find(word);
    if (found == kinds.end())
        throw Failure(
            fmt::format("'{}' is no kind of work. Use specification, guide, paper, book or library.", word));
    return found->second;
}

bool Work::is_named_in(std::string_view paragraph) const
{
    return std::ranges::any_of(
        names, [&](const std::string& name) { return paragraph.find(name) != std::string_view::npos; });
}

std::vector<Work> read_bibliography(const std::filesystem::path& file)
{
    const JsonReader list =
        JsonReader::read(file, R"(write {"kind": …, "authors": …, "title": …} on a line)");
    std::vector<Work> works;
    for (const JsonReader& entry : list.list()) {
        Work work;
        try {
            work.kind = work_kind(entry.at("kind").text());
        } catch (const Failure& wrong) {
            entry.at("kind").refuse("is wrong", wrong.happened());
        }
        work.authors = entry.at("authors").text();
        work.title = entry.at("title").text();
        work.where = entry.text_or("where", "");
        work.url = entry.text_or("url", arxiv_page(work.where));
        work.names = entry.texts_or_none("names");
        if (work.names.empty()) work.names.push_back(work.title);
        works.push_back(std::move(work));
    }
    std::ranges::sort(works, {},
                      [](const Work& work) { return std::tuple(lower(work.authors), lower(work.title)); });
    return works;
}

std::vector<std::string> further_reading(std::string_view lesson)
{
    std::vector<std::string> items;
    bool inside = false;
    for (const std::string& line : split_lines(lesson)) {
        if (line.starts_with("## ")) {
            inside = line == "## Further reading";
        } else if (inside && line.starts_with("- ")) {
            items.emplace_back(trim(std::string_view(line).substr(2)));
        } else if (inside && !items.empty() && !trim(line).empty()) {
            items.back() += fmt::format(" {}", trim(line));
        }
    }
    return items;
}

} // namespace lockstep::formats
