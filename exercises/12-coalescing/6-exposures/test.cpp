// Tests of the middle exposures against sorting on the host, with what lies between the rows.
#include <lockstep/probes.hpp>

#include <algorithm>
#include <limits>

using namespace lockstep;

namespace
{

constexpr cl_int untouched = -77'777;

struct Stack
{
    std::size_t count;
    std::size_t columns;
    std::size_t rows;
    std::size_t pitch;
    std::vector<cl_int> frames;
    std::vector<cl_int> shift;

    std::size_t elements() const { return rows * pitch; }
};

/// How a stack is drawn.
struct Drawing
{
    std::size_t padding = 0;    ///< of each row, behind the next multiple of 8
    cl_int reach = 3;           ///< of the shifts
    std::uint32_t range = 4096; ///< of the exposures
    bool rising = false;        ///< each exposure is brighter than the one before: hardly anything to sort
};

Stack stack_of(std::size_t count, std::size_t columns, std::size_t rows, const Drawing& drawing = {})
{
    Stack stack{count, columns, rows, round_up(columns, 8) + drawing.padding, {}, {}};
    Random random{1206 + 31 * count + 7 * columns + rows};
    for (std::size_t k = 0; k < count; ++k)
        for (std::size_t at = 0; at < stack.elements(); ++at)
            stack.frames.push_back(
                static_cast<cl_int>(random.below(drawing.range) + (drawing.rising ? k * drawing.range : 0)));
    for (std::size_t k = 0; k < 2 * count; ++k)
        stack.shift.push_back(
            static_cast<cl_int>(random.below(2 * static_cast<std::uint32_t>(drawing.reach) + 1)) -
            drawing.reach);
    return stack;
}

/// The middle exposure of each pixel; `untouched` between the rows.
std::vector<cl_int> middles(const Stack& stack)
{
    std::vector<cl_int> picture(stack.elements(), untouched);
    std::vector<cl_int> list(stack.count);
    const auto inside = [](std::size_t at, cl_int by, std::size_t end) {
        return static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(at) + by, 0,
                                                                   static_cast<std::ptrdiff_t>(end) - 1));
    };
    for (std::size_t y = 0; y < stack.rows; ++y)
        for (std::size_t x = 0; x < stack.columns; ++x) {
            for (std::size_t k = 0; k < stack.count; ++k)
                list[k] = stack.frames[k * stack.elements() +
                                       inside(y, stack.shift[2 * k + 1], stack.rows) * stack.pitch +
                                       inside(x, stack.shift[2 * k], stack.columns)];
            const auto middle = list.begin() + static_cast<std::ptrdiff_t>((stack.count - 1) / 2);
            std::nth_element(list.begin(), middle, list.end());
            picture[y * stack.pitch + x] = *middle;
        }
    return picture;
}

cl::Kernel middle_kernel()
{
    return Exercise::get().kernel(
        "exposures.cl", "middle_of",
        {"global int*", "global int*", "global int*", "global int*", "uint", "uint", "uint", "uint"});
}

/// The memory for the lists. In the stage correct there is more of it than the kernel is told, so that what is written behind the end is
/// seen and breaks nothing.
GuardedBuffer<cl_int> work_for(const Stack& stack)
{
    const std::size_t more = Exercise::get().clean_stage() ? 0 : stack.frames.size() + 4096;
    return input("work", std::vector<cl_int>(stack.frames.size() + more, untouched));
}

void check_end(const GuardedBuffer<cl_int>& work, const Stack& stack)
{
    const std::vector<cl_int> after = work.read();
    for (std::size_t at = stack.frames.size(); at < after.size(); ++at)
        if (after[at] != untouched)
            FAIL("work has ", stack.frames.size(), " elements, as many as the frames together, and element ",
                 at, " was written");
}

/// Pixels from first to end - 1, in both dimensions.
struct Part
{
    std::size_t first_x;
    std::size_t end_x;
    std::size_t first_y;
    std::size_t end_y;
};

