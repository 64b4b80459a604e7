// JSON values that know where they stand.
#include "lockstep/formats/json_reader.hpp"

#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <limits>

namespace lockstep::formats
{

using Json = nlohmann::ordered_json;

struct JsonReader::Document
{
    std::string name;
    std::string remedy;
    Json root;
};

JsonReader::JsonReader(std::shared_ptr<const Document> document, const Json* value, std::string path)
    : document_(std::move(document)), value_(value), path_(std::move(path))
{
}

JsonReader JsonReader::read(const std::filesystem::path& file, const std::string& remedy)
{
    return parse(read_text(file), file.string(), remedy);
}

JsonReader JsonReader::parse(std::string_view text, const std::string& name, const std::string& remedy)
{
    auto document = std::make_shared<Document>(Document{name, remedy, {}});
    try {
        document->root = Json::parse(text);
    } catch (const Json::exception& error) {
        const std::string_view what =
            error.what(); // "[json.exception.parse_error.101] parse error at line …"
        throw Failure(fmt::format("{} is not JSON: {}.", name, what.substr(what.find("] ") + 2)), remedy);
    }
    const Json* root = &document->root;
    return {std::move(document), root, ""};
}

void JsonReader::refuse(const std::string& why, const std::string& next) const
{
    const std::string what = path_.empty() ? "it" : fmt::format("\"{}\"", path_);
    throw Failure(fmt::format("{}: {} {}.", document_->name, what, why),
                  next.empty() ? document_->remedy : next);
}

bool JsonReader::has(std::string_view key) const
{
    return value_->is_object() && value_->contains(key);
}

JsonReader JsonReader::at(std::string_view key) const
{
    if (auto found = find(key)) return *found;
    const std::string path = fmt::format("{}{}{}", path_, path_.empty() ? "" : ".", key);
    JsonReader(document_, value_, path).refuse("is missing");
}

std::optional<JsonReader> JsonReader::find(std::string_view key) const
{
    if (!value_->is_object()) refuse("must be an object");
    const auto found = value_->find(key);
    if (found == value_->end()) return std::nullopt;
    return JsonReader{document_, &*found, fmt::format("{}{}{}", path_, path_.empty() ? "" : ".", key)};
}

std::vector<JsonReader> JsonReader::list() const
{
    if (!value_->is_array()) refuse("must be a list");
    std::vector<JsonReader> elements;
    for (const Json& element : *value_)
        elements.push_back({document_, &element, fmt::format("{}[{}]", path_, elements.size())});
    return elements;
}

std::vector<std::pair<std::string, JsonReader>> JsonReader::members() const
{
    if (!value_->is_object()) refuse("must be an object");
    std::vector<std::pair<std::string, JsonReader>> members;
    for (const auto& [key, value] : value_->items()) members.emplace_back(key, at(key));
    return members;
}

std::string JsonReader::text() const
{
    if (!value_->is_string()) refuse("must be a text");
    return value_->get<std::string>();
}

std::vector<std::string> JsonReader::texts() const
{
    std::vector<std::string> texts;
    for (const JsonReader& element : list()) texts.push_back(element.text());
    return texts;
}

double JsonReader::number() const
{
    if (!value_->is_number()) refuse("must be a number");
    return value_->get<double>();
}

std::uint64_t JsonReader::count() const
{
    if (!value_->is_number_unsigned()) refuse("must be a whole number that is not negative");
    return value_->get<std::uint64_t>();
}

int JsonReader::whole() const
{
    if (!value_->is_number_integer()) refuse("must be a whole number");
    const auto value = value_->get<std::int64_t>();
    if (value < std::numeric_limits<int>::min() || value > std::numeric_limits<int>::max())
        refuse("is out of range");
    return static_cast<int>(value);
}

bool JsonReader::truth() const
{
    if (!value_->is_boolean()) refuse("must be true or false");
    return value_->get<bool>();
}

std::string JsonReader::text_or(std::string_view key, const std::string& otherwise) const
{
    const auto found = find(key);
    return found ? found->text() : otherwise;
}

std::vector<std::string> JsonReader::texts_or_none(std::string_view key) const
{
    const auto found = find(key);
    return found ? found->texts() : std::vector<std::string>{};
}

double JsonReader::number_or(std::string_view key, double otherwise) const
{
    const auto found = find(key);
    return found ? found->number() : otherwise;
}

std::uint64_t JsonReader::count_or(std::string_view key, std::uint64_t otherwise) const
{
    const auto found = find(key);
    return found ? found->count() : otherwise;
}

int JsonReader::whole_or(std::string_view key, int otherwise) const
{
    const auto found = find(key);
    return found ? found->whole() : otherwise;
}

bool JsonReader::truth_or(std::string_view key, bool otherwise) const
{
    const auto found = find(key);
    return found ? found->truth() : otherwise;
}

} // namespace lockstep::formats
