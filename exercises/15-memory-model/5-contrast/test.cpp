// Tests of the contrast of rows in one launch: results, shares, what is left in the scratch memory, the arrival.
#include <lockstep/probes.hpp>

#include <algorithm>

using namespace lockstep;

namespace
{

constexpr cl_ushort untouched = 0xBEEF;

struct Shape
{
    std::size_t columns;
    std::size_t rows;
    std::size_t groups; ///< that share a row
    std::size_t group;  ///< work-items of each

    cl::NDRange global() const { return {groups * group, rows}; }
    cl::NDRange local() const { return {group, 1}; }
};

cl::Kernel contrast_kernel()
{
    return Exercise::get().kernel("contrast.cl", "contrast",
                                  {"global ushort*", "uint", "global ushort*", "global uint*"});
}

/// The same values as uints, which can be compared with an explanation.
std::vector<cl_uint> shown(const std::vector<cl_ushort>& values)
{
    return {values.begin(), values.end()};
}

std::vector<cl_ushort> random_picture(const Shape& shape, std::uint32_t low = 0, std::uint32_t range = 65536)
{
    std::vector<cl_ushort> pixels;
    for (const std::uint32_t pixel :
         random_uints(shape.columns * shape.rows, shape.columns + 7 * shape.rows, range))
        pixels.push_back(static_cast<cl_ushort>(low + pixel));
    return pixels;
}

std::vector<cl_ushort> contrasts_of(const std::vector<cl_ushort>& picture, const Shape& shape)
{
    std::vector<cl_ushort> contrasts;
    for (std::size_t row = 0; row < shape.rows; ++row) {
        const auto begin = picture.begin() + static_cast<std::ptrdiff_t>(row * shape.columns);
        const auto [darkest, brightest] =
            std::minmax_element(begin, begin + static_cast<std::ptrdiff_t>(shape.columns));
        contrasts.push_back(static_cast<cl_ushort>(*brightest - *darkest));
    }
    return contrasts;
}

void check_picture(const std::vector<cl_ushort>& picture, const Shape& shape, int launches = 1)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = contrast_kernel();
    const std::vector<cl_uint> zeros(3 * shape.rows, 0);
    const auto pixels = input("picture", picture);
    const auto scratch = input("scratch", zeros);
    INFO(shape.columns, " columns, ", shape.rows, " rows, ", shape.groups, " groups of ", shape.group,
         " in each row");
    for (int launch = 0; launch < launches; ++launch) {
        const auto contrasts = output<cl_ushort>("contrasts", shape.rows);
        exercise.launch(kernel, {.global = shape.global(), .local = shape.local()}, pixels,
                        static_cast<cl_uint>(shape.columns), contrasts, scratch);
        INFO("launch ", launch + 1);
        exercise.expect_same("contrasts", shown(contrasts_of(picture, shape)), shown(contrasts.read()));
        exercise.expect_same("scratch", zeros, scratch.read());
    }
    exercise.expect_same("picture", shown(picture), shown(pixels.read()));
}

void check_shape(const Shape& shape, int launches = 1)
{
    check_picture(random_picture(shape), shape, launches);
}

/// A launch that finds something impossible in `word` of each row's three, so no arrival may look like the last.
void check_impossible(std::size_t word)
{
    const Shape shape{100, 4, 3, 16};
    cl::Kernel kernel = contrast_kernel();
    std::vector<cl_uint> found(3 * shape.rows, 0);
    for (std::size_t row = 0; row < shape.rows; ++row) found[3 * row + word] = 0x7FFF0000;
    const auto pixels = input("picture", random_picture(shape));
    const auto scratch = input("scratch", found);
    const std::vector<cl_ushort> nothing(shape.rows, untouched);
    const auto contrasts = input("contrasts", nothing);
    Exercise::get().launch(kernel, {.global = shape.global(), .local = shape.local()}, pixels,
                           static_cast<cl_uint>(shape.columns), contrasts, scratch);
    if (contrasts.read() != nothing)
        FAIL("scratch[3 * r + ", word,
             "] was 0x7FFF0000 before the launch, so what atomic_max returned has bits "
             "above the lower 16. They must go into the arrival, and then no group is the last. A contrast "
             "was written "
             "all the same");
}

