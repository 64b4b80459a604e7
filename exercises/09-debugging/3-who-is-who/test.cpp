// Tests of three kernels that must know their work-items' numbers, against loops on the host.
#include <lockstep/probes.hpp>

#include <algorithm>
#include <climits>

using namespace lockstep;

namespace
{

constexpr const char* file = "ids.cl";
using Ints = std::vector<std::int32_t>;

Ints random_ints(std::size_t n, std::uint64_t seed)
{
    Ints values;
    for (const std::uint32_t value : random_uints(n, seed, 2'000'001))
        values.push_back(static_cast<std::int32_t>(value) - 1'900'000); // most of them are below 0
    return values;
}

// What an output holds before a launch: values that random_ints has not.
Ints untouched(std::size_t n)
{
    return Ints(n, 1'000'000'007);
}

cl::Kernel kernel_of_blocks(const std::string& name)
{
    return Exercise::get().kernel(file, name, {"global int*", "uint", "global int*"});
}

cl::Kernel mirror_kernel()
{
    return Exercise::get().kernel(file, "mirror", {"global int*", "global int*", "uint", "uint"});
}

// @param launched columns and rows of work-items; zeros: all, in whole work-groups.
void check_mirror(const Size2D& size, std::array<std::size_t, 2> launched = {})
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = mirror_kernel();
    const Ints in = random_ints(size.columns * size.rows, 950 + size.columns);
    Ints expected = untouched(in.size());
    const auto device_in = input("in", in);
    const auto device_out = input("out", expected);
    if (launched[0] == 0)
        launched = {round_up(size.columns, size.group_columns), round_up(size.rows, size.group_rows)};
    for (std::size_t y = 0; y < std::min(size.rows, launched[1]); ++y)
        for (std::size_t x = 0; x < std::min(size.columns, launched[0]); ++x)
            expected[y * size.columns + size.columns - 1 - x] = in[y * size.columns + x];
    exercise.launch(kernel,
                    {.global = cl::NDRange(launched[0], launched[1]),
                     .local = cl::NDRange(size.group_columns, size.group_rows)},
                    device_in, device_out, static_cast<cl_uint>(size.columns),
                    static_cast<cl_uint>(size.rows));
    INFO("a picture of ", size.columns, " × ", size.rows);
    exercise.expect_same("out", expected, device_out.read(), {}, size.columns);
    exercise.expect_same("in", in, device_in.read(), {}, size.columns);
}

/// Values in blocks, and which work-groups are launched.
struct Blocks
{
    std::size_t n;
    std::size_t size;
    std::size_t first = 0;    ///< group
    std::size_t launched = 0; ///< groups; 0: all
    std::size_t groups() const { return round_up(std::max<std::size_t>(n, 1), size) / size; }
    bool makes(std::size_t group) const
    {
        return group >= first && (launched == 0 || group < first + launched);
    }
};

Ints peaks_of(const Ints& values, const Blocks& blocks)
{
    Ints peaks = untouched(blocks.groups());
    for (std::size_t g = 0; g * blocks.size < values.size(); ++g) {
        const auto begin = values.begin() + static_cast<std::ptrdiff_t>(g * blocks.size);
        const auto length = std::min(blocks.size, values.size() - g * blocks.size);
        if (blocks.makes(g)) peaks[g] = *std::max_element(begin, begin + static_cast<std::ptrdiff_t>(length));
    }
    return peaks;
}

Ints turned(const Ints& values, const Blocks& blocks)
{
    Ints out = untouched(std::max<std::size_t>(values.size(), 1));
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::size_t begin = i / blocks.size * blocks.size;
        const std::size_t end = std::min(begin + blocks.size, values.size());
        if (blocks.makes(i / blocks.size)) out[begin + (end - 1 - i)] = values[i];
    }
    return out;
}

