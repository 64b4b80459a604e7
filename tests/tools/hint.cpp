// Tests of `lockstep hint`: one more at each call, again, and all.
#include "fixture.hpp"

#include <doctest/doctest.h>

using namespace lockstep::tool;
using namespace lockstep::tool::test;

namespace
{

class Hinted : public Fixture
{
public:
    Hinted()
    {
        write(
            "exercises/" + std::string{exercise_id} + "/exercise.json",
            R"({"title": "Scale and add", "points": 10, "minutes": 15, "edit": ["saxpy.cl"], "checks": ["correct"],
                  "hints": ["Look at chapter 3.", "One work-item, one element.", "y[i] = alpha * x[i] + y[i];"]})");
    }

    std::string hint(const std::vector<std::string>& more = {}) const
    {
        std::vector<std::string> arguments{"hint", "3/2"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const ProcessResult result = lockstep(arguments);
        CHECK(result.status == 0);
        return result.output;
    }
};

} // namespace

TEST_SUITE("hint")
{
    TEST_CASE("each call shows one more hint and says how many are left")
    {
        const Hinted fixture;
        CHECK(fixture.hint() == "03-first-kernel/2-saxpy  Scale and add\n  1 of 3 Look at chapter 3.\n\n"
                                "2 more: ./lockstep hint 3/2\n");
        CHECK(fixture.hint() ==
              "03-first-kernel/2-saxpy  Scale and add\n  2 of 3 One work-item, one element.\n\n"
              "1 more: ./lockstep hint 3/2   (those before: ./lockstep hint 3/2 --again)\n");
        const std::string last = fixture.hint();
        CHECK(contains(last, "  3 of 3 y[i] = alpha * x[i] + y[i];\n\nThere is no other. The solution"));
        CHECK(contains(last, "solutions/03-first-kernel/2-saxpy/saxpy.cl"));
        CHECK_FALSE(contains(last, "1 of 3"));
        CHECK(contains(fixture.hint(), "1 of 3 Look at chapter 3.\n  2 of 3 One"));
    }

    TEST_CASE("the hints that were seen are shown again without another one")
    {
        const Hinted fixture;
        CHECK(contains(fixture.hint({"--again"}), "3 more: ./lockstep hint 3/2\n"));
        fixture.hint();
        CHECK(contains(fixture.hint({"--again"}), "1 of 3 Look at chapter 3.\n\n2 more: "));
        CHECK(contains(fixture.hint(), "2 of 3"));
    }

    TEST_CASE("all hints are shown at once when asked for")
    {
        const Hinted fixture;
        const std::string all = fixture.hint({"--all"});
        CHECK(contains(all,
                       "  1 of 3 Look at chapter 3.\n  2 of 3 One work-item, one element.\n  3 of 3 y[i]"));
        CHECK(contains(all, "There is no other."));
    }

    TEST_CASE("hints that were seen outlast a verdict, and verdicts a hint")
    {
        const Hinted fixture;
        fixture.kernel(right_kernel);
        CHECK(fixture.lockstep({"check", "3/2"}).status == 0);
        fixture.hint();
        CHECK(contains(fixture.lockstep({"list"}).output, "1 of 1 solved"));
        fixture.kernel("kernel void saxpy(float alpha, global const float* x, global float* y, uint n) {}\n");
        const ProcessResult failed = fixture.lockstep({"check", "3/2"});
        CHECK(contains(failed.output, "    A hint:  ./lockstep hint 3/2\n"));
        CHECK(contains(fixture.hint(), "2 of 3"));
    }

    TEST_CASE("without an exercise it is the next unsolved one; an unknown one is answered as by check")
    {
        const Hinted fixture;
        CHECK(contains(fixture.lockstep({"hint"}).output, "1 of 3"));
        const ProcessResult unknown = fixture.lockstep({"hint", "3/9"});
        CHECK(unknown.status == 2);
        CHECK(unknown.error == fixture.lockstep({"check", "3/9"}).error);
        fixture.write(".lockstep/progress.json", "{\"solved\": [\"03-first-kernel/2-saxpy\"], \"hints\": 7}");
        CHECK(contains(fixture.lockstep({"hint"}).error, "Every exercise is solved"));
        CHECK(contains(fixture.hint(), "1 of 3"));
    }
}
