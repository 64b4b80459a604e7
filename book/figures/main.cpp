/// Draws the book's figures: writes every one as NAME.svg, lists their names, or checks them.
#include "base/paths.hpp"
#include "check.hpp"
#include "figure.hpp"

#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace
{

constexpr std::string_view usage =
    "usage: figures OUTDIR    write every figure as OUTDIR/NAME.svg\n"
    "       figures --list    print the figures' names\n"
    "       figures --css     print the colours as a style sheet\n"
    "       figures --check   check every figure; status 1 when one is wrong\n";

void write_all(const std::filesystem::path& folder)
{
    std::filesystem::create_directories(folder);
    for (const figures::Figure& figure : figures::all_figures()) {
        const std::filesystem::path path = folder / (figure.name + ".svg");
        std::ofstream file(path, std::ios::binary);
        file << figure.svg();
        if (!file.flush())
            throw std::runtime_error(fmt::format("cannot write {}; is the folder writable?", path.string()));
    }
}

/// The one picture that is kept in the repository, for docs/architecture.md on a forge.
std::vector<std::string> faults_of_kept_picture()
{
    const std::filesystem::path kept = lockstep::tool::own_source_dir() / "book" / "figures" / "house.svg";
    std::ifstream file(kept, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    for (const figures::Figure& figure : figures::all_figures())
        if (figure.name == "house" && figure.svg() == text) return {};
    return {
        fmt::format("{} is not what is drawn; write it with `figures OUTDIR` and copy it", kept.string())};
}

int check_all()
{
    std::size_t wrong = 0;
    const auto report = [&](std::string_view where, const std::vector<std::string>& faults) {
        for (const std::string& fault : faults) fmt::print("{}: {}\n", where, fault);
        wrong += faults.size();
    };
    for (const figures::Figure& figure : figures::all_figures())
        report(figure.name, figures::faults_of(figure));
    report("figures.css", figures::faults_of_style_sheet(lockstep::tool::own_source_dir() / "book" /
                                                         "figures" / "figures.css"));
    report("the checks", figures::faults_of_checks());
    report("house.svg", faults_of_kept_picture());
    fmt::print("{} figures, {} faults\n", figures::all_figures().size(), wrong);
    return wrong == 0 && !figures::all_figures().empty() ? 0 : 1;
}

} // namespace

int main(int argc, char** argv)
try {
    const std::string_view argument = argc == 2 ? argv[1] : "";
    if (argument == "--list")
        for (const figures::Figure& figure : figures::all_figures()) fmt::print("{}\n", figure.name);
    else if (argument == "--css")
        fmt::print("{}", figures::style_sheet());
    else if (argument == "--check")
        return check_all();
    else if (argument.empty() || argument.starts_with('-')) {
        fmt::print(stderr, "{}", usage);
        return 2;
    } else
        write_all(std::filesystem::path(argument));
    return 0;
} catch (const std::exception& error) {
    fmt::print(stderr, "figures: {}\n", error.what());
    return 2;
}