/// Launches the kernel and expects the pixels of the part to be made, and everything else of the picture to stay as it was.
void check_part(const Stack& stack, cl::Kernel kernel, const Launch& how, const Part& part)
{
    Exercise& exercise = Exercise::get();
    const auto frames = input("frames", stack.frames);
    const auto shift = input("shift", stack.shift);
    const auto work = work_for(stack);
    const auto picture = input("picture", std::vector<cl_int>(stack.elements(), untouched));
    exercise.launch(kernel, how, frames, shift, work, picture, static_cast<cl_uint>(stack.count),
                    static_cast<cl_uint>(stack.columns), static_cast<cl_uint>(stack.rows),
                    static_cast<cl_uint>(stack.pitch));
    std::vector<cl_int> expected = middles(stack);
    for (std::size_t at = 0; at < expected.size(); ++at) {
        const std::size_t x = at % stack.pitch;
        const std::size_t y = at / stack.pitch;
        if (x < part.first_x || x >= part.end_x || y < part.first_y || y >= part.end_y)
            expected[at] = untouched;
    }
    INFO("", stack.count, " exposures of ", stack.columns, " × ", stack.rows, " pixels, pitch ", stack.pitch,
         "; what is not to be written was ", untouched);
    exercise.expect_same("picture", expected, picture.read(), {}, stack.pitch);
    check_end(work, stack);
    exercise.expect_same("frames", stack.frames, frames.read(), {}, stack.pitch);
    exercise.expect_same("shift", stack.shift, shift.read());
}

void check_stack(const Stack& stack, std::size_t group_columns, std::size_t group_rows,
                 std::size_t more_groups = 0)
{
    INFO("work-groups of ", group_columns, " × ", group_rows, ", ", more_groups,
         " more than needed each way");
    check_part(stack, middle_kernel(),
               {.global = cl::NDRange(round_up(stack.columns, group_columns) + more_groups * group_columns,
                                      round_up(stack.rows, group_rows) + more_groups * group_rows),
                .local = cl::NDRange(group_columns, group_rows)},
               {0, stack.columns, 0, stack.rows});
}

} // namespace

TEST_CASE("one exposure is its own middle")
{
    check_stack(stack_of(1, 16, 8), 8, 4);
}

TEST_CASE("the middle one of an odd number of exposures is found")
{
    check_stack(stack_of(3, 16, 8), 8, 4);
    check_stack(stack_of(9, 32, 8), 8, 4);
}

TEST_CASE("of an even number, the lower one of the middle two is taken")
{
    check_stack(stack_of(2, 16, 8), 8, 4);
    check_stack(stack_of(10, 16, 8), 8, 4);
}

