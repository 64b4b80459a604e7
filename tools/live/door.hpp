// Who may come in. A kernel on the processor is native code, so whoever may ask the live book to run something may do what its
// reader may: of all that reaches the port, only the reader's own pages are let through.
#pragma once

#include "live/http.hpp"

#include <chrono>
#include <optional>
#include <string>

namespace lockstep::tool
{

/// The header that every request which changes something carries: the name of the page that sends it. A form of another site
/// cannot send it, and a script of another site must ask first, which is refused.
inline constexpr const char* page_header = "x-lockstep-page";

/// A secret that cannot be guessed: 256 bits as hexadecimal digits. @throws Failure where the system gives no random numbers.
std::string random_secret();

/// So many requests at once, and so many a second in the long run.
class Allowance
{
public:
    using Clock = std::chrono::steady_clock;

    Allowance(double at_once, double a_second, Clock::time_point now)
        : at_once_(at_once), a_second_(a_second), left_(at_once), last_(now)
    {
    }

    /// Takes one. @return false when there is none left.
    bool take(Clock::time_point now);

private:
    double at_once_;
    double a_second_;
    double left_;
    Clock::time_point last_;
};

class Door
{
public:
    Door(unsigned port, std::string secret);

    /// The link that lets its reader in.
    std::string link() const;

    /// The answer to what may not come in; nothing when the request may be served.
    std::optional<HttpReply> refusal(const HttpRequest& request, Allowance::Clock::time_point now);

    /// The answer to the link: the cookie, and the way to the book; nothing when the request is not the link.
    std::optional<HttpReply> welcome(const HttpRequest& request) const;

private:
    bool is_own_host(const std::string& host) const;
    bool has_cookie(const HttpRequest& request) const;

    unsigned port_;
    std::string secret_;
    Allowance requests_;
    Allowance changes_;
};

/// The headers of every answer. @param nonce of the scripts in the page; empty: it has none.
std::vector<std::pair<std::string, std::string>> safe_headers(const std::string& nonce = "");

} // namespace lockstep::tool
