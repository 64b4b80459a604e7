// A copy of the fixture book that a test may break.
#pragma once

#include "lockstep/scratch.hpp"

#include "book/book.hpp"

#include <filesystem>
#include <string>
#include <string_view>

namespace lockstep::book
{

/// Copies the fixture into a folder of its own, which is removed with the object.
class FixtureTree
{
public:
    FixtureTree();

    /// Adds text at the end of a file of the tree.
    void append(const std::string& file, std::string_view text) const;

    /// Writes a file of the tree anew.
    void write(const std::string& file, std::string_view text) const;

    /// The 1-based number of the last line that holds the text.
    int line_of(const std::string& file, std::string_view text) const;

    /// Renders the tree.
    BookResult render(decltype(BookOptions::lens) lens = {}) const;

    /// Renders the tree and returns what stopped it; empty when nothing did.
    std::string failure() const;

    const std::filesystem::path& root() const { return scratch_.path(); }

private:
    ScratchFolder scratch_{"lockstep book "};
};

} // namespace lockstep::book
