// The class's page: the parts in tools/grade/page, the book's colours, and the grades as data.
#include "grade/page.hpp"

#include "base/paths.hpp"
#include "grade/results.hpp"
#include "html/standalone.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <map>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// Texts that stand in several pairs, once.
class TextTable
{
public:
    std::size_t number_of(const std::string& text)
    {
        const auto [place, is_new] = known_.try_emplace(text, texts_.size());
        if (is_new) texts_.push_back(text);
        return place->second;
    }
    const Json& all() const { return texts_; }

private:
    std::map<std::string, std::size_t> known_;
    Json texts_ = Json::array();
};

Json shown_pair(const ClassPair& pair, TextTable& texts)
{
    Json files = Json::array();
    for (const PairedFile& file : pair.files)
        files.push_back({{"name", file.name},
                         {"first", texts.number_of(file.first)},
                         {"second", texts.number_of(file.second)},
                         {"first_lines", file.shared.first},
                         {"second_lines", file.shared.second}});
    return {{"exercise", pair.exercise},
            {"first", pair.first},
            {"second", pair.second ? Json(*pair.second) : Json(nullptr)},
            {"book", pair.book},
            {"similarity", pair.similarity},
            {"files", std::move(files)}};
}

} // namespace

std::string class_page(const formats::GradedClass& graded, const std::vector<ClassPair>& pairs)
{
    TextTable texts;
    Json shown_pairs = Json::array();
    for (const ClassPair& pair : pairs) shown_pairs.push_back(shown_pair(pair, texts));
    Json data = formats::json_of(graded);
    data["seed"] = std::to_string(graded.seed); // more digits than JavaScript's numbers hold
    for (std::size_t student = 0; student < graded.students.size(); ++student)
        for (std::size_t grade = 0; grade < graded.students[student].grades.size(); ++grade)
            data["students"][student]["grades"][grade]["text"] =
                outcome_text(graded.students[student].grades[grade]);
    data["pairs"] = std::move(shown_pairs);
    data["texts"] = texts.all();
    const fs::path root = own_source_dir();
    const fs::path theme = root / "book" / "theme";
    return standalone_html({.command = "grade",
                            .title = "Results of the class",
                            .folder = root / "tools" / "grade" / "page",
                            .styles = {theme / "1-base.css", theme / "4-code.css"},
                            .data = data.dump(-1, ' ', false, Json::error_handler_t::replace)},
                           root / "tools" / "html" / "standalone");
}

} // namespace lockstep::tool
