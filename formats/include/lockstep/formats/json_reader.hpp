// Reading JSON so that every error names the file, the key and the remedy.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep::formats
{

/// A value somewhere in a JSON text, which knows where it stands. Whatever is missing or of another type throws Failure:
/// `exercise.json: "lens.targets[2].min" must be a number.` and the remedy the text was opened with.
class JsonReader
{
public:
    /// The value a file holds. @param remedy what to try when something is wrong with it.
    static JsonReader read(const std::filesystem::path& file, const std::string& remedy);

    /// The value a text holds. @param name stands for the file in errors.
    static JsonReader parse(std::string_view text, const std::string& name, const std::string& remedy);

    bool has(std::string_view key) const;
    /// A member of an object.
    JsonReader at(std::string_view key) const;
    /// A member of an object that may be missing.
    std::optional<JsonReader> find(std::string_view key) const;
    /// The elements of an array.
    std::vector<JsonReader> list() const;
    /// The members of an object, in their order in the text.
    std::vector<std::pair<std::string, JsonReader>> members() const;

    std::string text() const;
    std::vector<std::string> texts() const;
    double number() const;
    /// A number that is not negative and whole.
    std::uint64_t count() const;
    int whole() const;
    bool truth() const;

    std::string text_or(std::string_view key, const std::string& otherwise) const;
    std::vector<std::string> texts_or_none(std::string_view key) const;
    double number_or(std::string_view key, double otherwise) const;
    std::uint64_t count_or(std::string_view key, std::uint64_t otherwise) const;
    int whole_or(std::string_view key, int otherwise) const;
    bool truth_or(std::string_view key, bool otherwise) const;

    /// The value itself, for what has no fixed form.
    const nlohmann::ordered_json& raw() const { return *value_; }

    /// Throws Failure: the file, the key, `why` ("must be …", "names …") and the remedy, `next` or the text's own.
    [[noreturn]] void refuse(const std::string& why, const std::string& next = "") const;

private:
    struct Document;

    JsonReader(std::shared_ptr<const Document> document, const nlohmann::ordered_json* value,
               std::string path);

    std::shared_ptr<const Document> document_;
    const nlohmann::ordered_json* value_;
    std::string path_; ///< "lens.targets[2]"; empty: the whole
};

} // namespace lockstep::formats
