// Tests of the live book: who is let in, what happens to the reader's files, and how jobs run and end. The server is the real one,
// asked over sockets; what it starts is a script in the place of the program, but where the tests say otherwise.
#include "fixture.hpp"

#include "base/paths.hpp"
#include "commands/book_rendering.hpp"
#include "desk/progress.hpp"
#include "live/live_server.hpp"
#include "lockstep/files.hpp"
#include "lockstep/scratch.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <atomic>
#include <cstring>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace lockstep;
using namespace lockstep::tool;
using namespace lockstep::tool::test;
using namespace std::chrono_literals;

namespace
{

namespace fs = std::filesystem;
using nlohmann::json;

// A connection of a client's that sends whatever it likes.
class Client
{
public:
    explicit Client(unsigned port)
        : socket_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) // no job may hold it open
    {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(static_cast<std::uint16_t>(port));
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        const timeval most{.tv_sec = 60, .tv_usec = 0};
        setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &most, sizeof most);
        REQUIRE(connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
    }
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;
    ~Client() { close(); }

    void close()
    {
        if (socket_ >= 0) ::close(socket_);
        socket_ = -1;
    }

    void send(std::string_view text) const
    {
        while (!text.empty()) {
            const ssize_t count = ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL);
            if (count <= 0) return; // refused in the middle
            text.remove_prefix(static_cast<std::size_t>(count));
        }
    }

    // What comes until `mark` has, or the other side ends.
    std::string receive_until(const std::string& mark)
    {
        char block[4096];
        while (!contains(received_, mark)) {
            const ssize_t count = recv(socket_, block, sizeof block, 0);
            if (count <= 0) break;
            received_.append(block, static_cast<std::size_t>(count));
        }
        return received_;
    }

private:
    int socket_;
    std::string received_;
};

std::string sent(unsigned port, const std::string& text)
{
    Client client{port};
    client.send(text);
    return client.receive_until("never sent");
}

// What stands between two marks of a text.
std::string between(const std::string& text, const std::string& before, const std::string& after)
{
    const std::size_t begin = text.find(before);
    REQUIRE(begin != std::string::npos);
    const std::size_t end = text.find(after, begin + before.size());
    return text.substr(begin + before.size(), end - begin - before.size());
}

int status_of(const std::string& reply)
{
    return reply.starts_with("HTTP/1.1 ") ? std::stoi(reply.substr(9, 3)) : 0;
}

// A live book over the fixture's tree, served by a thread.
class Served
{
public:
    // @param script what is run in the place of the program, with its arguments; empty: the program itself.
    explicit Served(const std::string& script = "")
    {
        fixture.write("site/index.html", "<html><head></head><body></body></html>");
        fixture.write("secret.html", "not of the site");
        fixture.write("chapters/03-first-kernel/first-kernel.cl", "kernel void one() {}\n");
        fixture.write("chapters/03-first-kernel/main.cpp", "int main() {}\n");
        fs::create_symlink(fixture.root() / "secret.html", fixture.root() / "site/link.html");
        fs::path program = LOCKSTEP_PROGRAM;
        if (!script.empty()) {
            fixture.write("program",
                          "#!/bin/sh\n[ \"$1\" = devices ] && echo '[]' && exit\n" + script + "\n");
            program = fixture.root() / "program";
            fs::permissions(program, fs::perms::owner_all);
        }
        server =
            std::make_unique<LiveServer>(LivePlaces{.source = fixture.root(),
                                                    .build = build_dir(),
                                                    .site = fixture.root() / "site",
                                                    .parts = own_source_dir() / "book" / "theme" / "live",
                                                    .program = program},
                                         std::nullopt);
        const std::string welcome = open_link(server->new_link());
        cookie = between(welcome, "Set-Cookie: ", ";");
        secret = between(welcome, "setItem('x-lockstep-secret', '", "'");
        thread_ = std::thread{[this] {
            while (!leaving_) server->turn();
        }};
    }
    ~Served() { end(); }

    void end()
    {
        leaving_ = true;
        if (thread_.joinable()) thread_.join();
        server.reset();
    }

    std::string host() const { return fmt::format("127.0.0.1:{}", server->port()); }

