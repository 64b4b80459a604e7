// Tests of run_graph: order, independence, failures, and graphs that are large.
#include "edges.hpp"
#include "graph.hpp"
#include "recorded_graph.hpp"

#include <lockstep/event_witness_calls.hpp>
#include <lockstep/exercise.hpp>

#include <algorithm>
#include <exception>
#include <map>
#include <stdexcept>

using namespace lockstep;

namespace
{

/// Runs a graph in which nothing fails: each task once, behind what it waits for.
void check_run(Edges edges, const EventWitness::Device& device, const std::string& what,
               bool small_stack = false)
{
    Graph graph{std::move(edges)};
    EventWitness witness{device};
    INFO(what, std::string{device.out_of_order ? "" : ", without a queue out of order"});
    const auto statuses = graph.run(witness, small_stack);
    const auto place = places(graph, witness);
    for (std::size_t i = 0; i < graph.edges.size(); ++i) {
        if (place[i] == not_enqueued) FAIL("Task ", i, " was not run.");
        if (statuses[i] != CL_COMPLETE) FAIL("Task ", i, " was run, and its status is ", statuses[i], ".");
        for (const std::size_t before : graph.edges[i])
            if (place[before] > place[i])
                FAIL("Task ", i, " was run before task ", before, ", which it waits for.");
    }
}

/// Fails unless each task went to a queue that the rule for queues in order allows.
void expect_rule(const Graph& graph, const EventWitness& witness)
{
    struct Lane
    {
        std::size_t newest, count;
    };
    std::map<cl_command_queue, Lane> lanes;
    for (const std::size_t task : graph.enqueued) {
        const std::vector<std::size_t>& after = graph.edges[task];
        const cl_command_queue queue = witness.command(graph.numbers[task]).queue;
        const auto continues = [&](const auto& lane) { return Graph::contains(after, lane.second.newest); };
        const auto fewer = [](const auto& a, const auto& b) { return a.second.count < b.second.count; };
        const auto its = lanes.find(queue);
        if (std::any_of(lanes.begin(), lanes.end(), continues)) {
            if (its == lanes.end() || !continues(*its))
                FAIL("Task ", task, " waits for the newest task of a queue, and went to another one.");
        } else if (lanes.size() < most_queues) {
            if (its != lanes.end())
                FAIL("Task ", task, " waits for no queue's newest task, and went to one of ", lanes.size(),
                     " queues instead of a new one.");
        } else {
            const auto fewest = std::min_element(lanes.begin(), lanes.end(), fewer);
            if (its == lanes.end() || its->second.count > fewest->second.count)
                FAIL("Task ", task, " went to a queue with ", its == lanes.end() ? 0 : its->second.count,
                     " tasks before it, and there is one with ", fewest->second.count, ".");
        }
        Lane& lane = lanes[queue];
        lane = {task, lane.count + 1};
    }
}

/// Fails unless what the graph orders is ordered, and, if `exactly`, nothing else.
void check_order(Edges edges, bool out_of_order, bool exactly, const std::string& what)
{
    Graph graph{std::move(edges)};
    EventWitness witness{{.out_of_order = out_of_order}};
    INFO(what, std::string{out_of_order ? "" : ", without a queue out of order"});
    graph.run(witness);
    const auto before = closure(graph.edges);
    for (std::size_t b = 0; b < graph.edges.size(); ++b)
        for (std::size_t a = 0; a < graph.edges.size(); ++a) {
            if (graph.numbers[a] == not_enqueued) FAIL("Task ", a, " was not enqueued.");
            if (before[b][a] && !witness.certainly_before(graph.numbers[a], graph.numbers[b]))
                FAIL("Task ", b, " may begin before task ", a, " has ended, for which it waits.");
            if (exactly && a < b && !before[b][a] && !before[a][b] &&
                !witness.may_overlap(graph.numbers[a], graph.numbers[b]))
                FAIL("The tasks ", a, " and ", b,
                     " do not wait for each other, but may not run at the same time.");
        }
    if (!out_of_order) expect_rule(graph, witness);
}

void check_refused(const Edges& edges, const std::string& what)
{
    for (const bool out_of_order : {true, false}) {
        Graph graph{edges};
        EventWitness witness{{.out_of_order = out_of_order}};
        bool refused = false;
        try {
            run_graph(Exercise::get().context(), Exercise::get().device(), graph.tasks);
        } catch (const std::invalid_argument&) {
            refused = true;
        }
        if (!refused) FAIL(what, ": expected a std::invalid_argument, and there was no exception.");
        if (!graph.enqueued.empty() || witness.count() > 0)
            FAIL(what, ": tasks were enqueued before that was noticed.");
        if (witness.queues_made() > 0) FAIL(what, ": a queue was made before that was noticed.");
    }
}

/// Runs a graph in which some tasks fail, and looks at each task's status.
void check_failures(const Edges& edges, const std::vector<std::size_t>& failing,
                    const std::vector<std::size_t>& throwing, bool out_of_order, std::uint64_t seed = 1)
{
    Graph graph{edges};
    graph.failing = failing;
    graph.throwing = throwing;
    EventWitness witness{{.out_of_order = out_of_order, .seed = seed}};
    INFO(edges.size(), " tasks, ", failing.size(), " fail and of ", throwing.size(), " the enqueue throws",
         std::string{out_of_order ? "" : ", without a queue out of order"});
    const auto statuses = graph.run(witness);
    const auto place = places(graph, witness);
    const auto before = closure(edges);
    for (std::size_t i = 0; i < edges.size(); ++i) {
        bool needs_failed = false;
        for (std::size_t a = 0; a < edges.size(); ++a)
            needs_failed = needs_failed ||
                           (before[i][a] && (Graph::contains(failing, a) || Graph::contains(throwing, a)));
        const bool fails = Graph::contains(failing, i) || Graph::contains(throwing, i);
        if (needs_failed) {
            if (place[i] != not_enqueued)
                FAIL("Task ", i, " was run, although a task that it needs has failed.");
            if (statuses[i] >= 0) FAIL("Task ", i, " did not run, and its status is ", statuses[i], ".");
        } else {
            if (place[i] == not_enqueued && !Graph::contains(throwing, i))
                FAIL("Task ", i, " was not run, although nothing that it needs has failed.");
            const cl_int expected = fails ? Graph::status_of(i) : CL_COMPLETE;
            if (statuses[i] != expected)
                FAIL("The status of task ", i, " is ", statuses[i], "; expected ", expected, ".");
        }
    }
    if (witness.events_alive() > 0) FAIL("run_graph leaves ", witness.events_alive(), " events behind.");
}

} // namespace

