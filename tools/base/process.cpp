// Processes with limits, for POSIX systems.
#include "base/process.hpp"

#include "base/group_use.hpp"
#include "lockstep/failure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <mutex>
#include <poll.h>
#include <set>
#include <sstream>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#ifdef __linux__
#include <sys/personality.h>
#include <sys/prctl.h>
#endif

extern char** environ;

namespace lockstep::tool
{

namespace
{

std::atomic<bool> interrupted_by_user{false};
std::atomic<int> stops_requested{0};
std::atomic<int> running{0}; // calls of run_process that are under way

// While programs run, run_process stops them and tells its caller; without any there is nothing to tidy up, and a
// second Ctrl-C means now.
extern "C" void on_interrupt(int)
{
    if (interrupted_by_user.exchange(true) || running == 0) _exit(130);
}

bool must_stop()
{
    return interrupted_by_user || stops_requested > 0;
}

struct Running
{
    Running() { ++running; }
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;
    ~Running() { --running; }
};

std::mutex children_mutex;
std::set<pid_t> children; // started here and not yet waited for

// A program that left its process group is handed to us (the subreaper) once its parent has gone.
void kill_strays()
{
    for (int round = 0; round < 10; ++round) {
        bool found = false;
        for (const ProcessLine& process : all_processes()) {
            if (process.parent != getpid()) continue;
            const std::lock_guard lock{children_mutex};
            if (children.contains(process.pid)) continue;
            found = true;
            kill(process.pid, SIGKILL);       // which a zombie ignores: it is only waited for
            waitpid(process.pid, nullptr, 0); // what it started is ours in the next round
        }
        if (!found) return;
    }
}

bool is_inside(const Command& command)
{
    return command.sandbox && !command.starts_sandbox;
}

struct Pipe
{
    std::array<int, 2> ends{-1, -1};

