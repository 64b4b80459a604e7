// Starting the other process, and waiting for its end.
#include "remote/child.hpp"

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <dirent.h>
#include <fstream>
#include <string>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace lockstep::remote
{

namespace
{

// The two lists of words in the file.
struct HowToStart
{
    std::vector<std::string> arguments;
    std::vector<std::string> environment;
};

HowToStart how_to_start(const char* variable)
{
    const char* const name = std::getenv(variable);
    std::ifstream file{name != nullptr ? name : ""};
    HowToStart how;
    bool arguments = true;
    for (std::string word; std::getline(file, word, '\0');)
        if (arguments && word.empty())
            arguments = false;
        else
            (arguments ? how.arguments : how.environment).push_back(word);
    return how;
}

std::vector<char*> pointers(std::vector<std::string>& words)
{
    std::vector<char*> result;
    result.reserve(words.size() + 1);
    for (std::string& word : words) result.push_back(word.data());
    result.push_back(nullptr);
    return result;
}

// One after the other: those that are open stand in a folder, on Linux in the first, on macOS in the second. The limit alone does
// not tell how high their numbers are, because it may have been higher when they were opened.
void close_each_from(int first)
{
    for (const char* const name : {"/proc/self/fd", "/dev/fd"}) {
        DIR* const folder = opendir(name);
        if (folder == nullptr) continue;
        std::vector<int> descriptors;
        while (const dirent* const entry = readdir(folder))
            descriptors.push_back(std::atoi(entry->d_name)); // of "." and ".." 0
        closedir(folder);
        for (const int descriptor : descriptors)
            if (descriptor >= first) close(descriptor);
        return;
    }
    for (long descriptor = sysconf(_SC_OPEN_MAX); descriptor-- > first;) close(static_cast<int>(descriptor));
}

// By one call, which a kernel before Linux 5.9 does not know, and a sandbox around this process may forbid.
void close_from(int first)
{
#ifdef SYS_close_range
    if (syscall(SYS_close_range, static_cast<unsigned>(first), ~0U, 0U) == 0) return;
#endif
    close_each_from(first);
}

[[noreturn]] void give_up(const char* variable)
{
    std::fprintf(stderr, "The process in the sandbox could not be started (%s).\n", variable);
    std::_Exit(127);
}

} // namespace

Child::Child(const char* variable)
{
    HowToStart how = how_to_start(variable);
    std::array<int, 2> ends{};
    if (how.arguments.empty() || socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) != 0) give_up(variable);
    const std::vector<char*> argv = pointers(how.arguments);
    const std::vector<char*> envp = pointers(how.environment);
    process_ = fork();
    if (process_ < 0) give_up(variable);
    if (process_ == 0) {
        constexpr int its_end = 3;
        dup2(ends[1], its_end);
        close_from(its_end + 1); // the report among them
        execve(argv[0], argv.data(), envp.data());
        _exit(127);
    }
    close(ends[1]);
    socket_ = ends[0];
}

Ending Child::end()
{
    int status = 0;
    pid_t ended = 0;
    // It is on its way out, unless it broke the rules and still runs.
    for (int i = 0; i < 200 && ended == 0; ++i) {
        ended = waitpid(process_, &status, WNOHANG);
        if (ended == 0) usleep(10000);
    }
    if (ended == 0) {
        kill(process_, SIGKILL);
        waitpid(process_, &status, 0);
        return {.by_itself = false, .status = 0, .signal = 0};
    }
    constexpr int signalled = 128; // what bubblewrap adds to a signal's number
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    if (WIFSIGNALED(status)) return {.by_itself = true, .status = 0, .signal = WTERMSIG(status)};
    if (code > signalled && code < signalled + 32)
        return {.by_itself = true, .status = 0, .signal = code - signalled};
    return {.by_itself = true, .status = code, .signal = 0};
}

void end_by(int signal)
{
    std::signal(signal, SIG_DFL);
    raise(signal);
    std::_Exit(127);
}

} // namespace lockstep::remote
