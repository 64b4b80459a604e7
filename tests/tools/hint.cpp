// Tests of `lockstep hint`: one more at each call, again, and all.
#include "fixture.hpp"

#include "base/paths.hpp"
#include "desk/failure_advice.hpp"
#include "lockstep/files.hpp"
#include "lockstep/formats/lens_metrics.hpp"

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
    TEST_CASE("there is advice on every failure, and each section that it sends to stands in the book")
    {
        const std::vector<lockstep::ChapterInfo> chapters = lockstep::load_catalogue(own_source_dir());
        std::vector<std::string> metrics = lockstep::formats::lens_metric_names();
        metrics.emplace_back();
        for (int finding = 0; finding <= static_cast<int>(lockstep::formats::Finding::lens_target); ++finding)
            for (const std::string& metric : metrics)
                for (const char* id : {exercise_id, host_exercise_id}) {
                    const lockstep::formats::LastFailure failure{
                        .stage = {},
                        .finding = static_cast<lockstep::formats::Finding>(finding),
                        .metric = metric};
                    const std::string advice = advice_on(failure, lockstep::find_exercise(chapters, id));
                    CHECK((advice.ends_with('.') || advice.ends_with('?')));
                }
        const nlohmann::json all =
            nlohmann::json::parse(lockstep::read_text(own_source_dir() / "book" / "advice.json"));
        for (const nlohmann::json& entry : all)
            for (const std::string section : entry.value("see", nlohmann::json::array())) {
                CAPTURE(section);
                const std::size_t space = section.find(' ');
                const std::filesystem::path lesson =
                    lockstep::find_chapter(chapters, section.substr(0, space)).folder / "lesson.md";
                const std::string text = lockstep::read_text(lesson);
                const std::string heading = "# " + section.substr(space + 1);
                CHECK((contains(text, heading + "\n") || contains(text, heading + " {#")));
            }
    }

    TEST_CASE("advice sends to the reader's own chapter or to one before, and to the nearest of several")
    {
        lockstep::ExerciseInfo exercise =
            lockstep::find_exercise(lockstep::load_catalogue(own_source_dir()), exercise_id);
        const auto seen_from = [&](const std::string& chapter) {
            exercise.chapter = chapter;
            const std::string advice = advice_on(
                {.stage = {}, .finding = lockstep::formats::Finding::no_build, .metric = {}}, exercise);
            return advice.substr(advice.find("of it.") + 6);
        };
        CHECK(seen_from("01-parallelism") == "");
        CHECK(seen_from("03-first-kernel") == " See chapter 3, \"Field notes: reading a build log\".");
        CHECK(seen_from("08-programs") == " See chapter 3, \"Field notes: reading a build log\".");
        CHECK(seen_from("12-coalescing") == " See chapter 9, \"Reading a build log\".");
    }

    TEST_CASE("a file that is still as it was handed out gets the exercise's own hint, and no advice")
    {
        const Hinted fixture;
        fixture.write(".stubs/" + std::string{exercise_id} + "/saxpy.cl",
                      lockstep::read_text(fixture.exercise() / "saxpy.cl"));
        CHECK(contains(fixture.lockstep({"check", "3/2"}).output, "handed out"));
        const std::string first = fixture.hint();
        CHECK(contains(first, "  1 of 3 Look at chapter 3.\n"));
        CHECK_FALSE(contains(first, "The check:"));
    }

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
        fixture.hint(); // on what failed
        CHECK(contains(fixture.hint(), "2 of 3"));
    }

    TEST_CASE("without an exercise it is the next unsolved one; an unknown one is answered as by check")
    {
        const Hinted fixture;
        CHECK(contains(fixture.lockstep({"hint"}).output, "1 of 3"));
        const ProcessResult unknown = fixture.lockstep({"hint", "3/9"});
        CHECK(unknown.status == 2);
        CHECK(unknown.error == fixture.lockstep({"check", "3/9"}).error);
        fixture.write(".lockstep/progress.json",
                      R"({"exercises": {"03-first-kernel/2-saxpy": {"solved": true}}})");
        CHECK(contains(fixture.lockstep({"hint"}).error, "Every exercise is solved"));
        CHECK(contains(fixture.hint(), "1 of 3"));
    }

    TEST_CASE(
        "after a check that failed, the first hint is on what failed, once, and then come the exercise's own")
    {
        const Hinted fixture;
        fixture.kernel("kernel void saxpy(float alpha, global const float* x, global float* y, uint n)\n{\n"
                       "    const uint i = get_global_id(0);\n"
                       "    y[i] = i < n ? alpha * x[i] + y[i] : 0.0f;\n}\n");
        fixture.lockstep({"check", "3/2"});
        const std::string first = fixture.hint();
        CHECK(contains(first, "  The check: A work-item reads or writes beyond the end of a buffer."));
        CHECK(contains(first, "touches anything.\n\n3 more: ./lockstep hint 3/2\n"));
        CHECK_FALSE(contains(first, "1 of 3"));
        fixture.lockstep({"check", "3/2"}); // the same again
        CHECK(contains(fixture.hint(), "  1 of 3 Look at chapter 3.\n"));
        CHECK(contains(fixture.hint({"--again"}), "  The check: A work-item reads"));
        fixture.kernel(
            "kernel void saxpy(float alpha, global const float* x, global float* y, uint n) { x }\n");
        fixture.lockstep({"check", "3/2"});
        CHECK(contains(fixture.hint(), "  The check: Begin with the first message of the stage builds"));
        CHECK(contains(fixture.hint(), "  2 of 3 One work-item, one element.\n"));
    }

    TEST_CASE("an element that was not written is told from one that is wrong")
    {
        const Hinted fixture;
        fixture.kernel("kernel void saxpy(float alpha, global const float* x, global float* y, uint n) {}\n");
        fixture.lockstep({"check", "3/2"});
        CHECK(contains(fixture.hint(), "  The check: Take the element that the verdict names"));
        fixture.kernel("kernel void saxpy(float alpha, global const float* x, global float* y, uint n)\n{\n"
                       "    y[get_global_id(0) % n] = NAN;\n}\n");
        fixture.lockstep({"check", "3/2"});
        CHECK(contains(fixture.hint(), "  The check: NaN comes of"));
    }

    TEST_CASE("what the checker names is the failure, not what comes of it")
    {
        const Fixture fixture;
        fixture.kernel("kernel void saxpy(float alpha, global const float* x, global float* y, uint n)\n{\n"
                       "    y[0] = get_global_id(0);\n}\n");
        const nlohmann::json entry = fixture.verdict();
        if (stage(entry, "clean")["status"] == "not-checked") return;
        CHECK(contains(fixture.lockstep({"hint", "3/2"}).output, "  The check: A race: two work-items"));
        fixture.kernel(
            "kernel void saxpy(float alpha, global const float* x, global float* y, uint n)\n{\n"
            "    const uint i = get_global_id(0);\n"
            "    if (i < n) {\n        y[i] = 0;\n        barrier(CLK_LOCAL_MEM_FENCE);\n    }\n}\n");
        fixture.verdict();
        CHECK(contains(fixture.lockstep({"hint", "3/2"}).output,
                       "  The check: All work-items of a group must reach a barrier"));
    }
}