    Pipe()
    {
        if (pipe(ends.data()) != 0)
            throw Failure(fmt::format("No pipe could be made: {}.", std::strerror(errno)));
        for (const int end : ends) fcntl(end, F_SETFD, FD_CLOEXEC);
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
    ~Pipe()
    {
        close_end(0);
        close_end(1);
    }
    void close_end(std::size_t which)
    {
        if (ends[which] >= 0) close(ends[which]);
        ends[which] = -1;
    }
};

[[noreturn]] void become(const Command& command, const std::vector<char*>& argv,
                         const std::vector<char*>& envp, Pipe& out, Pipe& error)
{
    setpgid(0, 0);
    signal(SIGINT, SIG_DFL);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (command.fixed_addresses) personality(ADDR_NO_RANDOMIZE);
#endif
    const rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    // In a group of its own it may not read from the terminal.
    if (!command.keep_input || isatty(STDIN_FILENO) == 1) {
        const int nothing = open("/dev/null", O_RDONLY);
        dup2(nothing, STDIN_FILENO);
        close(nothing);
    }
    if (!command.show) dup2(out.ends[1], STDOUT_FILENO);
    if (!command.show || command.keep_error) dup2(error.ends[1], STDERR_FILENO);
    // A sandbox changes to the folder inside.
    if (is_inside(command) || command.folder.empty() || chdir(command.folder.c_str()) == 0) {
        environ = const_cast<char**>(envp.data());
        execvp(argv[0], argv.data());
    }
    const char* reason = std::strerror(errno);
    for (const char* part : {static_cast<const char*>(argv[0]), " could not be started: ", reason, "\n"})
        if (write(STDERR_FILENO, part, std::strlen(part)) < 0) break;
    _exit(127);
}

std::vector<std::string> merged_environment(const std::map<std::string, std::string>& added)
{
    std::vector<std::string> result;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string text = *entry;
        if (!added.contains(text.substr(0, text.find('=')))) result.push_back(text);
    }
    for (const auto& [name, value] : added) result.push_back(name + "=" + value);
    return result;
}

std::vector<char*> pointers(std::vector<std::string>& texts)
{
    std::vector<char*> result;
    for (std::string& text : texts) result.push_back(text.data());
    result.push_back(nullptr);
    return result;
}

enum class Drained
{
    some,
    nothing, ///< for now
    ended
};

// Reads what is there.
Drained drain(int descriptor, std::string& text, std::size_t most)
{
    std::array<char, 65536> block{};
    const ssize_t count = read(descriptor, block.data(), block.size());
    if (count < 0) return errno == EINTR || errno == EAGAIN ? Drained::nothing : Drained::ended;
    if (count == 0) return Drained::ended;
    const std::size_t room = most > text.size() ? most - text.size() : 0;
    text.append(block.data(), std::min(static_cast<std::size_t>(count), room));
    return Drained::some;
}

// Reads what is there, and hands on what somebody wants to hear.
Drained drain(int descriptor, std::string& kept, const Command& command, const ProcessLimits& limits)
{
    const Drained drained = drain(descriptor, kept, limits.output_bytes);
    if (command.hear && !kept.empty()) command.hear(std::exchange(kept, ""));
    return drained;
}

// Which of the sandbox's own limits is passed, as a sentence's end; empty when none is.
std::string passed_limit(const Sandbox& sandbox, const GroupUse& use)
{
    if (use.threads.size() > sandbox.processes)
        return fmt::format("started more than {} processes and threads", sandbox.processes);
    if (sandbox.writable.empty()) return "";
    const FolderUse written = use_of_folder(sandbox.writable, sandbox);
    if (written.bytes > sandbox.written_bytes)
        return fmt::format("wrote more than {} MiB of files", sandbox.written_bytes >> 20U);
    if (written.files > sandbox.written_files)
        return fmt::format("made more than {} files", sandbox.written_files);
    return "";
}

// Waits for the child within the limits, collecting its output.
void supervise(pid_t child, Pipe& out, Pipe& error, const Command& command, const ProcessLimits& limits,
               ProcessResult& result)
{
    using clock = std::chrono::steady_clock;
    clock::time_point start = clock::now();
    clock::time_point looked = start;
    clock::time_point awake = start; // when a thread wanted to run
    bool halted = false;
    std::optional<clock::time_point> told; // to end
    CpuTime taken;
    bool out_open = true;
    bool error_open = true;
    bool ended = false;
    int wait_status = 0;
    while (!ended) {
        std::array<pollfd, 2> streams{pollfd{out_open ? out.ends[0] : -1, POLLIN, 0},
                                      pollfd{error_open ? error.ends[0] : -1, POLLIN, 0}};
        poll(streams.data(), streams.size(), 10);
        if ((streams[0].revents & (POLLIN | POLLHUP)) != 0)
            out_open = drain(out.ends[0], result.output, command, limits) != Drained::ended;
        if ((streams[1].revents & (POLLIN | POLLHUP)) != 0)
            error_open = drain(error.ends[0], result.error, command, limits) != Drained::ended;
        ended = waitpid(child, &wait_status, WNOHANG) == child;
        const clock::time_point now = clock::now();
        if (!ended && limits.gate != nullptr && taken.total() > limits.time / 4) {
            const Gate gate = *limits.gate;
            result.called_off = gate == Gate::closed;
            if (gate != Gate::closed && halted != (gate == Gate::waiting)) {
                halted = !halted;
                kill(-child, halted ? SIGSTOP : SIGCONT);
            }
        }
        if (!ended && now - looked >= std::chrono::milliseconds{50}) {
            const GroupUse use = use_of_group(child);
            if (halted)
                start += now - looked;
            else
                taken.look(use, now - looked);
            if (halted || !use.known || use.runnable) awake = now;
            looked = now;
            result.out_of_memory = use.resident_bytes > limits.memory_bytes;
            result.timed_out = taken.total() > limits.time || now - start > limits.patience * limits.time ||
                               (limits.asleep.count() > 0 && now - awake > limits.asleep);
            if (command.sandbox) result.beyond_sandbox = passed_limit(*command.sandbox, use);
        }
        if (!ended && limits.stop != nullptr && *limits.stop) result.stopped = true;
        if (!ended && !limits.stop_at.empty() && result.error.find(limits.stop_at) != std::string::npos)
            result.stopped = true;
        if (result.out_of_memory || result.called_off || !result.beyond_sandbox.empty()) break;
        if (must_stop() || result.stopped || result.timed_out) {
            if (!told && limits.farewell.count() > 0) kill(child, SIGTERM);
            if (!told) told = now;
            if (now - *told >= limits.farewell) break;
        }
    }
    kill(-child, SIGKILL); // whatever it left behind in its group
    if (!ended) waitpid(child, &wait_status, 0);
    result.seconds = std::chrono::duration<double>(clock::now() - start).count();
    // What is still in the pipes, for a program writes its reason last: as much as a pipe holds, because something
    // that left the group may go on writing.
    for (int block = 0; block < 16 && drain(out.ends[0], result.output, command, limits) == Drained::some;
         ++block) {
    }
    for (int block = 0; block < 16 && drain(error.ends[0], result.error, command, limits) == Drained::some;
         ++block) {
    }
    result.status = WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : 0;
    result.signal = WIFSIGNALED(wait_status) ? WTERMSIG(wait_status) : 0;
    // bubblewrap tells a signal as a shell does. A test program's own last status is from 140 on (seal.hpp).
    constexpr int signalled = 128;
    if (is_inside(command) && result.status > signalled && result.status < 140) {
        result.signal = result.status - signalled;
        result.status = 0;
    }
}

} // namespace

void install_interrupt_handler()
{
    struct sigaction action = {};
    action.sa_handler = on_interrupt;
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    sigaction(SIGHUP, &action, nullptr);
    signal(SIGCHLD, SIG_DFL); // ignored, as some parents leave it, no child could be waited for
#ifdef __linux__
    prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
}

NotedInterrupts::NotedInterrupts()
{
    ++running;
}

NotedInterrupts::~NotedInterrupts()
{
    --running;
}

bool interrupt_requested()
{
    return interrupted_by_user;
}

StopProcesses::StopProcesses()
{
    ++stops_requested;
}

StopProcesses::~StopProcesses()
{
    --stops_requested;
}

ProcessResult run_process(const Command& command, const ProcessLimits& limits)
{
    const Running counted;
    ProcessResult result;
    std::vector<std::string> arguments = is_inside(command)
                                             ? confined(command.arguments, command.folder, *command.sandbox)
                                             : command.arguments;
    std::vector<std::string> environment = is_inside(command) ? confined_environment(command.environment)
                                                              : merged_environment(command.environment);
    const std::vector<char*> argv = pointers(arguments);
    const std::vector<char*> envp = pointers(environment);
    // Pipes and child in one go, so that no other thread's child inherits these pipes before they close on exec.
    std::unique_lock starting{children_mutex};
    Pipe out;
    Pipe error;
    const pid_t child = fork();
    if (child > 0) children.insert(child);
    if (child != 0) starting.unlock();
    if (child < 0)
        throw Failure(
            fmt::format("'{}' could not be started: {}.", command.arguments.front(), std::strerror(errno)));
    if (child == 0) become(command, argv, envp, out, error);
    setpgid(child, child);
    out.close_end(1);
    error.close_end(1);
    for (const int end : {out.ends[0], error.ends[0]}) fcntl(end, F_SETFL, O_NONBLOCK);
    supervise(child, out, error, command, limits, result);
    {
        const std::lock_guard lock{children_mutex};
        children.erase(child);
    }
    kill_strays();
    if (must_stop()) throw Interrupted{};
    return result;
}

std::filesystem::path find_program(const std::string& name)
{
    const char* path = std::getenv("PATH");
    std::istringstream folders{path != nullptr ? path : ""};
    for (std::string folder; std::getline(folders, folder, ':');) {
        const std::filesystem::path candidate = std::filesystem::path{folder} / name;
        if (access(candidate.c_str(), X_OK) == 0 && !std::filesystem::is_directory(candidate))
            return candidate;
    }
    return {};
}

} // namespace lockstep::tool
