// The book's formulas as drawings and as MathML, for pages that run no script.
#include "book/formulas.hpp"

#include "book/assets.hpp"
#include "book/chromium.hpp"
#include "lockstep/files.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace lockstep::book
{
namespace
{

constexpr std::string_view formula_opening = "<script type=\"math/tex";
constexpr std::string_view formula_closing = "</script>";

std::vector<std::string> formulas_of(const Site& site)
{
    std::map<std::string, int> seen;
    std::vector<std::string> found;
    for (const Page& page : site.book.pages)
        for (auto at = page.html.find(formula_opening); at != std::string::npos;
             at = page.html.find(formula_opening, at))
            if (const std::string formula(read_formula(page.html, at)); ++seen[formula] == 1)
                found.push_back(formula);
    return found;
}

} // namespace

std::string_view read_formula(std::string_view html, std::size_t& at)
{
    if (html.substr(at, formula_opening.size()) != formula_opening) return {};
    const auto first = at;
    const auto end = html.find(formula_closing, at);
    at = end == std::string_view::npos ? html.size() : end + formula_closing.size();
    return html.substr(first, at - first);
}

std::string_view tex_of(std::string_view formula)
{
    const auto first = formula.find('>') + 1;
    return formula.substr(first, formula.size() - formula_closing.size() - first);
}

Formulas set_formulas(const Site& site, const std::filesystem::path& work, std::string& missing)
try {
    const std::vector<std::string> wanted = formulas_of(site);
    if (wanted.empty()) return {};
    const auto mathjax = mathjax_folder();
    if (mathjax.empty()) throw Failure("MathJax is not installed.");
    const Chromium chromium(work);
    std::string list;
    for (const std::string& formula : wanted) list += fmt::format("<div>{}</div>", formula);
    const auto file = work / "formulas.html";
    write_text(file, site.theme.fill("formulas", {{"MATHJAX", mathjax.string()}, {"FORMULAS", list}}));
    const std::string page = chromium.after_scripts(file);
    const auto first = page.find("<body>") + 6;
    const auto drawn = nlohmann::json::parse(page.substr(first, page.find("</body>") - first));
    Formulas formulas;
    for (std::size_t i = 0; i < wanted.size(); ++i)
        formulas[wanted[i]] = {.svg = drawn.at(i).at(0), .mathml = drawn.at(i).at(1)};
    return formulas;
} catch (const nlohmann::json::exception&) {
    missing = "MathJax set no formulas in Chromium, so they stay in TeX's notation.";
    return {};
} catch (const Failure& failure) {
    missing = "Formulas stay in TeX's notation: " + sentence_of(failure);
    return {};
}

} // namespace lockstep::book
