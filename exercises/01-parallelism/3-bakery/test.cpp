// Tests of the scheduler: a plan is looked at clause by clause, so that any plan by the rule passes.
#include "bakery.hpp"

#include <doctest/doctest.h>
#include <lockstep/random.hpp>

#include <algorithm>
#include <functional>
#include <numeric>
#include <stdexcept>

namespace
{

const std::vector<Task> bakery{
    {"stir the icing", 10, {}},     {"cook the filling", 25, {}},    {"heat the oven", 30, {}},
    {"weigh the flour", 10, {}},    {"mix the dough", 15, {3}},      {"knead", 20, {4}},
    {"roll the pastry", 20, {3}},   {"shape the loaves", 15, {5}},   {"fill the pastry", 15, {1, 6}},
    {"bake the bread", 40, {7, 2}}, {"bake the pastry", 20, {8, 2}}, {"ice the pastry", 10, {10, 0}},
    {"sweep the shop", 20, {}},     {"open the door", 5, {9, 11}}};

unsigned end_of(std::span<const Task> tasks, const std::vector<Shift>& plan, std::size_t task)
{
    return plan[task].start + tasks[task].minutes;
}

unsigned makespan(std::span<const Task> tasks, const std::vector<Shift>& plan)
{
    unsigned last = 0;
    for (std::size_t i = 0; i < plan.size(); ++i) last = std::max(last, end_of(tasks, plan, i));
    return last;
}

// When everything that task waits for has ended.
unsigned ready_at(std::span<const Task> tasks, const std::vector<Shift>& plan, std::size_t task)
{
    unsigned ready = 0;
    for (const std::size_t before : tasks[task].after) ready = std::max(ready, end_of(tasks, plan, before));
    return ready;
}

std::vector<unsigned> ways_to_the_end(std::span<const Task> tasks)
{
    std::vector<unsigned> ways(tasks.size(), 0);
    for (std::size_t round = 0; round < tasks.size();
         ++round) // a way has at most as many steps as there are tasks
        for (std::size_t i = 0; i < tasks.size(); ++i) {
            ways[i] = std::max(ways[i], tasks[i].minutes);
            for (const std::size_t before : tasks[i].after)
                ways[before] = std::max(ways[before], tasks[before].minutes + ways[i]);
        }
    return ways;
}

// Random tasks whose predecessors lie anywhere in the list.
std::vector<Task> random_tasks(std::size_t count, std::uint64_t seed, unsigned longest = 9)
{
    lockstep::Random random{seed};
    std::vector<std::size_t> place(
        count); // place[k]: where in the list the k-th task of an order that works lies
    std::iota(place.begin(), place.end(), std::size_t{0});
    for (std::size_t k = count; k > 1; --k)
        std::swap(place[k - 1], place[random.below(static_cast<std::uint32_t>(k))]);
    std::vector<Task> tasks(count);
    for (std::size_t k = 0; k < count; ++k) {
        Task& task = tasks[place[k]];
        task.name = "task " + std::to_string(place[k]);
        task.minutes = 1 + random.below(longest);
        for (std::size_t edges = random.below(4); k > 0 && edges > 0; --edges)
            task.after.push_back(place[random.below(static_cast<std::uint32_t>(k))]);
    }
    return tasks;
}

using Look = std::function<void(std::span<const Task>, const std::vector<Shift>&, unsigned workers)>;

// Plans one graph, and looks at the plan.
void look_at_plan(const Look& look, std::span<const Task> tasks, unsigned workers)
{
    const std::vector<Shift> plan = schedule(tasks, workers);
    if (plan.size() != tasks.size())
        FAIL("the plan has ", plan.size(), " shifts for ", tasks.size(), " tasks");
    look(tasks, plan, workers);
}

// Plans the bakery and random graphs with several numbers of workers, and looks at every plan.
void for_each_plan(const Look& look)
{
    std::vector<std::vector<Task>> graphs{bakery};
    for (std::uint64_t seed = 1; seed <= 30; ++seed) graphs.push_back(random_tasks(3 + seed, seed));
    for (const std::vector<Task>& tasks : graphs)
        for (unsigned workers = 1; workers <= 5; ++workers) look_at_plan(look, tasks, workers);
    look_at_plan(look, random_tasks(40, 31, 700), 3);
    look_at_plan(look, random_tasks(120, 32), 4);
    for (const unsigned workers : {12U, 70U, 300U}) look_at_plan(look, random_tasks(120, 33), workers);
    // All ready at once, so that as many are busy as there are workers.
    std::vector<Task> independent(100);
    for (std::size_t i = 0; i < independent.size(); ++i)
        independent[i] = {"task " + std::to_string(i), 1 + static_cast<unsigned>(i * 7 % 10), {}};
    for (const unsigned workers : {9U, 70U, 300U}) look_at_plan(look, independent, workers);
    // The same tasks in the same place, with other minutes: nothing known of the first plan helps in the second.
    std::vector<Task> changed = random_tasks(20, 34);
    look_at_plan(look, changed, 2);
    for (Task& task : changed) task.minutes = 11 - task.minutes;
    look_at_plan(look, changed, 2);
}

void check_opening(unsigned workers, unsigned best)
{
    const std::vector<Shift> plan = schedule(bakery, workers);
    REQUIRE(plan.size() == bakery.size());
    const unsigned opening = end_of(bakery, plan, bakery.size() - 1);
    if (std::max(opening, makespan(bakery, plan)) != best)
        FAIL_CHECK("with ", workers, " bakers the last task ends after ", makespan(bakery, plan),
                   " minutes; by the rule it is ", best);
}

void check_refused(const std::vector<Task>& tasks, unsigned workers, const std::string& why)
{
    try {
        schedule(tasks, workers);
    } catch (const std::invalid_argument&) {
        return;
    }
    FAIL_CHECK(why, ": expected a std::invalid_argument, got a plan");
}

} // namespace

