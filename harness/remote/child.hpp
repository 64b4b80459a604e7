// A process that a trusted program starts in a sandbox, and the socket between the two.
#pragma once

#include <sys/types.h>

namespace lockstep::remote
{

/// How a process ended.
struct Ending
{
    bool by_itself = true; ///< false: it still ran, and was killed
    int status = 0;        ///< its exit status
    int signal = 0;        ///< the signal that ended it, or 0
};

/// The other process. It finds its end of the socket as descriptor 3.
class Child
{
public:
    /// Starts it; if that fails, this process says so and ends with status 127.
    /// @param variable of the environment. It names a file with the command line and the environment of the process: each
    /// word ended by a NUL, the two parted by an empty word.
    explicit Child(const char* variable);

    int socket() const { return socket_; }

    /// Waits two seconds for its end, and ends it if that is too little. Called once.
    Ending end();

private:
    pid_t process_ = 0;
    int socket_ = -1;
};

/// Ends this process by a signal.
[[noreturn]] void end_by(int signal);

} // namespace lockstep::remote
