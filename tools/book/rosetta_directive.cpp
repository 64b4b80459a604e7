// The \rosetta directive: one step of a program in each language that rosetta/ has it in, and the switch between them.
#include "book/blocks.hpp"
#include "book/preprocessor.hpp"
#include "html/highlight.hpp"
#include "html/html.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/formats/snippet.hpp"

#include <array>
#include <optional>

#include <fmt/format.h>

namespace lockstep::book
{
namespace
{

namespace fs = std::filesystem;

struct Language
{
    std::string_view name;
    std::string_view title;
    std::array<std::string_view, 2> endings; ///< of its files
};

/// In the order of the page. The first is always shown.
constexpr std::array<Language, 6> languages{{{"opencl", "OpenCL C", {".cl", "_opencl.cpp"}},
                                             {"cuda", "CUDA", {".cu", ".cu"}},
                                             {"hip", "HIP", {".hip", ".hip"}},
                                             {"triton", "Triton", {"_triton.py", "_triton.py"}},
                                             {"wgsl", "WGSL", {".wgsl", "_webgpu.py"}},
                                             {"glsl", "GLSL", {".comp", "_vulkan.cpp"}}}};

bool is_in(const Language& language, const fs::path& file)
{
    const std::string name = file.filename().string();
    return name.ends_with(language.endings[0]) || name.ends_with(language.endings[1]);
}

/// The language's files of a folder that hold the step.
std::vector<fs::path> files_with(const fs::path& folder, const Language& language, std::string_view step)
{
    std::vector<fs::path> found;
    for (const fs::path& file : sorted_entries(folder))
        if (is_in(language, file) && has_snippet(file, step)) found.push_back(file);
    return found;
}

std::string language_switch(const Templates& theme)
{
    std::string buttons;
    for (const Language& language : languages)
        if (&language != languages.data())
            buttons += theme.fill("rosetta-button", {{"LANGUAGE", std::string(language.name)},
                                                     {"TITLE", std::string(language.title)}});
    return theme.fill("rosetta-switch", {{"BUTTONS", buttons}});
}

} // namespace

/// The step in one language, or that the language has none.
std::string Preprocessor::step_in(const fs::path& folder, std::size_t place, std::string_view step) const
{
    const Language& language = languages.at(place);
    std::string code;
    for (const fs::path& file : files_with(folder, language, step)) {
        const Excerpt excerpt = read_snippet(file, step);
        code += code_frame(site_.theme, excerpt.text, language_of(file.filename().string()),
                           site_.shown(file), 0);
    }
    return site_.theme.fill("rosetta-language",
                            {{"LANGUAGE", std::string(language.name)},
                             {"TITLE", std::string(language.title)},
                             {"CODE", code.empty() ? site_.theme.fill("rosetta-nothing") : code}});
}

void Preprocessor::rosetta(std::string_view rest, const std::string& indent)
{
    const auto [words, caption] = arguments(rest);
    if (words.empty() && caption.empty()) {
        block(language_switch(site_.theme), here(), indent);
        return;
    }
    const fs::path folder = site_.options.source / "rosetta" / (words.empty() ? "" : words[0]);
    if (words.size() != 2 || caption.empty()) {
        problem(here(),
                "A step needs a program, a tag and a caption. Write: \\rosetta NAME TAG \"Caption\", or "
                "\\rosetta alone for the switch between the languages.");
        return;
    }
    const auto [label, anchor] = number("listing", ++page_.listings, caption);
    if (!fs::is_directory(folder) || files_with(folder, languages.front(), words[1]).empty()) {
        problem(here(), fmt::format("No file in OpenCL C in '{}' has the two markers '//! [{}]'. Write "
                                    "them around the step.",
                                    site_.shown(folder), words[1]));
        return;
    }
    std::string columns;
    try {
        for (std::size_t i = 0; i < languages.size(); ++i) columns += step_in(folder, i, words[1]);
    } catch (const Failure& error) {
        problem(here(), fmt::format("A file in '{}' {}", site_.shown(folder), error.what()));
        return;
    }
    block(captioned(site_.theme, "listing", anchor, label, caption,
                    site_.theme.fill("rosetta", {{"LANGUAGES", columns}})),
          here(), indent);
}

} // namespace lockstep::book
