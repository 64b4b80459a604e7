// Reads captured output: a header line, then text with marked parts that differ between devices.
#include "book/capture.hpp"

#include "base/text.hpp"
#include "book/book.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"

#include <fmt/format.h>

namespace lockstep::book
{

Capture read_capture(const std::filesystem::path& file)
{
    Capture capture;
    int number = 0;
    for (const std::string& line : split_lines(read_text(file))) {
        ++number;
        if (number == 1 && line.starts_with("# ")) {
            capture.header = std::string(trim(std::string_view(line).substr(2)));
            continue;
        }
        if (line == "[[*" || line == "*]]") {
            continue;
        }
        std::string text;
        std::size_t at = 0;
        for (auto open = line.find("[["); open != std::string::npos; open = line.find("[[", at)) {
            const auto bar = line.find('|', open);
            const auto close = line.find("]]", open);
            if (bar == std::string::npos || bar > close) {
                text += line.substr(at, open + 2 - at);
                at = open + 2;
                continue;
            }
            if (close == std::string::npos) {
                throw Failure(
                    fmt::format("{}:{}: a mark '[[name|' is not closed. Write ']]' behind the text it marks.",
                                file.string(), number));
            }
            text += line.substr(at, open - at);
            const std::string value = line.substr(bar + 1, close - bar - 1);
            const std::string name = line.substr(open + 2, bar - open - 2);
            if (!name.empty()) {
                capture.values[name] = value;
            }
            text += value;
            at = close + 2;
        }
        capture.lines.push_back(text + line.substr(at));
    }
    return capture;
}

} // namespace lockstep::book
