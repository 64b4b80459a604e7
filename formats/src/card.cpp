// Cards, from JSON and to JSON.
#include "lockstep/formats/card.hpp"

#include "lockstep/failure.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace lockstep::formats
{

namespace
{

constexpr int card_format = 1;
constexpr std::uintmax_t largest_card = 1U << 20U;
const char* const ask_again = "ask for the card again: ./lockstep share EXERCISE";

} // namespace

Card read_card(const std::filesystem::path& file)
{
    if (!std::filesystem::is_regular_file(file))
        throw Failure(fmt::format("There is no file {}.", file.string()), ask_again);
    if (std::filesystem::file_size(file) > largest_card)
        throw Failure(fmt::format("{} is larger than a mebibyte, which no card is.", file.string()),
                      ask_again);
    const JsonReader root = JsonReader::read(file, ask_again);
    if (root.text_or("lockstep", "") != "card") root.refuse("is no card that ./lockstep share has written");
    if (const int written = root.at("format").whole(); written != card_format)
        root.at("format").refuse(
            fmt::format("is {}, and this book reads cards of format {}", written, card_format),
            "./lockstep update");
    Card card{.version = root.at("version").text(),
              .exercise = root.at("exercise").text(),
              .by = root.text_or("by", ""),
              .counted = score_of(root.at("counted")),
              .files = {}};
    for (const auto& [name, text] : root.at("files").members()) card.files[name] = text.text();
    return card;
}

std::string text_of(const Card& card)
{
    nlohmann::ordered_json files = nlohmann::ordered_json::object();
    for (const auto& [name, text] : card.files) files[name] = text;
    return nlohmann::ordered_json{{"lockstep", "card"},      {"format", card_format},
                                  {"version", card.version}, {"exercise", card.exercise},
                                  {"by", card.by},           {"counted", to_json(card.counted)},
                                  {"files", files}}
               .dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) +
           "\n";
}

} // namespace lockstep::formats
