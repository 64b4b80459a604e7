// A program run in a process of its own, so that its crash or its endless loop is not ours.
#pragma once

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

struct Ending
{
    int status = 0;        // exit status; 127 when there is no such program
    int signal = 0;        // that ended it
    bool too_late = false; // it was stopped at the time limit
    std::string out;       // what it wrote to standard output
    std::string err;       // and to standard error
};

[[noreturn]] inline void become(const std::vector<std::string>& command,
                                const std::array<int, 4>& pipes)
{
    std::vector<char*> arguments;
    for (const std::string& word : command)
        arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    dup2(pipes[1], STDOUT_FILENO);
    dup2(pipes[3], STDERR_FILENO);
    for (const int end : pipes) close(end);
    setpgid(0, 0); // with all that it starts it can be stopped
    execvp(arguments[0], arguments.data());
    _exit(127);
}

//! [child]
// Runs a command until it ends or the time is up.
inline Ending run_child(const std::vector<std::string>& command, std::chrono::seconds limit)
{
    std::array<int, 4> pipes{};
    if (pipe(&pipes[0]) != 0 || pipe(&pipes[2]) != 0) std::abort();
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) become(command, pipes);
    close(pipes[1]);
    close(pipes[3]);
    Ending ending;
    const auto end = std::chrono::steady_clock::now() + limit;
    std::array<pollfd, 2> open{pollfd{pipes[0], POLLIN, 0}, pollfd{pipes[2], POLLIN, 0}};
    while (open[0].fd >= 0 || open[1].fd >= 0) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
            end - std::chrono::steady_clock::now());
        if (left.count() <= 0 || poll(open.data(), open.size(), int(left.count())) == 0) {
            ending.too_late = true;
            kill(-child, SIGKILL);
            break;
        }
        for (std::size_t stream = 0; stream < open.size(); ++stream) {
            if (open.at(stream).revents == 0) continue;
            std::array<char, 4096> bytes{};
            const ssize_t count = read(open.at(stream).fd, bytes.data(), bytes.size());
            if (count <= 0)
                open.at(stream).fd = -1; // poll skips it from now on
            else
                (stream == 0 ? ending.out : ending.err)
                    .append(bytes.data(), std::size_t(count));
        }
    }
    int status = 0;
    waitpid(child, &status, 0);
    close(pipes[0]);
    close(pipes[2]);
    if (WIFSIGNALED(status)) ending.signal = WTERMSIG(status);
    if (WIFEXITED(status)) ending.status = WEXITSTATUS(status);
    return ending;
}
//! [child]

// "crash (signal 11)", "time limit", or the last line that it printed.
inline std::string verdict(const Ending& ending)
{
    if (ending.too_late) return "time limit";
    if (ending.signal != 0) return "crash (signal " + std::to_string(ending.signal) + ")";
    if (ending.status == 127) return "not installed";
    const std::size_t end = ending.out.find_last_not_of('\n');
    if (end == std::string::npos)
        return "ended with status " + std::to_string(ending.status);
    const std::size_t begin = ending.out.rfind('\n', end);
    return ending.out.substr(begin + 1, end - begin); // npos + 1 is 0
}
