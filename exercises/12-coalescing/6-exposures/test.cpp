// Tests of the middle exposures against sorting on the host, with what lies between the rows.
#include <lockstep/exercise.hpp>

#include <algorithm>
#include <limits>

using namespace lockstep;

namespace
{

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

/// The middle exposure of each pixel.
std::vector<cl_int> middles(const Stack& stack)
{
    std::vector<cl_int> picture(stack.elements());
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

/// @param launched_columns,launched_rows work-items, if not all.
void check_stack(const Stack& stack, std::size_t group_columns, std::size_t group_rows,
                 std::size_t launched_columns = SIZE_MAX, std::size_t launched_rows = SIZE_MAX)
{
    const std::size_t across = std::min(stack.columns, launched_columns),
                      down = std::min(stack.rows, launched_rows);
    const auto work = input("work", std::vector<cl_int>(stack.frames.size(), -12345));
    const auto picture = output<cl_int>("picture", stack.elements());
    cl::Kernel kernel = Exercise::get().kernel(
        "exposures.cl", "middle_of",
        {"global int*", "global int*", "global int*", "global int*", "uint", "uint", "uint", "uint"});
    launch(kernel, covering({across, down, group_columns, group_rows}), input("frames", stack.frames),
           input("shift", stack.shift), work, picture, stack.count, stack.columns, stack.rows, stack.pitch);
    INFO("", stack.count, " exposures of ", stack.columns, " × ", stack.rows, " pixels, pitch ", stack.pitch,
         ", work-groups of ", group_columns, " × ", group_rows);
    const auto made = [&](std::size_t i) { return i % stack.pitch < across && i / stack.pitch < down; };
    expect_part("picture", middles(stack), picture.read(), made, {}, stack.pitch);
    work.read(); // fails where something was written behind its end
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

TEST_CASE("pictures of every shape are made by every work-group")
{
    for (const Size2D& size : Exercise::get().sizes_2d())
        check_stack(stack_of(1 + (size.columns + size.rows) % 7, size.columns, size.rows), size.group_columns,
                    size.group_rows);
    check_stack(stack_of(4, 50, 7), 48, 1);
    check_stack(stack_of(4, 9, 600), 1, 512);
}

TEST_CASE("there may be any number of exposures")
{
    check_stack(stack_of(20, 3, 2, {.rising = true}), 8, 4);
    if (clean_stage()) return;
    check_stack(stack_of(200, 20, 3), 8, 4);
    check_stack(stack_of(4099, 2, 1), 8, 4);
}

TEST_CASE("work-item (x, y) makes pixel (x, y), and no other")
{
    check_stack(stack_of(5, 29, 13), 8, 4, 16, 4);
    check_stack(stack_of(5, 29, 13), 8, 4, 8, 8);
    check_stack(stack_of(5, 29, 13), 1, 1, 2, 3);
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
