// A pseudo-terminal, and the least of a shell with job control.
#include "terminal.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#ifdef __APPLE__
#include <util.h>
#else
#include <pty.h>
#endif

namespace lockstep::tool::test
{

namespace
{

void say(const std::string& text)
{
    if (write(STDOUT_FILENO, text.data(), text.size()) < 0) _exit(1);
}

// "[program N]", "[stopped]" (then a line is read, and the program goes on) and "[status N]" are its words.
[[noreturn]] void be_shell(const std::vector<std::string>& arguments)
{
    signal(SIGTTOU, SIG_IGN); // so that it may take the terminal back
    const pid_t program = fork();
    if (program == 0) {
        setpgid(0, 0);
        tcsetpgrp(STDIN_FILENO, getpid());
        signal(SIGTTOU, SIG_DFL);
        std::vector<char*> argv;
        for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
        argv.push_back(nullptr);
        execv(argv[0], argv.data());
        _exit(127);
    }
    setpgid(program, program);
    say("[program " + std::to_string(program) + "]\n");
    int status = 0;
    while (waitpid(program, &status, WUNTRACED) == program && WIFSTOPPED(status)) {
        tcsetpgrp(STDIN_FILENO, getpid());
        say("[stopped]\n");
        char c = 0;
        while (c != '\n' && read(STDIN_FILENO, &c, 1) == 1) {
        }
        tcsetpgrp(STDIN_FILENO, program);
        kill(-program, SIGCONT);
    }
    say("[status " + std::to_string(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status)) +
        "]\n");
    _exit(0);
}

} // namespace

Terminal::Terminal(const std::vector<std::string>& arguments,
                   const std::map<std::string, std::string>& environment, unsigned short rows,
                   unsigned short columns)
{
    winsize size{};
    size.ws_row = rows;
    size.ws_col = columns;
    shell_ = forkpty(&master_, nullptr, nullptr, &size);
    REQUIRE(shell_ >= 0);
    if (shell_ == 0) {
        for (const auto& [name, value] : environment) setenv(name.c_str(), value.c_str(), 1);
        be_shell(arguments);
    }
}

Terminal::~Terminal()
{
    close(master_);
    kill(shell_, SIGKILL);
    waitpid(shell_, nullptr, 0);
}

void Terminal::type(const std::string& keys) const
{
    REQUIRE(write(master_, keys.data(), keys.size()) == static_cast<ssize_t>(keys.size()));
}

bool Terminal::shows(const std::string& text)
{
    for (;;) {
        if (const std::size_t at = written_.find(text, seen_); at != std::string::npos) {
            seen_ = at + text.size();
            return true;
        }
        pollfd polled{master_, POLLIN, 0};
        if (poll(&polled, 1, 120000) != 1) return false;
        std::array<char, 4096> block{};
        const ssize_t count = read(master_, block.data(), block.size());
        if (count <= 0) return false;
        written_.append(block.data(), static_cast<std::size_t>(count));
    }
}

void Terminal::resize(unsigned short rows, unsigned short columns) const
{
    winsize size{};
    size.ws_row = rows;
    size.ws_col = columns;
    REQUIRE(ioctl(master_, TIOCSWINSZ, &size) == 0);
}

bool Terminal::as_found() const
{
    termios modes{};
    REQUIRE(tcgetattr(master_, &modes) == 0);
    return (modes.c_lflag & ICANON) != 0 && (modes.c_lflag & ECHO) != 0;
}

pid_t Terminal::program()
{
    REQUIRE(shows("[program "));
    REQUIRE(shows("]"));
    const std::size_t begin = written_.find("[program ") + 9;
    return std::atoi(written_.c_str() + begin);
}

} // namespace lockstep::tool::test
