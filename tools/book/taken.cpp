// A page's HTML taken out of the site, into a printed book or an e-book: well-formed, and without what only a browser does.
#include "book/taken.hpp"

#include "html/html.hpp"
#include "lockstep/text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace lockstep::book
{
namespace
{

bool one_of(std::string_view name, std::initializer_list<std::string_view> names)
{
    return std::ranges::find(names, name) != names.end();
}

/// Elements that have no end in HTML.
bool is_void(std::string_view name)
{
    return one_of(name, {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source",
                         "track", "wbr"});
}

/// Elements that end an open paragraph.
bool ends_paragraph(std::string_view name)
{
    return one_of(name, {"address", "article", "aside", "blockquote", "details", "div", "dl", "figure",
                         "h1",      "h2",      "h3",    "h4",         "h5",      "h6",  "hr", "nav",
                         "ol",      "p",       "pre",   "section",    "table",   "ul"});
}

/// Attributes that only a browser's window has a use for.
bool is_of_windows(std::string_view name)
{
    return one_of(name, {"tabindex", "loading"}) || name.starts_with("on");
}

bool is_name(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' || c == ':' || c == '.';
}

bool has_word(std::string_view words, std::string_view word)
{
    const auto at = words.find(word);
    if (at == std::string_view::npos) return false;
    const auto end = at + word.size();
    return (at == 0 || words[at - 1] == ' ') && (end == words.size() || words[end] == ' ');
}

struct TagAttribute
{
    std::string name;
    std::string value;
};

struct Tag
{
    std::string name;
    std::vector<TagAttribute> attributes;
    bool closes = false;
    bool empty = false; ///< <name/>

    std::string_view operator[](std::string_view wanted) const
    {
        const auto at = std::ranges::find(attributes, wanted, &TagAttribute::name);
        return at == attributes.end() ? std::string_view() : std::string_view(at->value);
    }
};

/// The tag at `at`, which then is the place behind it.
Tag read_tag(std::string_view html, std::size_t& at)
{
    const auto is_at = [&](char c) { return at < html.size() && html[at] == c; };
    const auto word = [&] {
        const auto first = at;
        while (at < html.size() && is_name(html[at])) ++at;
        return std::string(html.substr(first, at - first));
    };
    Tag tag;
    ++at;
    tag.closes = is_at('/');
    at += tag.closes ? 1 : 0;
    tag.name = word();
    while (at < html.size() && html[at] != '>') {
        tag.empty = html[at] == '/';
        if (!is_name(html[at])) {
            ++at;
            continue;
        }
        TagAttribute attribute{word(), {}};
        while (is_at(' ') || is_at('\n')) ++at;
        if (is_at('=')) {
            ++at;
            if (const char quote = is_at('"') ? '"' : '\''; is_at(quote)) {
                const auto end = std::min(html.find(quote, at + 1), html.size());
                attribute.value = html.substr(at + 1, end - at - 1);
                at = std::min(end + 1, html.size());
            } else {
                attribute.value = word();
            }
        } else {
            attribute.value = attribute.name; // hidden, open
        }
        if (tag[attribute.name].empty()) tag.attributes.push_back(std::move(attribute));
    }
    at = std::min(at + 1, html.size());
    return tag;
}

/// The characters of `text` up to `end`, with named entities as characters and each lone & as an entity.
void put_text(std::string_view text, std::string& out)
{
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 12> entities{
        {{"&nbsp;", "\u00a0"},
         {"&ndash;", "–"},
         {"&mdash;", "—"},
         {"&zwj;", ""},
         {"&times;", "×"},
         {"&copy;", "©"},
         {"&hellip;", "…"},
         {"&lsquo;", "‘"},
         {"&rsquo;", "’"},
         {"&ldquo;", "“"},
         {"&rdquo;", "”"},
         {"&rarr;", "→"}}};
    for (std::size_t at = 0; at < text.size();) {
        const auto next = std::min(text.find_first_of("&<", at), text.size());
        out += text.substr(at, next - at);
        at = next;
        if (at == text.size()) return;
        const std::string_view rest = text.substr(at);
        const auto known =
            std::ranges::find_if(entities, [&](const auto& row) { return rest.starts_with(row.first); });
        const bool stays = std::ranges::any_of(
            std::array<std::string_view, 6>{"&amp;", "&lt;", "&gt;", "&quot;", "&apos;", "&#"},
            [&](std::string_view entity) { return rest.starts_with(entity); });
        out += known != entities.end() ? known->second : text[at] == '<' ? "&lt;" : stays ? "&" : "&amp;";
        at += known != entities.end() ? known->first.size() : 1;
    }
}

class TakingWalk
{
public:
    TakingWalk(std::string_view html, const Taking& taking) : html_(html), taking_(taking) {}

    std::string run()
    {
        while (at_ < html_.size()) {
            const auto next = std::min(html_.find('<', at_), html_.size());
            if (!in_lost_text_) put_text(html_.substr(at_, next - at_), out_);
            at_ = next;
            if (at_ < html_.size()) markup();
        }
        while (!open_.empty()) close_last();
        return std::move(out_);
    }

private:
    struct Element
    {
        std::string name;
        Surroundings surroundings = Surroundings::text;
        bool drawing = false;
        std::string end; ///< what closes it
        bool hides_text = false;
    };

    std::string_view html_;
    const Taking& taking_;
    std::size_t at_ = 0;
    std::string out_;
    std::vector<Element> open_;
    std::set<std::string, std::less<>> ids_;
    std::string last_number_; ///< of the index's entry
    bool in_lost_text_ = false;

    void markup()
    {
        if (html_.substr(at_, 4) == "<!--") return skip_past("-->");
        if (const auto formula = read_formula(html_, at_); !formula.empty()) return put_formula(formula);
        const auto begin = at_;
        const Tag tag = read_tag(html_, at_);
        if (tag.name.empty()) {
            out_ += "&lt;";
            at_ = begin + 1;
        } else if (tag.closes) {
            close(tag.name);
        } else if (tag.name == "script" || tag.name == "button") {
            skip_past(fmt::format("</{}>", tag.name));
        } else if (tag.name == "a" && tag["class"] == "pilcrow") {
            while (!out_.empty() && out_.back() == ' ') out_.pop_back();
            skip_past("</a>");
        } else {
            open(tag);
        }
    }

    void skip_past(std::string_view end)
    {
        const auto found = html_.find(end, at_);
        at_ = found == std::string_view::npos ? html_.size() : found + end.size();
    }

    void put_formula(std::string_view formula)
    {
        const auto at = taking_.formulas->find(formula);
        if (at == taking_.formulas->end())
            out_ += fmt::format("<code>{}</code>", escape_html(tex_of(formula)));
        else if (taking_.mathml)
            out_ += fmt::format("<math alttext=\"{}\"{}", escape_html(tex_of(formula)),
                                at->second.mathml.substr(std::string_view("<math").size()));
        else
            out_ += at->second.svg;
    }

    bool in_drawing() const { return !open_.empty() && open_.back().drawing; }

    Surroundings surroundings_of(const Tag& tag) const
    {
        const std::string_view css = tag["class"];
        const auto outside = open_.empty() ? Surroundings::text : open_.back().surroundings;
        const auto is = [&](std::initializer_list<std::string_view> words) {
            return std::ranges::any_of(words, [&](std::string_view word) { return has_word(css, word); });
        };
        if (outside == Surroundings::quiet || one_of(tag.name, {"svg", "table", "h1", "h2", "h3", "h4"}) ||
            is({"sheet", "cited", "eyebrow", "code-link"}))
            return tag.name == "h2" && outside == Surroundings::list ? outside : Surroundings::quiet;
        return is({"toc", "captions"}) ? Surroundings::list : is({"index"}) ? Surroundings::index : outside;
    }

    void open(const Tag& tag)
    {
        if (!in_drawing() && ends_paragraph(tag.name) && !open_.empty() && open_.back().name == "p")
            close_last();
        Element element{.name = tag.name,
                        .surroundings = surroundings_of(tag),
                        .drawing = in_drawing() || tag.name == "svg",
                        .end = fmt::format("</{}>", tag.name),
                        .hides_text = false};
        if (tag.name == "a" && !tag["href"].empty()) {
            if (!follow(tag, element)) open_.push_back(std::move(element));
            return;
        }
        if (element.surroundings == Surroundings::index && tag.name == "li") last_number_.clear();
        out_ += "<" + tag.name;
        attributes(tag);
        if (is_void(tag.name) || (tag.empty && element.drawing)) {
            out_ += "/>";
            return;
        }
        out_ += ">";
        if (tag.empty)
            out_ += element.end;
        else
            open_.push_back(std::move(element));
    }

    /// Puts a link in its place. True where an index's entry leads to the same page already, so that nothing of it is left.
    bool follow(const Tag& tag, Element& element)
    {
        const TakenLink link = taking_.link(std::string(tag["href"]), element.surroundings);
        const bool is_index = element.surroundings == Surroundings::index && !link.number.empty();
        if (is_index && link.number == last_number_) {
            out_.resize(out_.ends_with(", ") ? out_.size() - 2 : out_.size());
            skip_past("</a>");
            return true;
        }
        if (link.href.empty()) {
            out_ += "<span";
            element.end = "</span>";
        } else {
            out_ += fmt::format("<a href=\"{}\"", link.href);
        }
        attributes(tag);
        out_ += ">";
        if (is_index) {
            last_number_ = link.number;
            out_ += link.number;
            element.hides_text = in_lost_text_ = true;
        } else if (!link.number.empty()) {
            element.end.insert(
                0, taking_.theme->fill(element.surroundings == Surroundings::list ? "folio" : "folio-in-text",
                                       {{"PAGE", link.number}}));
        }
        return false;
    }

    void attributes(const Tag& tag)
    {
        std::string name;
        for (const auto& [key, value] : tag.attributes) {
            if (is_of_windows(key) || (tag.name == "a" && (key == "href" || key == "title"))) continue;
            const bool refers =
                one_of(key, {"for", "headers", "aria-labelledby", "aria-describedby", "aria-controls"});
            std::string text = value;
            if (key == "id" || refers)
                text = taking_.prefix + value;
            else if (key == "src")
                text = taking_.pictures + value;
            else if ((key == "href" || key == "xlink:href") && value.starts_with('#'))
                text = "#" + taking_.prefix + value.substr(1);
            else if (value.find("url(#") != std::string::npos)
                text = replace_all(value, "url(#", "url(#" + taking_.prefix);
            if (key == "id" && !ids_.insert(text).second) continue;
            out_ += fmt::format(" {}=\"", key);
            put_text(replace_all(text, "\"", "&quot;"), out_);
            out_ += '"';
        }
        if (tag.name == "details" && tag["open"].empty()) out_ += " open=\"open\"";
        if (tag.name == "svg" && tag["xmlns"].empty()) out_ += " xmlns=\"http://www.w3.org/2000/svg\"";
        if (taking_.levels > 0 && tag.name.size() == 2 && tag.name[0] == 'h' && tag.name[1] >= '1' &&
            tag.name[1] <= '4')
            out_ += fmt::format(" aria-level=\"{}\"", std::min(6, tag.name[1] - '0' + taking_.levels));
    }

    void close(std::string_view name)
    {
        if (std::ranges::find(open_, name, &Element::name) == open_.end()) return;
        while (open_.back().name != name) close_last();
        close_last();
    }

    void close_last()
    {
        in_lost_text_ = in_lost_text_ && !open_.back().hides_text;
        out_ += open_.back().end;
        open_.pop_back();
    }
};

} // namespace

std::string taken(std::string_view html, const Taking& taking)
{
    return TakingWalk(html, taking).run();
}

} // namespace lockstep::book
