// The links, the cookie, the secret, and the questions that every request must answer.
#include "live/door.hpp"

#include "lockstep/failure.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>

namespace lockstep::tool
{

namespace
{

// Compared in a time that does not tell how much of it is right.
bool is_same(const std::string& a, const std::string& b)
{
    if (a.size() != b.size()) return false;
    unsigned different = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        different |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
    return different == 0;
}

HttpReply refused(unsigned status, const std::string& sentence)
{
    HttpReply reply{.status = status,
                    .type = "text/plain; charset=utf-8",
                    .body = sentence + "\n",
                    .headers = safe_headers()};
    reply.headers.emplace_back("Connection", "close");
    return reply;
}

// A cookie is kept for a host, whatever the port, so that two live books need two names.
std::string cookie_name(unsigned port)
{
    return fmt::format("lockstep-{}", port);
}

} // namespace

std::string random_secret()
{
    std::random_device device;
    std::string text;
    for (int i = 0; i < 8; ++i) text += fmt::format("{:08x}", device());
    return text;
}

bool Allowance::take(Clock::time_point now)
{
    const double passed = std::chrono::duration<double>(now - last_).count();
    last_ = now;
    left_ = std::min(at_once_, left_ + passed * a_second_);
    if (left_ < 1.0) return false;
    left_ -= 1.0;
    return true;
}

Door::Door(unsigned port)
    : port_(port), strangers_(60, 20, Allowance::Clock::now()), pages_(600, 100, Allowance::Clock::now()),
      scripts_(600, 100, Allowance::Clock::now()), changes_(120, 10, Allowance::Clock::now())
{
}

std::string Door::origin() const
{
    return fmt::format("http://127.0.0.1:{}", port_);
}

std::string Door::new_link()
{
    links_.push_back({.key = random_secret()});
    return fmt::format("{}/?key={}", origin(), links_.back().key);
}

Door::Link* Door::link_of(const HttpRequest& request)
{
    if (request.method != "GET" || request.path != "/") return nullptr;
    const auto found = std::ranges::find_if(
        links_, [key = request.asked("key")](const Link& link) { return is_same(key, link.key); });
    return found == links_.end() ? nullptr : &*found;
}

bool Door::has_cookie(const HttpRequest& request) const
{
    const std::string wanted = cookie_name(port_) + "=";
    const std::string cookies = request.header("cookie");
    for (std::size_t begin = 0; begin < cookies.size();) {
        const std::size_t end = std::min(cookies.find(';', begin), cookies.size());
        const std::string_view cookie = trim(std::string_view{cookies}.substr(begin, end - begin));
        if (cookie.starts_with(wanted) && is_same(std::string{cookie.substr(wanted.size())}, cookie_))
            return true;
        begin = end + 1;
    }
    return false;
}

// What shows that a request comes from elsewhere, whatever it brings.
std::optional<HttpReply> Door::refusal_of_stranger(const HttpRequest& request) const
{
    // A name that somebody else points at this machine would make the browser take us for theirs.
    if ("http://" + request.header("host") != origin())
        return refused(403, fmt::format("This is the live book of {}, under no other name.", origin()));
    if (const std::string from = request.header("origin"); !from.empty() && from != origin())
        return refused(403, "A page of another site may ask for nothing here.");
    // Browsers count a page on another port of this machine as of the same site.
    const std::string fetched_by = request.header("sec-fetch-site");
    if (!fetched_by.empty() && fetched_by != "same-origin" && fetched_by != "none" &&
        request.header("sec-fetch-mode") != "navigate")
        return refused(403, "A page of another site may ask for nothing here.");
    if (request.method != "GET" && request.method != "HEAD" && request.method != "POST")
        return refused(405, "Only GET and POST are answered here.");
    return std::nullopt;
}

std::optional<HttpReply> Door::refusal(const HttpRequest& request, Allowance::Clock::time_point now)
{
    constexpr const char* too_many = "Too many requests at once. Wait a moment, then try again.";
    const Link* const link = link_of(request);
    const bool has_secret = is_same(request.header(secret_header), secret_);
    const bool is_reader = has_secret || has_cookie(request) || (link != nullptr && !link->used);
    Allowance& allowance = has_secret ? scripts_ : is_reader ? pages_ : strangers_;
    if (!allowance.take(now)) return refused(429, too_many);
    if (auto elsewhere = refusal_of_stranger(request)) return elsewhere;
    if (link != nullptr && link->used)
        return refused(403, fmt::format("This link has been used, and a link is good once. In the browser "
                                        "that it was opened in the book is at {}\n"
                                        "For another browser press Enter where ./lockstep book --live runs: "
                                        "it prints another link. If it was not you who used this "
                                        "one, end the live book with Ctrl-C.",
                                        origin()));
    const bool asks_scripts = request.path.starts_with("/api/") || request.method == "POST";
    if (asks_scripts ? !has_secret : !is_reader)
        return refused(403,
                       "Open the link that ./lockstep book --live printed: it holds the key to this book.\n"
                       "It is good once; press Enter there for another. After a new start it is another.");
    if (request.method != "POST") return std::nullopt;
    if (request.header("origin").empty())
        return refused(403, "A change is asked for without saying by which page.");
    if (!request.header("content-type").starts_with("application/json"))
        return refused(415, "What is asked for must be JSON.");
    if (!changes_.take(now)) return refused(429, too_many);
    return std::nullopt;
}

std::optional<HttpReply> Door::welcome(const HttpRequest& request)
{
    Link* const link = link_of(request);
    if (link == nullptr || link->used) return std::nullopt;
    link->used = true;
    // The page goes on by itself instead of being redirected: what another program's link begins would be that program's request to
    // the end, and a strict cookie would not be sent with it.
    const std::string nonce = random_secret().substr(0, 32);
    HttpReply reply{
        .body = fmt::format(
            "<!DOCTYPE html><html lang=\"en\"><meta charset=\"utf-8\"><title>Lockstep</title>"
            "<link rel=\"icon\" href=\"icon.svg\"><script nonce=\"{}\">localStorage.setItem('{}', '{}'); "
            "location.replace('/index.html');</script><p><a href=\"index.html\">To the book</a></p></html>\n",
            nonce, secret_header, secret_),
        .headers = safe_headers(nonce)};
    reply.headers.emplace_back(
        "Set-Cookie", fmt::format("{}={}; Path=/; HttpOnly; SameSite=Strict", cookie_name(port_), cookie_));
    return reply;
}

std::vector<std::pair<std::string, std::string>> safe_headers(const std::string& nonce)
{
    const std::string scripts = nonce.empty() ? "'self'" : fmt::format("'self' 'nonce-{}'", nonce);
    return {{"Content-Security-Policy",
             fmt::format("default-src 'none'; script-src {}; style-src 'self' 'unsafe-inline'; img-src "
                         "'self' data: blob:; "
                         "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
                         "frame-ancestors 'none'",
                         scripts)},
            {"X-Content-Type-Options", "nosniff"},
            {"Referrer-Policy", "no-referrer"},
            {"Cross-Origin-Resource-Policy", "same-origin"},
            {"Cross-Origin-Opener-Policy", "same-origin"},
            {"Cache-Control", "no-store"}};
}

} // namespace lockstep::tool
