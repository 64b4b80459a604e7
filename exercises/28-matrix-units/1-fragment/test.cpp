// Tests of the places of a fragment's sums: a matrix whose sums lanes hold must come back as it was.
#include <lockstep/exercise.hpp>

using namespace lockstep;

namespace
{

constexpr std::size_t side = 16, lanes = 32, sums_of_lane = 8;
constexpr float untouched = -5; // less than every sum

struct Fragments
{
    std::size_t across;
    std::size_t down;

    std::size_t columns() const { return across * side; }
    std::size_t count() const { return across * down; }
};

/// The matrix as work-items hold it.
std::vector<float> held(const std::vector<float>& matrix, const Fragments& size)
{
    std::vector<float> sums(matrix.size());
    for (std::size_t place = 0; place < matrix.size(); ++place) {
        const std::size_t row = place / size.columns(), column = place % size.columns();
        const std::size_t fragment = row / side * size.across + column / side;
        const std::size_t lane = row % 8 * 4 + column % 8 / 2;
        const std::size_t number = column % side / 8 * 4 + row % side / 8 * 2 + column % 2;
        sums[(fragment * lanes + lane) * sums_of_lane + number] = matrix[place];
    }
    return sums;
}

/// Launches the work-items of some fragments, and expects these in their places, and the rest of c as it was.
void check(const std::vector<float>& matrix, const Fragments& size, std::size_t group, std::size_t first,
           std::size_t count)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel =
        exercise.kernel("fragment.cl", "put_together", {"global float*", "global float*", "uint"});
    std::vector<float> expected = matrix;
    for (std::size_t place = 0; place < matrix.size(); ++place) {
        const std::size_t fragment =
            place / size.columns() / side * size.across + place % size.columns() / side;
        if (fragment < first || fragment >= first + count) expected[place] = untouched;
    }
    const std::vector<float> before = held(matrix, size);
    const auto sums = input("sums", before);
    const auto c = input("c", std::vector<float>(matrix.size(), untouched));
    exercise.launch(kernel,
                    {.global = cl::NDRange(count * lanes),
                     .local = cl::NDRange(group),
                     .offset = cl::NDRange(first * lanes)},
                    sums, c, static_cast<cl_uint>(size.across));
    INFO(size.down, " by ", size.across, " fragments; the launch is for fragments ", first, " to ",
         first + count - 1, ", in work-groups of ", group);
    exercise.expect_same("c", expected, c.read(), {}, size.columns());
    exercise.expect_same("sums", before, sums.read());
}

void check_all(const Fragments& size, std::size_t group)
{
    check(random_floats(size.count() * side * side, 2801 + size.count()), size, group, 0, size.count());
}

} // namespace

TEST_CASE("lane 0's eight sums come to their places")
{
    std::vector<float> matrix(side * side, 0);
    for (const std::size_t place : {0U, 1U, 8U, 9U}) {
        matrix[place] = static_cast<float>(place + 1);
        matrix[8 * side + place] = static_cast<float>(place + 101);
    }
    check(matrix, {1, 1}, lanes, 0, 1);
}

TEST_CASE("a fragment's 256 sums come to their places")
{
    check_all({1, 1}, lanes);
}

TEST_CASE("fragments stand beside each other and below each other")
{
    check_all({2, 2}, 2 * lanes);
    check_all({3, 1}, 3 * lanes);
    if (Exercise::get().clean_stage()) return;
    check_all({1, 8}, 4 * lanes);
    check_all({70, 2}, 2 * lanes);
}

TEST_CASE("a sub-group writes its own fragment and no other")
{
    const Fragments size{3, 2};
    const std::vector<float> matrix = random_floats(size.count() * side * side, 28);
    check(matrix, size, lanes, 4, 1);
    check(matrix, size, 2 * lanes, 1, 2);
}