TEST_CASE("no task starts before all it waits for has ended")
{
    for_each_plan([](std::span<const Task> tasks, const std::vector<Shift>& plan, unsigned workers) {
        for (std::size_t i = 0; i < plan.size(); ++i)
            for (const std::size_t before : tasks[i].after)
                if (plan[i].start < end_of(tasks, plan, before))
                    FAIL("with ", workers, " workers \"", tasks[i].name, "\" starts at ", plan[i].start,
                         ", but \"", tasks[before].name, "\", which it waits for, ends at ",
                         end_of(tasks, plan, before));
    });
}

TEST_CASE("no worker does two tasks at once")
{
    for_each_plan([](std::span<const Task> tasks, const std::vector<Shift>& plan, unsigned workers) {
        for (std::size_t i = 0; i < plan.size(); ++i) {
            if (plan[i].worker >= workers)
                FAIL("there are ", workers, " workers, numbered from 0; \"", tasks[i].name,
                     "\" is done by number ", plan[i].worker);
            for (std::size_t k = 0; k < i; ++k)
                if (plan[i].worker == plan[k].worker && plan[i].start < end_of(tasks, plan, k) &&
                    plan[k].start < end_of(tasks, plan, i))
                    FAIL("worker ", plan[i].worker, " does \"", tasks[k].name, "\" from ", plan[k].start,
                         " to ", end_of(tasks, plan, k), ", and \"", tasks[i].name, "\" from ", plan[i].start,
                         " to ", end_of(tasks, plan, i));
        }
    });
}

TEST_CASE("no worker idles while a task is ready")
{
    for_each_plan([](std::span<const Task> tasks, const std::vector<Shift>& plan, unsigned workers) {
        for (std::size_t i = 0; i < plan.size(); ++i)
            for (unsigned minute = ready_at(tasks, plan, i); minute < plan[i].start; ++minute) {
                std::size_t busy = 0;
                for (std::size_t k = 0; k < plan.size(); ++k)
                    busy += plan[k].start <= minute && minute < end_of(tasks, plan, k) ? 1U : 0U;
                if (busy < workers)
                    FAIL("at minute ", minute, " \"", tasks[i].name, "\" is ready and ", busy, " of ",
                         workers, " workers are busy, but it starts at ", plan[i].start);
            }
    });
}

