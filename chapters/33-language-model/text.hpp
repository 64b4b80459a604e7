// The text of this book's lessons, its characters as numbers, and a model that looks two
// characters back.
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

// The prose of a lesson, a line for each paragraph: no listings, tables, headings, or
// commands of the book.
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
// The mean surprise, in nats a character, of counts of which characters follow which two.
// Counts behind two characters lean on those behind one, these on those behind none, and
// these on equal shares: the fewer there are, the more.
inline double trigram_loss(const Tokens& learned, const Tokens& judged, cl_uint vocabulary)
{
    constexpr double trust = 5;
    using Text = std::array<cl_uint, 3>; // two characters and the next; `vocabulary` is any
    std::map<Text, double> counts;
    const auto known = [&](const Tokens& text, std::size_t i, std::size_t behind,
                           bool next) {
        return Text{behind > 1 ? text[i - 2] : vocabulary,
                    behind > 0 ? text[i - 1] : vocabulary, next ? text[i] : vocabulary};
    };
    for (std::size_t i = 2; i < learned.size(); ++i)
        for (std::size_t behind = 0; behind < 3; ++behind)
            for (const bool next : {false, true}) ++counts[known(learned, i, behind, next)];
    const auto count = [&](const Text& text) {
        const auto found = counts.find(text);
        return found == counts.end() ? 0 : found->second;
    };
    double loss = 0;
    for (std::size_t i = 2; i < judged.size(); ++i) {
        double share = 1.0 / vocabulary;
        for (std::size_t behind = 0; behind < 3; ++behind)
            share = (count(known(judged, i, behind, true)) + trust * share) /
                    (count(known(judged, i, behind, false)) + trust);
        loss -= std::log(share);
    }
    return loss / static_cast<double>(judged.size() - 2);
}
//! [trigram]

} // namespace language_model
