// lockstep slides: a chapter's figures, guesses, outputs and questions as slides, in the browser and as PDF.
#include "book/slides.hpp"
#include "base/paths.hpp"
#include "book/chromium.hpp"
#include "commands/book_rendering.hpp"
#include "commands/commands.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/formats/catalogue.hpp"
#include "lockstep/scratch.hpp"

#include <fmt/format.h>

#include <memory>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

int slides(const std::string& wanted, const std::string& pdf, bool open)
{
    const std::vector<ChapterInfo> chapters = load_catalogue(source_dir());
    const ChapterInfo& chapter = find_chapter(chapters, wanted);
    const fs::path page = build_dir() / "book" / "html" / (chapter.slug + ".html");
    if (!fs::exists(page))
        throw Failure("Slides are made of the rendered book, and it is not rendered yet.", "./lockstep book");
    const fs::path teaching = source_dir() / "book" / "appendices" / "06-teaching.md";
    const book::TeachersWords words = fs::exists(teaching)
                                          ? book::teachers_words(read_text(teaching), chapter.number())
                                          : book::TeachersWords{};
    const book::Slides made = book::slides_of(read_text(page), words, own_source_dir() / "book");
    const fs::path file =
        page.parent_path() / fmt::format("slides-{:02}.html", chapter.number()); // beside styles and pictures
    replace_text(file, made.html);
    fmt::print("{} slides: {}\nArrows turn them, s shows what to say, f fills the screen.\n", made.count,
               file.string());
    if (!pdf.empty()) {
        const ScratchFolder work;
        book::Chromium{work.path()}.print(file, fs::absolute(pdf));
        fmt::print("Printed: {}\n", pdf);
    }
    if (open) open_page(file.string());
    return done;
}

} // namespace

void add_slides(CLI::App& app, Exit& exit)
{
    auto chapter = std::make_shared<std::string>();
    auto pdf = std::make_shared<std::string>();
    auto open = std::make_shared<bool>(false);
    CLI::App* command = app.add_subcommand(
        "slides", "a chapter as slides: figures, guesses, outputs, questions, with notes for who speaks");
    command->add_option("chapter", *chapter, "for example 12")->required();
    command->add_option("--pdf", *pdf, "print them as well; Chromium is needed")->type_name("FILE");
    command->add_flag("--open", *open, "open them in the browser");
    command->callback([chapter, pdf, open, &exit] { exit.status = slides(*chapter, *pdf, *open); });
}

} // namespace lockstep::tool