TEST_CASE("the task with the longest way to the end goes first")
{
    for_each_plan([](std::span<const Task> tasks, const std::vector<Shift>& plan, unsigned workers) {
        const std::vector<unsigned> ways = ways_to_the_end(tasks);
        for (std::size_t i = 0; i < plan.size(); ++i)
            for (std::size_t k = 0; k < plan.size(); ++k)
                if (ways[k] > ways[i] && plan[k].start > plan[i].start &&
                    ready_at(tasks, plan, k) <= plan[i].start)
                    FAIL("with ", workers, " workers \"", tasks[i].name, "\" (", ways[i],
                         " minutes to the end) starts at ", plan[i].start, ", when \"", tasks[k].name, "\" (",
                         ways[k], " minutes to the end) is ready as well, and has to wait until ",
                         plan[k].start);
    });
}

TEST_CASE("a way of three thousand million minutes is long")
{
    const std::vector<Shift> plan =
        schedule(std::vector<Task>{{"short", 10, {}}, {"long", 3000000000, {}}}, 1);
    REQUIRE(plan.size() == 2);
    if (plan[1].start != 0)
        FAIL("one worker has a task of 10 minutes and one of 3,000,000,000; the long one starts at ",
             plan[1].start, ", though its way to the end is the longest");
}

TEST_CASE("of equals the one with the lower index goes first")
{
    for_each_plan([](std::span<const Task> tasks, const std::vector<Shift>& plan, unsigned workers) {
        const std::vector<unsigned> ways = ways_to_the_end(tasks);
        for (std::size_t i = 0; i < plan.size(); ++i)
            for (std::size_t k = 0; k < i; ++k)
                if (ways[k] == ways[i] && plan[k].start > plan[i].start &&
                    ready_at(tasks, plan, k) <= plan[i].start)
                    FAIL("with ", workers, " workers task ", i, " starts at ", plan[i].start, "; task ", k,
                         " is ready too and has the same way to the end, ", ways[i], ", but waits until ",
                         plan[k].start);
    });
}

TEST_CASE("the bakery opens as early as it can")
{
    check_opening(1, 255); // all the work there is
    check_opening(2, 130); // half of it, and every task is a multiple of five minutes
    check_opening(3, 105); // the longest way: weigh, mix, knead, shape, bake, open
    check_opening(4, 105);
}

TEST_CASE("nothing to do is a plan without shifts")
{
    CHECK(schedule({}, 3).empty());
}

TEST_CASE("without workers there is no plan")
{
    check_refused(bakery, 0, "no workers");
    check_refused({}, 0, "no workers, and nothing to do");
}

TEST_CASE("tasks that wait for each other in a circle are refused")
{
    check_refused({{"chicken", 1, {1}}, {"egg", 1, {0}}}, 2, "two tasks wait for each other");
    check_refused({{"start", 1, {}}, {"a", 1, {0, 3}}, {"b", 2, {1}}, {"c", 3, {2}}, {"end", 1, {3}}}, 2,
                  "a waits for c, b for a, c for b");
    check_refused({{"ouroboros", 1, {0}}}, 1, "a task waits for itself");
    check_refused({{"start", 1, {}}, {"a", 1, {0}}, {"b", 1, {1, 2}}, {"c", 1, {0}}, {"end", 1, {1, 3}}}, 2,
                  "one of five tasks waits for itself");
    check_refused({{"start", 1, {}}, {"end", 1, {0}}, {"a", 1, {3}}, {"b", 1, {2}}}, 300,
                  "two tasks wait for each other, two others do not");
    std::vector<Task> ring(90);
    for (std::size_t i = 0; i < ring.size(); ++i)
        ring[i] = {"task " + std::to_string(i), 1, {(i + 1) % ring.size()}};
    check_refused(ring, 2, "ninety tasks wait in a circle");
}

// The last one: who runs out of memory in it hears of all other faults first.
TEST_CASE("more workers than tasks need no more time or memory")
{
    const std::vector<Shift> plan = schedule(std::vector<Task>{{"a", 1, {}}, {"b", 2, {0}}}, 4000000000U);
    REQUIRE(plan.size() == 2);
    CHECK(plan[0].start == 0);
    CHECK(plan[1].start == 1);
}