// Both kernels on blocks, in a launch from group blocks.first on. @param kernels peaks and turn.
void check_blocks(const Ints& values, const Blocks& blocks, std::array<cl::Kernel, 2> kernels,
                  std::size_t more_groups = 0)
{
    Exercise& exercise = Exercise::get();
    const std::size_t groups = blocks.launched > 0 ? blocks.launched : blocks.groups() + more_groups;
    const Launch launch{.global = cl::NDRange(groups * blocks.size),
                        .local = cl::NDRange(blocks.size),
                        .offset = cl::NDRange(blocks.first * blocks.size)};
    const auto device_values = input("values", values.empty() ? untouched(1) : values);
    const auto peaks = input("peaks", untouched(blocks.groups()));
    const auto out = input("out", untouched(std::max<std::size_t>(values.size(), 1)));
    const auto n = static_cast<cl_uint>(values.size());
    INFO(blocks.n, " values in blocks of ", blocks.size, "; groups ", blocks.first, " to ",
         blocks.first + groups - 1, " launched");
    exercise.launch(kernels[0], launch, device_values, n, peaks);
    exercise.expect_same("peaks", peaks_of(values, blocks), peaks.read());
    exercise.launch(kernels[1], launch, device_values, n, out);
    exercise.expect_same("out", turned(values, blocks), out.read());
    if (!values.empty()) exercise.expect_same("values", values, device_values.read());
}

std::array<cl::Kernel, 2> plain_kernels()
{
    return {kernel_of_blocks("block_peaks"), kernel_of_blocks("turn_blocks")};
}

void check_random(const Blocks& blocks, std::size_t more_groups = 0)
{
    check_blocks(random_ints(blocks.n, 960 + blocks.n), blocks, plain_kernels(), more_groups);
}

} // namespace

TEST_CASE("square pictures are mirrored")
{
    check_mirror({16, 16, 8, 8});
    check_mirror({13, 13, 8, 8});
}

