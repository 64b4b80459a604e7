// HTML: making it and taking it apart.
#pragma once

#include <string>
#include <string_view>

namespace lockstep
{

/// The text with &, <, > and " written as entities.
std::string escape_html(std::string_view text);

/// A piece of code in a sentence, whose names can break between their words (<wbr>) where the style lets them: behind an
/// underscore, a slash or "::", and before a capital letter inside a word.
std::string code_html(std::string_view code);

/// The text of a piece of HTML: tags, scripts and drawings dropped, entities decoded, white space collapsed.
std::string plain_text(std::string_view html);

/// A name for an anchor or a file: lower-case letters and digits joined by single hyphens.
std::string slug(std::string_view text);

/// The text as a JavaScript and JSON string literal, quotes included.
std::string json_string(std::string_view text);

/// Straight quotes and apostrophes outside tags and code become typographic ones.
std::string smart_quotes(std::string_view html);

/// smart_quotes for a walk that has more to do on its way. Each function takes what stands at `at`, appends it to `out` and
/// returns the place behind it.
class QuoteSetter
{
public:
    /// A character, or an entity that is a quote or an apostrophe.
    std::size_t character(std::string_view html, std::size_t at, std::string& out);

    /// A tag; of code, a script or a drawing the content too.
    std::size_t tag(std::string_view html, std::size_t at, std::string& out);

    /// Says what the next quote stands behind, where that came from elsewhere.
    void behind(char c) { before_ = c; }

private:
    char before_ = ' ';
};

/// The value of an attribute inside one tag's text, or an empty string.
std::string attribute(std::string_view tag, std::string_view name);

} // namespace lockstep
