/// The XML reader: elements, attributes, text and the predefined entities.
#include "xml.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

namespace figures
{
namespace
{

constexpr std::string_view spaces = " \t\r\n";
constexpr std::string_view name_characters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_:.";

class Reader
{
public:
    explicit Reader(std::string_view text) : text_(text) {}

    std::vector<Element> document()
    {
        skip(spaces);
        element();
        skip(spaces);
        if (at_ < text_.size()) fail("text after the root element");
        return std::move(elements_);
    }

private:
    [[noreturn]] void fail(std::string_view what) const
    {
        const auto line = std::ranges::count(text_.substr(0, at_), '\n') + 1;
        throw std::runtime_error(fmt::format("line {}: {}", line, what));
    }

    bool next_is(std::string_view expected) const { return text_.substr(at_).starts_with(expected); }

    void take(std::string_view expected)
    {
        if (!next_is(expected)) fail(fmt::format("'{}' expected", expected));
        at_ += expected.size();
    }

    std::string_view skip(std::string_view set)
    {
        const std::size_t start = at_;
        at_ = std::min(text_.find_first_not_of(set, at_), text_.size());
        return text_.substr(start, at_ - start);
    }

    std::string name()
    {
        const std::string_view found = skip(name_characters);
        if (found.empty()) fail("a name expected");
        return std::string(found);
    }

    /// The characters up to (and without) one of `ends`, entities replaced.
    std::string characters(std::string_view ends)
    {
        std::string result;
        while (at_ < text_.size() && ends.find(text_[at_]) == std::string_view::npos) {
            if (text_[at_] == '<') fail("'<' inside a value");
            if (text_[at_] != '&') {
                result += text_[at_++];
                continue;
            }
            const std::size_t before = at_;
            for (const auto& [entity, character] :
                 {std::pair{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}})
                if (at_ == before && next_is(entity)) {
                    take(entity);
                    result += character;
                }
            if (at_ == before) fail("a bare '&'");
        }
        return result;
    }

    void element()
    {
        take("<");
        const std::size_t index = elements_.size();
        elements_.push_back({.name = name(), .attributes = {}, .text = {}});
        while (!skip(spaces).empty() && !next_is("/") && !next_is(">")) {
            const std::string key = name();
            take("=\"");
            if (!elements_[index].attributes.emplace(key, characters("\"")).second)
                fail(fmt::format("attribute {} twice", key));
            take("\"");
        }
        if (next_is("/>")) return take("/>");
        take(">");
        for (;;) {
            elements_[index].text += characters("<");
            if (next_is("</")) break;
            element();
        }
        take("</");
        if (name() != elements_[index].name) fail(fmt::format("<{}> is not closed", elements_[index].name));
        skip(spaces);
        take(">");
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::vector<Element> elements_;
};

} // namespace

std::string Element::get(const std::string& attribute) const
{
    const auto found = attributes.find(attribute);
    return found == attributes.end() ? std::string() : found->second;
}

double Element::number(const std::string& attribute) const
{
    const std::string value = get(attribute);
    try {
        return std::stod(value);
    } catch (const std::logic_error&) {
        throw std::runtime_error(
            fmt::format("<{}> has {}=\"{}\"; a number was expected", name, attribute, value));
    }
}

std::vector<Element> read_xml(std::string_view text)
{
    return Reader(text).document();
}

} // namespace figures
