// How many registers a kernel takes, from words and to words.
#include "lockstep/formats/register_overrides.hpp"

#include "lockstep/failure.hpp"

#include <fmt/format.h>

#include <charconv>

namespace lockstep::formats
{

namespace
{

constexpr unsigned most_registers = 1024;

unsigned registers_in(std::string_view digits, std::string_view word)
{
    unsigned registers = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), registers);
    if (error != std::errc{} || end != digits.data() + digits.size() || registers == 0 ||
        registers > most_registers)
        throw Failure(
            fmt::format("'{}' does not tell registers: from 1 to {}, behind a kernel's name and '=' "
                        "where they are not those of all.",
                        word, most_registers),
            "--registers 40, or --registers scan=40");
    return registers;
}

} // namespace

void RegisterOverrides::tell(std::string_view text)
{
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const std::string_view word = text.substr(begin, end - begin);
        const std::size_t sign = word.find('=');
        const bool of_all = sign == std::string_view::npos;
        if (sign == 0) registers_in("", word);
        registers_[std::string(of_all ? std::string_view{} : word.substr(0, sign))] =
            registers_in(of_all ? word : word.substr(sign + 1), word);
        begin = end + 1;
    }
}

unsigned RegisterOverrides::of(std::string_view kernel) const
{
    const auto own = registers_.find(kernel);
    const auto found = own != registers_.end() ? own : registers_.find("");
    return found == registers_.end() ? 0 : found->second;
}

std::string RegisterOverrides::text() const
{
    std::string text;
    for (const auto& [kernel, registers] : registers_)
        text +=
            fmt::format("{}{}{}{}", text.empty() ? "" : ",", kernel, kernel.empty() ? "" : "=", registers);
    return text;
}

} // namespace lockstep::formats
