// Measured numbers in words.
#include "book/measured_words.hpp"

#include "lockstep/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace lockstep::book
{

namespace
{

/// 6.0 · 10⁻⁸.
std::string in_powers_of_ten(double value)
{
    constexpr std::array digits{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    const int power = static_cast<int>(std::floor(std::log10(value)));
    std::string exponent;
    for (const char digit : std::to_string(-power))
        exponent += digits.at(static_cast<std::size_t>(digit - '0'));
    return fmt::format("{:.1f} · 10⁻{}", value / std::pow(10, power), exponent);
}

} // namespace

std::string shown(double value)
{
    if (value > 0 && value < 0.001) return in_powers_of_ten(value);
    if (value >= 1000) return with_commas(static_cast<std::uint64_t>(std::round(value / 10) * 10));
    return value >= 100  ? fmt::format("{:.0f}", value)
           : value >= 10 ? fmt::format("{:.1f}", value)
                         : fmt::format("{:.2f}", value);
}

std::string percent(double part)
{
    const double value = 100 * part;
    return value < 0.1 ? fmt::format("{:.2f}", value)
           : value < 1 ? fmt::format("{:.1f}", value)
                       : fmt::format("{:.0f}", value);
}

std::string times(double ratio)
{
    return ratio >= 10  ? with_commas(static_cast<std::uint64_t>(std::nearbyint(ratio)))
           : ratio >= 2 ? fmt::format("{:.1f}", ratio)
                        : fmt::format("{:.2f}", ratio);
}

namespace
{

std::string range(const std::string& low, const std::string& high)
{
    return low == high ? low : fmt::format("{}–{}", low, high);
}

} // namespace

std::string in_words(const formats::Spread& spread)
{
    return range(shown(spread.low), shown(spread.high));
}

std::string in_percent(const formats::Spread& spread)
{
    return range(percent(spread.low), percent(spread.high));
}

std::string in_prose(std::string_view printed)
{
    std::string text(printed);
    const std::size_t point = text.find('.');
    const bool is_number = text.size() <= 18 && text.find_first_not_of("0123456789.") == std::string::npos &&
                           point != 0 && point == text.rfind('.');
    if (!is_number) return text;
    if (point == std::string::npos) return text.front() == '0' ? text : with_commas(std::stoull(text));
    const double value = std::stod(text);
    if (value == 0) return text;
    // Three digits: of 317.33 three before the point, of 0.1207 three behind the zeros.
    const int before_point = static_cast<int>(std::floor(std::log10(value))) + 1;
    const int printed_behind = static_cast<int>(text.size() - point - 1);
    if (before_point > 3) {
        const double unit = std::pow(10, before_point - 3);
        return with_commas(static_cast<std::uint64_t>(std::round(value / unit) * unit));
    }
    return fmt::format("{:.{}f}", value, std::min(3 - before_point, printed_behind));
}

std::string origin_of(const formats::Origin& origin)
{
    return fmt::format("{}: {}", formats::in_words(origin), origin.command);
}

std::vector<std::string> peer_versions_of(const formats::LadderResult& ladder)
{
    std::vector<std::string> versions;
    for (const formats::PeerResult& peer : ladder.peers)
        if (!peer.version.empty() && std::ranges::find(versions, peer.version) == versions.end())
            versions.push_back(peer.version);
    return versions;
}

} // namespace lockstep::book
