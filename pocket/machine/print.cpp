// printf.
#include "machine/pixels.hpp"
#include "machine/run.hpp"

#include <algorithm>
#include <cstdio>
#include <string>

namespace lockstep::pocket
{

void Run::print(SubGroup& part, const Instruction& in)
{
    constexpr std::size_t most_printed = std::size_t{1} << 20U;
    constexpr std::size_t most_digits = 2, most_form = 16; // no number is wider than what is shown of it
    const auto& values = code_.parts[static_cast<std::size_t>(in.extra)];
    const std::string& text = code_.texts[static_cast<std::size_t>(in.number.whole)];
    for (Mask left = part.mask; left != 0 && outcome_.printed.size() < most_printed; left &= left - 1) {
        const unsigned lane = lowest_bit(left);
        std::size_t which = 0;
        for (std::size_t i = 0; i < text.size() && outcome_.printed.size() < most_printed; ++i) {
            if (text[i] != '%') {
                outcome_.printed += text[i];
                continue;
            }
            if (i + 1 < text.size() && text[i + 1] == '%') {
                outcome_.printed += '%';
                ++i;
                continue;
            }
            std::string form = "%", digits;
            unsigned components = 1;
            for (++i; i < text.size() && std::string{"-+ #0123456789."}.find(text[i]) != std::string::npos;
                 ++i) {
                const bool is_digit = text[i] >= '0' && text[i] <= '9';
                digits = is_digit ? digits + text[i] : "";
                if (digits.size() <= most_digits && form.size() < most_form) form += text[i];
            }
            if (i < text.size() && text[i] == 'v') {
                components = 0;
                for (++i; i < text.size() && text[i] >= '0' && text[i] <= '9'; ++i)
                    components = components * 10 + static_cast<unsigned>(text[i] - '0');
            }
            while (i < text.size() && (text[i] == 'h' || text[i] == 'l')) ++i;
            if (i >= text.size() || which >= values.size()) break;
            const Register& value = values[which++];
            const char kind = text[i];
            for (unsigned c = 0; c < std::min<unsigned>(std::max(components, 1U), value.lanes); ++c) {
                char buffer[128] = "";
                if (c > 0) outcome_.printed += ',';
                if (kind == 's') {
                    const std::int64_t index = -whole(part, value, lane) - 1;
                    if (index >= 0 && static_cast<std::size_t>(index) < code_.texts.size())
                        outcome_.printed += code_.texts[static_cast<std::size_t>(index)];
                } else if (std::string{"eEfFgGaA"}.find(kind) != std::string::npos) {
                    std::snprintf(buffer, sizeof buffer, (form + kind).c_str(), real(part, value, lane, c));
                } else if (kind == 'c') {
                    std::snprintf(buffer, sizeof buffer, (form + kind).c_str(),
                                  static_cast<int>(whole(part, value, lane, c)));
                } else if (std::string{"diouxXp"}.find(kind) != std::string::npos) {
                    const std::int64_t number = is_float(value.scalar)
                                                    ? whole_coordinate(real(part, value, lane, c))
                                                    : whole(part, value, lane, c);
                    std::snprintf(buffer, sizeof buffer, (form + "ll" + (kind == 'p' ? 'x' : kind)).c_str(),
                                  static_cast<long long>(number));
                }
                outcome_.printed += buffer;
            }
        }
    }
}

} // namespace lockstep::pocket
