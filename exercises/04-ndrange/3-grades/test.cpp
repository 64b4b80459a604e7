// Tests of the two kernels of the class's grades.
#include <lockstep/probes.hpp>

#include <algorithm>
#include <cmath>

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

// Grades are multiples of a quarter from `lowest` on, below lowest + 8, so that their sums are exact: only the division rounds.
Grades make_class(const std::vector<std::size_t>& counts, std::uint64_t seed, float lowest = 0)
{
    constexpr float other_class = 1000.0F;
    Random random{seed};
    Grades made;
    made.grades.assign(3, other_class);
    made.offsets.push_back(3);
    for (const std::size_t count : counts) {
        double total = 0;
        for (std::size_t i = 0; i < count; ++i) {
            made.grades.push_back(lowest + static_cast<float>(1 + random.below(31)) / 4.0F);
            total += made.grades.back();
        }
        made.offsets.push_back(static_cast<std::uint32_t>(made.grades.size()));
        made.averages.push_back(count == 0 ? 0.0F : static_cast<float>(total / static_cast<double>(count)));
    }
    if (!Exercise::get().clean_stage()) // where the end of memory is the end of the class
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

cl::Kernel average_kernel()
{
    return Exercise::get().kernel("grades.cl", "student_average",
                                  {"global float*", "global uint*", "global float*", "uint"});
}

cl::Kernel partial_kernel()
{
    return Exercise::get().kernel("grades.cl", "class_average_partial",
                                  {"global float*", "uint", "global float*"});
}

std::vector<float> check_averages(const Grades& grades, std::size_t group)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = average_kernel();
    const std::size_t students = grades.averages.size();
    const auto device_grades = input("grades", grades.grades);
    const auto device_offsets = input("offsets", grades.offsets);
    const auto device_averages = output<float>("averages", students);
    exercise.launch(
        kernel,
        {.global = cl::NDRange(std::max(round_up(students, group), group)), .local = cl::NDRange(group)},
        device_grades, device_offsets, device_averages, static_cast<cl_uint>(students));
    const std::vector<float> averages = device_averages.read();
    exercise.expect_same("averages", grades.averages, averages, of_an_average(grades));
    exercise.expect_same("grades", grades.grades, device_grades.read());
    return averages;
}

std::vector<float> run_partial(const std::vector<float>& averages, std::size_t strips, std::size_t group)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = partial_kernel();
    const auto device_averages = input("averages", averages);
    const auto device_partials = output<float>("partials", strips);
    exercise.launch(kernel, {.global = cl::NDRange(strips), .local = cl::NDRange(group)}, device_averages,
                    static_cast<cl_uint>(averages.size()), device_partials);
    exercise.expect_same("averages", averages, device_averages.read());
    return device_partials.read();
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
    Exercise::get().expect_same("partials", expected, run_partial(averages, strips, group));
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

TEST_CASE("grades may be negative")
{
    check_averages(make_class({2, 5, 1, 3, 7, 4, 1, 2}, 11, -10.0F), 8); // all of them are
}

TEST_CASE("a student may have many grades")
{
    check_averages(make_class({300, 1, 0, 70, 256, 512}, 7), 2);
}

TEST_CASE("each work-item writes the average of its own student and no other")
{
    average_kernel(); // ends the test when the file does not build: its message is better
    cl::Kernel kernel = lonely_kernel("grades.cl", "student_average");
    const Grades grades = make_class(random_counts(21, 8), 9);
    const std::vector<float> before(21, 1000.0F); // no average
    for (std::size_t number = 0; number < lonely_items; ++number) {
        const auto device_grades = input("grades", grades.grades);
        const auto device_offsets = input("offsets", grades.offsets);
        const auto device_averages = input("averages", before);
        launch_alone(kernel, number, device_grades, device_offsets, device_averages, cl_uint{21});
        expect_own_element("averages", number, before, device_averages.read());
    }
}

TEST_CASE("a class without students has no averages")
{
    check_averages(make_class({}, 1), 8);
}

TEST_CASE("averages hold for every class and work-group")
{
    const bool clean = Exercise::get().clean_stage();
    check_averages(make_class(random_counts(count_of_its_own("grades.cl"), 4), 5), clean ? 8 : 16);
    check_averages(make_class(random_counts(clean ? 29 : 1000, 6), 7), clean ? 6 : 48);
    if (!clean) check_averages(make_class(random_counts(5000, 8), 9), large_group(average_kernel()));
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
    partial_kernel(); // ends the test when the file does not build: its message is better
    cl::Kernel kernel = lonely_kernel("grades.cl", "class_average_partial");
    const std::vector<float> before(24, -1.0F); // no sum
    for (std::size_t number = 0; number < lonely_items; ++number) {
        const auto device_averages = input("averages", std::vector<float>(53, 2.0F));
        const auto device_partials = input("partials", before);
        launch_alone(kernel, number, device_averages, cl_uint{53}, device_partials);
        expect_own_element("partials", number, before, device_partials.read());
    }
}

TEST_CASE("strips cover classes that they do not divide")
{
    check_partials(37, 4, 2);
    check_partials(23, 8, 8);
    check_partials(count_of_its_own("grades.cl"), 8, 4);
    if (Exercise::get().clean_stage()) return;
    check_partials(100003, 64, 16);
    check_partials(100003, 1, 1);
    check_partials(20481, 4096, 16);         // five students and a little for each strip
    std::vector<float> last(16777217, 0.0F); // more than a float can count
    last.back() = 5;
    Exercise::get().expect_same("partials", {5.0F}, run_partial(last, 1, 1));
    const std::size_t large = large_group(partial_kernel());
    check_partials(5003, large, large);
}

TEST_CASE("a strip beyond the class has the sum 0")
{
    check_partials(3, 8, 4);
    check_partials(9, 8, 8); // strips of two: the last three are empty
    check_partials(1, 16, 16);
    check_partials(0, 4, 4);
}

TEST_CASE("the two kernels and the host find the class's average")
{
    const std::size_t students = Exercise::get().clean_stage() ? 29 : 1009;
    const Grades grades = make_class(random_counts(students, 5), 6);
    const std::vector<float> partials = run_partial(check_averages(grades, 16), 8, 8);
    double expected = 0;
    for (const float average : grades.averages) expected += average;
    double total = 0;
    for (const float partial : partials) total += partial;
    // 1009 positive terms, each addition within 2^-24 of the sum, and the averages within 4 units: below 1e-4.
    if (std::abs(total - expected) > 1e-4 * expected)
        FAIL("the class's average is ", expected / static_cast<double>(students), ", the partial sums give ",
             total / static_cast<double>(students));
}
