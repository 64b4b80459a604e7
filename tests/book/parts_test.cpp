// The parts of the book: captured output, snippets, colours of code, small texts, numbers and order.
#include "fixture_tree.hpp"

#include "book/blocks.hpp"
#include "book/lens_figure.hpp"
#include "book/model.hpp"
#include "book/packages.hpp"
#include "html/highlight.hpp"
#include "html/html.hpp"
#include "lockstep/files.hpp"
#include "lockstep/formats/captured_output.hpp"
#include "lockstep/formats/machine_recording.hpp"
#include "lockstep/formats/snippet.hpp"
#include "lockstep/text.hpp"

#include <algorithm>

#include <doctest/doctest.h>
#include <fmt/format.h>

using namespace lockstep;
using namespace lockstep::book;
namespace fs = std::filesystem;

namespace
{

lockstep::formats::LensReports recorded_requests(const fs::path& file)
{
    using namespace lockstep::formats;
    return recorded_requests_of(JsonReader::read(file, "mend the fixture"));
}

} // namespace

TEST_SUITE_BEGIN("parts");

TEST_CASE("captured output loses its marks and keeps their values")
{
    const FixtureTree tree;
    const CapturedOutput capture = read_captured_output(tree.root() / "chapters/01-one/output.txt");
    CHECK(capture.header.starts_with("./lockstep run 1 on PoCL 3.1"));
    REQUIRE(capture.lines.size() == 4);
    CHECK(capture.lines[0] == "device: a CPU");
    CHECK(capture.lines[1] == "time: 4.25 ms for 1000 elements");
    CHECK(capture.lines[2] == "one line that differs");
    CHECK(capture.values.at("time") == "4.25 ms");
    CHECK(capture.values.size() == 1);
}

TEST_CASE("brackets that are no marks stay in the output")
{
    const FixtureTree tree;
    tree.write("some.txt", "a[[1]] = b[[x|2]]\n");
    const CapturedOutput capture = read_captured_output(tree.root() / "some.txt");
    CHECK(capture.header == "");
    CHECK(capture.lines.at(0) == "a[[1]] = b2");
}

TEST_CASE("a snippet is cut out between its markers")
{
    const FixtureTree tree;
    const fs::path file = tree.root() / "chapters/01-one/main.cpp";
    const Excerpt inner = read_snippet(file, "print");
    CHECK(inner.text == "std::puts(\"hello\"); // says hello\n");
    CHECK(inner.first_line == 8);
    const Excerpt outer = read_snippet(file, "main");
    CHECK(outer.first_line == 5);
    CHECK(outer.text.find("//!") == std::string::npos);
    CHECK(outer.text.starts_with("int main()\n{\n    std::puts"));
    CHECK(read_without_markers(file).find("//!") == std::string::npos);
    CHECK(read_without_markers(file).find(outer.text) != std::string::npos);
}

TEST_CASE("packages are named once, by their first name, a command for each group")
{
    const FixtureTree tree;
    tree.write("pieces.txt", "# set | group | piece | probe | apt | dnf\n"
                             "required | build | a compiler | command c++ | g++ | gcc-c++\n"
                             "required | build | CMake | cmake 3.22 | cmake | cmake\n"
                             "required | opencl | a platform | platform any | pocl pocl-old | pocl\n"
                             "optional | pocl | PoCL | platform pocl | pocl | pocl\n"
                             "optional | oclgrind | Oclgrind | command oclgrind | oclgrind | -\n"
                             "ci | style | ShellCheck | command shellcheck | shellcheck | ShellCheck\n"
                             "why | build | compiles\n");
    CHECK(install_commands(tree.root() / "pieces.txt", "apt") == "$ sudo apt-get install g++ cmake\n"
                                                                 "$ sudo apt-get install pocl\n"
                                                                 "$ sudo apt-get install oclgrind\n");
    CHECK(install_commands(tree.root() / "pieces.txt", "dnf") == "$ sudo dnf install gcc-c++ cmake\n"
                                                                 "$ sudo dnf install pocl\n");
}

