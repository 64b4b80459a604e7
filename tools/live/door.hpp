// Who may come in. A kernel on the processor is native code, so whoever may ask the live book to run something may do what its
// reader may: of all that reaches the port, only the reader's own pages are let through.
#pragma once

#include "live/http.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::tool
{

/// The header of whatever a page's scripts ask for: the secret that the link gave them. A cookie would not do, because cookies know
/// no ports: a browser gives them to every server on its address, whoever runs it.
inline constexpr const char* secret_header = "x-lockstep-secret";

/// The header that tells pages apart, by a name that each makes up.
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

/// Three things let a reader in, none of which follows from another: a link, good once; a cookie, which opens pages and nothing
/// else; and the secret, with which a page's scripts read, save and run.
class Door
{
public:
    explicit Door(unsigned port);

    /// Another link that lets its reader in, once. Links that were made before and not used stay good.
    std::string new_link();

    /// The answer to what may not come in; nothing when the request may be served.
    std::optional<HttpReply> refusal(const HttpRequest& request, Allowance::Clock::time_point now);

    /// The answer to a link, which is used up by it: the cookie, the secret, and the way to the book; nothing when the request is
    /// no link.
    std::optional<HttpReply> welcome(const HttpRequest& request);

private:
    struct Link
    {
        std::string key;
        bool used = false;
    };

    std::string origin() const;
    bool has_cookie(const HttpRequest& request) const;
    Link* link_of(const HttpRequest& request);
    std::optional<HttpReply> refusal_of_stranger(const HttpRequest& request) const;

    unsigned port_;
    std::vector<Link> links_;
    std::string cookie_ = random_secret();
    std::string secret_ = random_secret();
    Allowance strangers_;
    Allowance pages_;   ///< who has the cookie and not the secret may have got it on another port
    Allowance scripts_; ///< who has the secret
    Allowance changes_;
};

/// The headers of every answer. @param nonce of the scripts in the page; empty: it has none.
std::vector<std::pair<std::string, std::string>> safe_headers(const std::string& nonce = "");

} // namespace lockstep::tool
