// A copy of the fixture book that a test may break.
#include "fixture_tree.hpp"

#include "base/paths.hpp"
#include "draw/lens_picture.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/text.hpp"

#include <fstream>
#include <utility>

namespace lockstep::book
{

namespace fs = std::filesystem;

FixtureTree::FixtureTree()
{
    fs::copy(BOOK_FIXTURE, root(), fs::copy_options::recursive);
}

void FixtureTree::append(const std::string& file, std::string_view text) const
{
    std::ofstream(root() / file, std::ios::app) << text;
}

void FixtureTree::write(const std::string& file, std::string_view text) const
{
    write_text(root() / file, text);
}

int FixtureTree::line_of(const std::string& file, std::string_view text) const
{
    int number = 0;
    int found = 0;
    for (const std::string& line : split_lines(read_text(root() / file))) {
        ++number;
        found = line.find(text) != std::string::npos ? number : found;
    }
    return found;
}

BookResult FixtureTree::render(decltype(BookOptions::lens) lens) const
{
    BookOptions options;
    options.source = root();
    options.design = tool::own_source_dir() / "book";
    options.build = root() / "build";
    options.errors = {{-30, "CL_INVALID_VALUE", "an argument is wrong", "a size of zero", "check the sizes"}};
    options.lens = std::move(lens);
    options.lens_picture = [](const auto& device, const auto& line, const std::string& name) {
        return tool::lens_picture(device, line, {.name = name});
    };
    return render_book(options);
}

std::string FixtureTree::failure() const
{
    try {
        render();
        return {};
    } catch (const Failure& error) {
        return error.what();
    }
}

} // namespace lockstep::book