    // As a page's scripts ask: with the secret.
    std::string get_text(const std::string& path) const
    {
        return fmt::format("GET {} HTTP/1.1\r\nHost: {}\r\nCookie: {}\r\nX-Lockstep-Secret: {}\r\n"
                           "Connection: close\r\n\r\n",
                           path, host(), cookie, secret);
    }

    // As a browser asks for a page: with the cookie alone.
    std::string get(const std::string& path) const
    {
        return sent(server->port(),
                    fmt::format("GET {} HTTP/1.1\r\nHost: {}\r\nCookie: {}\r\nConnection: close\r\n\r\n",
                                path, host(), cookie));
    }

    // What a link's first opening is answered with; the server is not served by a thread yet.
    std::string open_link(const std::string& link)
    {
        std::atomic<bool> answered{false};
        std::string reply;
        std::thread browser{[&] {
            reply =
                sent(server->port(), fmt::format("GET {} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
                                                 link.substr(link.find("/?")), host()));
            answered = true;
        }};
        while (!answered) server->turn();
        browser.join();
        return reply;
    }

    std::string post_text(const std::string& path, const std::string& body,
                          const std::string& page = "tests") const
    {
        return fmt::format("POST {} HTTP/1.1\r\nHost: {}\r\nX-Lockstep-Secret: {}\r\nOrigin: http://{}\r\n"
                           "Content-Type: application/json\r\nX-Lockstep-Page: {}\r\nContent-Length: {}\r\n"
                           "Connection: close\r\n\r\n{}",
                           path, host(), secret, host(), page, body.size(), body);
    }

    std::string post(const std::string& path, const json& body, const std::string& page = "tests") const
    {
        return sent(server->port(), post_text(path, body.dump(), page));
    }

    Fixture fixture;
    std::unique_ptr<LiveServer> server;
    std::string cookie;
    std::string secret;

private:
    std::atomic<bool> leaving_{false};
    std::thread thread_;
};

json body_of(const std::string& reply)
{
    return json::parse(reply.substr(reply.find("\r\n\r\n") + 4), nullptr, false);
}

// The data of the last event of that name in a reply; null when there is none.
json event_in(const std::string& reply, const std::string& name)
{
    const std::string head = fmt::format("event: {}\ndata: ", name);
    const std::size_t at = reply.rfind(head);
    if (at == std::string::npos) return nullptr;
    const std::size_t begin = at + head.size();
    return json::parse(reply.substr(begin, reply.find('\n', begin) - begin), nullptr, false);
}

// The texts of a reply's events, one behind the other.
std::string said_in(const std::string& reply)
{
    const std::string head = "event: text\ndata: ";
    std::string said;
    for (std::size_t at = reply.find(head); at != std::string::npos; at = reply.find(head, at + 1)) {
        const std::size_t begin = at + head.size();
        said += json::parse(reply.substr(begin, reply.find('\n', begin) - begin))["text"].get<std::string>();
    }
    return said;
}

const std::string saxpy_name = "exercises/03-first-kernel/2-saxpy/saxpy.cl";
const std::string kernel_name = "chapters/03-first-kernel/first-kernel.cl";
const json run_03{{"chapter", "03-first-kernel"}};

// A door of port 7000 whose link has been opened, and what a browser then knows.
struct OpenDoor
{
    OpenDoor()
    {
        link = request("GET", "/");
        const std::string text = door.new_link();
        link.query["key"] = text.substr(text.find("key=") + 4);
        CHECK(status_of(link) == 0);
        const auto welcome = door.welcome(link);
        REQUIRE(welcome);
        secret = between(welcome->body, "'x-lockstep-secret', '", "'");
        for (const auto& [name, value] : welcome->headers)
            if (name == "Set-Cookie") set_cookie = value;
        cookie = set_cookie.substr(0, set_cookie.find(';'));
    }

    static HttpRequest request(const std::string& method, const std::string& path)
    {
        return {.method = method,
                .path = path,
                .query = {},
                .headers = {{"host", "127.0.0.1:7000"},
                            {"origin", method == "POST" ? "http://127.0.0.1:7000" : ""},
                            {"content-type", "application/json"}},
                .body = {}};
    }