TEST_CASE("OpenCL C has colours for qualifiers, vector types and built-ins")
{
    const std::string line =
        highlight("kernel void f(global float4* a) { a[0] = fma(a[1], 2.0f, vload4(0, p)); } // end",
                  "opencl")
            .at(0);
    CHECK(line.find("<i class=\"q\">kernel</i>") != std::string::npos);
    CHECK(line.find("<i class=\"q\">global</i>") != std::string::npos);
    CHECK(line.find("<i class=\"t\">float4</i>") != std::string::npos);
    CHECK(line.find("<i class=\"b\">fma</i>") != std::string::npos);
    CHECK(line.find("<i class=\"b\">vload4</i>") != std::string::npos);
    CHECK(line.find("<i class=\"n\">2.0f</i>") != std::string::npos);
    CHECK(line.find("<i class=\"c\">// end</i>") != std::string::npos);
}

TEST_CASE("a comment over several lines is closed and opened again at their ends")
{
    const auto lines = highlight("/* one\n   two */ int x;\n", "cpp");
    REQUIRE(lines.size() == 2);
    CHECK(lines[0] == "<i class=\"c\">/* one</i>");
    CHECK(lines[1].starts_with("<i class=\"c\">   two */</i>"));
}

TEST_CASE("highlighting changes nothing but the colours")
{
    const std::string source =
        "#include <a>\n#define X 'y'\nauto s = R\"x(a \"b\" c)x\"; // &\nint \"open\n  1'000.5f\n";
    for (const char* language : {"cpp", "opencl", "c", "shell", "text"}) {
        std::string text;
        for (std::string line : highlight(source, language)) {
            for (auto at = line.find("<i"); at != std::string::npos; at = line.find("<i"))
                line.erase(at, line.find('>', at) + 1 - at);
            text += replace_all(line, "</i>", "") + "\n";
        }
        CHECK(text == escape_html(source));
    }
}

TEST_CASE("typographic quotes spare code and tags")
{
    CHECK(smart_quotes("it's \"so\"") == "it’s “so”");
    CHECK(smart_quotes("<code>\"a\"</code> \"b\"") == "<code>\"a\"</code> “b”");
    CHECK(smart_quotes("<a href=\"x\">'y'</a>") == "<a href=\"x\">‘y’</a>");
    CHECK(smart_quotes("&quot;q&quot;") == "“q”");
}

TEST_CASE("names in code can break between their words and nowhere else")
{
    CHECK(code_html("CL_MEM_READ_ONLY") == "<code>CL_<wbr>MEM_<wbr>READ_<wbr>ONLY</code>");
    CHECK(code_html("cl::Buffer::setName") == "<code>cl::<wbr>Buffer::<wbr>set<wbr>Name</code>");
    CHECK(code_html("kernels/saxpy.cl") == "<code>kernels/<wbr>saxpy.cl</code>");
    CHECK(code_html("__shared__ a_ _b float4 RGBA") == "<code>__shared__ a_ _b float4 RGBA</code>");
    CHECK(code_html("a < b") == "<code>a &lt; b</code>");
    CHECK(code_html("") == "<code></code>");
}

TEST_CASE("plain text drops tags, scripts and drawings")
{
    CHECK(plain_text("<p>a <b>b</b>c</p><script>x</script><svg><text>y</text></svg><p>d &amp; e</p>") ==
          "a bc d & e");
}

TEST_CASE("anchors are made of letters, digits and hyphens")
{
    CHECK(slug("What's `CL_MEM` for, and why?") == "whats-cl-mem-for-and-why");
    CHECK(slug("???") == "section");
}

