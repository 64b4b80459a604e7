// The server and the way to it.
#include "remote/request.hpp"

#include "remote/child.hpp"

#include <csignal>
#include <mutex>

namespace lockstep::remote
{

namespace
{

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
            send(child_.socket(), request);
            return receive(child_.socket());
        } catch (const Broken&) {
            // A kernel that crashes takes its process with it; the test program then ends in the same way, and is asked why.
            const Ending how = child_.end();
            end_by(how.signal != 0 ? how.signal : SIGABRT);
        }
    }

private:
    std::mutex mutex_;
    Child child_{"LOCKSTEP_REMOTE"};
};

} // namespace

Reader ask_server(const Writer& message)
{
    return Server::get().ask(message);
}

} // namespace lockstep::remote