/// The kernel as one group that takes itself for one of those of `shape`.
cl::Kernel lonely_group(const Shape& shape)
{
    contrast_kernel(); // whose messages are better
    return {program_behind(groups_of({.global = shape.global(), .local = shape.local()}), "contrast.cl"),
            "contrast"};
}

/// What group `number` of the first row has left in scratch when it is run alone.
std::vector<cl_uint> left_by_group(cl::Kernel& lonely, const std::vector<cl_ushort>& picture,
                                   const Shape& shape, std::size_t number)
{
    const auto pixels = input("picture", picture);
    const auto scratch = input("scratch", std::vector<cl_uint>(3 * shape.rows, 0));
    const std::vector<cl_ushort> nothing(shape.rows, untouched);
    const auto contrasts = input("contrasts", nothing);
    Exercise::get().launch(lonely,
                           {.global = shape.local(),
                            .local = shape.local(),
                            .offset = cl::NDRange(number * shape.group, std::size_t{0})},
                           pixels, static_cast<cl_uint>(shape.columns), contrasts, scratch);
    if (contrasts.read() != nothing)
        FAIL("group ", number, " of ", shape.groups,
             " was run alone, and wrote a contrast. It is not the last");
    return scratch.read();
}

/// The kernel with atomic operations on global memory that add 1 to the word three places behind theirs.
cl::Kernel counting_kernel()
{
    contrast_kernel(); // whose messages are better
    return {program_behind(counting_atomics(3), "contrast.cl"), "contrast"};
}

enum class Comes
{
    before, ///< the group's arrival is counted, and after it has left its values
    after   ///< its arrival was counted
};

/// A group of one work-item, the first of two in a row of pixels of 100, when the other, whose pixels are 10 and 60000, comes
/// in between. @return what is in contrasts[0].
cl_ushort when_another(Comes comes)
{
    constexpr cl_uint mark = 0xC0047; // behind the count, so that nothing else is taken for it
    const Shape shape{4, 1, 2, 1};
    contrast_kernel(); // whose messages are better
    const std::string other =
        "    if (p[1] == 0xC0047 && p[2] == 0) {\n        p[2] = 1;\n"
        "        atomic_max(p - 2, 60000); atomic_max(p - 1, 65525); atomic_inc(p);\n    }\n";
    const std::string lines = "void before_change(volatile global uint* p) {\n" +
                              (comes == Comes::before ? other : "") +
                              "}\nvoid after_change(volatile global uint* p, uint was, uint is) {\n" +
                              (comes == Comes::after ? other : "") + "}\n";
    cl::Kernel kernel{
        program_behind(groups_of({.global = shape.global(), .local = shape.local()}) + watched_atomics(lines),
                       "contrast.cl"),
        "contrast"};
    const auto pixels = input("picture", std::vector<cl_ushort>(shape.columns, 100));
    const auto scratch = input("scratch", std::vector<cl_uint>{0, 0, 0, mark, 0});
    const auto contrasts = input("contrasts", std::vector<cl_ushort>{untouched});
    Exercise::get().launch(kernel, {.global = shape.local(), .local = shape.local()}, pixels,
                           static_cast<cl_uint>(shape.columns), contrasts, scratch);
    return contrasts.read().front();
}

} // namespace

TEST_CASE("one group has a row for itself")
{
    check_shape({64, 3, 1, 64});
    check_shape({100, 2, 1, 16});
}

TEST_CASE("several groups share a row")
{
    check_shape({64, 1, 2, 16});
    check_shape({100, 5, 3, 16});
    check_shape({1000, 2, 7, 32});
}

