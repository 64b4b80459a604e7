// The scans' kernels where their indices end: the last blocks, strips and tiles below 2^32.
#include "edge.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <numeric>

using namespace lockstep::bench;

namespace
{

using Numbers = std::vector<cl_uint>;

constexpr std::uint64_t group = 64, rows = 4, tile = 4 * rows * group, window = 4;
constexpr cl_uint before_all = 7; // what stands before the piece that is scanned
constexpr cl_uint sum_so_far = 2U << 16U;
const std::string options = "-D ELEMENT=uint -D GROUP=64 -D ROWS=4 -D WINDOW=4";

Numbers scanned(const Numbers& in, cl_uint before)
{
    Numbers out(in.size());
    std::inclusive_scan(in.begin(), in.end(), out.begin(), std::plus<>{}, before);
    return out;
}

/// Elements from `first` to n - 1, and buffers for them.
struct Piece
{
    Piece(std::uint64_t first_element, std::uint64_t elements)
        : first(first_element), n(elements), numbers(small_numbers<cl_uint>(n - first)),
          in(far().workbench().input(numbers)),
          out(far().workbench().output(numbers.size() * sizeof(cl_uint)))
    {
    }

    std::uint64_t first, n;
    Numbers numbers;
    Guarded in, out;
};

/// The block kernel on the last block of n elements.
void check_block(const std::string& in_text, const std::string& kernel, std::uint64_t block, std::uint64_t n)
{
    INFO(kernel, ", n = ", n);
    const Piece piece(end_of_indices - block, n);
    const std::uint64_t number = end_of_indices / block - 1;
    const Guarded sums = far().workbench().output(sizeof(cl_uint));
    CHECK(far().run({.file = "kernels/scan.cl",
                     .kernel = in_text,
                     .options = options,
                     .local = {group, 1},
                     .first_group = {number, 0},
                     .of_groups = {number + 1, 1},
                     .moved = {{"in", piece.first}, {"out", piece.first}, {"sums", number}},
                     .called = kernel},
                    piece.in, piece.out, sums, static_cast<cl_uint>(n)) == "");
    CHECK(piece.out.read<cl_uint>() == scanned(piece.numbers, 0));
    CHECK(sums.read<cl_uint>().front() == scanned(piece.numbers, 0).back());
}

/// States of the last tiles of `tiles`, from eight before the end on, as a buffer; those before `unknown` know the sum
/// so far, and the ticket counter is at `ticket`.
Numbers last_states(std::uint64_t tiles, std::uint64_t unknown, std::uint64_t ticket)
{
    Numbers words;
    for (std::uint64_t t = tiles - 2 * window; t < tiles; ++t) {
        words.push_back(t < unknown ? sum_so_far : 0);
        words.push_back(t < unknown ? sum_so_far | before_all : 0);
    }
    words.push_back(static_cast<cl_uint>(ticket));
    return words;
}

/// A kernel that draws its pieces by ticket, on the last `pieces` of them.
void check_drawn(const std::string& file, const std::string& kernel, std::uint64_t size, std::uint64_t pieces,
                 std::uint64_t n, const std::string& more_options, std::uint64_t local)
{
    INFO(kernel, ", n = ", n);
    const std::uint64_t all = (n + size - 1) / size, first = all - pieces;
    const Piece piece(first * size, n);
    const Guarded states = far().workbench().output((4 * window + 1) * sizeof(cl_uint));
    const Numbers words = last_states(all, first, first);
    far().workbench().queue().enqueueWriteBuffer(states.buffer(), CL_TRUE, 0, words.size() * sizeof(cl_uint),
                                                 words.data());
    CHECK(far().run({.file = file,
                     .kernel = kernel,
                     .options = options + more_options,
                     .local = {local, 1},
                     .moved = {{"in", piece.first}, {"out", piece.first}, {"states", 2 * (all - window)}}},
                    piece.in, piece.out, states, static_cast<cl_uint>(n), static_cast<cl_uint>(all)) == "");
    CHECK(piece.out.read<cl_uint>() == scanned(piece.numbers, before_all));
}

} // namespace

TEST_SUITE_BEGIN("edges");

TEST_CASE("the last block below 2^32 is scanned")
{
    for (const std::uint64_t n : {end_of_indices - 1, end_of_indices - 3, end_of_indices - 31}) {
        check_block("scan_blocks_by_steps", "scan_blocks_by_steps", group, n);
        check_block("SCAN_BLOCKS", "scan_blocks_by_sweeps", 2 * group, n);
        check_block("SCAN_BLOCKS", "scan_blocks_padded", 2 * group, n);
        check_block("scan_blocks_in_registers", "scan_blocks_in_registers", 4 * group, n);
    }
}

TEST_CASE("what stands before the last block below 2^32 is added to it")
{
    const std::uint64_t block = 4 * group, n = end_of_indices - 3, number = end_of_indices / block - 2;
    const Piece piece(end_of_indices - block, n);
    const Guarded sums = far().workbench().input(Numbers{before_all});
    far().workbench().queue().enqueueCopyBuffer(piece.in.buffer(), piece.out.buffer(), 0, 0,
                                                piece.out.bytes());
    CHECK(far().run({.file = "kernels/scan.cl",
                     .kernel = "add_block_sums",
                     .options = options + fmt::format(" -D BLOCK={}", block),
                     .local = {group, 1},
                     .first_group = {number, 0},
                     .of_groups = {number + 1, 1},
                     .moved = {{"out", piece.first}, {"sums", number}}},
                    piece.out, sums, static_cast<cl_uint>(n)) == "");
    Numbers expected = piece.numbers;
    for (cl_uint& number_of : expected) number_of += before_all;
    CHECK(piece.out.read<cl_uint>() == expected);
}

