// A graph of tasks that tells what run_graph made of it.
#pragma once

#include "edges.hpp"
#include "graph.hpp"

#include <lockstep/event_witness.hpp>
#include <lockstep/exercise.hpp>

#include <pthread.h>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

using Number = lockstep::EventWitness::Number;

inline constexpr Number not_enqueued = SIZE_MAX;

/// Calls it on a thread whose stack a deep recursion overflows, however small its frames are.
inline void call_on_small_stack(const std::function<void()>& function)
{
    struct Call
    {
        const std::function<void()>& function;
        std::exception_ptr thrown;
    } call{function, nullptr};
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, std::size_t{512} * 1024);
    pthread_t thread{};
    const int failed = pthread_create(
        &thread, &attributes,
        [](void* data) -> void* {
            Call& made = *static_cast<Call*>(data);
            try {
                made.function();
            } catch (...) {
                made.thrown = std::current_exception();
            }
            return nullptr;
        },
        &call);
    pthread_attr_destroy(&attributes);
    if (failed != 0) FAIL("The tests can make no thread.");
    pthread_join(thread, nullptr);
    if (call.thrown) std::rethrow_exception(call.thrown);
}

/// Tasks, and what became of them.
struct Graph
{
    Edges edges;
    std::vector<Task> tasks;
    std::vector<Number> numbers;       ///< the witness's, of each task's command
    std::vector<std::size_t> failing;  ///< tasks whose command fails, with status_of its index
    std::vector<std::size_t> throwing; ///< tasks whose enqueue throws that
    std::vector<std::size_t> enqueued; ///< in order
    cl::Buffer buffer;

    explicit Graph(Edges all) : edges(std::move(all)), numbers(edges.size(), not_enqueued)
    {
        buffer = {lockstep::Exercise::get().context(), CL_MEM_READ_WRITE,
                  std::max<std::size_t>(1, edges.size()) * sizeof(cl_uint)};
        for (std::size_t i = 0; i < edges.size(); ++i)
            tasks.push_back({edges[i], [this, i](const cl::CommandQueue& queue,
                                                 const std::vector<cl::Event>& wait_list, cl::Event& event) {
                                 enqueued.push_back(i);
                                 if (contains(throwing, i)) throw cl::Error{status_of(i), "enqueue"};
                                 queue.enqueueFillBuffer(buffer, cl_uint{1}, i * sizeof(cl_uint),
                                                         sizeof(cl_uint), &wait_list, &event);
                                 if (lockstep::EventWitness* const w = lockstep::EventWitness::witness())
                                     numbers[i] = w->last();
                             }});
    }
    Graph(const Graph&) = delete;
    Graph& operator=(const Graph&) = delete;

    static bool contains(const std::vector<std::size_t>& list, std::size_t i)
    {
        return std::find(list.begin(), list.end(), i) != list.end();
    }
    /// One of OpenCL's own, or beyond them.
    static cl_int status_of(std::size_t i) { return (i % 2 == 0 ? -1 : -1000) - static_cast<cl_int>(i); }

    /// @param small_stack on a thread with a stack of half a MiB, and without looking at what the host waited for.
    std::vector<cl_int> run(lockstep::EventWitness& witness, bool small_stack = false)
    {
        // Only that they run is of interest, and the witness runs them: the driver has no part in it.
        witness.instead([&](Number number) -> std::optional<cl_int> {
            for (const std::size_t i : failing)
                if (numbers[i] == number) return status_of(i);
            return CL_COMPLETE;
        });
        try {
            std::vector<cl_int> statuses;
            const auto call = [&] {
                statuses =
                    run_graph(lockstep::Exercise::get().context(), lockstep::Exercise::get().device(), tasks);
            };
            if (small_stack)
                call_on_small_stack(call);
            else
                call();
            look(witness, statuses, small_stack);
            return statuses;
        } catch (const cl::Error&) {
            witness.stop();
            if (!witness.deadlock().empty()) FAIL(witness.deadlock(), ".");
            throw;
        } catch (...) {
            witness.stop();
            throw;
        }
    }

private:
    /// What holds for every graph.
    void look(lockstep::EventWitness& witness, const std::vector<cl_int>& statuses, bool another_thread) const
    {
        if (statuses.size() != tasks.size())
            FAIL("For ", tasks.size(), " tasks run_graph returned ", statuses.size(), " statuses.");
        if (const auto left = witness.unwaited().size(); left > 0 && witness.waits() > 0 && !another_thread)
            FAIL("run_graph returned, and nobody had waited for ", left, " of the commands.");
        if (witness.waits_in_between() > 0)
            FAIL("The host waits ", witness.waits_in_between(), " times before the last task is enqueued.");
        if (!witness.unknown_call().empty()) FAIL("The tests do not know ", witness.unknown_call(), ".");
        std::vector<int> times(tasks.size());
        for (const std::size_t i : enqueued) ++times[i];
        for (std::size_t i = 0; i < tasks.size(); ++i)
            if (times[i] > 1) FAIL("Task ", i, " was enqueued ", times[i], " times.");
    }
};

/// The place of each task among those that were run; not_enqueued if it was not.
inline std::vector<std::size_t> places(const Graph& graph, const lockstep::EventWitness& witness)
{
    const std::vector<Number> order = witness.order();
    std::vector<std::size_t> place_of_number(
        order.empty() ? 0 : *std::max_element(order.begin(), order.end()) + 1, not_enqueued);
    for (std::size_t i = 0; i < order.size(); ++i) place_of_number[order[i]] = i;
    std::vector<std::size_t> result;
    for (const Number number : graph.numbers)
        result.push_back(number < place_of_number.size() ? place_of_number[number] : not_enqueued);
    return result;
}