TEST_CASE("every group takes its share")
{
    const Shape shape{96, 1, 3, 8};
    cl::Kernel lonely = lonely_group(shape);
    std::vector<std::size_t> shares(shape.groups, 0);
    for (std::size_t place = 0; place < shape.columns; place += 5) {
        std::vector<cl_ushort> picture(shape.columns, 100);
        picture[place] = 60000;
        std::size_t looked = 0;
        for (std::size_t group = 0; group < shape.groups; ++group) {
            const std::vector<cl_uint> left = left_by_group(lonely, picture, shape, group);
            if (left.at(2) != 1)
                FAIL("group ", group, " of ", shape.groups, " was run alone; scratch[2] counts ", left.at(2),
                     " arrivals");
            if (left.at(0) != 60000) continue;
            ++looked;
            ++shares[group];
        }
        if (looked != 1)
            FAIL("three groups share a row of 96 pixels; each was run alone, and ", looked,
                 " of them found pixel ", place);
    }
    if (*std::min_element(shares.begin(), shares.end()) == 0)
        FAIL("three groups share a row of 96 pixels, and one of them looks at none");
}

TEST_CASE("the arrival depends on what atomic_max returned")
{
    check_impossible(0);
    check_impossible(1);
}

TEST_CASE("another group comes in between")
{
    if (const cl_uint contrast = when_another(Comes::before); contrast != 59990)
        FAIL("a group left its values in scratch; before it arrived another one left 60000 as the brightest "
             "and "
             "10 as the darkest and arrived. So the first one is the last: the contrast is 59990, and it "
             "wrote ",
             contrast);
    if (const cl_uint contrast = when_another(Comes::after); contrast != untouched)
        FAIL("a group arrived as the first of two, and before its next step the other one arrived. The other "
             "is the last, and the first one wrote a contrast all the same: ",
             contrast);
}

TEST_CASE("a group makes a few atomic operations on scratch, not each of its work-items")
{
    const Shape shape{500, 1, 3, 16};
    cl::Kernel kernel = counting_kernel();
    const auto pixels = input("picture", random_picture(shape));
    const auto contrasts = output<cl_ushort>("contrasts", 1);
    const auto scratch = input("scratch", std::vector<cl_uint>(6, 0));
    Exercise::get().launch(kernel, {.global = shape.global(), .local = shape.local()}, pixels,
                           static_cast<cl_uint>(shape.columns), contrasts, scratch);
    const std::vector<cl_uint> after = scratch.read();
    const cl_uint operations = after.at(3) + after.at(4) + after.at(5);
    if (operations > 16)
        FAIL("three groups of 16 shared a row and made ", operations,
             " atomic operations on scratch. Let each group find its two values in local memory first: then "
             "three or "
             "four operations for each group are enough, and three or four more for the last");
}

TEST_CASE("rows and groups of all sizes")
{
    for (const std::size_t columns : {1U, 5U, 63U, 65U, 257U})
        for (const std::size_t group : {1U, 16U, 48U}) check_shape({columns, 3, 2, group});
    check_shape({count_of_its_own("contrast.cl"), 2, 3, 32});
    check_shape({700, 2, 3, large_group(contrast_kernel())});
    check_shape({500, 2, 40, 4});
}

TEST_CASE("a group may have no pixel")
{
    check_shape({3, 4, 5, 8});
    check_shape({1, 1, 4, 16});
}

TEST_CASE("pixels of every value")
{
    const Shape shape{90, 4, 3, 16};
    check_picture(std::vector<cl_ushort>(shape.columns * shape.rows, 0), shape);
    check_picture(std::vector<cl_ushort>(shape.columns * shape.rows, 65535), shape);
    check_picture(random_picture(shape, 65000, 536), shape);
    check_picture(random_picture(shape, 0, 3), shape);
    std::vector<cl_ushort> picture(shape.columns * shape.rows, 30000);
    picture[40] = 0;
    picture[41] = 65535;
    picture[shape.columns] = 40000;
    check_picture(picture, shape);
}

TEST_CASE("the next launch finds what this one found")
{
    check_shape({200, 3, 4, 16}, 3);
    if (!Exercise::get().clean_stage()) check_shape({2000, 8, 8, 64}, 30);
}

TEST_CASE("large pictures")
{
    if (Exercise::get().clean_stage()) return;
    check_shape({100003, 37, 16, 128});
    check_shape({5, 65601, 1, 2});
}

TEST_SUITE("lens")
{
    TEST_CASE("two groups of 128 share rows of 2048 pixels")
    {
        check_shape({2048, 16, 2, 128});
    }

    TEST_CASE("three groups of 64 share rows of 1003 pixels")
    {
        check_shape({1003, 5, 3, 64});
    }
}