TEST_CASE("shifts may lead beyond the rim, by more than the picture has pixels")
{
    for (const cl_int reach : {1, 40, 100'000}) check_stack(stack_of(5, 20, 9, {.reach = reach}), 8, 4);
}

TEST_CASE("exposures may be equal, or as far apart as 32 bits allow")
{
    check_stack(stack_of(7, 16, 8, {.range = 2}), 8, 4);
    Stack stack = stack_of(8, 16, 8);
    for (cl_int& value : stack.frames)
        value = value % 3 == 0   ? std::numeric_limits<cl_int>::min() + value
                : value % 3 == 1 ? std::numeric_limits<cl_int>::max() - value
                                 : value - 2000;
    check_stack(stack, 8, 4);
}

TEST_CASE("rows may be further apart than they are long, and what lies between stays as it was")
{
    for (const std::size_t columns : {1U, 7U, 9U, 33U})
        check_stack(stack_of(5, columns, 6, {.padding = 24}), 8, 4);
}

TEST_CASE("a launch may have more work-groups than it needs")
{
    check_stack(stack_of(4, 16, 8), 8, 4, 1);
    check_stack(stack_of(4, 13, 5), 8, 4, 2);
}

TEST_CASE("a picture without columns or rows is left alone")
{
    const Stack stack = stack_of(3, 16, 8);
    for (const bool no_rows : {false, true}) {
        cl::Kernel kernel = middle_kernel();
        const std::vector<cl_int> before(stack.elements(), untouched);
        const auto frames = input("frames", stack.frames);
        const auto shift = input("shift", stack.shift);
        const auto work = work_for(stack);
        const auto picture = input("picture", before);
        INFO((no_rows ? "no rows" : "no columns"));
        Exercise::get().launch(kernel, {.global = cl::NDRange(16, 8), .local = cl::NDRange(8, 4)}, frames,
                               shift, work, picture, cl_uint{3}, cl_uint{no_rows ? 16U : 0U},
                               cl_uint{no_rows ? 0U : 8U}, cl_uint{16});
        Exercise::get().expect_same("picture", before, picture.read());
        check_end(work, stack);
    }
}

TEST_CASE("pictures of every shape are made by every work-group")
{
    for (const Size2D& size : Exercise::get().sizes_2d())
        check_stack(stack_of(1 + (size.columns + size.rows) % 7, size.columns, size.rows), size.group_columns,
                    size.group_rows);
    check_stack(stack_of(4, 50, 7), 48, 1);
    check_stack(stack_of(4, 9, 600), 1, 512);
    const std::size_t own = count_of_its_own("exposures.cl");
    check_stack(stack_of(3, own, 4), 8, 4);
    check_stack(stack_of(3, 4, own), 8, 4);
}

TEST_CASE("there may be any number of exposures")
{
    check_stack(stack_of(count_of_its_own("exposures.cl"), 3, 2, {.rising = true}), 8, 4);
    if (Exercise::get().clean_stage()) return;
    check_stack(stack_of(200, 20, 3), 8, 4);
    check_stack(stack_of(1003, 2, 1), 8, 4);
}

TEST_CASE("a second stack is sorted like the first")
{
    check_stack(stack_of(9, 16, 8), 8, 4);
    check_stack(stack_of(3, 16, 8, {.reach = 9, .range = 100}), 8, 4);
    check_stack(stack_of(9, 16, 8), 8, 4);
}

TEST_CASE("work-item (x, y) makes pixel (x, y), and no other")
{
    const Stack stack = stack_of(5, 29, 13);
    const Launch whole{.global = cl::NDRange(32, 16), .local = cl::NDRange(8, 4)};
    for (const cl::Kernel& kernel : plain_and_told(middle_kernel(), "exposures.cl", whole)) {
        check_part(stack, kernel, {cl::NDRange(8, 4), cl::NDRange(8, 4), cl::NDRange(16, 8)},
                   {16, 24, 8, 12});
        check_part(stack, kernel, {cl::NDRange(16, 4), cl::NDRange(8, 4), cl::NDRange(16, 12)},
                   {16, 29, 12, 13});
    }
    const Launch of_single{.global = cl::NDRange(32, 16), .local = cl::NDRange(1, 1)};
    for (const cl::Kernel& kernel : plain_and_told(middle_kernel(), "exposures.cl", of_single))
        check_part(stack, kernel, {cl::NDRange(1, 1), cl::NDRange(1, 1), cl::NDRange(5, 2)}, {5, 6, 2, 3});
}

TEST_CASE("a picture may have more rows, columns or pixels than 16 or 24 bits can count")
{
    if (Exercise::get().clean_stage()) return;
    check_stack(stack_of(2, 70'001, 3), 48, 1);
    check_stack(stack_of(2, 3, 70'001), 8, 4);
    check_stack(stack_of(1, 4099, 4099), 48, 1);
}

TEST_SUITE("lens")
{
    TEST_CASE("9 exposures of 64 by 16 pixels")
    {
        check_stack(stack_of(9, 64, 16), 32, 4);
    }

    TEST_CASE("7 exposures of 75 by 21 pixels")
    {
        check_stack(stack_of(7, 75, 21), 32, 3);
    }

    TEST_CASE("150 exposures of 32 by 1 pixels")
    {
        check_stack(stack_of(150, 32, 1), 32, 1);
    }
}