TEST_CASE("pictures of every shape are mirrored")
{
    for (const Size2D& size : Exercise::get().sizes_2d()) check_mirror(size);
    check_mirror({40, 3, 8, 8});
    check_mirror({3, 40, 8, 8});
    if (Exercise::get().clean_stage()) return;
    check_mirror({70'001, 2, 8, 8});
    check_mirror({2, 70'001, 8, 8});
    check_mirror({(1U << 22) + 37, 4, 64, 1}); // more pixels than a float can number
}

TEST_CASE("one group finds its peak and turns its block round")
{
    for (const std::size_t n : {8U, 5U, 1U}) check_random({n, 8});
}

TEST_CASE("every group finds its peak and turns its block round")
{
    for (const std::size_t n : {80U, 75U, 73U, 72U}) check_random({n, 8});
    for (const std::size_t n : {5U, 1U}) check_random({n, 1});
    check_random({count_of_its_own(file), 48});
    const std::size_t large = std::min(large_group(plain_kernels()[0]), large_group(plain_kernels()[1]));
    check_random({3 * large + 7, large});
}

TEST_CASE("a peak may stand anywhere in its block, and be any int")
{
    for (const std::size_t place : {0U, 1U, 6U, 7U, 8U, 15U, 16U, 19U}) {
        Ints values(20, -70'000'001);
        values[place] = -70'000'000; // a float cannot tell them apart
        check_blocks(values, {20, 8}, plain_kernels());
        values.assign(20, INT_MIN);
        check_blocks(values, {20, 8}, plain_kernels());
        values[place] = INT_MAX;
        check_blocks(values, {20, 8}, plain_kernels());
    }
}

TEST_CASE("more groups than blocks, and no values at all")
{
    check_random({20, 8}, 3);
    check_random({0, 8}, 1);
}

TEST_CASE("there may be more values than an int counts")
{
    // Of so many there are the first eight, for one group.
    constexpr cl_uint n = 3'000'000'000;
    auto [peaks_kernel, turn] = plain_kernels();
    const Launch launch{.global = cl::NDRange(8), .local = cl::NDRange(8)};
    const Ints values = random_ints(8, 995);
    const auto device_values = input("values", values), peaks = input("peaks", untouched(1)),
               out = input("out", untouched(8));
    INFO("n is 3,000,000,000");
    Exercise::get().launch(peaks_kernel, launch, device_values, n, peaks);
    Exercise::get().expect_same("peaks", peaks_of(values, {8, 8}), peaks.read());
    Exercise::get().launch(turn, launch, device_values, n, out);
    Exercise::get().expect_same("out", turned(values, {8, 8}), out.read());
}

TEST_CASE("a launch of a part makes that part")
{
    check_mirror({17, 13, 4, 2}, {8, 6});
    check_mirror({17, 13, 4, 2}, {4, 14});
    check_random({37, 8, 0, 2});
    check_random({37, 8, 0, 1});
}

TEST_CASE("more than 65536 groups")
{
    if (Exercise::get().clean_stage()) return;
    check_random({(1U << 20) + 37, 8});
    check_random({(1U << 24) + 37, 64});
}

TEST_CASE("each group does its own work, and no other does it")
{
    plain_kernels(); // their message is better when the file does not build
    const Launch whole{.global = cl::NDRange(40), .local = cl::NDRange(8)};
    const cl::Program program = program_behind(groups_of(whole), file);
    const std::array<cl::Kernel, 2> kernels{cl::Kernel{program, "block_peaks"},
                                            cl::Kernel{program, "turn_blocks"}};
    for (const std::size_t group : {0U, 1U, 3U, 4U})
        check_blocks(random_ints(37, 970), {37, 8, group, 1}, kernels);
}

TEST_CASE("each work-item moves its own pixel, and no other does it")
{
    mirror_kernel(); // its message is better when the file does not build
    const Launch whole{.global = cl::NDRange(24, 16), .local = cl::NDRange(8, 8)};
    cl::Kernel mirror{program_behind(item_of(whole), file), "mirror"};
    constexpr std::size_t columns = 19, rows = 13;
    const Ints in = random_ints(columns * rows, 990);
    using Place = std::array<std::size_t, 2>;
    for (const auto& [x, y] :
         {Place{0, 0}, Place{5, 3}, Place{8, 8}, Place{18, 12}, Place{19, 4}, Place{3, 13}}) {
        const auto device_in = input("in", in);
        const auto out = input("out", untouched(in.size()));
        Exercise::get().launch(
            mirror, {.global = cl::NDRange(1, 1), .local = cl::NDRange(1, 1), .offset = cl::NDRange(x, y)},
            device_in, out, static_cast<cl_uint>(columns), static_cast<cl_uint>(rows));
        Ints expected = untouched(in.size());
        if (x < columns && y < rows) expected[y * columns + columns - 1 - x] = in[y * columns + x];
        INFO("of 24 × 16 work-items (", x, ", ", y, ") was run alone");
        Exercise::get().expect_same("out", expected, out.read(), {}, columns);
    }
}

TEST_CASE("each work-item moves its own value, and no other does it")
{
    cl::Kernel turn = lonely_kernel(file, "turn_blocks");
    for (const std::size_t number : {0U, 5U, 8U, 15U, 16U, 18U, 19U, 23U}) {
        const Ints values = random_ints(19, 980);
        const auto device_values = input("values", values);
        const auto out = input("out", untouched(19));
        launch_alone(turn, number, device_values, cl_uint{19}, out);
        const std::size_t begin = number / 8 * 8;
        const std::size_t end = std::min<std::size_t>(begin + 8, 19);
        Ints expected = untouched(19);
        if (number < 19) expected[begin + end - 1 - number] = values[number];
        INFO("of 24 work-items in groups of 8 number ", number, " was run alone");
        Exercise::get().expect_same("out", expected, out.read());
    }
}