TEST_CASE("every task is run once, behind those that it waits for")
{
    for (const bool out_of_order : {true, false}) {
        const EventWitness::Device device{.out_of_order = out_of_order};
        check_run({}, device, "no task");
        check_run({{}}, device, "one task");
        check_run({{}, {0}, {1}}, device, "a chain of three");
        check_run(fork_and_join, device, "five tasks between two");
        check_run(listed_backwards, device, "tasks that stand in front of those that they wait for");
        check_run(named_twice, device, "tasks that name one twice");
    }
}

TEST_CASE("random graphs are run in every order that they allow")
{
    for (std::uint64_t seed = 1; seed <= 40; ++seed)
        check_run(random_edges(2 + 3 * seed, seed), {.out_of_order = seed % 2 == 0, .seed = seed},
                  "random graph " + std::to_string(seed));
}

TEST_CASE("out of order, a task waits for what it names and for nothing else")
{
    check_order(fork_and_join, true, true, "five tasks between two");
    check_order(tree, true, true, "a tree");
    check_order(listed_backwards, true, true, "a diamond, listed backwards");
    check_order(named_twice, true, true, "a task that names one twice");
    check_order(chains(12, 4), true, true, "twelve chains");
    check_order(Edges(20), true, true, "twenty tasks that wait for nothing");
    for (std::uint64_t seed = 1; seed <= 12; ++seed)
        check_order(random_edges(30, 100 + seed, 3), true, true, "random graph " + std::to_string(seed));
}

