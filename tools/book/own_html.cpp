// Doxygen's HTML of a lesson becomes the book's.
#include "book/own_html.hpp"

#include "html/html.hpp"
#include "lockstep/text.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <vector>

namespace lockstep::book
{
namespace
{

/// What a page says, between Doxygen's own frame.
std::string_view text_in(std::string_view html)
{
    constexpr std::string_view open = "<div class=\"textblock\">";
    const auto first = html.find(open);
    const auto last = html.rfind("</div></div><!-- contents -->");
    if (first == std::string_view::npos || last == std::string_view::npos) {
        return {};
    }
    return html.substr(first + open.size(), last - first - open.size());
}

class Walk
{
public:
    Walk(Site& site, Page& page, std::string_view html) : site_(site), page_(page), html_(html) {}

    std::string run()
    {
        constexpr std::string_view joiner = "&zwj;"; // Doxygen's, behind what might be a word of its own
        while (at_ < html_.size()) {
            if (html_[at_] == '<') {
                tag();
            } else if (html_.substr(at_, joiner.size()) == joiner) {
                at_ += joiner.size();
            } else if (const Token* token = site_.read_token(html_, at_)) {
                put(*token);
            } else {
                at_ = quotes_.character(html_, at_, out_);
            }
        }
        return std::move(out_);
    }

private:
    Site& site_;
    Page& page_;
    std::string_view html_;
    std::size_t at_ = 0;
    std::string out_;
    QuoteSetter quotes_;
    std::optional<Heading> heading_; ///< the one that is open
    std::size_t title_at_ = 0;       ///< where its title begins in out_

    void put(const Token& token)
    {
        out_ += site_.resolve(token);
        quotes_.behind('a');
    }

    void tag()
    {
        const std::size_t end = std::min(html_.find('>', at_), html_.size() - 1) + 1;
        const std::string_view inside = html_.substr(at_ + 1, end - at_ - 2);
        const bool is_paragraph = inside == "p" || inside.starts_with("p ");
        const bool is_heading = inside.size() > 1 && inside[0] == 'h' && inside[1] >= '1' && inside[1] <= '5';
        if ((is_paragraph && blocks(end)) || (is_heading && opens_heading(inside[1] - '0' + 1, end)) ||
            (heading_ && inside.starts_with("/h") && closes_heading(end)) || drops_anchor()) {
            return;
        }
        out_ +=
            inside == "table class=\"markdownTable\"" ? "<div class=\"table-scroll\" tabindex=\"0\">" : "";
        if (has_stray_space(inside)) {
            out_.append("<").append(trim(inside)).append(">");
            at_ = end;
        } else {
            at_ = quotes_.tag(html_, at_, out_);
        }
        out_ += inside == "/table" ? "</div>" : "";
    }

    /// Doxygen writes <p >.
    static bool has_stray_space(std::string_view inside)
    {
        return inside == "p " || inside == "ul " || inside == "ol " || inside == "li " || inside == "td " ||
               inside == "th ";
    }

    std::size_t behind_space(std::size_t at) const
    {
        while (at < html_.size() && std::isspace(static_cast<unsigned char>(html_[at])) != 0) {
            ++at;
        }
        return at;
    }

    /// A paragraph that holds blocks of the book and nothing else becomes the blocks.
    bool blocks(std::size_t at)
    {
        std::vector<const Token*> tokens;
        for (at = behind_space(at); html_.substr(at, 4) != "</p>"; at = behind_space(at)) {
            tokens.push_back(site_.read_token(html_, at));
            if (tokens.back() == nullptr || tokens.back()->type != Token::Type::block) {
                return false;
            }
        }
        for (const Token* token : tokens) {
            put(*token);
        }
        at_ = tokens.empty() ? at_ : at + 4;
        return !tokens.empty();
    }

    /// The id of the empty anchor at `at`, which then is the place behind it and the white space that follows.
    std::string_view read_anchor(std::size_t& at) const
    {
        constexpr std::string_view open = "<a class=\"anchor\" id=\"";
        constexpr std::string_view close = "\"></a>";
        const auto first = at + open.size();
        const auto last = html_.find('"', first);
        if (html_.substr(at, open.size()) != open || html_.substr(last, close.size()) != close) {
            return {};
        }
        at = behind_space(last + close.size());
        return html_.substr(first, last - first);
    }

    /// Anchors that Doxygen made itself, as opposed to those of the lesson's headings.
    static bool is_doxygens(std::string_view anchor) { return anchor.starts_with("md_"); }

    bool drops_anchor()
    {
        std::size_t at = at_;
        const bool drops = is_doxygens(read_anchor(at));
        at_ = drops ? at : at_;
        return drops;
    }

    bool opens_heading(int level, std::size_t at)
    {
        at = behind_space(at);
        std::string_view anchor = read_anchor(at);
        while (is_doxygens(anchor)) {
            anchor = read_anchor(at);
        }
        if (anchor.empty()) {
            return false;
        }
        const std::string made_unique = page_.id + "-";
        anchor.remove_prefix(anchor.starts_with(made_unique) ? made_unique.size() : 0);
        heading_ = Heading{level, std::string(anchor), {}};
        title_at_ = out_.size();
        at_ = at;
        return true;
    }

    bool closes_heading(std::size_t end)
    {
        heading_->html = trim(std::string_view(out_).substr(title_at_));
        out_.resize(title_at_);
        out_ += site_.theme.fill("heading", {{"LEVEL", std::to_string(heading_->level)},
                                             {"ANCHOR", heading_->anchor},
                                             {"TITLE", heading_->html}});
        quotes_.behind('#');
        page_.headings.push_back(std::move(*heading_));
        heading_.reset();
        at_ = end;
        return true;
    }
};

} // namespace

std::string own_html(Site& site, Page& page, std::string_view doxygen)
{
    return Walk(site, page, text_in(doxygen)).run();
}

} // namespace lockstep::book
