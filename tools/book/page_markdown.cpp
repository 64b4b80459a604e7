// Pages as Markdown.
#include "book/page_markdown.hpp"

#include "html/html.hpp"
#include "lockstep/text.hpp"

#include <algorithm>
#include <array>
#include <regex>

#include <fmt/format.h>

namespace lockstep::book
{
namespace
{

/// The text of a listing: tags dropped, white space kept.
std::string code_text(std::string_view html)
{
    std::string text;
    bool in_tag = false;
    for (const char c : html) {
        if (c == '<') in_tag = true;
        if (!in_tag) text += c;
        if (c == '>') in_tag = false;
    }
    constexpr std::array<std::array<std::string_view, 2>, 6> entities{
        {{"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&#39;", "'"}, {"&#160;", " "}, {"&amp;", "&"}}};
    for (const auto& [entity, character] : entities) text = replace_all(std::move(text), entity, character);
    return text;
}

/// Links of the site lead to the Markdown beside its pages.
std::string link_target(std::string href)
{
    const auto end = href.find(".html");
    const bool own = end != std::string::npos && href.find("://") == std::string::npos;
    return own ? href.replace(end, 5, ".md") : href;
}

/// A piece of a sentence: links and code keep their marks.
std::string inline_markdown(const std::string& html)
{
    static const std::regex link(R"re(<a [^>]*href="([^"]*)"[^>]*>([\s\S]*?)</a>)re");
    static const std::regex code(R"re(<code[^>]*>([\s\S]*?)</code>)re");
    std::string text = std::regex_replace(html, code, "`$1`");
    std::string out;
    auto rest = text.cbegin();
    for (std::sregex_iterator at(text.cbegin(), text.cend(), link), none; at != none; ++at) {
        out += plain_text(std::string(rest, (*at)[0].first) + "|");
        out.pop_back(); // the bar kept the space in front of the link
        out += fmt::format("[{}]({})", plain_text((*at)[2].str()), link_target((*at)[1].str()));
        rest = (*at)[0].second;
    }
    const std::string last = plain_text("|" + std::string(rest, text.cend()));
    return out + last.substr(1);
}

/// What the book puts together itself: listings and outputs in fences, all else as its words.
std::string block_markdown(const std::string& whole)
{
    static const std::regex button(R"re(<button[^>]*>[^<]*</button>)re");
    const std::string html = std::regex_replace(whole, button, " ");
    static const std::regex listing(R"re(<pre[ >][^>]*>?([\s\S]*?)</pre>)re");
    std::string out;
    auto rest = html.cbegin();
    for (std::sregex_iterator at(html.cbegin(), html.cend(), listing), none; at != none; ++at) {
        const std::string words = plain_text(std::string(rest, (*at)[0].first));
        std::string code = code_text((*at)[0].str());
        while (code.ends_with('\n')) code.pop_back();
        out += fmt::format("{}{}```\n{}\n```\n\n", words, words.empty() ? "" : "\n\n", code);
        rest = (*at)[0].second;
    }
    return out + inline_markdown(std::string(rest, html.cend()));
}

} // namespace

std::string markdown_file(const Page& page)
{
    return page.file.substr(0, page.file.rfind('.')) + ".md";
}

std::string page_markdown(Site& site, const Page& page)
{
    static const std::regex page_id(R"( \{#[^}]*\})");
    const std::string& text = page.markdown;
    std::string out = fmt::format("# {}\n", page.title); // Doxygen is given the page's id in its place
    for (std::size_t at = std::min(text.find('\n'), text.size()); at < text.size();) {
        if (const Token* token = site.read_token(text, at)) {
            const std::string html = site.resolve(*token);
            out += token->type == Token::Type::block ? block_markdown(html) : inline_markdown(html);
        } else {
            out += text[at++];
        }
    }
    out = std::regex_replace(out, page_id, "");
    static const std::regex blank(R"(\n{3,})");
    return std::string(trim(std::regex_replace(out, blank, "\n\n"))) + "\n";
}

} // namespace lockstep::book