TEST_CASE("in order, a task waits for what it names, and where the queues suffice for nothing else")
{
    for (std::uint64_t seed = 1; seed <= 12; ++seed)
        check_order(random_edges(40, 200 + seed), false, false, "random graph " + std::to_string(seed));
    check_order(chains(20, 4), false, false, "twenty chains");
    for (const std::size_t count : {2U, 3U, 5U, 8U}) {
        check_order(chains(count, 5), false, true, std::to_string(count) + " chains");
        check_order(chains(count, 4, true), false, true, std::to_string(count) + " chains, listed backwards");
    }
    check_order(fork_and_join, false, true, "five tasks between two");
    check_order(tree, false, true, "a tree");
    check_order(Edges(8), false, true, "eight tasks that wait for nothing");
}

TEST_CASE("the queues are those that the device has")
{
    for (const std::size_t count : {1U, 3U, 8U, 30U})
        for (const bool out_of_order : {true, false}) {
            Graph graph{chains(count, 3)};
            EventWitness witness{{.out_of_order = out_of_order}};
            INFO(count, " chains", std::string{out_of_order ? "" : ", without a queue out of order"});
            graph.run(witness);
            const std::size_t expected = out_of_order ? 1 : std::min(count, most_queues);
            if (witness.queues_made() != expected)
                FAIL("There are ", witness.queues_made(), " queues; expected ", expected, ".");
            if (witness.queues_out_of_order_made() != (out_of_order ? 1U : 0U))
                FAIL("Of the queues ", witness.queues_out_of_order_made(), " are out of order.");
        }
}

TEST_CASE("the host waits only when everything is enqueued, and leaves nothing")
{
    for (const bool out_of_order : {true, false}) {
        Graph graph{random_edges(60, 7)};
        EventWitness witness{{.out_of_order = out_of_order}};
        graph.run(witness);
        for (const Number number : graph.numbers)
            if (number == not_enqueued || witness.status(number) > CL_COMPLETE)
                FAIL("run_graph returned before all tasks had ended.");
        if (witness.events_alive() + witness.queues_alive() > 0)
            FAIL("run_graph leaves ", witness.events_alive(), " events and ", witness.queues_alive(),
                 " queues behind.");
    }
}

TEST_CASE("a task that fails, or whose enqueue throws, stops those that need it, and no others")
{
    for (const bool out_of_order : {true, false}) {
        check_failures({{}, {0}, {1}, {}}, {0}, {}, out_of_order);
        check_failures({{}, {0}, {1}, {}}, {}, {0}, out_of_order);
        check_failures(fork_and_join, {2}, {}, out_of_order);
        check_failures(chains(3, 5), {}, {4}, out_of_order);
        check_failures(chains(12, 4), {13, 30}, {}, out_of_order);
        for (std::uint64_t seed = 1; seed <= 10; ++seed)
            check_failures(random_edges(40, 300 + seed, 3), {seed, 3 * seed}, {39 - seed}, out_of_order,
                           seed);
    }
}

TEST_CASE("unknown tasks and circles are refused before anything is enqueued")
{
    check_refused({{1}}, "one task waits for task 1");
    check_refused({{}, {0}, {0, 3}}, "of three tasks one waits for task 3");
    check_refused({{}, {std::size_t{1} << 32U}}, "a task waits for task 2^32");
    check_refused({{0}}, "a task waits for itself");
    check_refused({{1}, {0}}, "two tasks wait for each other");
    check_refused({{}, {0}, {1, 4}, {2}, {3}, {4}}, "three tasks of six wait in a circle");
}

TEST_CASE("a chain of a hundred thousand tasks is run, listed forwards and backwards")
{
    for (const bool backwards : {false, true})
        check_run(chains(1, clean_stage() ? 3000 : 100000, backwards), {.out_of_order = backwards},
                  "a long chain", true);
}
