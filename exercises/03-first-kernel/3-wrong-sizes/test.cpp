// Tests of add_vectors: one for each mistake, which sees that mistake alone, and one for the whole.
#include "mend.hpp"

#include <lockstep/launch_problem.hpp>

#include <cmath>
#include <cstring>
#include <limits>
#include <string>

using namespace lockstep;

namespace
{

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
    problem.a[9] = 1;
    problem.b[9] = -1;
    problem.right[9] = 0;
    check_refused(problem, with(9, -0.0F), "the one at index 9 was -0 instead of 0");
    std::vector<float> results = problem.right;
    std::swap(results[5], results[6]);
    check_refused(problem, results, "two had changed places");
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

TEST_CASE("the device's sums are right at every size")
{
    check_sums();
}
