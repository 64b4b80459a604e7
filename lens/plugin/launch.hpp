// A kernel while Oclgrind runs it.
#pragma once

#include "counting/session.hpp"
#include "worker.hpp"

#include <memory>
#include <mutex>
#include <vector>

namespace lockstep::lens
{

/// Its functions may be called from several threads.
class Launch : public LaunchRecord
{
public:
    Launch(Session& owner, LaunchDescription what);

    /// @return the calling thread's worker, when the group is to be recorded; else null
    Worker* begin_group(const Size& id, const Size& size, Worker::ReadPointer read_pointer);
    void end_group(const Size& id, Worker* worker);

    /// After the last group: hands the counts over.
    void end();

private:
    std::uint64_t id; // of this launch in the process
    Code code;
    std::mutex mutex;
    std::vector<std::unique_ptr<Worker>> workers;
};

} // namespace lockstep::lens