TEST_CASE("durations are told as people say them")
{
    CHECK(duration(40) == "40 minutes");
    CHECK(duration(90) == "1½ hours");
    CHECK(duration(120) == "2 hours");
    CHECK(duration(150) == "2½ hours");
    CHECK(duration(599) == "9½ hours");
    CHECK(duration(6'510) == "109 hours");
}

TEST_CASE("pages come in the order of the folders, and only written chapters have one")
{
    const FixtureTree tree;
    std::vector<Problem> problems;
    const Book book = read_book(tree.root(), problems);
    CHECK(problems.empty());
    std::vector<std::string> files;
    for (const Page& page : book.pages) files.push_back(page.file);
    CHECK(files == std::vector<std::string>{"index.html", "preface.html", "01-one.html", "01-one-1-add.html",
                                            "01-one-2-scale.html", "02-two.html", "02-two-1-last.html",
                                            "error-codes.html", "glossary.html"});
    CHECK(book.catalogue.chapters.size() == 4);
    CHECK(book.catalogue.chapters[0].title == "One thing at a time");
    CHECK(book.catalogue.chapters[2].title == "Not written yet");
    CHECK_FALSE(book.catalogue.chapters[2].written());
}

TEST_CASE("a folder that the outline does not know takes its place by its number")
{
    const FixtureTree tree;
    fs::create_directories(tree.root() / "chapters/05-five");
    tree.write("chapters/05-five/lesson.md", "# Five\n");
    std::vector<Problem> problems;
    const Book book = read_book(tree.root(), problems);
    CHECK(problems.empty());
    REQUIRE(book.catalogue.chapters.size() == 5);
    CHECK(book.catalogue.chapters.back().slug == "05-five");
    CHECK(book.catalogue.chapters.back().part == 1);
}

TEST_CASE("a rendered chapter numbers its listings and figures and links to them")
{
    const FixtureTree tree;
    const BookResult result = tree.render();
    CHECK(result.pages == 9);
    const std::string html = read_text(result.index.parent_path() / "01-one.html");
    CHECK(html.find("<a class=\"xref\" href=\"01-one.html#listing-1-1\">Listing 1.1</a>") !=
          std::string::npos);
    CHECK(html.find("<figure class=\"listing\" id=\"listing-1-4\">") != std::string::npos);
    CHECK(html.find("<figure class=\"figure\" id=\"figure-1-1\">") != std::string::npos);
    CHECK(html.find("<figure class=\"figure\" id=\"figure-1-2\">") != std::string::npos);
    CHECK(html.find("<dfn id=\"term-work-item\">work-item</dfn>") != std::string::npos);
    CHECK(html.find("href=\"error-codes.html#CL_INVALID_VALUE\"") != std::string::npos);
    CHECK(html.find("url(#drawing-fill)") != std::string::npos);
    CHECK(html.find("[[") == std::string::npos);
    const std::string glossary = read_text(result.index.parent_path() / "glossary.html");
    CHECK(glossary.find("href=\"01-one.html#term-work-item\">Chapter 1</a>") != std::string::npos);
}

TEST_CASE("sections and exercises are named by number and title, whichever chapter is planned without a link")
{
    const FixtureTree tree;
    tree.append(
        "book/appendices/2-glossary.md",
        "\n\\section{1#a-table-with-code-in-it}, \\section{01-one}, \\exercise{1/2}, \\section{3#soon}\n");
    const BookResult result = tree.render();
    const std::string html = read_text(result.index.parent_path() / "glossary.html");
    CHECK(html.find("<a class=\"xref\" href=\"01-one.html#a-table-with-code-in-it\"><span "
                    "class=\"number\">1</span> A "
                    "table with <code>code</code> in it</a>") != std::string::npos);
    CHECK(html.find("href=\"01-one.html\"><span class=\"number\">1</span> One thing at a time</a>") !=
          std::string::npos);
    CHECK(html.find("href=\"01-one-2-scale.html\"><span class=\"number\">1/2</span>") != std::string::npos);
    CHECK(html.find("<span class=\"planned\"><span class=\"number\">3</span> Not written yet</span>") !=
          std::string::npos);
}

TEST_CASE("a bibliography names the chapters that name a work, and what it does not know is a note")
{
    const FixtureTree tree;
    tree.write("book/appendices/bibliography.json",
               R"([{"kind": "book", "authors": "Ada", "title": "Notes", "where": "1843"},
                   {"kind": "book", "authors": "Bell", "title": "Sets", "url": "https://example.org/sets"},
                   {"kind": "book", "authors": "Nobody", "title": "Unread"}])");
    tree.append("book/appendices/2-glossary.md", "\n\\bibliography book\n");
    tree.append("chapters/01-one/lesson.md",
                "\n## Further reading\n\n- Ada, *Notes*,\n  on engines\n- Bell, *Sets*\n");
    const BookResult result = tree.render();
    const std::string html = read_text(result.index.parent_path() / "glossary.html");
    CHECK(html.find("<li>Ada: <cite>Notes</cite>, 1843. <span class=\"cited\">Chapter <a class=\"xref\" "
                    "href=\"01-one.html#further-reading\">1</a></span></li>") != std::string::npos);
    CHECK(html.find("<cite><a href=\"https://example.org/sets\">Sets</a></cite>") != std::string::npos);
    CHECK(html.find("Unread") == std::string::npos);
}

TEST_CASE("figures of GPUs stand side by side, the oldest first, with what each comes from")
{
    const FixtureTree tree;
    fs::create_directories(tree.root() / "lens/devices");
    for (const auto& [id, year] : {std::pair{"new", 2020}, std::pair{"old", 2009}})
        tree.write(fmt::format("lens/devices/{}.json", id),
                   fmt::format(
                       R"({{"id": "{0}", "name": "The {0}", "architecture": "A", "year": {1}, "validated": "",
                   "sources": {{"guide": {{"title": "Guide", "publisher": "Maker", "year": 2020}}}},
                   "execution": {{"matrix_gflops": {{"value": 989500, "source": "guide", "where": "page 9"}}}},
                   "local": {{"banks": {{"value": 32, "source": "guide", "where": "page 7"}},
                              "bank_bytes": {{"value": 4, "assumed": "as ever"}}}},
                   "unit": {{"local_bytes": {{"value": 233472, "source": "guide", "where": "page 8"}}}}}})",
                       id, year));
    tree.append("book/appendices/2-glossary.md",
                "\n\\hardware compute\n\n\\hardware local\n\n\\hardware sources\n");
    const BookResult result = tree.render();
    const std::string html = read_text(result.index.parent_path() / "glossary.html");
    CHECK(html.find("The old</a>") < html.find("The new</a>"));
    CHECK(html.find("<span class=\"value\" title=\"Guide (Maker, 2020): page 8\">228</span>") !=
          std::string::npos);
    CHECK(html.find("<span class=\"value assumed\" title=\"assumed: as ever\">4<sup") != std::string::npos);
    CHECK(html.find("The old</a></td><td>2009</td><td>–</td>") != std::string::npos);
    CHECK(html.find("<span class=\"value\" title=\"Guide (Maker, 2020): page 9\">989.5</span>") !=
          std::string::npos);
    CHECK(html.find("Guide (Maker, 2020): page 7; assumed: as ever") != std::string::npos);
}

