// Tests of the tile: pixels are whole numbers below 256 and weights are multiples of 1/256, so that every sum is exact.
#include <lockstep/kernel_set.hpp>
#include <lockstep/probes.hpp>

using namespace lockstep;

namespace
{

constexpr std::size_t across = 32, down = 8;

struct Picture
{
    std::size_t columns;
    std::size_t rows;

    Launch launch() const
    {
        return {.global = {round_up(columns, across), round_up(rows, down)}, .local = {across, down}};
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

cl::Kernel tile_kernel()
{
    return Exercise::get().kernel("blur_tile.cl", "blur_tile",
                                  {"global float*", "constant float*", "global float*", "uint", "uint"});
}

void check(const Picture& size, const std::vector<float>& weights = lopsided, float scale = 1)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = tile_kernel();
    const std::vector<float> picture = numbers(size.columns * size.rows, scale);
    const auto in = input("in", picture), own = input("weights", weights);
    const auto out = output<float>("out", picture.size());
    exercise.launch(kernel, size.launch(), in, own, out, static_cast<cl_uint>(size.columns),
                    static_cast<cl_uint>(size.rows));
    INFO(size.columns, " columns, ", size.rows, " rows");
    expect_agreed("out", weighted_sums(picture, weights, size.columns, size.rows), out.read(), {},
                  size.columns);
    exercise.expect_same("in", picture, in.read(), {}, size.columns);
    exercise.expect_same("weights", weights, own.read());
}

} // namespace

TEST_CASE("a picture of whole tiles is blurred")
{
    check({64, 16});
    check({32, 8});
}

TEST_CASE("pictures of every size are blurred")
{
    check({1, 1});
    check({3, 5});
    check({37, 9});
    check({5, 37});
    if (Exercise::get().clean_stage()) return;
    check({333, 257});
    check({70001, 3}); // more than 16 bits count
    check({3, 70001});
    check({count_of_its_own("blur_tile.cl"), 31});
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
    const Picture size{75, 30};
    const std::vector<float> picture = numbers(size.columns * size.rows);
    const std::vector<float> before(picture.size(), -5.0F);
    const Reference<float> sums = weighted_sums(picture, lopsided, size.columns, size.rows);
    tile_kernel(); // ends the test when the file does not build: its message is better
    cl::Kernel alone{program_behind(groups_of(size.launch()), "blur_tile.cl"), "blur_tile"};
    for (const auto& [g, h] : {std::pair{0, 0}, std::pair{1, 1}, std::pair{2, 3}}) {
        const auto in = input("in", picture), weights = input("weights", lopsided),
                   out = input("out", before);
        const auto left = static_cast<std::size_t>(g) * across, top = static_cast<std::size_t>(h) * down;
        Exercise::get().launch(
            alone, {.global = {across, down}, .local = {across, down}, .offset = {left, top}}, in, weights,
            out, static_cast<cl_uint>(size.columns), static_cast<cl_uint>(size.rows));
        std::vector<float> expected = before;
        for (std::size_t i = 0; i < expected.size(); ++i)
            if (i / size.columns / down == static_cast<std::size_t>(h) &&
                i % size.columns / across == static_cast<std::size_t>(g))
                expected[i] = sums.values[i];
        INFO("work-group (", g, ", ", h, ") was run alone: the other tiles of out stay -5");
        Exercise::get().expect_same("out", expected, out.read(), {}, size.columns);
    }
}

// One work-item of each group takes itself for its neighbour, so that nobody makes its pixel. Other pixels may be wrong, because what
// it should have brought to local memory is missing, but they are written.
TEST_CASE("work-item (x, y) makes pixel (x, y)")
{
    if (Exercise::get().clean_stage()) return;
    const Picture size{75, 30};
    const std::vector<float> picture = numbers(size.columns * size.rows);
    tile_kernel(); // ends the test when the file does not build: its message is better
    for (const auto& [i, j] : {std::pair{0U, 0U}, std::pair{10U, 6U}, std::pair{30U, 3U}}) {
        const std::string neighbour =
            "#define get_local_id(d) ((d) == 0 && get_local_id(0) == " + std::to_string(i) +
            " && get_local_id(1) == " + std::to_string(j) + " ? (size_t)" + std::to_string(i + 1) +
            " : get_local_id(d))\n"
            "#define get_global_id(d) (get_group_id(d) * get_local_size(d) + get_local_id(d))\n";
        cl::Kernel incomplete{program_behind(neighbour, "blur_tile.cl"), "blur_tile"};
        const auto in = input("in", picture), weights = input("weights", lopsided),
                   out = input("out", std::vector<float>(picture.size(), -5.0F));
        Exercise::get().launch(incomplete, size.launch(), in, weights, out,
                               static_cast<cl_uint>(size.columns), static_cast<cl_uint>(size.rows));
        const std::vector<float> got = out.read();
        for (std::size_t p = 0; p < got.size(); ++p) {
            const bool own = p % size.columns % across == i && p / size.columns % down == j;
            const std::string what = own ? "is written all the same" : "is missing";
            if (own != (got[p] == -5.0F))
                FAIL("the work-items with local id (", i, ", ", j,
                     ") were left out, and the pixel at column ", p % size.columns, ", row ",
                     p / size.columns, " ", what,
                     ". Work-item (x, y) makes pixel (x, y), and no other work-item does");
        }
    }
}

TEST_SUITE("lens")
{
    TEST_CASE("128 x 64 pixels")
    {
        check({128, 64});
    }

    TEST_CASE("100 x 37 pixels")
    {
        check({100, 37});
    }
}
