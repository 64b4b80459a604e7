#include "front/message.hpp"

#include <algorithm>
#include <sstream>
#include <utility>

namespace lockstep::pocket
{

namespace
{

constexpr std::size_t longest_line = 1000; // that is shown in a log
constexpr std::size_t longest_word = 64;   // that somebody may have mistyped

// The number that "#line N" gives the next line; 0: the line is none such.
unsigned number_given(const std::string& line)
{
    const std::size_t begin = line.find_first_not_of(" \t");
    if (begin == std::string::npos || line[begin] != '#') return 0;
    std::istringstream words{line.substr(begin)};
    std::string word;
    words >> word;
    if (word == "#" && !(words >> word)) return 0;
    if (word != "#line" && word != "line") return 0;
    unsigned number = 0;
    return words >> number && number < 2'000'000'000 ? number : 0;
}

} // namespace

unsigned Texts::add(std::string name, std::string text)
{
    File file{std::move(name), std::move(text)};
    std::istringstream lines{file.text};
    unsigned number = 1;
    for (std::string line; std::getline(lines, line); ++number)
        if (const unsigned next = number_given(line); next > 0) file.numbered.emplace_back(number + 1, next);
    files_.push_back(std::move(file));
    return static_cast<unsigned>(files_.size() - 1);
}

unsigned Texts::number(unsigned file, unsigned line) const
{
    const auto& numbered = files_.at(file).numbered;
    const auto behind =
        std::upper_bound(numbered.begin(), numbered.end(), line,
                         [](unsigned wanted, const auto& from) { return wanted < from.first; });
    return behind == numbered.begin() ? line : (behind - 1)->second + (line - (behind - 1)->first);
}

// The line of a file that has that number; its count where no directive gives another.
unsigned Texts::counted(const Place& place) const
{
    const auto& numbered = files_[place.file].numbered;
    for (std::size_t i = 0; i < numbered.size(); ++i) {
        const auto [from, first] = numbered[i];
        const bool is_last = i + 1 == numbered.size();
        if (place.line >= first && (is_last || place.line - first < numbered[i + 1].first - from))
            return from + (place.line - first);
    }
    return numbered.empty() || place.line < numbered.front().first ? place.line : 0;
}

std::string Texts::line(const Place& place) const
{
    if (place.line == 0 || place.file >= files_.size()) return "";
    const std::string& text = files_[place.file].text;
    const unsigned wanted = counted(place);
    if (wanted == 0) return "";
    std::size_t begin = 0;
    for (unsigned line = 1; line < wanted; ++line) {
        begin = text.find('\n', begin);
        if (begin == std::string::npos) return "";
        ++begin;
    }
    std::string found = text.substr(begin, text.find('\n', begin) - begin);
    if (found.ends_with('\r')) found.pop_back();
    return found;
}

std::string build_log(const std::vector<Message>& messages, const Texts& texts)
{
    std::string log;
    for (const Message& message : messages) {
        if (message.place.line > 0)
            log += texts.name(message.place.file) + ":" + std::to_string(message.place.line) + ":" +
                   std::to_string(message.place.column) + ": ";
        log += (message.is_error ? "error: " : "warning: ") + message.happened;
        if (!message.write.empty()) log += "; " + message.write;
        log += '\n';
        const std::string line = texts.line(message.place);
        if (line.find_first_not_of(" \t") == std::string::npos) continue;
        if (line.size() > longest_line) continue;
        std::string mark;
        for (unsigned column = 1; column < message.place.column; ++column)
            mark += column <= line.size() && line[column - 1] == '\t' ? '\t' : ' ';
        log += line + '\n' + mark + "^\n";
    }
    return log;
}

void Notes::refuse(const Place& place, std::string happened, std::string write)
{
    error(place, std::move(happened), std::move(write));
    throw Refused{};
}

void Notes::error(const Place& place, std::string happened, std::string write)
{
    if (!is_full()) messages_.push_back({true, place, std::move(happened), std::move(write)});
    ++errors_;
}

void Notes::warn(const Place& place, std::string happened, std::string write)
{
    if (messages_.size() < 100) messages_.push_back({false, place, std::move(happened), std::move(write)});
}

std::string nearest(const std::string& wrong, const std::vector<std::string>& words)
{
    if (wrong.size() > longest_word) return "";
    // Damerau-Levenshtein: a letter too many, too few, another one, or two exchanged. Short words have many neighbours.
    // Of single letters all are neighbours: there only the other case is meant.
    const auto other_case = [&](const std::string& word) {
        return word.size() == 1 && word != wrong && (word[0] | 32) == (wrong[0] | 32);
    };
    if (wrong.size() == 1) {
        const auto found = std::find_if(words.begin(), words.end(), other_case);
        return found == words.end() ? "" : *found;
    }
    const std::size_t most = wrong.size() < 4 ? 1 : wrong.size() < 8 ? 2 : 3;
    std::size_t best = most + 1;
    std::string found;
    for (const std::string& word : words) {
        if (word.size() > wrong.size() + most || wrong.size() > word.size() + most) continue;
        std::vector<std::vector<std::size_t>> cost(wrong.size() + 1,
                                                   std::vector<std::size_t>(word.size() + 1));
        for (std::size_t i = 0; i <= wrong.size(); ++i)
            for (std::size_t j = 0; j <= word.size(); ++j) {
                if (i == 0 || j == 0) {
                    cost[i][j] = i + j;
                    continue;
                }
                const bool same = wrong[i - 1] == word[j - 1];
                cost[i][j] =
                    std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, cost[i - 1][j - 1] + (same ? 0 : 1)});
                if (i > 1 && j > 1 && wrong[i - 1] == word[j - 2] && wrong[i - 2] == word[j - 1])
                    cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
            }
        if (cost.back().back() < best) {
            best = cost.back().back();
            found = word;
        }
    }
    return found;
}

} // namespace lockstep::pocket
