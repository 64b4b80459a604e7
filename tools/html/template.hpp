// HTML that lives in files: texts with places for values, and files of several named ones.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace lockstep
{

/// What goes into the places of a template, by their names.
using Values = std::map<std::string_view, std::string>;

/// The text with each @NAME@ replaced, in one go, so that what is put in is not searched again. Names are capital letters,
/// digits and underscores; any other @ is text. @param origin what a failure calls the text. @throws Failure naming the
/// origin and the place that has no value.
std::string filled(std::string_view text, const Values& values, std::string_view origin);

/// The HTML files of a folder. A file is one fragment of its own name and is taken as it is, or holds several, each below
/// a line `<!-- fragment NAME: what it is -->`. Those may be laid out in lines: indentation falls away, and a line's end
/// counts as a space between two words and as nothing beside a tag or a place.
class Templates
{
public:
    /// @throws Failure naming the files when two fragments have one name.
    explicit Templates(const std::filesystem::path& folder);

    /// A fragment with its places filled. @throws Failure when there is no such fragment, or a place has no value.
    std::string fill(std::string_view name, const Values& values = {}) const;

private:
    struct Fragment
    {
        std::string text;
        std::string origin; ///< the fragment and its file, for failures
    };
    std::filesystem::path folder_;
    std::map<std::string, Fragment, std::less<>> fragments_;

    void read(const std::filesystem::path& file);
    void add(const std::string& name, Fragment fragment);
};

} // namespace lockstep
