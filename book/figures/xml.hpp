/// A reader for the small part of XML that the figures use.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace figures
{

/// One element in document order: its name, its attributes, and the text directly inside it.
struct Element
{
    std::string name;
    std::map<std::string, std::string> attributes;
    std::string text;

    /// The attribute's value, or an empty string.
    std::string get(const std::string& attribute) const;
    /// The attribute's value as a number. Throws std::runtime_error when it is none.
    double number(const std::string& attribute) const;
};

/// Every element of a document. Throws std::runtime_error with the line when the text is not well-formed.
std::vector<Element> read_xml(std::string_view text);

} // namespace figures
