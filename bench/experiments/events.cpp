// What an event costs: the same small commands with events and without, by the host's clock.
#include "experiment.hpp"

#include "statistics.hpp"

#include <lockstep/timing.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace lockstep::bench
{
namespace
{

/// The queues that take the commands in turn.
struct Queues
{
    std::string name;
    bool profiling = false;
    std::vector<cl::CommandQueue> in_turn;
};

/// What the host does with the commands' events.
enum class Use
{
    none,          ///< asks for none
    released,      ///< and releases each at once
    kept,          ///< until all commands are done
    before,        ///< each command waits for the one before it
    eight_before,  ///< for the eight before it
    host_waits,    ///< the host waits for each before it enqueues the next
    host_finishes, ///< the host waits for the queue instead, with no event
};

struct Way
{
    Use use;
    const char* name;
};

constexpr std::array ways{Way{Use::none, "none"},
                          Way{Use::released, "released at once"},
                          Way{Use::kept, "kept"},
                          Way{Use::before, "next waits"},
                          Way{Use::eight_before, "next waits for eight"},
                          Way{Use::host_waits, "host waits"},
                          Way{Use::host_finishes, "host finishes"}};

/// One command after another, `commands` of them.
class Series
{
public:
    Series(Bench& bench, std::size_t commands)
        : count_(bench.buffer(sizeof(cl_uint))), kernel_(bench.kernel("events.cl", "count")),
          commands_(commands)
    {
        kernel_.setArg(0, count_);
    }

    struct Times
    {
        double enqueued_us = 0; ///< until the last call has returned
        double done_us = 0;     ///< until the last command has ended
    };

    Times run(Bench& bench, const Queues& queues, Use use)
    {
        const cl::CommandQueue& first = queues.in_turn.front();
        first.enqueueFillBuffer(count_, cl_uint{0}, 0, sizeof(cl_uint));
        first.finish();
        const Stopwatch watch;
        std::vector<cl::Event> events;
        events.reserve(commands_);
        for (std::size_t i = 0; i < commands_; ++i) {
            const cl::CommandQueue& queue = queues.in_turn[i % queues.in_turn.size()];
            enqueue(queue, use, events);
            if (queues.in_turn.size() > 1) queue.flush(); // the other one waits for it
        }
        const double enqueued = watch.elapsed().count();
        for (const cl::CommandQueue& queue : queues.in_turn) queue.finish();
        const double done = watch.elapsed().count();
        require_right(bench.words(count_, 0, 1).front() == commands_, "the counted commands");
        const double each = 1e3 / static_cast<double>(commands_);
        return {.enqueued_us = enqueued * each, .done_us = done * each};
    }

private:
    void enqueue(const cl::CommandQueue& queue, Use use, std::vector<cl::Event>& events)
    {
        const auto launch = [&](const std::vector<cl::Event>* waits, cl::Event* event) {
            queue.enqueueNDRangeKernel(kernel_, cl::NullRange, cl::NDRange(1), cl::NDRange(1), waits, event);
        };
        switch (use) {
        case Use::none:
            launch(nullptr, nullptr);
            break;
        case Use::host_finishes:
            launch(nullptr, nullptr);
            queue.finish();
            break;
        case Use::released: {
            cl::Event event;
            launch(nullptr, &event);
            break;
        }
        case Use::host_waits: {
            cl::Event event;
            launch(nullptr, &event);
            event.wait();
            break;
        }
        case Use::kept:
            launch(nullptr, &events.emplace_back());
            break;
        case Use::before:
        case Use::eight_before: {
            const std::size_t most = use == Use::before ? 1 : 8;
            const auto known = static_cast<std::ptrdiff_t>(std::min(events.size(), most));
            const std::vector<cl::Event> waits(events.end() - known, events.end());
            launch(&waits, &events.emplace_back());
            break;
        }
        }
    }

    cl::Buffer count_;
    cl::Kernel kernel_;
    std::size_t commands_;
};

EventRow measured(Bench& bench, Series& series, const Queues& queues, const Way& way, std::size_t commands)
{
    const std::size_t runs = bench.scale().quick ? 1 : 15;
    std::vector<double> enqueued;
    std::vector<double> done;
    series.run(bench, queues, way.use); // to warm up
    while (done.size() < runs) {
        const Series::Times times = series.run(bench, queues, way.use);
        enqueued.push_back(times.enqueued_us);
        done.push_back(times.done_us);
    }
    const formats::Spread spread = spread_of(done);
    return {.queues = queues.name,
            .profiling = queues.profiling,
            .events = way.name,
            .commands = commands,
            .enqueued_us = to_four_digits(median_of(enqueued)),
            .done_us = to_four_digits(median_of(done)),
            .done_spread_us = {to_four_digits(spread.low), to_four_digits(spread.high)}};
}

/// Where nothing but events keeps the commands in order, some ways would be wrong.
bool is_ordered(const Queues& queues, Use use)
{
    return queues.name == "in-order" || use == Use::before || use == Use::eight_before;
}

} // namespace

std::vector<EventRow> measure_events(Bench& bench)
{
    const std::size_t commands = bench.scale().quick ? 16 : 2000;
    const auto queue = [&](cl_command_queue_properties properties) {
        return cl::CommandQueue{bench.context(), bench.device(), properties};
    };
    std::vector<Queues> all{{"in-order", false, {queue(0)}},
                            {"in-order", true, {queue(CL_QUEUE_PROFILING_ENABLE)}},
                            {"two in-order", false, {queue(0), queue(0)}}};
    if ((bench.device().getInfo<CL_DEVICE_QUEUE_PROPERTIES>() & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0)
        all.push_back({"out-of-order", false, {queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)}});
    Series series(bench, commands);
    std::vector<EventRow> rows;
    for (const Queues& queues : all)
        for (const Way& way : ways)
            if (is_ordered(queues, way.use)) rows.push_back(measured(bench, series, queues, way, commands));
    return rows;
}

} // namespace lockstep::bench
