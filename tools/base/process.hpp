// Running another program with limits, killing everything it started when it must end.
#pragma once

#include "base/sandbox.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <exception>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::tool
{

/// What another run says of a run that may be for nothing.
enum class Gate
{
    open,
    waiting, ///< it does not know yet: the program is halted
    closed   ///< the program is ended
};

/// What a program may use. Memory is the resident memory of its process group and of all that it started; without /proc
/// it has no limit.
struct ProcessLimits
{
    std::chrono::milliseconds time{
        20000}; ///< that it takes itself (CpuTime), not while it waits for a processor
    std::chrono::milliseconds asleep{
        0};            ///< that all of its threads may sleep without a break; 0: as long as it likes
    int patience = 10; ///< times as much may pass on the clock, however busy its neighbours are
    std::size_t memory_bytes = std::size_t{3} << 30U;
    std::size_t output_bytes = std::size_t{4} << 20U; ///< of each stream; what comes after is dropped
    const std::atomic<Gate>* gate = nullptr;          ///< asked from a quarter of the time on; null: open
    const std::atomic<bool>* stop = nullptr;          ///< ends the program once it is true; null: never
    std::string stop_at = {}; ///< ends the program once it has written this to standard error; empty: never
    std::chrono::milliseconds farewell{
        0}; ///< that a program which is stopped, by Ctrl-C too, or out of its time, has to end by itself
};

/// How a program ended.
struct ProcessResult
{
    int status = 0; ///< exit status; 127 when it could not be started (`error` then says why)
    int signal = 0; ///< the signal that ended it, or 0
    bool timed_out = false;
    bool out_of_memory = false;
    bool called_off = false;         ///< by its gate
    bool stopped = false;            ///< because ProcessLimits::stop or stop_at asked for it
    std::string beyond_sandbox = {}; ///< which of the sandbox's limits was passed, so that it was stopped
    std::string output;
    std::string error;
    double seconds = 0.0;

    bool ok() const
    {
        return status == 0 && signal == 0 && !timed_out && !out_of_memory && !called_off && !stopped &&
               beyond_sandbox.empty();
    }
};

/// What to run, and how.
struct Command
{
    std::vector<std::string> arguments;                  ///< the program first; looked up on PATH
    std::map<std::string, std::string> environment = {}; ///< added to this process's own
    std::filesystem::path folder = {};                   ///< working directory; empty: this process's own
    bool fixed_addresses = false; ///< no address-space randomisation (ThreadSanitizer needs that)
    bool show = false;            ///< pass output through to this process's streams instead of keeping it
    bool keep_error = false;      ///< with `show`: keep what it writes to standard error
    /// Is given both streams, piece by piece and on the calling thread, instead of keeping them. Empty: they are kept.
    std::function<void(std::string_view)> hear = {};
    bool keep_input =
        false; ///< let it read this process's standard input, unless that is a terminal; else it reads nothing
    std::optional<Sandbox> sandbox = {}; ///< run inside of it; the environment is then confined_environment()
    bool starts_sandbox = false; ///< the program is trusted, and starts what is to be in the sandbox itself
};

/// Thrown out of run_process when the reader pressed Ctrl-C, or while there is a StopProcesses; the program has been stopped
/// by then.
struct Interrupted : std::exception
{
    const char* what() const noexcept override { return "interrupted"; }
};

/// Makes Ctrl-C (and the end of the terminal) stop the programs that run_process has started instead of leaving them
/// behind; while none runs, or at the second time, it ends this process with status 130.
void install_interrupt_handler();

/// While there is one, the first Ctrl-C ends nothing by itself: its owner asks interrupt_requested(), tidies up and leaves.
class NotedInterrupts
{
public:
    NotedInterrupts();
    NotedInterrupts(const NotedInterrupts&) = delete;
    NotedInterrupts& operator=(const NotedInterrupts&) = delete;
    ~NotedInterrupts();
};

/// True once the reader has pressed Ctrl-C.
bool interrupt_requested();

/// While there is one, calls of run_process stop their programs and throw Interrupted: those of other threads that are under
/// way, and those that begin.
class StopProcesses
{
public:
    StopProcesses();
    StopProcesses(const StopProcesses&) = delete;
    StopProcesses& operator=(const StopProcesses&) = delete;
    ~StopProcesses();
};

/// Runs a program to its end or its limits, then ends everything it left running.
/// Safe to call from several threads at once. @throws Interrupted.
ProcessResult run_process(const Command& command, const ProcessLimits& limits);

/// The full path of a program on PATH; empty when there is none.
std::filesystem::path find_program(const std::string& name);

} // namespace lockstep::tool
