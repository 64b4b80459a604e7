// Scores and medals.
#include "lockstep/formats/score.hpp"

#include "lockstep/text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace lockstep
{

Score score_of(const formats::JsonReader& json)
{
    return {.sectors = json.at("sectors").count(),
            .passes = json.at("passes").count(),
            .instructions = json.at("instructions").count()};
}

nlohmann::ordered_json to_json(const Score& score)
{
    return {{"sectors", score.sectors}, {"passes", score.passes}, {"instructions", score.instructions}};
}

std::string told(const Score& score)
{
    return fmt::format("{} ({} sectors, {} passes, {} instructions)", with_commas(score.cost()),
                       with_commas(score.sectors), with_commas(score.passes),
                       with_commas(score.instructions));
}

Medal medal_for(const Score& score, const Score& par)
{
    return score.cost() < par.cost()    ? Medal::gold
           : score.cost() == par.cost() ? Medal::silver
                                        : Medal::bronze;
}

std::string_view medal_name(Medal medal)
{
    return medal == Medal::gold ? "gold" : medal == Medal::silver ? "silver" : "bronze";
}

} // namespace lockstep