TEST_CASE("one step reaches the last element below 2^32")
{
    const std::uint64_t number = end_of_indices / group - 1;
    const cl_uint distance = group / 2;
    const Piece piece(end_of_indices - 2 * group, end_of_indices - 1); // the last group, and what it adds
    CHECK(far().run({.file = "chapters/19-scan/scan.cl",
                     .kernel = "scan_step",
                     .options = "-D ELEMENT=uint",
                     .local = {group, 1},
                     .first_group = {number, 0},
                     .of_groups = {number + 1, 1},
                     .moved = {{"in", piece.first}, {"out", piece.first}}},
                    piece.in, piece.out, static_cast<cl_uint>(piece.n), distance) == "");
    const Numbers got = piece.out.read<cl_uint>();
    for (std::uint64_t i = group; i < got.size(); ++i)
        CHECK(got[i] == piece.numbers[i] + piece.numbers[i - distance]);
}

TEST_CASE("the last strip below 2^32 is summed and scanned")
{
    for (const std::uint64_t n : {end_of_indices - 1, end_of_indices - 3, end_of_indices - tile - 5}) {
        INFO("n = ", n);
        const std::uint64_t strip = 2 * tile, number = end_of_indices / strip - 1;
        const Piece piece(end_of_indices - strip, n);
        const Guarded sums = far().workbench().output(sizeof(cl_uint));
        Edge edge{.file = "kernels/scan_tiles.cl",
                  .kernel = "sum_strips",
                  .options = options,
                  .local = {group, 1},
                  .first_group = {number, 0},
                  .of_groups = {number + 1, 1},
                  .moved = {{"in", piece.first}, {"sums", number}}};
        CHECK(far().run(edge, piece.in, sums, static_cast<cl_uint>(n), static_cast<cl_uint>(strip)) == "");
        CHECK(sums.read<cl_uint>().front() == scanned(piece.numbers, 0).back());
        edge.kernel = "scan_strips";
        edge.moved.emplace_back("out", piece.first);
        CHECK(far().run(edge, piece.in, piece.out, far().workbench().input(Numbers{before_all}),
                        static_cast<cl_uint>(n), static_cast<cl_uint>(strip)) == "");
        CHECK(piece.out.read<cl_uint>() == scanned(piece.numbers, before_all));
    }
}

TEST_CASE("the last tiles below 2^32 are scanned in one pass")
{
    for (const std::uint64_t n : {end_of_indices - 1, end_of_indices - 3})
        check_drawn("kernels/scan_tiles.cl", "scan_in_one_pass", tile, 1, n, "", group);
    // As many tiles are asked here as there are states in the buffer.
    check_drawn("kernels/scan_looking.cl", "scan_looking_together", tile, 1, end_of_indices - 1, "", group);
    // A group's next tile is brought before it is known that there is none, so this one ends one tile earlier.
    check_drawn("kernels/scan_tiles.cl", "scan_telling_ahead", tile, 3, end_of_indices - tile - 3, "", group);
}

TEST_CASE("the last strips below 2^32 are scanned by one work-item each")
{
    for (const std::uint64_t n : {end_of_indices - 1, end_of_indices - 20, end_of_indices - 63}) {
        INFO("n = ", n);
        const std::uint64_t strip = 1U << 16U, number = end_of_indices / strip - 1;
        const Piece piece(end_of_indices - strip, n);
        const Guarded sum = far().workbench().output(sizeof(cl_uint));
        Edge edge{.file = "kernels/scan_strips.cl",
                  .kernel = "sum_long_strips",
                  .options = options,
                  .first_group = {number, 0},
                  .of_groups = {number + 1, 1},
                  .moved = {{"in", piece.first}, {"sums", number}}};
        CHECK(far().run(edge, piece.in, sum, static_cast<cl_uint>(n), static_cast<cl_uint>(strip)) == "");
        CHECK(sum.read<cl_uint>().front() == scanned(piece.numbers, 0).back());
        edge.kernel = "scan_long_strips";
        edge.moved = {{"in", piece.first}, {"out", piece.first}};
        CHECK(far().run(edge, piece.in, piece.out, far().workbench().input(Numbers(number, 2)),
                        static_cast<cl_uint>(n), static_cast<cl_uint>(strip)) == "");
        CHECK(piece.out.read<cl_uint>() == scanned(piece.numbers, static_cast<cl_uint>(2 * number)));
    }
}

TEST_CASE("the last strips below 2^32 are drawn, and no strip behind them")
{
    for (const std::uint64_t n : {end_of_indices - 1, end_of_indices - 63, end_of_indices - 1024})
        check_drawn("kernels/scan_strips.cl", "scan_cached_strips", 1024, 3, n, " -D STRIP=1024", 1);
}

TEST_SUITE_END();
