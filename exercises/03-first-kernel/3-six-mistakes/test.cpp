// Tests of add_vectors: one for each mistake, which sees that mistake alone, and two for the whole.
#include "mend.hpp"
#include "witness.hpp"

#include <lockstep/exercise.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>

using namespace lockstep;

namespace
{

const float poison = std::bit_cast<float>(poison_word);

/// One problem with its answer; `sum` is poisoned until add_vectors fills it.
struct Problem
{
    explicit Problem(std::size_t n)
        : a(random_floats(n, 21 + n)), b(random_floats(n, 22 + n)), right(n), sum(n + 16, poison)
    {
        std::transform(a.begin(), a.end(), b.begin(), right.begin(), [](float x, float y) { return x + y; });
    }

    bool run(std::size_t group = 64)
    {
        return add_vectors(Exercise::get().device()(), a.data(), b.data(), sum.data(), a.size(), group);
    }

    std::vector<float> a;
    std::vector<float> b;
    std::vector<float> right;
    std::vector<float> sum; ///< sixteen floats longer than asked for
};

std::span<const std::byte> bytes_of(const std::vector<float>& values)
{
    return std::as_bytes(std::span{values});
}

constexpr std::array kinds_but_kernels{"buffer", "event", "program", "command queue", "context"};

/// What add_vectors says of these results, whatever became of the launch.
bool verdict_on(Problem& problem, const std::vector<float>& results)
{
    Witness witness;
    witness.instead_of_result = bytes_of(results);
    witness.reads_arrive_at_once = true;
    const bool verdict = problem.run();
    if (witness.reads == 0)
        FAIL("add_vectors read no result: clEnqueueReadBuffer was not called, or it failed.");
    return verdict;
}

/// The results with one of them wrong must be refused, and handed on as they are.
void check_refused(Problem& problem, const std::vector<float>& results, const std::string& what)
{
    if (verdict_on(problem, results))
        FAIL("Of ", problem.right.size(), " results ", what, ", and add_vectors returned true.");
    if (std::memcmp(problem.sum.data(), results.data(), results.size() * sizeof(float)) != 0)
        FAIL("Of ", problem.right.size(), " results ", what,
             ", and add_vectors put others into sum: it must hold the device's.");
}

} // namespace

TEST_CASE("all n elements are compared")
{
    Problem problem{1000};
    if (!verdict_on(problem, problem.right))
        FAIL("All 1000 results were right, and add_vectors returned false.");
    const auto with = [&](std::size_t index, float value) {
        std::vector<float> results = problem.right;
        results[index] = value;
        return results;
    };
    for (const std::size_t wrong : {0U, 1U, 250U, 500U, 998U, 999U}) {
        const std::string where = "the one at index " + std::to_string(wrong) + " was wrong by ";
        check_refused(problem, with(wrong, problem.right[wrong] + 1.0F), where + "1");
        check_refused(problem, with(wrong, problem.right[wrong] - 1.0F), where + "-1");
    }
    const float next = std::nextafter(problem.right[700], 100.0F);
    check_refused(problem, with(700, next), "the one at index 700 was wrong in its last bit");
    check_refused(problem, with(7, std::numeric_limits<float>::quiet_NaN()),
                  "the one at index 7 was no number");
    std::vector<float> results = problem.right;
    std::swap(results[5], results[6]);
    check_refused(problem, results, "two had changed places");
}

TEST_CASE("every event waited for belongs to a command")
{
    Witness witness;
    Problem{1000}.run();
    if (witness.unknown_events > 0)
        FAIL("add_vectors waits for an event that no command was given. The wait fails at once, and nobody "
             "looks at "
             "its code.");
}

TEST_CASE("every argument has the size of its parameter")
{
    Witness witness;
    Problem{1000}.run();
    if (!witness.wrong_arguments.empty()) FAIL("clSetKernelArg: ", witness.wrong_arguments.front(), ".");
}

TEST_CASE("every element has a work-item")
{
    for (const std::size_t group : {64U, 48U, 1U})
        for (const std::size_t n : {1000U, 1024U, 37U, 1U}) {
            Witness witness;
            Problem{n}.run(group);
            if (witness.launches.size() != 1)
                FAIL("There were ", witness.launches.size(), " launches; one is enough.");
            const Witness::Launch launch = witness.launches.front();
            INFO(n, " elements in work-groups of ", group, ": the global size is ", launch.global,
                 ", the local size ", launch.local);
            if (launch.local != group) FAIL("The work-groups are not of the size that was asked for.");
            if (launch.global < n) FAIL("", n - launch.global, " of ", n, " elements have no work-item.");
            if (launch.global % group != 0) FAIL("The global size is not a multiple of the local size.");
            if (launch.global >= n + group) FAIL("There are more work-groups than ", n, " elements need.");
        }
}

TEST_CASE("the sums are not used before they have arrived")
{
    Problem problem{1000};
    Witness witness;
    witness.instead_of_result = bytes_of(problem.right);
    const bool verdict = problem.run();
    if (witness.reads == 0)
        FAIL("add_vectors read no result: clEnqueueReadBuffer was not called, or it failed.");
    if (witness.reads_on_their_way() > 0)
        FAIL("add_vectors returned while the read was still on its way: nobody waited for it.");
    if (!verdict) FAIL("All the results were right, but add_vectors compared before the read had finished.");
}

TEST_CASE("every kernel object is released")
{
    Witness witness;
    Problem{1000}.run();
    if (witness.alive("kernel") > 0) FAIL("add_vectors returned, and a kernel object is still alive.");
}

TEST_CASE("every other object is released, and only once")
{
    // Whatever the number of elements, and whether the results are right or wrong.
    for (const std::size_t n : {1000U, 37U, 1U})
        for (const bool right : {true, false}) {
            Problem problem{n};
            const std::vector<float> wrong(n, 100.0F); // no sum is
            Witness witness;
            if (!right) witness.instead_of_result = bytes_of(wrong);
            problem.run();
            for (const char* kind : kinds_but_kernels)
                if (const int alive = witness.alive(kind); alive > 0)
                    FAIL("add_vectors returned from ", n, " elements whose sums were ",
                         std::string{right ? "right" : "wrong"},
                         ", and of the objects it made this many are still alive: ", std::string{kind}, ", ",
                         alive, ".");
            if (!witness.released_twice.empty())
                FAIL("One object is released once more than it was created: ", witness.released_twice.front(),
                     ".");
            if (witness.contexts == 0)
                FAIL("add_vectors made no context: it must not keep one from an earlier call.");
        }
}

TEST_CASE("the device's sums are right at every size")
{
    std::vector<Size1D> sizes = Exercise::get().sizes_1d();
    sizes.push_back({100, 48});
    for (const Size1D& size : sizes) {
        Problem problem{size.count};
        Witness witness;
        INFO(size.count, " elements in work-groups of ", size.group);
        const bool verdict = problem.run(size.group);
        const std::vector<float> got{problem.sum.begin(),
                                     problem.sum.begin() + static_cast<std::ptrdiff_t>(size.count)};
        if (const auto mismatch = compare(std::span<const float>{problem.right}, std::span<const float>{got}))
            FAIL(explain(*mismatch, "sum"));
        if (!verdict) FAIL("Every sum is right, and add_vectors returned false.");
        if (!std::all_of(problem.sum.begin() + static_cast<std::ptrdiff_t>(size.count), problem.sum.end(),
                         [](float f) { return f != f; }))
            FAIL("add_vectors wrote beyond the n-th sum.");
    }
}
