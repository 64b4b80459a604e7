// The files of a graded class.
#include "lockstep/formats/grading.hpp"

#include "lockstep/failure.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace lockstep::formats;

namespace
{

GradedClass small_class()
{
    GradedClass graded;
    graded.seed = 9007199254740993U; // more than a double holds
    graded.exercises = {{"03-first-kernel/1-square", "3/1", "Square", 5},
                        {"03-first-kernel/2-saxpy", "3/2", "Scale and add", 10}};
    graded.students.push_back({"ann", "Ann", "", {"a note"}, {}});
    graded.students[0].grades = {
        {.exercise = "03-first-kernel/1-square", .outcome = Outcome::solved},
        {.exercise = "03-first-kernel/2-saxpy",
         .outcome = Outcome::failed,
         .stage = "correct",
         .sentence = "y[3] is 1, not 2",
         .stages = {{"builds", "passed", ""}, {"correct", "failed", "y[3] is 1, not 2\nmore"}},
         .resembles = Resemblance{"off-by-one", "Leaves out the last.", 0.95},
         .notes = {"taken as saxpy.cl"},
         .counts = {{"saxpy", "global_load.requests", "n is 128", 4.5}},
         .marked = 2.5,
         .how = "builds 1 of 4",
         .comment = "See me."}};
    graded.students[0].comment = "Well begun.";
    return graded;
}

JsonReader reader(const std::string& text)
{
    return JsonReader::parse(text, "results.json", "grade again");
}

} // namespace

TEST_SUITE("grading")
{
    TEST_CASE("a class is read as it was written")
    {
        const GradedClass graded = small_class();
        CHECK(graded_class_of(reader(json_of(graded).dump())) == graded);
    }

    TEST_CASE("a job is read as it was written")
    {
        const GradedJob job{"ann", "00ff", small_class().students[0].grades[1]};
        CHECK(graded_job_of(reader(json_of(job).dump())) == job);
    }

    TEST_CASE("what is solved has all points, what is marked those, and all else none")
    {
        GradedClass graded = small_class();
        CHECK(graded.points(graded.students[0]) == 7.5);
        CHECK(json_of(graded)["students"][0]["grades"][1]["points"] == 2.5);
        CHECK(json_of(graded)["students"][0]["grades"][0]["points"].dump() == "5");
        graded.students[0].grades[1].marked.reset();
        CHECK(graded.points(graded.students[0]) == 5);
        CHECK(graded.most_points() == 15);
        CHECK(json_of(graded)["students"][0]["grades"][1]["points"] == 0);
    }

    TEST_CASE("an outcome that there is not is refused")
    {
        auto json = json_of(GradedJob{"ann", "00ff", {.exercise = "x"}});
        json["grade"]["outcome"] = "brilliant";
        CHECK_THROWS_WITH_AS(graded_job_of(reader(json.dump())),
                             doctest::Contains("\"grade.outcome\" names no outcome"), lockstep::Failure);
    }
}
