// A test of `lockstep grade` on a class of twelve as a teacher has it: right in several styles, wrong in several ways, and the odd ones.
#include "archive_maker.hpp"
#include "fixture.hpp"

#include "lockstep/files.hpp"
#include "lockstep/formats/grading.hpp"

#include <doctest/doctest.h>

using namespace lockstep;
using namespace lockstep::tool;
using namespace lockstep::tool::test;

namespace
{

// A saxpy with this body.
std::string saxpy_of(const std::string& body)
{
    return "kernel void saxpy(float alpha, global const float* x, global float* y, uint n)\n{\n" + body +
           "}\n";
}

struct HandedIn
{
    std::string key;
    std::string text;
    std::string failed_stage; ///< empty if the work is right
};

std::vector<HandedIn> handed_in_folders()
{
    const std::string returns_early = saxpy_of(R"(    size_t i = get_global_id(0);
    if (i >= n) return;
    y[i] += alpha * x[i];
)");
    const std::string by_a_function =
        "float scaled_sum(float alpha, float x, float y) { return alpha * x + y; }\n\n" +
        saxpy_of(R"(    int i = get_global_id(0);
    if (i < (int)n) y[i] = scaled_sum(alpha, x[i], y[i]);
)");
    const std::string by_pointers = R"(/* by pointers */
__kernel void saxpy(const float alpha, __global const float *x, __global float *y, const uint n)
{
  __global float *here = y + get_global_id(0);
  if (here < y + n)
    *here = *here + x[here - y] * alpha;
}
)";
    const std::string id = "    uint i = get_global_id(0);\n";
    return {{"amara", right_kernel, ""},
            {"bence", returns_early, ""},
            {"chiara", by_a_function, ""},
            {"dmitri", by_pointers, ""},
            {"eline", saxpy_of(id + "    if (i < n) y[i] = alpha * x[i];\n"), "correct"},
            {"farid", saxpy_of(id + "    y[i] += alpha * x[i];\n"), "correct"},
            {"grace", saxpy_of(id + "    if (i < n - 1) y[i] += alpha * x[i];\n"), "correct"},
            {"hugo", saxpy_of(id + "    if (i < n) y[i] += alpha * x[i]\n"), "builds"},
            {"ines", "", "builds"},
            {"jonas", "#include \"../../../solutions/03-first-kernel/2-saxpy/saxpy.cl\"\n", "builds"},
            {"luca", "\xEF\xBB\xBF" + replace_all(right_kernel, "\n", "\r\n"), ""}};
}

const formats::ExerciseGrade& mark_of(const formats::GradedClass& graded, const std::string& key)
{
    for (const formats::GradedStudent& student : graded.students)
        if (student.key == key) return student.grades.front();
    FAIL("no student " << key);
    return graded.students.front().grades.front();
}

} // namespace

TEST_SUITE("grade_class")
{
    TEST_CASE("a class of twelve is graded without a false mark")
    {
        const Fixture fixture;
        for (const HandedIn& student : handed_in_folders())
            fixture.write("class/" + student.key + "/exercises/" + exercise_id + "/saxpy.cl", student.text);
        ArchiveMaker{fixture.root() / "class/kira.zip", "zip"}.add("saxpy.cl",
                                                                   right_kernel); // no folder in it
        const ProcessResult result =
            fixture.lockstep({"grade", "class", "--out", "out", "--exercises", "3/2", "--time-limit", "60"});
        CAPTURE(result.output);
        CAPTURE(result.error);
        REQUIRE(result.status == 0);
        CHECK(contains(result.output, "12 students, 1 exercise: 6 of 12 solved"));
        const formats::GradedClass graded = formats::graded_class_of(
            formats::JsonReader::read(fixture.root() / "out/results.json", "grade again"));
        REQUIRE(graded.students.size() == 12);
        CHECK(mark_of(graded, "kira").outcome == formats::Outcome::solved);
        for (const HandedIn& student : handed_in_folders()) {
            const formats::ExerciseGrade& grade = mark_of(graded, student.key);
            CAPTURE(student.key);
            CAPTURE(grade.sentence);
            CHECK(grade.outcome ==
                  (student.failed_stage.empty() ? formats::Outcome::solved : formats::Outcome::failed));
            CHECK(grade.stage == student.failed_stage);
            CHECK(grade.sentence.size() <= 400);
            CHECK(grade.sentence.empty() == student.failed_stage.empty());
        }
    }
}
