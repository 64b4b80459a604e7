// Reading the kernel language's sheet.
#include "lockstep/formats/kernel_sheet.hpp"

#include "lockstep/formats/json_reader.hpp"

#include <cctype>

namespace lockstep::formats
{
namespace
{

SheetRow read_row(const JsonReader& row)
{
    SheetRow read{row.text_or("names", ""), row.text_or("says", ""),      row.text_or("body", ""),
                  row.text_or("unit", ""),  row.texts_or_none("options"), row.text_or("needs", ""),
                  row.text_or("since", "")};
    if (!read.names.empty() && read.body.empty() && read.unit.empty())
        row.refuse(R"(has neither "body" nor "unit": code that uses its names)");
    if (read.needs.empty() != read.since.empty())
        row.refuse(R"(must have both "needs", a condition, and "since", the sheet's word for it)");
    for (const std::string& option : read.options) read.names += (read.names.empty() ? "" : " ") + option;
    return read;
}

std::set<std::string> words_of(std::string_view text)
{
    std::set<std::string> words;
    std::string word;
    for (const char c : std::string(text) + " ") {
        if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
            word += c;
            continue;
        }
        if (word.size() > 1 && std::isdigit(static_cast<unsigned char>(word[0])) == 0) words.insert(word);
        word.clear();
    }
    return words;
}

} // namespace

std::vector<SheetGroup> read_kernel_sheet(const std::filesystem::path& file)
{
    const JsonReader list =
        JsonReader::read(file, R"(write {"title": …, "chapters": […], "rows": [{"names": …, "body": …}]})");
    std::vector<SheetGroup> groups;
    for (const JsonReader& entry : list.list()) {
        SheetGroup group{entry.at("title").text(), entry.texts_or_none("chapters"), {}};
        for (const JsonReader& row : entry.at("rows").list()) group.rows.push_back(read_row(row));
        groups.push_back(std::move(group));
    }
    return groups;
}

std::set<std::string> unused_names(const SheetRow& row)
{
    std::set<std::string> unused = row.options.empty() ? words_of(row.names) : std::set<std::string>{};
    for (const std::string* code : {&row.body, &row.unit})
        for (const std::string& word : words_of(*code)) unused.erase(word);
    return unused;
}

} // namespace lockstep::formats
