#include "desk/predictions.hpp"

#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace lockstep::tool
{

namespace
{

std::filesystem::path predictions_file(const std::filesystem::path& source)
{
    return source / ".lockstep" / "predictions.json";
}

nlohmann::json all_predictions(const std::filesystem::path& source)
{
    const std::filesystem::path file = predictions_file(source);
    nlohmann::json all = nlohmann::json::object();
    if (std::filesystem::exists(file)) all = nlohmann::json::parse(read_text(file), nullptr, false);
    if (!all.is_object())
        throw Failure(fmt::format("{} cannot be read.", file.string()), "mend it, or delete it");
    return all;
}

} // namespace

std::map<std::string, std::string> predictions_of(const std::filesystem::path& source,
                                                  const std::string& page)
{
    std::map<std::string, std::string> guesses;
    try {
        const nlohmann::json all = all_predictions(source);
        if (!all.contains(page) || !all[page].is_object()) return guesses;
        for (const auto& [place, guess] : all[page].items())
            if (guess.is_string()) guesses[place] = guess.get<std::string>();
    } catch (const Failure&) { // whoever writes the next one is told
    }
    return guesses;
}

void keep_prediction(const std::filesystem::path& source, const std::string& page, const std::string& place,
                     const std::string& text)
{
    if (text.size() > most_prediction_bytes || place.size() > 20)
        throw Failure(fmt::format("A guess may have {} bytes.", most_prediction_bytes), "make it shorter");
    nlohmann::json all = all_predictions(source);
    if (text.empty())
        all[page].erase(place);
    else
        all[page][place] = text;
    std::filesystem::create_directories(source / ".lockstep");
    replace_text(predictions_file(source),
                 all.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

} // namespace lockstep::tool