TEST_CASE("recordings show the machines that they know of, and a ladder's table leads to them")
{
    const FixtureTree tree;
    fs::create_directories(tree.root() / "bench/results");
    tree.write("bench/results/devices.json",
               R"([{"id": "gpu", "label": "GPU", "article": "a", "title": "The GPU"}])");
    const auto ladder = [](const char* name, const char* clock, int fma, const char* machine) {
        return fmt::format(
            R"({{"name": "{}", "chapter": "02-two", "title": "T", "case": "all", "unit": "GB/s",
 "limit": "copy", "limits": {{{}"copy_gbps": 40, "fma_gflops": {}, "read_gbps": 50}}, {}"columns": 8, "rows": 1,
 "rungs": [], "peers": [{{"name": "lib", {}"median": 3, "best": 4}}], "date": "2026-01-02"}})",
            name, clock, fma, machine, *machine == 0 ? "" : R"("version": "Lib <2>", )");
    };
    tree.write(
        "bench/results/gpu-ladders.json",
        fmt::format(
            R"({{"device": "Chip 1", "driver": "7", "date": "2026-03-04", "ladders": [{}, {}, {}]}})",
            ladder("old", "", 500, ""), ladder("other", "", 229, ""),
            ladder("turn", R"("clock_mhz": 1980, )", 490,
                   R"("machine": {"processor": "Host", "system": "Linux", "opencl": "OpenCL 3.0"}, )")));
    tree.write("bench/results/lens-turn.json", R"({"device": "gpu", "rungs": []})");
    tree.write("book/appendices/3-measuring.md", "# How we measure\n\nSo.\n\n\\machines\n");
    tree.append("chapters/02-two/lesson.md", "\n\\ladder turn \"All of it.\"\n");
    const fs::path pages = tree.render().index.parent_path();
    const std::string html = read_text(pages / "measuring.html");
    CAPTURE(html);
    const auto shows = [&](const char* text) { return html.find(text) != std::string::npos; };
    CHECK(shows("<strong>The GPU</strong>: Chip 1, driver 7."));
    CHECK(shows("<td>2026-01-02</td><td>not recorded</td><td>500</td><td>40.0</td><td>50.0</td><td>not "
                "recorded</td>"));
    CHECK(shows("<td>1,980</td><td>490</td><td>40.0</td><td>50.0</td><td>Host; Linux; OpenCL 3.0; Lib "
                "&lt;2&gt;</td>"));
    CHECK(shows("<td>229<sup title=\"of another machine\">†</sup></td>"));
    CHECK(shows("† More than 20&nbsp;% from 490&nbsp;GFLOP/s"));
    CHECK(read_text(pages / "02-two.html").find("href=\"measuring.html\"") != std::string::npos);
}

