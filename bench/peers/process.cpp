// Peers in processes of their own, spoken to line by line.
#include "process.hpp"

#include "base/paths.hpp"
#include "native.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <stdexcept>

#include <lockstep/failure.hpp>
#include <lockstep/text.hpp>

namespace lockstep::bench
{
namespace
{

/// A child process with a pipe each way.
class Child
{
public:
    explicit Child(const std::vector<std::string>& command)
    {
        int to_child[2];
        int from_child[2];
        if (pipe2(to_child, O_CLOEXEC) != 0 || pipe2(from_child, O_CLOEXEC) != 0)
            throw std::runtime_error("no pipe could be made");
        std::vector<char*> words;
        for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
        words.push_back(nullptr);
        std::signal(SIGPIPE, SIG_IGN); // a child that ended shows as an empty answer
        process_ = fork();
        if (process_ == 0) {
            dup2(to_child[0], STDIN_FILENO);
            dup2(from_child[1], STDOUT_FILENO);
            execvp(words[0], words.data());
            _exit(127);
        }
        close(to_child[0]);
        close(from_child[1]);
        requests_ = fdopen(to_child[1], "w");
        answers_ = fdopen(from_child[0], "r");
    }
    ~Child()
    {
        std::fclose(requests_); // the end of its input is the child's sign to end
        std::fclose(answers_);
        if (process_ > 0) waitpid(process_, nullptr, 0);
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    /// The next line without its end; empty when the child has ended.
    std::string answer()
    {
        char line[256];
        if (std::fgets(line, sizeof line, answers_) == nullptr) return {};
        std::string text = line;
        while (!text.empty() && text.back() == '\n') text.pop_back();
        return text;
    }

    void ask(const char* line)
    {
        std::fputs(line, requests_);
        std::fflush(requests_);
    }

private:
    pid_t process_ = -1;
    std::FILE* requests_ = nullptr;
    std::FILE* answers_ = nullptr;
};

} // namespace

std::optional<Peer> process_peer(const std::string& name, const std::vector<std::string>& command,
                                 double work)
{
    const auto child = std::make_shared<Child>(command);
    const std::string first = child->answer();
    if (!first.starts_with("ready")) return std::nullopt;
    const auto asking = [child, name](const char* line) {
        return [child, name, line] {
            child->ask(line);
            const std::string answer = child->answer();
            char* end = nullptr;
            const double ms = std::strtod(answer.c_str(), &end);
            if (answer.empty() || *end != '\0' || ms <= 0)
                throw Failure("The peer " + name + " answered '" + answer +
                              "' where it was asked for a time.");
            return ms;
        };
    };
    return Peer{name, asking("run\n"), work, 0, asking("call\n"), std::string{trim(first.substr(5))}};
}

std::optional<Peer> cuda_peer(const Workbench& workbench, const std::string& name,
                              const std::vector<std::string>& arguments, double work)
{
    const std::filesystem::path program = tool::build_dir() / "bin" / ("lockstep-peer-" + lower(name));
    if (!workbench.is_nvidia() || !std::filesystem::exists(program)) return std::nullopt;
    std::vector<std::string> command{program.string()};
    command.insert(command.end(), arguments.begin(), arguments.end());
    return process_peer(name, command, work);
}

std::optional<Peer> torch_peer(const Workbench& workbench, const std::string& name,
                               std::vector<std::string> arguments, double work)
{
    if (!workbench.is_nvidia()) return std::nullopt;
    const std::filesystem::path script = tool::source_dir() / "bench" / "peers" / "torch_peers.py";
    arguments.insert(arguments.begin(), {"python3", script.string()});
    return process_peer(name, arguments, work);
}

std::optional<Peer> openblas_peer(const std::vector<std::string>& arguments, double work)
{
    const std::filesystem::path program = tool::build_dir() / "bin" / "lockstep-peer-openblas";
    if (!std::filesystem::exists(program)) return std::nullopt;
    std::vector<std::string> command{program.string()};
    command.insert(command.end(), arguments.begin(), arguments.end());
    std::optional<Peer> peer = process_peer("OpenBLAS", command, work);
    if (peer) peer->threads = native::threads();
    return peer;
}

} // namespace lockstep::bench
