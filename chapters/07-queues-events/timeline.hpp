// When commands ran: as rows of a terminal, and as a file that a browser's trace viewer
// opens.
#pragma once

#include "lab.hpp"

#include <ctime>
#include <memory>
#include <stdexcept>
#include <utility>

// One command: when it ran, by the device's clock, and which queue it was in.
struct Span
{
    std::string name;
    std::string kind; // what is drawn in one colour
    std::size_t queue;
    Stamps stamps;
};

struct Timeline
{
    std::string title;
    std::vector<std::string> queues; // their names
    std::vector<Span> spans{};

    void add(const std::string& name, const std::string& kind, std::size_t queue,
             const cl::Event& event)
    {
        spans.push_back({name, kind, queue, Stamps{event}});
    }

    cl_ulong begin() const
    {
        cl_ulong first = std::numeric_limits<cl_ulong>::max();
        for (const Span& span : spans) first = std::min(first, span.stamps.started);
        return first;
    }

    double makespan_ms() const // from the first start to the last end
    {
        cl_ulong last = 0;
        for (const Span& span : spans) last = std::max(last, span.stamps.ended);
        return ms_between(begin(), last);
    }

    double sum_ms(const std::string& kind = "") const // of all durations, or of one kind
    {
        double sum = 0;
        for (const Span& span : spans)
            if (kind.empty() || span.kind == kind)
                sum += ms_between(span.stamps.started, span.stamps.ended);
        return sum;
    }
};

//! [print]
void print(const Timeline& timeline)
{
    constexpr double columns = 60;
    const double scale = columns / timeline.makespan_ms();
    for (const Span& span : timeline.spans) {
        const auto column = [&](cl_ulong time) {
            return static_cast<std::size_t>(scale * ms_between(timeline.begin(), time));
        };
        const std::size_t from = std::min<std::size_t>(column(span.stamps.started), 59);
        const std::size_t to = std::max(column(span.stamps.ended), from + 1);
        std::string row(60, ' ');
        row.replace(from, to - from, to - from, '#');
        std::printf("  %-9s|%s|\n", span.name.c_str(), row.c_str());
    }
}
//! [print]

// A row for each command, so that in a row none lies over another: the queue's first one
// that is free.
struct Row
{
    std::size_t queue;
    cl_ulong free_from;
    std::vector<const Span*> spans;
};

std::vector<Row> rows_of(const Timeline& timeline)
{
    std::vector<const Span*> spans;
    for (const Span& span : timeline.spans) spans.push_back(&span);
    std::ranges::stable_sort(spans, {}, [](const Span* s) { return s->stamps.started; });
    std::vector<Row> rows;
    for (const Span* span : spans) {
        auto row = std::ranges::find_if(rows, [&](const Row& r) {
            return r.queue == span->queue && r.free_from <= span->stamps.started;
        });
        if (row == rows.end()) row = rows.insert(row, {span->queue, 0, {}});
        row->free_from = span->stamps.ended;
        row->spans.push_back(span);
    }
    std::ranges::stable_sort(rows, {}, &Row::queue);
    return rows;
}

// A file in the Trace Event Format, which trace viewers open: ui.perfetto.dev, or
// chrome://tracing where the browser has it.
class TraceFile
{
public:
    explicit TraceFile(const cl::Device& device) : file_{std::fopen("timeline.json", "w")}
    {
        if (!file_) throw std::runtime_error("timeline.json cannot be written here");
        const std::time_t now = std::time(nullptr);
        char date[16];
        std::strftime(date, sizeof date, "%Y-%m-%d", std::gmtime(&now));
        std::fprintf(file_.get(),
                     R"({"displayTimeUnit":"ms",
"otherData":{"device":"%s","driver":"%s","date":"%s"},
"traceEvents":[)",
                     device.getInfo<CL_DEVICE_NAME>().c_str(),
                     device.getInfo<CL_DRIVER_VERSION>().c_str(), date);
    }
    ~TraceFile() { std::fprintf(file_.get(), "\n]}\n"); }
    TraceFile(const TraceFile&) = delete;
    TraceFile& operator=(const TraceFile&) = delete;

    // "M" names a process (here: a timeline) and its threads (here: rows); "X" is a
    // command, with its start and its duration in microseconds.
    void add(const Timeline& timeline)
    {
        const cl_ulong begin = timeline.begin();
        event(R"({"ph":"M","pid":%zu,"name":"process_name","args":{"name":"%s"}})", ++pid_,
              timeline.title.c_str());
        std::size_t tid = 10 * pid_; // viewers want numbers that no other timeline has
        for (const Row& row : rows_of(timeline)) {
            event(R"({"ph":"M","pid":%zu,"tid":%zu,"name":"thread_name",)"
                  R"("args":{"name":"%s"}})",
                  pid_, ++tid, timeline.queues.at(row.queue).c_str());
            for (const Span* span : row.spans)
                event(R"({"ph":"X","pid":%zu,"tid":%zu,"ts":%.3f,"dur":%.3f,)"
                      R"("name":"%s","cat":"%s"})",
                      pid_, tid, 1e3 * ms_between(begin, span->stamps.started),
                      1e3 * ms_between(span->stamps.started, span->stamps.ended),
                      span->name.c_str(), span->kind.c_str());
        }
    }

private:
    void event(const char* format, auto... values)
    {
        std::fputs(std::exchange(is_first_, false) ? "\n" : ",\n", file_.get());
        std::fprintf(file_.get(), format, values...);
    }

    struct Close
    {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    std::unique_ptr<std::FILE, Close> file_;
    std::size_t pid_ = 0;
    bool is_first_ = true;
};
