// Tests of add_vectors: one for each mistake, which sees that mistake alone, and two for the whole.
#include "mend.hpp"

#include <lockstep/launch_problem.hpp>

#include <array>
#include <string>
#include <vector>

using namespace lockstep;

namespace
{

constexpr std::array kinds_but_kernels{"buffer", "event", "program", "command queue", "context"};

} // namespace

TEST_CASE("every event waited for belongs to a command")
{
    Witness witness;
    Problem{1000}.run();
    if (witness.unknown_events > 0)
        FAIL("add_vectors waits for an event that no command was given. The wait fails at once, and nobody "
             "looks at "
             "its code.");
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
    if (witness.ledger.alive("kernel") > 0) FAIL("add_vectors returned, and a kernel object is still alive.");
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
                if (const int alive = witness.ledger.alive(kind); alive > 0)
                    FAIL("add_vectors returned from ", n, " elements whose sums were ",
                         std::string{right ? "right" : "wrong"},
                         ", and of the objects it made this many are still alive: ", std::string{kind}, ", ",
                         alive, ".");
            if (!witness.ledger.released_too_often.empty())
                FAIL("One object is released once more than it was created: ",
                     witness.ledger.released_too_often.front(), ".");
            if (witness.contexts == 0)
                FAIL("add_vectors made no context: it must not keep one from an earlier call.");
        }
}

TEST_CASE("every bit of every sum is compared")
{
    Problem problem{1000};
    problem.a[9] = 1;
    problem.b[9] = -1;
    problem.right[9] = 0;
    std::vector<float> results = problem.right;
    results[9] = -0.0F;
    Witness witness;
    witness.instead_of_result = bytes_of(results);
    if (problem.run()) FAIL("The sum at index 9 was -0 instead of 0, and add_vectors returned true.");
}

TEST_CASE("the device's sums are right at every size")
{
    check_sums();
}
