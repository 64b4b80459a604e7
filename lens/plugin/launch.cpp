// A kernel while Oclgrind runs it.
#include "launch.hpp"

namespace lockstep::lens
{

namespace
{

/// The worker of this thread, and the launch it belongs to.
struct ThreadWorker
{
    std::uint64_t launch = 0;
    Worker* worker = nullptr;
};

thread_local ThreadWorker thread_worker;

std::uint64_t next_launch_id()
{
    static std::atomic<std::uint64_t> last = 0;
    return ++last;
}

void add_worker(DeviceCounts& device, const Worker& worker, std::size_t profile)
{
    const auto& accesses = worker.accesses(profile);
    for (std::size_t i = 0; i < accesses.size(); ++i) {
        const Site& site = worker.sites()[i];
        if (site.counted) device.lines[{site.line, site.column, site.kind, site.whole}].add(accesses[i]);
    }
    device.reuse.add(worker.reuse(profile));
    const auto& issues = worker.issues(profile);
    for (std::size_t i = 0; i < issues.size(); ++i) {
        const Segment& segment = *worker.segments()[i];
        device.work.add(segment.work, issues[i].times);
        for (const auto& [line, instructions] : segment.lines)
            device.control[line].add({.instructions = issues[i].times * instructions,
                                      .lanes = issues[i].lanes * instructions,
                                      .alone = issues[i].alone * instructions});
        if (segment.end == SegmentEnd::branch)
            device.control[segment.line].add({.branches = issues[i].times,
                                              .divergent = issues[i].divergent,
                                              .loop_exits = segment.leaves_loop ? issues[i].divergent : 0,
                                              .skips = segment.skips ? issues[i].divergent : 0});
    }
}

} // namespace

Launch::Launch(Session& owner, LaunchDescription what)
    : LaunchRecord(owner, std::move(what)), id(next_launch_id())
{
}

Worker* Launch::begin_group(const Size& group, const Size& size, Worker::ReadPointer read_pointer)
{
    if (given_up() || !is_recorded(group)) return nullptr;
    if (thread_worker.launch != id) {
        const std::lock_guard lock{mutex};
        workers.push_back(
            std::make_unique<Worker>(session.profiles(), code, read_pointer, session.caches_wanted()));
        thread_worker = {id, workers.back().get()};
    }
    thread_worker.worker->begin_group(group, size, is_drawn(group));
    return thread_worker.worker;
}

void Launch::end_group(const Size& group, Worker* worker)
{
    if (worker) worker->end_group();
    LaunchRecord::end_group(group, worker ? &worker->group() : nullptr);
}

void Launch::end()
{
    end_caches();
    LaunchCounts result = counts();
    for (const auto& worker : workers) {
        result.truncated = result.truncated || worker->truncated();
        result.uncounted.add(worker->uncounted());
        for (std::size_t i = 0; i < result.devices.size(); ++i) add_worker(result.devices[i], *worker, i);
    }
    session.keep(*this, std::move(result));
}

} // namespace lockstep::lens
