// Tests of both passes in one kernel: pixels are whole numbers below 256 and weights are multiples of 1/256, so that every sum is exact.
#include <lockstep/kernel_set.hpp>
#include <lockstep/probes.hpp>

using namespace lockstep;

namespace
{

constexpr std::size_t across = 128, group_columns = 32, group_rows = 8;

struct Picture
{
    std::size_t columns;
    std::size_t rows;
    std::size_t tile_rows = 32;

    std::string options() const { return "-D TILE_ROWS=" + std::to_string(tile_rows); }
    Launch launch() const
    {
        return {.global = {round_up(columns, across) / across * group_columns,
                           round_up(rows, tile_rows) / tile_rows * group_rows},
                .local = {group_columns, group_rows}};
    }
};

/// Multiples of 1/256 whose sum is 1.
std::vector<float> weights_of(const std::vector<int>& parts)
{
    std::vector<float> weights;
    for (const int part : parts) weights.push_back(static_cast<float>(part) / 256);
    return weights;
}

const auto lopsided = weights_of({3, 10, 25, 50, 80, 45, 26, 12, 5});
const auto farthest = weights_of({256, 0, 0, 0, 0, 0, 0, 0, 0});

std::vector<float> numbers(std::size_t count, float scale = 1)
{
    std::vector<float> values(count);
    const auto random = random_uints(count, 234, 256);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<float>(random[i]) * scale;
    return values;
}

cl::Kernel fused_kernel(const Picture& size)
{
    return Exercise::get().kernel("fused.cl", "fused",
                                  {"global float*", "constant float*", "global float*", "uint", "uint"},
                                  size.options());
}

void check(const Picture& size, const std::vector<float>& weights = lopsided, float scale = 1)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = fused_kernel(size);
    const std::vector<float> picture = numbers(size.columns * size.rows, scale);
    const auto in = input("in", picture), own = input("weights", weights);
    const auto out = output<float>("out", picture.size());
    exercise.launch(kernel, size.launch(), in, own, out, static_cast<cl_uint>(size.columns),
                    static_cast<cl_uint>(size.rows));
    INFO(size.columns, " columns, ", size.rows, " rows, tiles of ", size.tile_rows, " rows");
    expect_agreed("out", weighted_sums(picture, weights, size.columns, size.rows), out.read(), {},
                  size.columns);
    exercise.expect_same("in", picture, in.read(), {}, size.columns);
    exercise.expect_same("weights", weights, own.read());
}

} // namespace

TEST_CASE("a picture of whole tiles is blurred")
{
    check({128, 32, 16});
    if (Exercise::get().clean_stage()) return;
    check({128, 32});
    check({256, 16, 8});
}

TEST_CASE("pictures of every size are blurred")
{
    check({1, 1, 8});
    check({12, 5, 8});
    check({133, 3, 8});
    if (Exercise::get().clean_stage()) return;
    check({1, 1});
    check({3, 5});
    check({133, 9});
    check({5, 37});
    check({140, 34, 16});
    check({333, 257});
    check({70001, 3}); // more than 16 bits count
    check({3, 70001, 64});
    check({count_of_its_own("fused.cl"), 31});
}

TEST_CASE("tiles of every height meet without a seam")
{
    check({132, 10, 8});
    if (Exercise::get().clean_stage()) return;
    for (std::size_t tile_rows = 8; tile_rows <= 64; tile_rows += 8) check({260, 150, tile_rows});
}

TEST_CASE("without an option tiles have a height of the file's own")
{
    if (Exercise::get().clean_stage()) return;
    const Picture row{140, 1, 8};
    cl::Kernel kernel = Exercise::get().kernel(
        "fused.cl", "fused", {"global float*", "constant float*", "global float*", "uint", "uint"});
    const std::vector<float> picture = numbers(row.columns);
    const auto in = input("in", picture), weights = input("weights", lopsided);
    const auto out = output<float>("out", picture.size());
    Exercise::get().launch(kernel, row.launch(), in, weights, out, static_cast<cl_uint>(row.columns), 1U);
    INFO("fused.cl was built without -D TILE_ROWS; the picture has one row");
    expect_agreed("out", weighted_sums(picture, lopsided, row.columns, row.rows), out.read());
}

TEST_CASE("weights are taken as they are given")
{
    if (Exercise::get().clean_stage()) return;
    check({40, 20}, farthest);
    check({40, 20}, weights_of({0, 0, 0, 0, 0, 0, 0, 0, 256}));
    check({40, 20}, weights_of({0, 0, 0, 0, 1, 0, 0, 0, 0}));
}

TEST_CASE("very large, very small and negative pixels are blurred")
{
    if (Exercise::get().clean_stage()) return;
    for (const float scale : {0x1p80F, 0x1p-80F, -1.0F}) check({40, 20}, lopsided, scale);
}

TEST_CASE("a work-group makes its own tile and no other")
{
    if (Exercise::get().clean_stage()) return;
    for (const std::size_t tile_rows : {16, 48, 56}) {
        const Picture size{300, 150, tile_rows};
        const std::vector<float> picture = numbers(size.columns * size.rows);
        const std::vector<float> before(picture.size(), -5.0F);
        const Reference<float> sums = weighted_sums(picture, lopsided, size.columns, size.rows);
        fused_kernel(size); // ends the test when the file does not build: its message is better
        const std::string height = "#define TILE_ROWS " + std::to_string(tile_rows) + "\n";
        cl::Kernel alone{program_behind(height + groups_of(size.launch()), "fused.cl"), "fused"};
        for (const auto& [g, h] : {std::pair{0, 0}, std::pair{1, 1}, std::pair{2, 2}}) {
            const auto in = input("in", picture), weights = input("weights", lopsided),
                       out = input("out", before);
            const auto left = static_cast<std::size_t>(g) * group_columns,
                       top = static_cast<std::size_t>(h) * group_rows;
            Exercise::get().launch(alone,
                                   {.global = {group_columns, group_rows},
                                    .local = {group_columns, group_rows},
                                    .offset = {left, top}},
                                   in, weights, out, static_cast<cl_uint>(size.columns),
                                   static_cast<cl_uint>(size.rows));
            std::vector<float> expected = before;
            for (std::size_t i = 0; i < expected.size(); ++i)
                if (i / size.columns / tile_rows == static_cast<std::size_t>(h) &&
                    i % size.columns / across == static_cast<std::size_t>(g))
                    expected[i] = sums.values[i];
            INFO("with tiles of ", tile_rows, " rows work-group (", g, ", ", h,
                 ") was run alone: the other tiles of out stay -5");
            Exercise::get().expect_same("out", expected, out.read(), {}, size.columns);
        }
    }
}

TEST_SUITE("lens")
{
    TEST_CASE("256 x 64 pixels in tiles of 32 rows")
    {
        check({256, 64});
    }

    TEST_CASE("250 x 50 pixels in tiles of 32 rows")
    {
        check({250, 50});
    }
}
