#include "live/job_queue.hpp"

#include "lockstep/failure.hpp"
#include "lockstep/scratch.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace lockstep::tool
{

namespace
{

constexpr std::size_t most_jobs = 8;
constexpr std::size_t most_output_bytes = std::size_t{1} << 20U;
constexpr std::size_t longest_line_bytes = std::size_t{16} << 10U;

std::string line_of(const nlohmann::json& object)
{
    return object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// What a program writes, cut into lines for its page.
class Heard
{
public:
    Heard(EventStream& events, bool speaks_json) : events_(events), speaks_json_(speaks_json) {}

    // @return false when it has said more than a page can show.
    bool add(std::string_view text)
    {
        bytes_ += text.size();
        if (bytes_ > most_output_bytes) return false;
        kept_ += text;
        const std::size_t lines_end = kept_.rfind('\n') + 1; // npos + 1 is 0
        if (lines_end > 0) tell(kept_.substr(0, lines_end));
        kept_.erase(0, lines_end);
        if (kept_.size() > longest_line_bytes) rest();
        return true;
    }

    void rest()
    {
        if (!kept_.empty()) tell(std::exchange(kept_, ""));
    }

private:
    void tell(const std::string& lines)
    {
        if (!speaks_json_) return events_.send("text", line_of({{"text", lines}}));
        std::string plain; // lines that are no events, which go together
        const auto tell_plain = [&] {
            if (!plain.empty()) events_.send("text", line_of({{"text", std::exchange(plain, "")}}));
        };
        for (std::size_t begin = 0; begin < lines.size();) {
            const std::size_t end = std::min(lines.find('\n', begin), lines.size() - 1) + 1;
            const std::string line = lines.substr(begin, end - begin);
            begin = end;
            const nlohmann::json object =
                line.starts_with('{') ? nlohmann::json::parse(line, nullptr, false) : nlohmann::json{};
            if (object.is_object() && object.contains("event") && object["event"].is_string()) {
                tell_plain();
                events_.send(object["event"].get<std::string>(), line_of(object));
            } else {
                plain += line;
            }
        }
        tell_plain();
    }

    EventStream& events_;
    bool speaks_json_;
    std::string kept_;
    std::size_t bytes_ = 0;
};

std::string in_words(std::chrono::milliseconds time)
{
    const auto seconds = time.count() / 1000;
    return seconds < 120 ? fmt::format("{} s", seconds) : fmt::format("{} minutes", seconds / 60);
}

nlohmann::json end_of(const ProcessResult& result, const ProcessLimits& limits, bool said_too_much)
{
    nlohmann::json end{
        {"how", "ended"}, {"status", result.status}, {"seconds", result.seconds}, {"sentence", ""}};
    const auto ends = [&](const char* how, const std::string& sentence) {
        end["how"] = how;
        end["sentence"] = sentence;
    };
    if (said_too_much)
        ends("output",
             fmt::format("It was stopped: it had printed more than {} MiB. Print less, then run it again.",
                         most_output_bytes >> 20U));
    else if (result.timed_out)
        ends("time", fmt::format("It was stopped: it had not ended after {}. Look for a loop without an end.",
                                 in_words(limits.time)));
    else if (result.out_of_memory)
        ends("memory",
             fmt::format("It was stopped: it used more than {} MiB of memory.", limits.memory_bytes >> 20U));
    else if (result.stopped)
        ends("stopped", "Stopped.");
    else if (result.signal != 0)
        ends("failed", fmt::format("It crashed (signal {}). Look for an index beyond the end of an array.",
                                   result.signal));
    return end;
}

} // namespace

JobQueue::JobQueue() : worker_([this] { work(); }) {}

JobQueue::~JobQueue()
{
    {
        const std::lock_guard lock{mutex_};
        leaving_ = true;
        for (const auto& entry : entries_) entry->stop = true;
    }
    more_.notify_all();
    worker_.join();
}

std::string JobQueue::add(PageJob job)
{
    const std::lock_guard lock{mutex_};
    if (std::ranges::any_of(entries_, [&](const auto& entry) { return entry->job.page == job.page; }))
        return "This page has something running already. Stop it, or wait for its end.";
    if (entries_.size() >= most_jobs)
        return fmt::format("{} pages have something running or waiting. Wait for one of them.", most_jobs);
    auto entry = std::make_shared<Entry>();
    entry->job = std::move(job);
    entry->job.events->send("waiting", line_of({{"before", entries_.size()}}));
    entries_.push_back(std::move(entry));
    more_.notify_all();
    return "";
}

bool JobQueue::stop(const std::string& page)
{
    const std::lock_guard lock{mutex_};
    for (const auto& entry : entries_)
        if (entry->job.page == page) {
            entry->stop = true;
            return true;
        }
    return false;
}

void JobQueue::look()
{
    const std::lock_guard lock{mutex_};
    for (const auto& entry : entries_)
        if (entry->job.events->gone()) entry->stop = true;
}

void JobQueue::work()
{
    for (;;) {
        std::shared_ptr<Entry> entry;
        {
            std::unique_lock lock{mutex_};
            more_.wait(lock, [this] { return leaving_ || !entries_.empty(); });
            if (entries_.empty()) return;
            entry = entries_.front();
        }
        run(*entry);
        {
            const std::lock_guard lock{mutex_};
            entries_.pop_front();
        }
        entry->job.events->end();
    }
}

void JobQueue::run(Entry& entry)
{
    PageJob& job = entry.job;
    EventStream& events = *job.events;
    try {
        const ScratchFolder scratch{"lockstep-live-"};
        if (entry.stop) {
            ProcessResult never_begun;
            never_begun.stopped = true;
            events.send("ended", line_of(end_of(never_begun, job.limits, false)));
            return;
        }
        events.send("begun", "{}");
        // What is killed cannot remove its own temporary files.
        job.command.environment["TMPDIR"] = scratch.path().string();
        Heard heard{events, job.speaks_json};
        bool said_too_much = false;
        job.command.hear = [&](std::string_view text) {
            if (said_too_much || heard.add(text)) return;
            said_too_much = true;
            entry.stop = true;
        };
        job.limits.stop = &entry.stop;
        job.limits.farewell = std::chrono::seconds{2};
        const ProcessResult result = run_process(job.command, job.limits);
        heard.rest();
        const bool by_itself =
            !said_too_much && !result.stopped && !result.timed_out && !result.out_of_memory;
        if (job.after && by_itself) job.after(result, events);
        events.send("ended", line_of(end_of(result, job.limits, said_too_much)));
    } catch (const Interrupted&) {
        events.send("ended", line_of({{"how", "stopped"},
                                      {"status", 0},
                                      {"seconds", 0.0},
                                      {"sentence", "The live book was ended at its terminal."}}));
    } catch (const std::exception& error) {
        events.send(
            "ended",
            line_of({{"how", "failed"}, {"status", 2}, {"seconds", 0.0}, {"sentence", error.what()}}));
    }
}

} // namespace lockstep::tool
