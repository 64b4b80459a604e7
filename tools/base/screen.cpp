// The terminal by escape sequences that all terminals of the last thirty years know.
#include "base/screen.hpp"

#include "base/terminal.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <string_view>
#include <termios.h>
#include <unistd.h>
#include <utility>

namespace lockstep::tool
{

namespace
{

constexpr std::string_view take_over = "\033[?1049h\033[?25l\033[2J";
constexpr std::string_view give_up = "\033[0m\033[?25h\033[?1049l";
constexpr std::array fatal{SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL};
constexpr std::array watched{SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGWINCH};

termios found = {}; // how the terminal was
volatile sig_atomic_t taken = 0;
std::array<int, 2> signal_pipe{-1, -1};
std::array<struct sigaction, watched.size()> handlers_before;

void write_all(std::string_view text)
{
    while (!text.empty()) {
        const ssize_t count = write(STDOUT_FILENO, text.data(), text.size());
        if (count < 0 && errno != EINTR && errno != EAGAIN) return;
        if (count > 0) text.remove_prefix(static_cast<std::size_t>(count));
    }
}

// Nothing that a signal's handler must not call.
void give_back()
{
    if (taken == 0) return;
    taken = 0;
    write_all(give_up);
    tcsetattr(STDIN_FILENO, TCSANOW, &found);
}

extern "C" void on_fatal(int number)
{
    give_back();
    signal(number, SIG_DFL);
    raise(number);
}

extern "C" void on_signal(int number)
{
    const int kept = errno;
    const auto byte = static_cast<char>(number);
    if (write(signal_pipe[1], &byte, 1) < 0) { // full: enough is known
    }
    errno = kept;
}

void take()
{
    if (tcgetattr(STDIN_FILENO, &found) != 0) return;
    termios raw = found;
    raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO); // Ctrl-C and Ctrl-Z stay signals
    raw.c_cc[VMIN] = 0;
    raw.c_cc[VTIME] = 0;
    taken = 1;
    tcsetattr(STDIN_FILENO, TCSANOW, &raw);
    write_all(take_over);
}

void handle(int number, void (*handler)(int), struct sigaction* before)
{
    struct sigaction action = {};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigaction(number, &action, before);
}

} // namespace

bool can_draw()
{
    const char* term = std::getenv("TERM");
    return isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && term != nullptr && *term != '\0' &&
           std::strcmp(term, "dumb") != 0;
}

Screen::Screen()
{
    for (const int number : fatal) handle(number, on_fatal, nullptr);
    take();
}

Screen::~Screen()
{
    give_back();
    for (const int number : fatal) signal(number, SIG_DFL);
}

void Screen::show(const std::vector<std::string>& page)
{
    const TerminalSize size = terminal_size();
    std::string text;
    for (std::size_t row = 0; row < size.rows; ++row) {
        const std::string line = row < page.size() ? cut_off(page[row], size.columns) : "";
        if (row < shown_.size() && shown_[row] == line) continue;
        text += "\033[" + std::to_string(row + 1) + ";1H\033[2K" + line + "\033[0m";
        shown_.resize(std::max(shown_.size(), row + 1));
        shown_[row] = line;
    }
    write_all(text);
}

void Screen::suspend()
{
    give_back();
    struct sigaction ours = {};
    handle(SIGTSTP, SIG_DFL, &ours);
    raise(SIGTSTP); // goes on here when the shell says so
    sigaction(SIGTSTP, &ours, nullptr);
    take();
    forget();
}

Events::Events()
{
    if (pipe(signal_pipe.data()) == 0)
        for (const int end : signal_pipe) {
            fcntl(end, F_SETFD, FD_CLOEXEC);
            fcntl(end, F_SETFL, O_NONBLOCK);
        }
    for (std::size_t i = 0; i < watched.size(); ++i) handle(watched[i], on_signal, &handlers_before[i]);
}

