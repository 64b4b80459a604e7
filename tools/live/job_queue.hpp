// What the pages have running: each job is a program of its own, and they run one after another, because two at once would
// measure each other.
#pragma once

#include "base/process.hpp"
#include "live/http.hpp"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace lockstep::tool
{

/// What is to be run for a page.
struct PageJob
{
    std::string page; ///< the browser's page that asks; it has one job at a time
    Command command;  ///< its output goes to the page
    ProcessLimits limits;
    bool speaks_json =
        false; ///< each line is an object with the name of an event, which is passed on: {"event": "stage", …}
    std::shared_ptr<EventStream> events;
    /// Is called when the program has ended by itself, before the page is told so; sends what has come of it. May be empty.
    std::function<void(const ProcessResult&, EventStream&)> after = {};
};

/// The events of a job: "waiting" {"before"}, "begun" {}, "text" {"text"} for lines as they come, its own if it speaks
/// JSON, and last "ended" {"how", "status", "seconds", "sentence"}; how is "ended", "stopped", "time", "memory", "output" or "failed".
class JobQueue
{
public:
    JobQueue();
    JobQueue(const JobQueue&) = delete;
    JobQueue& operator=(const JobQueue&) = delete;
    ~JobQueue(); ///< stops what runs

    /// Puts a job behind those that wait. @return why not, in a sentence; empty when it is done.
    std::string add(PageJob job);

    /// Stops the page's job. @return false when it has none.
    bool stop(const std::string& page);

    /// Stops jobs whose readers have gone. To be called now and then.
    void look();

private:
    struct Entry
    {
        PageJob job;
        std::atomic<bool> stop{false};
    };

    void work();
    void run(Entry& entry);

    std::mutex mutex_;
    std::condition_variable more_;
    std::deque<std::shared_ptr<Entry>> entries_; ///< the first runs
    bool leaving_ = false;
    std::thread worker_;
};

} // namespace lockstep::tool
