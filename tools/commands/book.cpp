// `lockstep book`: renders the book and says where it is, prints it, makes an e-book of it; with --live, serves it with pages that run.
#include "base/paths.hpp"
#include "base/process.hpp"
#include "base/status.hpp"
#include "capture/chapter_counts.hpp"
#include "commands/book_rendering.hpp"
#include "commands/commands.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#ifdef LOCKSTEP_HAS_LIVE
#include "live/live_server.hpp"
#endif

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace lockstep::tool
{

namespace
{

struct ReadingArguments
{
    BookTarget target;
    bool live = false;
    bool as_rendered = false;
    std::optional<unsigned> port;
};

#ifdef LOCKSTEP_HAS_LIVE
// Who works on another machine needs the port on this side, too.
std::string tunnel(unsigned port)
{
    const char* const user = std::getenv("USER");
    char host[256] = "";
    if (std::getenv("SSH_CONNECTION") == nullptr || gethostname(host, sizeof host - 1) != 0) return "";
    return fmt::format("  You are logged in from elsewhere. Type there, then open the link there:\n"
                       "  ssh -N -L {0}:127.0.0.1:{0} {1}{2}{3}\n",
                       port, user != nullptr ? user : "", user != nullptr ? "@" : "", host);
}

// A page that leads to a link, for a browser to open: the words of a command line are shown to everybody on the machine, and this file
// to its owner alone. It goes when the book ends.
class LinkPage
{
public:
    LinkPage(const std::filesystem::path& folder, const std::string& link)
        : file_(folder / fmt::format("open-{}.html", getpid()))
    {
        std::filesystem::remove(file_);
        const int descriptor =
            open(file_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR);
        const std::string page = fmt::format("<!DOCTYPE html><html lang=\"en\"><meta charset=\"utf-8\">"
                                             "<title>Lockstep</title><meta http-equiv=\"refresh\" "
                                             "content=\"0;url={0}\"><a href=\"{0}\">To the book</a></html>\n",
                                             link);
        const bool written = descriptor >= 0 &&
                             write(descriptor, page.data(), page.size()) == static_cast<ssize_t>(page.size());
        if (descriptor >= 0) close(descriptor);
        if (!written)
            throw Failure(fmt::format("{} could not be written.", file_.string()),
                          "./lockstep book --live   (without --open), and open the link that it prints");
    }
    LinkPage(const LinkPage&) = delete;
    LinkPage& operator=(const LinkPage&) = delete;
    ~LinkPage()
    {
        std::error_code gone;
        std::filesystem::remove(file_, gone);
    }

    const std::filesystem::path& file() const { return file_; }

private:
    std::filesystem::path file_;
};

// Reads what was typed. Not in the background, where reading would stop the program.
bool enter_was_pressed()
{
    if (isatty(STDIN_FILENO) == 0 || tcgetpgrp(STDIN_FILENO) != getpgrp()) return false;
    pollfd typed{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
    char line[256];
    return poll(&typed, 1, 0) == 1 && (typed.revents & POLLIN) != 0 &&
           read(STDIN_FILENO, line, sizeof line) > 0;
}

int serve(const ReadingArguments& arguments)
{
    namespace fs = std::filesystem;
    const fs::path build = fs::absolute(arguments.target.out);
    const LivePlaces places{.source = source_dir(),
                            .build = build_dir(),
                            .site = build / "book" / "html",
                            .parts = own_source_dir() / "book" / "theme" / "live",
                            .program = build_dir() / "bin" / "lockstep"};
    if (!fs::exists(places.site / "index.html"))
        throw Failure("The book has not been rendered yet.", "./lockstep book --live");
    const NotedInterrupts noted;
    LiveServer server{places, arguments.port};
    fmt::print(
        "The live book is at\n  {}\n{}This link is good once, for whoever opens it first: they can run "
        "programs as you.\nEnter prints another one, Ctrl-C ends the book.\n",
        server.new_link(), tunnel(server.port()));
    std::fflush(stdout);
    std::optional<LinkPage> opened;
    if (arguments.target.open) {
        opened.emplace(build / "book", server.new_link());
        open_page(opened->file().string());
    }
    while (!interrupt_requested()) {
        server.turn();
        if (!enter_was_pressed()) continue;
        fmt::print("  {}\n", server.new_link());
        std::fflush(stdout);
    }
    fmt::print("\nThe live book has ended. Your files and your progress are kept.\n");
    return done;
}
#else
int serve(const ReadingArguments&)
{
    throw Failure("This build has no live book: libmicrohttpd was not there when it was made.",
                  "./lockstep start   (then remove build/CMakeCache.txt, and again ./lockstep book --live)");
}
#endif

// In the build folder where no file is named.
std::string file_of(const CLI::Option& option, const std::string& named, const BookTarget& target,
                    const char* name)
{
    return option.count() == 0 ? ""
           : !named.empty()    ? named
                               : (std::filesystem::path(target.out) / "book" / name).string();
}

int show_book(ReadingArguments& arguments)
{
    namespace fs = std::filesystem;
    if (!arguments.live) return render_checkout(arguments.target);
    const fs::path book = fs::path(arguments.target.out) / "book";
    const fs::path note = book / "rendered-from.txt";
    const std::string from = arguments.as_rendered ? "" : rendered_from(arguments.target);
    if (arguments.as_rendered ||
        (fs::exists(book / "html" / "index.html") && fs::exists(note) && read_text(note) == from))
        return serve(arguments);
    BookTarget quietly = arguments.target;
    quietly.open = false; // the browser is to show the served one
    fs::remove(note);
    const int rendered = render_checkout(quietly);
    if (rendered != done) return rendered;
    write_text(note, from);
    return serve(arguments);
}

} // namespace

void add_book(CLI::App& app, Exit& exit)
{
    const auto arguments = std::make_shared<ReadingArguments>();
    BookTarget& target = arguments->target;
    target.lens = chapter_counts;
    CLI::App* command = app.add_subcommand("book", "render the book; with --live, pages that run");
    command->add_flag("--open", target.open, "show it in the browser");
    CLI::Option* live = command->add_flag(
        "--live", arguments->live,
        "serve it on this machine: kernels are edited, run, counted and checked in the page");
    command->add_option("--port", arguments->port, "with --live: this port and no other")
        ->needs(live)
        ->check(CLI::Range(1024, 65535));
    command
        ->add_flag("--as-rendered", arguments->as_rendered, "with --live: as it was rendered last, at once")
        ->needs(live);
    const auto add_file = [&](const char* name, std::string& file, const char* what) {
        return command->add_option(name, file, what)->expected(0, 1)->type_name("FILE")->excludes(live);
    };
    CLI::Option* pdf = add_file("--pdf", arguments->target.pdf,
                                "print it, too, as one PDF; takes minutes, Chromium and pdfinfo");
    CLI::Option* epub =
        add_file("--epub", arguments->target.epub, "make an e-book of it, too, for a reader's device");
    command->add_option("--source", target.source, "root of the tree to render")
        ->check(CLI::ExistingDirectory);
    command
        ->add_option("--repository", target.repository,
                     "address of the book's repository; pages then link to their source and to its issues")
        ->check(CLI::Validator(
            [](const std::string& address) {
                return address.starts_with("https://") ? "" : "Give an address that begins with https://";
            },
            "ADDRESS"));
    command->add_option("--out", target.out, "build folder to render into");
    command->callback([arguments, pdf, epub, &exit] {
        BookTarget& wanted = arguments->target;
        wanted.pdf = file_of(*pdf, wanted.pdf, wanted, "lockstep.pdf");
        wanted.epub = file_of(*epub, wanted.epub, wanted, "lockstep.epub");
        exit.status = show_book(*arguments);
    });
}

} // namespace lockstep::tool