TEST_CASE("machines that readers sent stand in tables of their own, with the spread of their best rung")
{
    const FixtureTree tree;
    tree.write("book/appendices/3-readers.md", "# On readers' machines\n\nSo.\n\n\\machines readers\n");
    CHECK(read_text(tree.render().index.parent_path() / "readers.html").find("No machine has come in yet.") !=
          std::string::npos);
    formats::MachineRecording recording{
        .version = "1.0.0", .kind = "GPU", .celsius_before = 41.4, .results = {}};
    recording.results.origin.device = "Chip <1>";
    recording.results.origin.driver = "7";
    recording.results.origin.platform = "P";
    recording.results.origin.processor = "Core";
    recording.results.origin.system = "Linux";
    recording.results.origin.date = "2026-03-04";
    const auto rung = [](const char* name, double median) {
        formats::RungResult made;
        made.name = name;
        made.verified = true;
        formats::RungFigures& figures = made.figures.emplace();
        figures.median = median;
        figures.best = 90;
        figures.repeats = 3;
        figures.spread = {60, 80};
        figures.of_limit = 0.7;
        return made;
    };
    formats::LadderResult& ladder = recording.results.ladders.emplace_back();
    ladder.name = "turn";
    ladder.title = "Turn";
    ladder.unit = "GB/s";
    ladder.limit = "copy";
    ladder.limits = formats::LimitFigures{};
    ladder.limits->copy_gbps = 100;
    ladder.limits->fma_gflops = 4000;
    ladder.limits->read_gbps = 110;
    ladder.columns = 8;
    ladder.rows = 4;
    ladder.rungs = {rung("slow", 7), rung("fast", 70)};
    fs::create_directories(tree.root() / "bench/machines");
    tree.write("bench/machines/chip.json", text_of(recording));
    const std::string html = read_text(tree.render().index.parent_path() / "readers.html");
    CAPTURE(html);
    const auto shows = [&](const char* text) { return html.find(text) != std::string::npos; };
    CHECK(shows("<td>Chip &lt;1&gt;, GPU; Core, Linux</td><td>P, driver 7; 2026-03-04</td>"));
    CHECK(shows("<td>100</td><td>110</td><td>4,000</td><td>41&nbsp;°C to not told</td>"));
    CHECK(shows("<td>Turn, 8 × 4</td><td>Chip &lt;1&gt;</td><td>fast</td><td>3</td><td>70.0&nbsp;GB/s, "
                "60.0 to 80.0</td><td>70&nbsp;% of copy</td>"));
    CHECK_FALSE(shows("<td>slow</td>"));
}

