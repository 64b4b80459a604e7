// Tests of the two kernels of the class's grades.
#include <lockstep/probes.hpp>

#include <algorithm>

using namespace lockstep;

namespace
{

// One class's part of the school's grades. The grades before and after it belong to other classes.
struct Grades
{
    std::vector<float> grades;
    std::vector<std::uint32_t> offsets;
    std::vector<float> averages;
};

// Grades are multiples of a quarter below 8, so that their sums are exact: only the division rounds.
Grades make_class(const std::vector<std::size_t>& counts, std::uint64_t seed)
{
    constexpr float other_class = 1000.0F;
    Random random{seed};
    Grades made;
    made.grades.assign(3, other_class);
    made.offsets.push_back(3);
    for (const std::size_t count : counts) {
        double total = 0;
        for (std::size_t i = 0; i < count; ++i) {
            made.grades.push_back(static_cast<float>(1 + random.below(31)) / 4.0F);
            total += made.grades.back();
        }
        made.offsets.push_back(static_cast<std::uint32_t>(made.grades.size()));
        made.averages.push_back(count == 0 ? 0.0F : static_cast<float>(total / static_cast<double>(count)));
    }
    if (!clean_stage()) // where the end of memory is the end of the class
        made.grades.insert(made.grades.end(), 3, other_class);
    return made;
}

std::vector<std::size_t> random_counts(std::size_t students, std::uint64_t seed)
{
    Random random{seed};
    std::vector<std::size_t> counts(students);
    for (std::size_t& count : counts) count = random.below(4) == 0 ? 0 : random.below(23);
    return counts;
}

// Whoever adds the grades and divides once is within 4 units in the last place (OpenCL's division 2.5, a reciprocal 4).
// Whoever divides each grade rounds once a grade and once an addition: all are positive, so the sum is within 2^-22 of
// itself for each of the most grades that a student has.
Tolerance of_an_average(const Grades& grades)
{
    std::uint32_t most = 0;
    for (std::size_t s = 0; s + 1 < grades.offsets.size(); ++s)
        most = std::max(most, grades.offsets[s + 1] - grades.offsets[s]);
    return {.relative = (most + 4) / 4194304.0};
}

cl::Kernel partial_kernel()
{
    return Exercise::get().kernel("grades.cl", "class_average_partial",
                                  {"global float*", "uint", "global float*"});
}

/// @param launched work-items, if not one for each student.
std::vector<float> check_averages(const Grades& grades, std::size_t group, std::size_t launched = SIZE_MAX)
{
    const std::size_t students = grades.averages.size();
    const auto averages = output<float>("averages", students);
    launch(Exercise::get().kernel("grades.cl", "student_average",
                                  {"global float*", "global uint*", "global float*", "uint"}),
           covering(std::min(students, launched), group), input("grades", grades.grades),
           input("offsets", grades.offsets), averages, students);
    expect_part(
        "averages", grades.averages, averages.read(), [&](std::size_t s) { return s < launched; },
        of_an_average(grades));
    return averages.read();
}

std::vector<float> run_partial(const std::vector<float>& averages, std::size_t strips, std::size_t group)
{
    const auto partials = output<float>("partials", strips);
    launch(partial_kernel(), covering(strips, group), input("averages", averages), averages.size(), partials);
    return partials.read();
}

// Averages are multiples of an eighth below 8: a strip's sum stays below 2^21, hence exact in any order.
void check_partials(std::size_t students, std::size_t strips, std::size_t group)
{
    Random random{students + strips};
    std::vector<float> averages(students);
    for (float& average : averages) average = static_cast<float>(1 + random.below(63)) / 8.0F;
    const std::size_t length = (students + strips - 1) / strips;
    std::vector<float> expected(strips, 0.0F);
    for (std::size_t i = 0; i < students; ++i) expected[i / length] += averages[i];
    expect_same("partials", expected, run_partial(averages, strips, group));
}

} // namespace

TEST_CASE("every student has an average")
{
    check_averages(make_class({2, 5, 1, 3, 7, 4, 1, 2}, 1), 8);
}

TEST_CASE("a student without grades has the average 0")
{
    check_averages(make_class({0, 3, 0, 0, 2, 1, 4, 0}, 2), 4);
}

TEST_CASE("a student may have many grades")
{
    check_averages(make_class({300, 1, 0, 70, 256, 512}, 7), 2);
    if (!clean_stage()) check_averages(make_class({1, 70'000}, 8), 2);
}

TEST_CASE("grades may be negative")
{
    Grades grades = make_class({2, 0, 5, 1}, 4);
    for (std::vector<float>* const values : {&grades.grades, &grades.averages})
        for (float& value : *values) value = 0 - value;
    check_averages(grades, 4);
}

TEST_CASE("each work-item writes the average of its own student and no other")
{
    check_averages(make_class(random_counts(21, 8), 9), 4, 8);
    check_averages(make_class(random_counts(21, 8), 9), 1, 1);
}

TEST_CASE("a class without students has no averages")
{
    check_averages(make_class({}, 1), 8);
}

TEST_CASE("averages hold for every class and work-group")
{
    check_averages(make_class(random_counts(clean_stage() ? 29 : 1000, 6), 7), clean_stage() ? 6 : 48);
    for (const Size1D& size : Exercise::get().sizes_1d())
        check_averages(make_class(random_counts(size.count, size.count), 3), size.group);
}

TEST_CASE("every strip has a sum of its own")
{
    check_partials(32, 4, 4);
    check_partials(1, 1, 1);
}

TEST_CASE("each work-item writes the sum of its own strip and no other")
{
    const cl::Kernel kernel = behind(item_of(covering(24, 8)), "grades.cl", partial_kernel());
    for (const std::size_t number : {0U, 7U, 13U, 23U}) { // run alone, of 24 in groups of 8
        const auto partials = output<float>("partials", 24);
        launch(kernel, {.global = {1}, .local = {1}, .offset = cl::NDRange(number)},
               input("averages", std::vector<float>(48, 2.0F)), 48U, partials);
        INFO("work-item ", number, " of 24 was run alone");
        expect_part("partials", std::vector<float>(24, 4.0F), partials.read(),
                    [&](std::size_t i) { return i == number; });
    }
}

TEST_CASE("strips cover classes that they do not divide")
{
    check_partials(37, 4, 2);
    check_partials(23, 8, 8);
    if (clean_stage()) return;
    check_partials(100003, 64, 16);
    check_partials(100003, 1, 1);
    check_partials(20481, 4096, 16);           // five students and a little for each strip
    check_partials((1U << 24U) + 1, 4096, 16); // 4,096 and a little, and more than a float can number
}

TEST_CASE("a strip beyond the class has the sum 0")
{
    check_partials(3, 8, 4);
    check_partials(9, 8, 8); // strips of two: the last three are empty
    check_partials(1, 16, 16);
    check_partials(0, 4, 4);
}