Events::~Events()
{
    for (std::size_t i = 0; i < watched.size(); ++i) sigaction(watched[i], &handlers_before[i], nullptr);
    for (int& end : signal_pipe) close(std::exchange(end, -1));
}

int Events::descriptor() const
{
    return signal_pipe[0];
}

std::vector<Event> Events::take(bool input_is_ready)
{
    std::vector<Event> events;
    std::array<char, 64> numbers{};
    const ssize_t count = read(signal_pipe[0], numbers.data(), numbers.size());
    for (ssize_t i = 0; i < count; ++i) {
        const int number = numbers[static_cast<std::size_t>(i)];
        events.push_back({.kind = number == SIGWINCH  ? Event::Kind::resized
                                  : number == SIGTSTP ? Event::Kind::stop
                                                      : Event::Kind::interrupt,
                          .text = {},
                          .signal = number});
    }
    if (!input_is_ready) return events;
    std::array<char, 256> block{};
    const ssize_t read_bytes = read(STDIN_FILENO, block.data(), block.size());
    std::string bytes{block.data(), static_cast<std::size_t>(std::max<ssize_t>(read_bytes, 0))};
    pollfd more{STDIN_FILENO, POLLIN, 0};
    if (bytes.empty() && poll(&more, 1, 0) == 1 && (more.revents & (POLLHUP | POLLERR)) != 0)
        events.push_back({.kind = Event::Kind::interrupt, .text = {}, .signal = SIGHUP});
    if (bytes.ends_with('\033') && poll(&more, 1, 50) == 1) { // the rest of a sequence, over a slow line
        const ssize_t rest = read(STDIN_FILENO, block.data(), block.size());
        bytes.append(block.data(), static_cast<std::size_t>(std::max<ssize_t>(rest, 0)));
    }
    for (Event& key : keys_in(bytes)) events.push_back(std::move(key));
    return events;
}

std::vector<Event> keys_in(const std::string& bytes)
{
    using Kind = Event::Kind;
    std::vector<Event> keys;
    const auto add = [&](Kind kind) { keys.push_back({.kind = kind, .text = {}, .signal = 0}); };
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const auto byte = static_cast<unsigned char>(bytes[i]);
        if (byte == 0x1B && i + 1 < bytes.size() && (bytes[i + 1] == '[' || bytes[i + 1] == 'O')) {
            std::size_t end = i + 2; // parameters, then one letter or '~'
            while (end < bytes.size() && (bytes[end] < '@' || bytes[end] > '~')) ++end;
            const std::string name = bytes.substr(i + 2, end - i - 1);
            if (name == "A") add(Kind::up);
            if (name == "B") add(Kind::down);
            if (name == "5~") add(Kind::page_up);
            if (name == "6~") add(Kind::page_down);
            i = end;
        } else if (byte == 0x1B)
            add(Kind::escape);
        else if (byte == '\r' || byte == '\n')
            add(Kind::enter);
        else if (byte == 0x7F || byte == 0x08)
            add(Kind::backspace);
        else if (byte >= 0x20) {
            std::size_t end = i + 1; // of a letter of several bytes
            while (end < bytes.size() && (static_cast<unsigned char>(bytes[end]) & 0xC0U) == 0x80U) ++end;
            keys.push_back({.kind = Kind::letter, .text = bytes.substr(i, end - i), .signal = 0});
            i = end - 1;
        }
    }
    return keys;
}

std::string cut_off(const std::string& line, std::size_t columns)
{
    if (columns_of(line) <= columns) return line;
    std::string text;
    std::size_t column = 0;
    for (std::size_t i = 0; i < line.size();) {
        std::size_t end = i + 1;
        if (line[i] == '\033') {
            while (end < line.size() && line[end - 1] != 'm') ++end;
        } else {
            while (end < line.size() && (static_cast<unsigned char>(line[end]) & 0xC0U) == 0x80U) ++end;
            if (++column == columns) return text + "…\033[0m";
        }
        text += line.substr(i, end - i);
        i = end;
    }
    return text;
}

} // namespace lockstep::tool
