// The text of this book's lessons, its characters as numbers, and a model that looks two characters back.
#pragma once

#include <lockstep/failure.hpp>
#include <lockstep/files.hpp>
#include <lockstep/text.hpp>

#include <CL/opencl.hpp>

#include <array>
#include <cmath>
#include <map>
#include <regex>
#include <string>
#include <utility>
#include <vector>

namespace language_model
{

using lockstep::Failure;
using Tokens = std::vector<cl_uint>;

// The prose of a lesson, a line for each paragraph: no listings, tables, headings, or commands of the book.
inline std::string prose_of(std::string lesson)
{
    static const std::pair<std::regex, std::string> edits[]{
        {std::regex{
             R"(\n\\(callout|endcallout|fold|endfold|output|snippet|figure|ladder|exercises)[^\n]*)"},
         "\n"},
        {std::regex{R"(\\index\{[^}]*\})"}, ""},
        {std::regex{R"(\\term\{([^}]*)\})"}, "$1"},
        {std::regex{R"(\\chapter\{[^}]*\})"}, "another chapter"},
        {std::regex{R"X(\\ref \S+ "([^"]*)")X"}, "$1"},
        {std::regex{R"(\\[a-z]+\{[^}]*\})"}, "7"}, // a number that was measured
        {std::regex{R"(\\f\$.*?\\f\$)"}, "x"}};
    for (const auto& [what, with] : edits) lesson = std::regex_replace(lesson, what, with);
    std::string prose;
    for (const std::string& paragraph : lockstep::paragraphs_of(lesson))
        if (paragraph[0] != '|' && paragraph[0] != '#' && !paragraph.starts_with("./"))
            prose += paragraph + '\n';
    return prose;
}

// Characters of UTF-8, each as the bytes that it has.
inline std::vector<std::string> characters_of(const std::string& text)
{
    std::vector<std::string> characters;
    for (const char c : text)
        if ((static_cast<unsigned char>(c) & 0xC0U) == 0x80U && !characters.empty())
            characters.back() += c;
        else
            characters.emplace_back(1, c);
    return characters;
}

// Which characters there are, in the order of their bytes.
class Vocabulary
{
public:
    explicit Vocabulary(std::vector<std::string> of) : characters_(std::move(of))
    {
        for (cl_uint i = 0; i < characters_.size(); ++i) numbers_[characters_[i]] = i;
    }

    // Characters that it does not have are left out.
    Tokens tokens_of(const std::string& text) const
    {
        Tokens tokens;
        for (const std::string& character : characters_of(text))
            if (const auto found = numbers_.find(character); found != numbers_.end())
                tokens.push_back(found->second);
        return tokens;
    }

    const std::vector<std::string>& characters() const { return characters_; }
    const std::string& operator[](cl_uint token) const { return characters_[token]; }
    cl_uint size() const { return static_cast<cl_uint>(characters_.size()); }

private:
    std::vector<std::string> characters_;
    std::map<std::string, cl_uint> numbers_;
};

// Each character that occurs at least `least` times.
inline Vocabulary vocabulary_of(const std::string& text, std::size_t least)
{
    std::map<std::string, std::size_t> counts;
    for (const std::string& character : characters_of(text)) ++counts[character];
    std::vector<std::string> characters;
    for (const auto& [character, count] : counts)
        if (count >= least) characters.push_back(character);
    return Vocabulary{std::move(characters)};
}

// What a model learns from, and the text that it never sees, by which it is judged.
struct Book
{
    std::string learned, held_out;
};

// The lessons below a folder of chapters; every tenth is held out.
inline Book book_in(const std::filesystem::path& chapters)
{
    Book book;
    int number = 0;
    for (const std::filesystem::path& folder : lockstep::sorted_entries(chapters))
        if (std::filesystem::exists(folder / "lesson.md"))
            (++number % 10 == 0 ? book.held_out : book.learned) +=
                prose_of(lockstep::read_text(folder / "lesson.md"));
    if (book.learned.empty() || book.held_out.empty())
        throw Failure("There are not ten lessons in " + chapters.string() + ".",
                      "train in a checkout of the whole book");
    return book;
}

// Any text: its last tenth is held out.
inline Book book_of(const std::filesystem::path& file)
{
    const std::string text = lockstep::read_text(file);
    const std::size_t end = text.size() - text.size() / 10;
    return {text.substr(0, end), text.substr(end)};
}

//! [trigram]
// The mean surprise, in nats a character, of one who has counted which characters follow which two. What was seen seldom
// leans on the counts behind one character, these on the counts of all, these on no knowledge at all.
inline double trigram_loss(const Tokens& learned, const Tokens& judged, cl_uint vocabulary)
{
    constexpr double trust = 5;
    std::array<std::map<std::array<cl_uint, 3>, double>, 3>
        pairs; // counts of (behind, behind, next), less known each
    std::array<std::map<std::array<cl_uint, 3>, double>, 3> behind;
    const auto known = [&](cl_uint a, cl_uint b, cl_uint c, std::size_t length) {
        return std::array{length > 1 ? a : vocabulary, length > 0 ? b : vocabulary, c};
    };
    for (std::size_t i = 2; i < learned.size(); ++i)
        for (std::size_t length = 0; length < 3; ++length) {
            ++pairs[length][known(learned[i - 2], learned[i - 1], learned[i], length)];
            ++behind[length][known(learned[i - 2], learned[i - 1], 0, length)];
        }
    double loss = 0;
    for (std::size_t i = 2; i < judged.size(); ++i) {
        double probability = 1.0 / vocabulary;
        for (std::size_t length = 0; length < 3; ++length) {
            const auto seen = pairs[length].find(
                           known(judged[i - 2], judged[i - 1], judged[i], length)),
                       all = behind[length].find(
                           known(judged[i - 2], judged[i - 1], 0, length));
            const double count = seen == pairs[length].end() ? 0 : seen->second,
                         of = all == behind[length].end() ? 0 : all->second;
            probability = (count + trust * probability) / (of + trust);
        }
        loss -= std::log(probability);
    }
    return loss / static_cast<double>(judged.size() - 2);
}
//! [trigram]

} // namespace language_model
