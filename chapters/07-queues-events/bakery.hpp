// The bakery of chapter 1: seven commands, and events as the arrows between them.
#pragma once

#include "timeline.hpp"

#include <array>

//! [recipe]
struct Task
{
    const char* name;
    unsigned minutes;
    std::vector<std::size_t> after; // tasks that must have ended
    std::size_t baker;              // whose queue it goes to where there are several
};

const std::vector<Task> cake{{"buy", 20, {}, 0},         {"preheat", 20, {}, 1},
                             {"mix", 15, {0}, 0},        {"icing", 25, {0}, 1},
                             {"bake", 30, {1, 2}, 0},    {"cool", 20, {4}, 0},
                             {"decorate", 15, {3, 5}, 0}};
//! [recipe]

// What each step makes of its predecessors', and the same by the host.
struct Kitchen
{
    std::vector<cl::Buffer> made;
    std::vector<std::array<cl_uint, Lab::items>> expected;

    explicit Kitchen(const Lab& lab)
    {
        constexpr std::array<cl_uint, Lab::items> nothing{};
        for (std::size_t task = 0; task < cake.size(); ++task) {
            const std::vector<std::size_t>& after = cake[task].after;
            const auto& first = after.empty() ? nothing : expected[after.front()];
            const auto& second = after.size() < 2 ? nothing : expected[after.back()];
            std::array<cl_uint, Lab::items> mixed{};
            for (cl_uint i = 0; i < Lab::items; ++i)
                mixed.at(i) =
                    spin(first.at(i) + 31 * second.at(i) + static_cast<cl_uint>(task) + i,
                         lab.rounds(cake[task].minutes));
            expected.push_back(mixed);
            made.push_back(lab.buffer());
        }
    }

    void set_arguments(Lab& lab, std::size_t task)
    {
        const std::vector<std::size_t>& after = cake[task].after;
        lab.cook.setArg(0, after.empty() ? lab.nothing : made[after.front()]);
        lab.cook.setArg(1, after.size() < 2 ? lab.nothing : made[after.back()]);
        lab.cook.setArg(2, made[task]);
        lab.cook.setArg(3, static_cast<cl_uint>(task));
        lab.cook.setArg(4, lab.rounds(cake[task].minutes));
    }

    bool is_right(const cl::CommandQueue& queue) const
    {
        for (std::size_t task = 0; task < cake.size(); ++task) {
            std::array<cl_uint, Lab::items> found{};
            queue.enqueueReadBuffer(made[task], CL_TRUE, 0, sizeof found, found.data());
            if (found != expected[task]) return false;
        }
        return true;
    }

    void clear(const cl::CommandQueue& queue) const
    {
        for (const cl::Buffer& buffer : made)
            queue.enqueueFillBuffer(buffer, cl_uint{0xdead}, 0, sizeof expected.front());
        queue.finish();
    }
};

//! [bake]
Events bake_cake(Lab& lab, Kitchen& kitchen, const std::vector<cl::CommandQueue>& queues)
{
    Events done(cake.size());
    for (std::size_t task = 0; task < cake.size(); ++task) {
        Events before;
        for (const std::size_t other : cake[task].after) before.push_back(done[other]);
        kitchen.set_arguments(lab, task);
        queues[cake[task].baker % queues.size()].enqueueNDRangeKernel(
            lab.cook, cl::NullRange, cl::NDRange(Lab::items), cl::NDRange(Lab::items),
            &before, &done[task]);
    }
    for (const cl::CommandQueue& queue : queues) queue.flush(); // each may wait for another
    cl::Event::waitForEvents(done);
    return done;
}
//! [bake]

//! [path]
// True where a path of arrows leads from one task to another. Arrows lead to later tasks of
// the list.
bool leads_to(std::size_t from, std::size_t to)
{
    return std::ranges::any_of(cake[to].after, [&](std::size_t before) {
        return before == from || leads_to(from, before);
    });
}

// The longest chain of tasks that wait for each other, with the durations that were
// measured.
double critical_path_ms(const std::vector<Span>& spans)
{
    std::vector<double> end_ms;
    for (std::size_t task = 0; task < cake.size(); ++task) {
        double begin = 0;
        for (const std::size_t before : cake[task].after)
            begin = std::max(begin, end_ms[before]);
        end_ms.push_back(begin +
                         ms_between(spans[task].stamps.started, spans[task].stamps.ended));
    }
    return *std::ranges::max_element(end_ms);
}
//! [path]

void judge(const Timeline& timeline, bool is_right)
{
    const std::vector<Span>& spans = timeline.spans;
    std::printf("  makespan %.2f ms, all durations %.2f ms, critical path %.2f ms\n",
                timeline.makespan_ms(), timeline.sum_ms(), critical_path_ms(spans));

    std::size_t arrows = 0, kept = 0, independent = 0, together = 0;
    double longest_ms = 0;
    std::string who;
    for (std::size_t b = 0; b < cake.size(); ++b)
        for (std::size_t a = 0; a < b; ++a)
            if (std::ranges::count(cake[b].after, a) > 0) {
                ++arrows;
                kept += spans[a].stamps.ended <= spans[b].stamps.started ? 1U : 0U;
            } else if (!leads_to(a, b)) {
                ++independent;
                const double ms = overlap_ms(spans[a].stamps, spans[b].stamps);
                together += ms > 0 ? 1U : 0U;
                if (ms <= longest_ms) continue;
                longest_ms = ms;
                who = spans[a].name + " and " + spans[b].name;
            }
    std::printf("  %zu of %zu arrows hold, results %s\n", kept, arrows,
                is_right ? "right" : "WRONG");
    std::printf("  independent pairs that overlapped: %zu of %zu, ", together, independent);
    if (together == 0)
        std::printf("they ran one after the other\n");
    else
        std::printf("for longest %s, %.2f ms\n", who.c_str(), longest_ms);
}

void bakery(Lab& lab, TraceFile& trace)
{
    Kitchen kitchen{lab};
    const char* free_order =
        lab.out_of_order ? "one out-of-order queue" : "one queue in order: it has no other";
    const std::vector<std::pair<std::string, std::vector<cl::CommandQueue>>> ways{
        {"one in-order queue", {lab.in_order()}},
        {free_order, {lab.any_order()}},
        {"two in-order queues", {lab.in_order(), lab.in_order()}}};
    for (const auto& [title, queues] : ways) {
        kitchen.clear(queues.front());
        const Events done = bake_cake(lab, kitchen, queues);
        Timeline timeline{title, {"queue 1", "queue 2"}};
        for (std::size_t task = 0; task < cake.size(); ++task)
            timeline.add(cake[task].name,
                         cake[task].baker == 0 ? "critical path" : "beside it",
                         cake[task].baker % queues.size(), done[task]);
        std::printf("\n%s\n", title.c_str());
        print(timeline);
        judge(timeline, kitchen.is_right(queues.front()));
        trace.add(timeline);
    }
}
