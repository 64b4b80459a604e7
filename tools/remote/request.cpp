// The server and the way to it.
//
// LOCKSTEP_REMOTE names a file with the server's command line and environment: each word ended by a NUL, the two parted by
// an empty word.
#include "remote/request.hpp"

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <string>
#include <sys/socket.h>
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

HowToStart how_to_start()
{
    const char* const name = std::getenv("LOCKSTEP_REMOTE");
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
    for (std::string& word : words) result.push_back(word.data());
    result.push_back(nullptr);
    return result;
}

// The server and the way to it: one for the process, never taken down, since objects are released until the very end.
class Server
{
public:
    static Server& get()
    {
        static Server& one = *new Server;
        return one;
    }

    Reader ask(const Writer& request)
    {
        const std::lock_guard lock{mutex_};
        try {
            send(socket_, request);
            return receive(socket_);
        } catch (const Broken&) {
            end_as_it_ended();
        }
    }

private:
    Server()
    {
        HowToStart how = how_to_start();
        std::array<int, 2> ends{};
        if (how.arguments.empty() || socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) != 0) give_up();
        const std::vector<char*> argv = pointers(how.arguments);
        const std::vector<char*> envp = pointers(how.environment);
        child_ = fork();
        if (child_ < 0) give_up();
        if (child_ == 0) {
            constexpr int its_end = 3;
            dup2(ends[1], its_end);
            for (int other = its_end + 1; other < 1024; ++other) close(other); // the report among them
            execve(argv[0], argv.data(), envp.data());
            _exit(127);
        }
        close(ends[1]);
        socket_ = ends[0];
    }

    [[noreturn]] static void give_up()
    {
        std::fputs("The process for kernels could not be started (LOCKSTEP_REMOTE).\n", stderr);
        std::_Exit(127);
    }

    // A kernel that crashes takes its process with it; the test program then ends in the same way, and is asked why.
    [[noreturn]] void end_as_it_ended() const
    {
        int status = 0;
        pid_t ended = 0;
        for (int i = 0; i < 100 && ended == 0;
             ++i) { // it is on its way out, unless it broke the rules and still runs
            ended = waitpid(child_, &status, WNOHANG);
            if (ended == 0) usleep(10000);
        }
        if (ended == 0) {
            kill(child_, SIGKILL);
            waitpid(child_, &status, 0);
        }
        constexpr int signalled = 128; // what bubblewrap adds to a signal's number
        const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
        const int by = code > signalled && code < signalled + 32 ? code - signalled : SIGABRT;
        std::signal(by, SIG_DFL);
        raise(by);
        std::_Exit(127);
    }

    std::mutex mutex_;
    pid_t child_ = 0;
    int socket_ = -1;
};

} // namespace

Reader ask_server(const Writer& message)
{
    return Server::get().ask(message);
}

} // namespace lockstep::remote