TEST_CASE("a lens picture is drawn from the chapter's recording, or from the lens where it runs")
{
    const FixtureTree tree;
    const std::string recorded = read_text(tree.render().index.parent_path() / "01-one.html");
    CHECK(recorded.find("32 work-items; 32 sectors of 32 bytes touched") != std::string::npos);
    CHECK(recorded.find("32 work-items; 2 passes where 1 would do") != std::string::npos);
    CHECK(recorded.find("id=\"lens-2-title\"") != std::string::npos);

    std::string asked;
    const auto live = [&](const std::string& chapter, const std::set<std::string>& devices) {
        asked = fmt::format("{} {}", chapter, fmt::join(devices, " "));
        auto counts = recorded_requests(tree.root() / "chapters/01-one/lens.json");
        counts.reports[0].kernels[1].lines[1].sample->lanes.resize(7);
        return std::optional{counts};
    };
    const std::string fresh = read_text(tree.render(live).index.parent_path() / "01-one.html");
    CHECK(asked == "01-one h200");
    CHECK(fresh.find("7 work-items; 7 sectors of 32 bytes touched") != std::string::npos);
}

TEST_CASE("a lens directive is read word by word")
{
    const auto figure = parse_lens_figure(R"(add "c[i] =" store launch=3 global gtx285 "A "b" c.")");
    REQUIRE(figure);
    CHECK(figure->kernel == "add");
    CHECK(figure->access == "store");
    CHECK(figure->space == "global");
    CHECK(figure->launch == 3);
    for (const char* wrong : {"", "add", "add h200 \"Caption\"", "add \"c\" \"Caption\"", "add \"c\" h200",
                              "add \"c\" launch=x h200 \"Caption\"", "add \"c\" h200 mi300x \"Caption\""})
        CHECK_FALSE(parse_lens_figure(wrong));
}

TEST_CASE("a recording holds the requests that the lesson draws and no others")
{
    const FixtureTree tree;
    const fs::path folder = tree.root() / "chapters/01-one";
    const auto counts = recorded_requests(folder / "lens.json");
    const auto figures = lens_figures_in(folder / "lesson.md");
    REQUIRE(figures.size() == 2);
    const auto recording = recording_of(counts, figures);
    const auto& kernels = recording.reports[0].kernels;
    REQUIRE(kernels.size() == 2);
    CHECK(kernels[0].lines.size() == 1);
    CHECK(kernels[0].lines[0] == counts.reports[0].kernels[0].lines[2]);
    CHECK(kernels[1].lines.size() == 1);
    CHECK(recording_of(recording, figures) == recording);
}

TEST_CASE("a line that accesses an image has no picture, which its directive is told")
{
    const FixtureTree tree;
    auto counts = recorded_requests(tree.root() / "chapters/01-one" / "lens.json");
    auto& line = counts.reports[0].kernels[0].lines[0];
    line.source = "out[i] = read_imagef(in, nearest, i);";
    line.access = lockstep::formats::MemoryAccess::read;
    line.counts = lockstep::formats::ImageCounts{.requests = 1, .bytes = 128, .distinct_bytes = 128};
    line.sample.reset();
    const std::string& kernel = counts.reports[0].kernels[0].name;
    const auto figure =
        parse_lens_figure(kernel + " \"read_imagef\" " + counts.reports[0].device.id + " \"A caption.\"");
    REQUIRE(figure);
    CHECK_THROWS_WITH_AS(find_request(counts, *figure),
                         doctest::Contains("accesses an image. How a GPU lays those out is not known"),
                         lockstep::Failure);
}

TEST_CASE("indented commands become a listing, indented paragraphs of a list do not")
{
    const FixtureTree tree;
    const std::string html = read_text(tree.render().index.parent_path() / "02-two.html");
    CHECK(html.find("$ </i>./lockstep run 2\n<i class=\"prompt\">$ </i>./lockstep check 2/1") !=
          std::string::npos);
    CHECK(html.find("<p class=\"startli\">with a paragraph that belongs to it</p>") != std::string::npos);
    CHECK(html.find("no language, a &lt; b") != std::string::npos);
    CHECK(html.find("<summary>Is a * b * c the same?</summary>") != std::string::npos);
}

TEST_SUITE_END();