    // A browser's way to a page.
    HttpRequest page(const std::string& path) const
    {
        HttpRequest asked = request("GET", path);
        asked.headers["cookie"] = "other=1; " + cookie;
        return asked;
    }

    // What a page's script sends.
    HttpRequest script(const std::string& method, const std::string& path) const
    {
        HttpRequest asked = request(method, path);
        asked.headers["cookie"] = cookie;
        asked.headers[secret_header] = secret;
        return asked;
    }

    // Of the refusal; 0: none.
    unsigned status_of(const HttpRequest& asked)
    {
        const auto refused = door.refusal(asked, Allowance::Clock::now());
        return refused ? refused->status : 0;
    }

    Door door{7000};
    HttpRequest link;
    std::string set_cookie;
    std::string cookie;
    std::string secret;
};

std::size_t left_in(const fs::path& folder)
{
    return static_cast<std::size_t>(std::distance(fs::directory_iterator{folder}, fs::directory_iterator{}));
}

} // namespace

TEST_SUITE("live")
{
    TEST_CASE("the door lets the reader's own pages in")
    {
        OpenDoor reader;
        CHECK(reader.status_of(reader.page("/index.html")) == 0);
        CHECK(reader.status_of(reader.script("GET", "/api/events")) == 0);
        CHECK(reader.status_of(reader.script("POST", "/api/run")) == 0);
        CHECK(reader.set_cookie.ends_with("; Path=/; HttpOnly; SameSite=Strict"));
    }

    TEST_CASE("a link is good once, and there may be others")
    {
        OpenDoor reader;
        const auto again = reader.door.refusal(reader.link, Allowance::Clock::now());
        REQUIRE(again);
        CHECK(again->status == 403);
        CHECK(contains(again->body, "This link has been used"));
        CHECK_FALSE(reader.door.welcome(reader.link));
        const std::string text = reader.door.new_link();
        HttpRequest other = OpenDoor::request("GET", "/");
        other.query["key"] = text.substr(text.find("key=") + 4);
        CHECK(other.query["key"] != reader.link.query["key"]);
        CHECK(reader.status_of(other) == 0);
        CHECK(reader.door.welcome(other));
    }

    TEST_CASE("neither the cookie nor a link's key can do anything, and a new start knows no old secret")
    {
        // A server of somebody else on another port of this machine is sent the cookie by the reader's browser.
        OpenDoor reader;
        for (const char* method : {"GET", "POST"}) {
            HttpRequest thief = reader.script(method, "/api/run");
            thief.headers[secret_header] = "";
            CHECK(reader.status_of(thief) == 403);
            thief.headers[secret_header] = reader.cookie.substr(reader.cookie.find('=') + 1);
            CHECK(reader.status_of(thief) == 403);
            thief.headers[secret_header] = reader.link.query.at("key");
            CHECK(reader.status_of(thief) == 403);
            thief.query["key"] = reader.link.query.at("key");
            CHECK(reader.status_of(thief) == 403);
        }
        OpenDoor anew;
        CHECK(anew.status_of(reader.script("POST", "/api/run")) == 403);
        CHECK(anew.status_of(reader.page("/index.html")) == 403);
        CHECK(anew.status_of(reader.link) == 403);
    }

    TEST_CASE("the door refuses what another page, name or program sends")
    {
        struct Hostile
        {
            const char* what;
            const char* method;
            const char* header;
            std::string value;
            unsigned status;
        };
        OpenDoor reader;
        for (const Hostile& hostile : std::vector<Hostile>{
                 {"another name for this machine", "GET", "host", "evil.example:7000", 403},
                 {"a name whose pages do not have the secret", "GET", "host", "localhost:7000", 403},
                 {"another name that begins like ours", "GET", "host", "127.0.0.1:7000.evil.example", 403},
                 {"another port", "GET", "host", "127.0.0.1:7001", 403},
                 {"no port", "GET", "host", "127.0.0.1", 403},
                 {"no host", "GET", "host", "", 403},
                 {"an address that is not ours", "GET", "host", "0.0.0.0:7000", 403},
                 {"no secret", "POST", secret_header, "", 403},
                 {"a wrong secret", "POST", secret_header, reader.secret.substr(1) + "x", 403},
                 {"the beginning of the secret", "POST", secret_header, reader.secret.substr(0, 63), 403},
                 {"the secret and more", "POST", secret_header, reader.secret + "0", 403},
                 {"another origin reads", "GET", "origin", "http://evil.example", 403},
                 {"a page of another port reads", "GET", "origin", "http://127.0.0.1:9999", 403},
                 {"another site embeds", "GET", "sec-fetch-site", "cross-site", 403},
                 {"a page of another port embeds", "GET", "sec-fetch-site", "same-site", 403},
                 {"another origin writes", "POST", "origin", "http://evil.example", 403},
                 {"an encrypted page writes", "POST", "origin", "https://127.0.0.1:7000", 403},
                 {"a page in a sandbox writes", "POST", "origin", "null", 403},
                 {"a program writes without an origin", "POST", "origin", "", 403},
                 {"a form's type", "POST", "content-type", "text/plain", 415},
                 {"a form's other type", "POST", "content-type", "application/x-www-form-urlencoded", 415}}) {
            CAPTURE(hostile.what);
            HttpRequest request = reader.script(hostile.method, "/api/run");
            request.headers[hostile.header] = hostile.value;
            CHECK(reader.status_of(request) == hostile.status);
        }
        const std::string value = reader.cookie.substr(reader.cookie.find('=') + 1);
        for (const std::string& cookie :
             {std::string{}, "lockstep-7001=" + value, "x" + reader.cookie, reader.cookie + "0"}) {
            CAPTURE(cookie);
            HttpRequest request = reader.page("/index.html");
            request.headers["cookie"] = cookie;
            CHECK(reader.status_of(request) == 403);
        }
        for (const char* method : {"PUT", "DELETE", "OPTIONS", "TRACE", "PATCH"})
            CHECK(reader.status_of(reader.script(method, "/api/run")) == 405);
        HttpRequest guessed = OpenDoor::request("GET", "/");
        guessed.query["key"] = "kez";
        CHECK(reader.status_of(guessed) == 403);
    }

    TEST_CASE("a flood of strangers, with the reader's cookie or without, leaves the reader's requests alone")
    {
        OpenDoor reader;
        HttpRequest stranger = OpenDoor::request("GET", "/index.html");
        HttpRequest thief = reader.page("/index.html");
        unsigned last = 0;
        for (int i = 0; i < 2000; ++i) last = reader.status_of(stranger);
        CHECK(last == 429);
        CHECK(reader.status_of(thief) == 0);
        for (int i = 0; i < 2000; ++i) last = reader.status_of(thief);
        CHECK(last == 429);
        CHECK(reader.status_of(reader.script("POST", "/api/save")) == 0);
    }

    TEST_CASE("the door lets so many requests in at once, and more as time passes")
    {
        const auto start = Allowance::Clock::now();
        Allowance allowance{2, 1, start};
        CHECK(allowance.take(start));
        CHECK(allowance.take(start));
        CHECK_FALSE(allowance.take(start));
        CHECK(allowance.take(start + 1s));
        CHECK_FALSE(allowance.take(start + 1s));
    }

    TEST_CASE("two secrets differ, and are long")
    {
        CHECK(random_secret().size() == 64);
        CHECK(random_secret() != random_secret());
    }

    TEST_CASE("what is no HTTP, or too much of it, is refused, and the server goes on")
    {
        const Served book{"exit 0"};
        const unsigned port = book.server->port();
        const std::string own =
            fmt::format("Host: {}\r\nCookie: {}\r\nConnection: close\r\n", book.host(), book.cookie);
        CHECK(status_of(sent(
                  port, "GET /index.html HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n")) ==
              403);
        CHECK(status_of(sent(port, "GET /index.html HTTP/1.1\r\nConnection: close\r\n\r\n")) != 200);
        CHECK(status_of(sent(port, "\x16\x03\x01 this is TLS\r\n\r\n")) != 200);
        CHECK(status_of(sent(port, "GET /index.html HTTP/1.1\r\n" + own + "X: " + std::string(100000, 'x') +
                                       "\r\n\r\n")) != 200);
        CHECK(status_of(sent(port, "GET /" + std::string(100000, 'x') + " HTTP/1.1\r\n" + own + "\r\n")) !=
              200);
        CHECK(status_of(sent(port, book.post_text("/api/save", std::string(600000, 'x')))) == 413);
        Client silent{port}; // says nothing
        Client half{port};
        half.send("POST /api/save HTTP/1.1\r\nHost: ");
        for (const char* path :
             {"/../secret.html", "/%2e%2e/secret.html", "/live/../../secret.html", "/link.html",
              "/live/editor/../../../../../../etc/passwd", "//etc/passwd", "/live/%2e%2e/book.js"}) {
            CAPTURE(path);
            CHECK(status_of(book.get(path)) == 404);
        }
        CHECK(status_of(book.get("/index.html")) == 200);
    }

    TEST_CASE("a page gets the live parts, and scripts of its own folder alone")
    {
        const Served book{"exit 0"};
        const std::string reply = book.get("/");
        REQUIRE(status_of(reply) == 200);
        CHECK(contains(reply, "<script type=\"module\" src=\"/live/live.js\">"));
        CHECK(contains(reply, "default-src 'none'; script-src 'self'; "));
        CHECK(status_of(book.get("/live/live.js")) == 200);
        CHECK(status_of(book.get("/nothing.html")) == 404);
    }

    TEST_CASE("what is asked for wrongly is answered with a sentence")
    {
        const Served book{"exit 0"};
        const unsigned port = book.server->port();
        CHECK(status_of(sent(port, book.post_text("/api/run", "{\"chapter\": "))) == 400);
        CHECK(status_of(sent(port, book.post_text("/api/run", "[[[[[[[[[["))) == 400);
        CHECK(status_of(book.post("/api/nothing", json::object())) == 404);
        CHECK(status_of(book.post("/api/run", {{"chapter", 3}})) == 400);
        CHECK(status_of(book.post("/api/run", {{"chapter", "99"}})) == 400);
        CHECK(status_of(book.post("/api/run", {{"chapter", "03"}, {"device", "none such"}})) == 400);
        CHECK(status_of(book.post("/api/bench", {{"ladder", "--json=/etc/passwd"}})) == 400);
        const std::string reply =
            book.post("/api/save", {{"name", "../../secret.html"}, {"text", ""}, {"version", ""}});
        CHECK(status_of(reply) == 400);
        CHECK(body_of(reply)["happened"] == "There is no such file among those that you edit.");
        for (const char* name : {"exercises/03-first-kernel/2-saxpy/test.cpp",
                                 "chapters/03-first-kernel/lesson.md", "/etc/passwd", ""})
            CHECK(status_of(book.post("/api/save", {{"name", name}, {"text", ""}, {"version", ""}})) == 400);
        CHECK(status_of(book.post("/api/predict", {{"page", "03-first-kernel.html"},
                                                   {"place", "1"},
                                                   {"text", std::string(5000, 'x')}})) == 400);
    }

    TEST_CASE("a file is saved, unless somebody else has changed it")
    {
        const Served book{"exit 0"};
        const fs::path file = book.fixture.exercise() / "saxpy.cl";
        const json state = event_in(
            [&] {
                Client client{book.server->port()};
                client.send(book.get_text("/api/events?page=03-first-kernel-2-saxpy.html"));
                return client.receive_until("\n\n");
            }(),
            "state");
        REQUIRE(state.is_object());
        CHECK(state["version"] == lockstep::formats::page_events_version);
        CHECK(contains(read_text(own_source_dir() / "book/theme/live/service.js"),
                       fmt::format("const understood = {};", lockstep::formats::page_events_version)));
        CHECK(state["exercise"]["id"] == exercise_id);
        REQUIRE(state["files"].size() == 1);
        CHECK(state["files"][0]["text"] == read_text(file));
        const std::string version = state["files"][0]["version"];
        const std::string saved =
            book.post("/api/save", {{"name", saxpy_name}, {"text", "mine"}, {"version", version}});
        CHECK(status_of(saved) == 200);
        CHECK(read_text(file) == "mine");
        write_text(file, "from elsewhere");
        const std::string late = book.post(
            "/api/save",
            {{"name", saxpy_name}, {"text", "mine, again"}, {"version", body_of(saved)["version"]}});
        CHECK(status_of(late) == 409);
        CHECK(body_of(late)["text"] == "from elsewhere");
        CHECK(read_text(file) == "from elsewhere");
        CHECK(status_of(book.post("/api/save", {{"name", saxpy_name},
                                                {"text", std::string(300000, 'x')},
                                                {"version", body_of(late)["version"]}})) == 400);
        CHECK(read_text(file) == "from elsewhere");
    }

    TEST_CASE("a page is told when its file changes")
    {
        const Served book{"exit 0"};
        Client client{book.server->port()};
        client.send(book.get_text("/api/events?page=03-first-kernel-2-saxpy.html"));
        client.receive_until("\n\n");
        book.fixture.kernel("// from an editor\n");
        CHECK(contains(client.receive_until("from an editor"), "// from an editor"));
    }

    TEST_CASE("a chapter's kernel is edited in a copy, which is put away again")
    {
        const Served book{"exit 0"};
        const fs::path root = book.fixture.root();
        const ReaderFile file{.name = kernel_name,
                              .path = root / ".lockstep/kernels/03-first-kernel/first-kernel.cl"};
        const std::vector<ChapterInfo> chapters = load_catalogue(root);
        const ReaderFiles files{root, chapters};
        const std::string version = files.read(files.find(kernel_name)).version;
        CHECK(status_of(book.post(
                  "/api/save", {{"name", kernel_name}, {"text", "changed"}, {"version", version}})) == 200);
        CHECK(read_text(file.path) == "changed");
        CHECK(read_text(root / kernel_name) == "kernel void one() {}\n");
        CHECK(files.as_in_book(files.find(kernel_name)) == "kernel void one() {}\n");
        CHECK(status_of(book.post("/api/put-back", {{"name", kernel_name}})) == 200);
        CHECK_FALSE(fs::exists(file.path));
        CHECK(read_text(root / ".lockstep/kernels/03-first-kernel/first-kernel.your-1.cl") == "changed");
    }

    TEST_CASE("a program's output comes whole and in order, and its end last")
    {
        const Served book{"echo first; echo \"$1 $2\"; printf unfinished"};
        const std::string reply = book.post("/api/run", run_03);
        CHECK(said_in(reply) == "first\nrun --events\nunfinished");
        CHECK(event_in(reply, "ended")["how"] == "ended");
    }

    TEST_CASE("a program that prints without an end is stopped with a sentence")
    {
        const Served book{"yes"};
        const json end = event_in(book.post("/api/run", run_03), "ended");
        CHECK(end["how"] == "output");
        CHECK(end["sentence"] ==
              "It was stopped: it had printed more than 1 MiB. Print less, then run it again.");
    }

    TEST_CASE("a program that crashes ends in a sentence")
    {
        const Served book{"kill -SEGV $$"};
        const json end = event_in(book.post("/api/run", run_03), "ended");
        CHECK(end["how"] == "failed");
        CHECK(contains(end["sentence"], "crashed"));
    }

    TEST_CASE("a program is stopped when its reader asks, and when the page is closed")
    {
        const Served book{"echo \"pid $$\"; exec sleep 1000"};
        Client client{book.server->port()};
        client.send(book.post_text("/api/run", run_03.dump()));
        const std::string begun = client.receive_until("pid ");
        CHECK(status_of(book.post("/api/run", run_03)) == 409); // a page has one at a time
        CHECK(body_of(book.post("/api/stop", json::object()))["stopped"] == true);
        CHECK(event_in(client.receive_until("event: ended") + client.receive_until("Stopped."),
                       "ended")["how"] == "stopped");

        Client closed{book.server->port()};
        closed.send(book.post_text("/api/run", run_03.dump(), "another page"));
        const std::string line = closed.receive_until("\\n\"}\n\n");
        const std::size_t at = line.rfind("pid ");
        REQUIRE(at != std::string::npos);
        const pid_t pid = std::stoi(line.substr(at + 4));
        CHECK_FALSE(has_ended(pid));
        closed.close();
        for (int i = 0; i < 400 && !has_ended(pid); ++i) std::this_thread::sleep_for(25ms);
        CHECK(has_ended(pid));
    }

    TEST_CASE("jobs of two pages run one after the other, and the second is told that it waits")
    {
        const Served book{"echo begun; [ -e go ] || sleep 1000"};
        Client first{book.server->port()};
        first.send(book.post_text("/api/run", run_03.dump(), "first"));
        first.receive_until("begun\\n");
        Client second{book.server->port()};
        second.send(book.post_text("/api/run", run_03.dump(), "second"));
        CHECK(event_in(second.receive_until("\n\n"), "waiting")["before"] == 1);
        book.fixture.write("go", "");
        book.post("/api/stop", json::object(), "first");
        CHECK(contains(second.receive_until("event: ended"), "begun\\n"));
    }

    TEST_CASE("a hundred runs leave no process and no file")
    {
        const ScratchFolder temporary;
        const char* const before = std::getenv("TMPDIR");
        const std::string kept = before != nullptr ? before : "";
        setenv("TMPDIR", temporary.path().c_str(), 1);
        {
            const Served book{"touch \"$TMPDIR/left\"; sleep 1000 & echo $!"};
            const std::size_t at_first = left_in(temporary.path());
            std::vector<pid_t> left;
            for (int i = 0; i < 100; ++i) {
                std::string reply = book.post("/api/run", run_03);
                for (; status_of(reply) == 429; reply = book.post("/api/run", run_03))
                    std::this_thread::sleep_for(200ms);
                REQUIRE(event_in(reply, "ended")["how"] == "ended");
                left.push_back(std::stoi(event_in(reply, "text")["text"].get<std::string>()));
            }
            for (const pid_t pid : left) CHECK(has_ended(pid));
            CHECK(left_in(temporary.path()) == at_first);
        }
        CHECK(left_in(temporary.path()) == 0);
        kept.empty() ? unsetenv("TMPDIR") : setenv("TMPDIR", kept.c_str(), 1);
    }

    TEST_CASE("a check tells its stages and its verdict, and the progress is the terminal's")
    {
        const Served book;
        book.fixture.kernel(right_kernel);
        const std::string reply = book.post("/api/check", {{"exercise", exercise_id}});
        CAPTURE(reply);
        CHECK(event_in(reply, "stage")["status"] != "failed");
        CHECK(event_in(reply, "verdict")["passed"] == true);
        CHECK(event_in(reply, "ended")["status"] == 0);
        CHECK(solved_exercises(book.fixture.root()).contains(exercise_id));
        CHECK(contains(book.fixture.lockstep({"list"}).output, "1 of 1 solved"));
        CHECK(status_of(book.post("/api/solution", {{"exercise", exercise_id}})) == 200);
    }

    TEST_CASE("the solution is kept until the exercise is solved or given up, and hints are counted")
    {
        const Served book{"exit 0"};
        CHECK(status_of(book.post("/api/solution", {{"exercise", exercise_id}})) == 400);
        CHECK(status_of(book.post("/api/solution", {{"exercise", exercise_id}, {"giveUp", true}})) == 200);
        CHECK(body_of(book.post("/api/hint", {{"exercise", exercise_id}}))["seen"] == 1);
        CHECK(body_of(book.post("/api/hint", {{"exercise", exercise_id}}))["seen"] == 2);
        CHECK(load_progress(book.fixture.root()).of(exercise_id).hints == 2);
    }

    TEST_CASE("a guess is kept until it is emptied")
    {
        const Served book{"exit 0"};
        const auto guess = [&](const std::string& text) {
            return status_of(book.post("/api/predict",
                                       {{"page", "03-first-kernel.html"}, {"place", "1"}, {"text", text}}));
        };
        const auto kept = [&] {
            return json::parse(read_text(book.fixture.root() / ".lockstep/predictions.json"));
        };
        CHECK(guess("the build") == 200);
        CHECK(kept()["03-first-kernel.html"]["1"] == "the build");
        CHECK(guess("") == 200);
        CHECK(kept()["03-first-kernel.html"].empty());
    }

    TEST_CASE("a book is rendered again when its tree has changed, and not when a reader has solved or built "
              "something")
    {
        const Fixture fixture;
        fixture.write("chapters/03-first-kernel/lesson.md", "# A lesson\n");
        const BookTarget target{.source = fixture.root().string()};
        const std::string before = rendered_from(target);
        fixture.write(".lockstep/progress.json", "{}");
        fixture.write("build/output/picture.png", "made");
        CHECK(rendered_from(target) == before);
        fixture.write("chapters/03-first-kernel/lesson.md", "# Another lesson\n");
        const std::string after = rendered_from(target);
        CHECK(after != before);
        fixture.write("chapters/03-first-kernel/figure.svg", "");
        CHECK(rendered_from(target) != after);
    }

    TEST_CASE("where the book has not been rendered, the command says what to type")
    {
        const Fixture fixture;
        const std::string empty = (fixture.root() / "empty").string();
        const ProcessResult refused = fixture.lockstep({"book", "--live", "--as-rendered", "--out", empty});
        CHECK(refused.status == 2);
        CHECK(refused.error == "The book has not been rendered yet.\n  try: ./lockstep book --live\n");
        CHECK(fixture.lockstep({"book", "--as-rendered"}).status == 2);
        CHECK(fixture.lockstep({"book", "--port", "7000"}).status == 2);
        CHECK(fixture.lockstep({"book", "--live", "--port", "80"}).status == 2);
    }

    TEST_CASE("connections that say nothing keep no reader out")
    {
        const Served book{"exit 0"};
        std::vector<std::unique_ptr<Client>> silent;
        for (int i = 0; i < 500; ++i) silent.push_back(std::make_unique<Client>(book.server->port()));
        CHECK(status_of(book.get("/index.html")) == 200);
        Client follower{book.server->port()}; // a reader's connection stays, however many come after it
        follower.send(book.get_text("/api/events?page=03-first-kernel-2-saxpy.html"));
        follower.receive_until("\n\n");
        for (int i = 0; i < 300; ++i) silent.push_back(std::make_unique<Client>(book.server->port()));
        book.fixture.kernel("// from an editor\n");
        CHECK(contains(follower.receive_until("from an editor"), "// from an editor"));
    }

    TEST_CASE("a new start takes the port of the last one")
    {
        Served book{"exit 0"};
        const LivePlaces places{.source = book.fixture.root(),
                                .build = build_dir(),
                                .site = {},
                                .parts = {},
                                .program = "/bin/true"};
        const unsigned port = book.server->port();
        CHECK(LiveServer{places, std::nullopt}.port() != port); // which is taken
        book.end();
        CHECK(LiveServer{places, std::nullopt}.port() == port);
    }

    TEST_CASE("a page is told of the files that it shows, and which program each belongs to")
    {
        const Served book{"exit 0"};
        book.fixture.write("chapters/03-first-kernel/picture.cpp", "int main() { return 0; }\n");
        Client client{book.server->port()};
        client.send(
            book.get_text("/api/events?page=01-preface.html&files=chapters%2F03-first-kernel%2Fpicture.cpp,"
                          "chapters%2F03-first-kernel%2Fmain.cpp,chapters/03-first-kernel/lesson.md,.."));
        const json state = event_in(client.receive_until("\n\n"), "state");
        REQUIRE(state["files"].size() == 2);
        CHECK(state["files"][0]["program"] == "03-first-kernel/picture");
        CHECK(state["files"][1]["program"] == "03-first-kernel");
    }

    TEST_CASE("a port that is taken is told, and without one asked for another is found")
    {
        const Served book{"exit 0"};
        const LivePlaces places{.source = book.fixture.root(),
                                .build = build_dir(),
                                .site = {},
                                .parts = {},
                                .program = "/bin/true"};
        CHECK_THROWS_WITH_AS((LiveServer{places, book.server->port()}),
                             doctest::Contains(fmt::format("Port {} is in use", book.server->port()).c_str()),
                             Failure);
        CHECK(LiveServer{places, std::nullopt}.port() != book.server->port());
    }
}
