// The link, the cookie, and the questions that every request must answer.
#include "live/door.hpp"

#include "lockstep/failure.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
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
    return {.status = status,
            .type = "text/plain; charset=utf-8",
            .body = sentence + "\n",
            .headers = safe_headers()};
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

Door::Door(unsigned port, std::string secret)
    : port_(port), secret_(std::move(secret)), requests_(600, 100, Allowance::Clock::now()),
      changes_(120, 10, Allowance::Clock::now())
{
}

std::string Door::link() const
{
    return fmt::format("http://127.0.0.1:{}/?key={}", port_, secret_);
}

bool Door::is_own_host(const std::string& host) const
{
    return std::ranges::any_of(std::array{"127.0.0.1", "localhost"}, [&](const char* name) {
        return lower(host) == fmt::format("{}:{}", name, port_);
    });
}

bool Door::has_cookie(const HttpRequest& request) const
{
    const std::string wanted = cookie_name(port_) + "=";
    const std::string cookies = request.header("cookie");
    for (std::size_t begin = 0; begin < cookies.size();) {
        const std::size_t end = std::min(cookies.find(';', begin), cookies.size());
        const std::string_view cookie = trim(std::string_view{cookies}.substr(begin, end - begin));
        if (cookie.starts_with(wanted) && is_same(std::string{cookie.substr(wanted.size())}, secret_))
            return true;
        begin = end + 1;
    }
    return false;
}

std::optional<HttpReply> Door::refusal(const HttpRequest& request, Allowance::Clock::time_point now)
{
    if (!requests_.take(now))
        return refused(429, "Too many requests at once. Wait a moment, then load the page again.");
    // A name that somebody else points at this machine would make the browser take us for theirs.
    if (!is_own_host(request.header("host")))
        return refused(
            403, fmt::format("This is the live book of http://127.0.0.1:{}, under no other name.", port_));
    const std::string origin = request.header("origin");
    const bool is_own_origin =
        is_own_host(origin.substr(origin.starts_with("http://") ? 7 : 0)) && origin.starts_with("http://");
    if (!origin.empty() && !is_own_origin)
        return refused(403, "A page of another site may ask for nothing here.");
    const std::string fetched_by = request.header("sec-fetch-site");
    if (fetched_by == "cross-site" && request.header("sec-fetch-mode") != "navigate")
        return refused(403, "A page of another site may ask for nothing here.");
    if (request.method != "GET" && request.method != "HEAD" && request.method != "POST")
        return refused(405, "Only GET and POST are answered here.");
    if (request.method == "GET" && request.path == "/" && is_same(request.asked("key"), secret_))
        return std::nullopt;
    if (!has_cookie(request))
        return refused(403,
                       "Open the link that ./lockstep book --live printed: it holds the key to this book.\n"
                       "After a new start the link is another.");
    if (request.method != "POST") return std::nullopt;
    if (!is_own_origin) return refused(403, "A change is asked for without saying by which page.");
    if (request.header(page_header).empty())
        return refused(403, fmt::format("A change is asked for without the header {}.", page_header));
    if (!request.header("content-type").starts_with("application/json"))
        return refused(415, "What is asked for must be JSON.");
    if (!changes_.take(now)) return refused(429, "Too many requests at once. Wait a moment, then try again.");
    return std::nullopt;
}

std::optional<HttpReply> Door::welcome(const HttpRequest& request) const
{
    if (request.path != "/" || !is_same(request.asked("key"), secret_)) return std::nullopt;
    // The page goes on by itself instead of being redirected: what another program's link begins would be that program's request to
    // the end, and a strict cookie would not be sent with it.
    HttpReply reply{
        .body =
            "<!DOCTYPE html><html lang=\"en\"><meta charset=\"utf-8\"><title>Lockstep</title>"
            "<meta http-equiv=\"refresh\" content=\"0;url=index.html\"><link rel=\"icon\" href=\"icon.svg\">"
            "<p><a href=\"index.html\">To the book</a></p></html>\n",
        .headers = safe_headers()};
    reply.headers.emplace_back(
        "Set-Cookie", fmt::format("{}={}; Path=/; HttpOnly; SameSite=Strict", cookie_name(port_), secret_));
    return reply;
}

std::vector<std::pair<std::string, std::string>> safe_headers(const std::string& nonce)
{
    const std::string scripts = nonce.empty() ? "'self'" : fmt::format("'self' 'nonce-{}'", nonce);
    return {{"Content-Security-Policy",
             fmt::format(
                 "default-src 'none'; script-src {}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
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
