// Tests of the order of rows and of the cells of all chunks against a SELL that the host makes.
#include <lockstep/probes.hpp>

#include <algorithm>
#include <numeric>

using namespace lockstep;

namespace
{

using Words = std::vector<cl_uint>;
using Floats = std::vector<float>;

constexpr std::size_t window = 256, chunk = 32;

/// A matrix in CSR, and what its SELL must be.
struct Matrix
{
    Words row_begins{0}, columns, order, widths, chunk_begins{0}, cell_columns;
    Words cell_places; ///< which place each cell belongs to
    Floats values, cell_values;

    std::size_t rows() const { return row_begins.size() - 1; }
};

/// Rows of these lengths, their order and the widths of chunks, without any entries.
Matrix rows_of(const Words& lengths)
{
    Matrix matrix;
    for (const cl_uint length : lengths) matrix.row_begins.push_back(matrix.row_begins.back() + length);
    Words& order = matrix.order;
    order.resize(lengths.size());
    std::iota(order.begin(), order.end(), 0U);
    for (std::size_t first = 0; first < order.size(); first += window)
        std::stable_sort(order.begin() + static_cast<std::ptrdiff_t>(first),
                         order.begin() + static_cast<std::ptrdiff_t>(std::min(first + window, order.size())),
                         [&](cl_uint a, cl_uint b) { return lengths[a] > lengths[b]; });
    for (std::size_t first = 0; first < order.size(); first += chunk)
        matrix.widths.push_back(lengths[order[first]]);
    return matrix;
}

Matrix matrix_of(const Words& lengths)
{
    Random random{3008 + lengths.size()};
    Matrix matrix = rows_of(lengths);
    for (const cl_uint length : lengths)
        for (cl_uint j = 0; j < length; ++j) {
            matrix.columns.push_back(1 + 3 * j + random.below(3));
            matrix.values.push_back(static_cast<float>(1 + random.below(5)));
        }
    const Words& order = matrix.order;
    for (std::size_t first = 0; first < order.size(); first += chunk) {
        const cl_uint width = matrix.widths[first / chunk];
        for (std::size_t j = 0; j < width; ++j)
            for (std::size_t i = first; i < first + chunk; ++i) {
                const bool padding = i >= order.size() || j >= lengths[order[i]];
                const std::size_t k = padding ? 0 : matrix.row_begins[order[i]] + j;
                matrix.cell_columns.push_back(padding ? 0 : matrix.columns[k]);
                matrix.cell_values.push_back(padding ? 0 : matrix.values[k]);
                matrix.cell_places.push_back(static_cast<cl_uint>(i));
            }
        matrix.chunk_begins.push_back(static_cast<cl_uint>(matrix.cell_columns.size()));
    }
    return matrix;
}

std::string text_of(const Matrix& matrix)
{
    return "rows: " + std::to_string(matrix.rows()) + ", chunks: " + std::to_string(matrix.widths.size());
}

/// @param groups that are launched, if not all; then the work-items are numbered the other way round.
void check_order(const Matrix& matrix, std::size_t groups = SIZE_MAX)
{
    cl::Kernel kernel = Exercise::get().kernel("sell.cl", "order_rows",
                                               {"global uint*", "global uint*", "global uint*", "uint"});
    const bool part = groups != SIZE_MAX;
    if (part) kernel = behind(numbered_backwards(), "sell.cl", kernel);
    groups = std::min(groups, round_up(matrix.rows(), window) / window);
    const auto row_begins = input("row_begins", matrix.row_begins);
    const auto order = output<cl_uint>("order", matrix.rows());
    const auto widths = output<cl_uint>("widths", matrix.widths.size());
    launch(kernel, covering(groups * window, window), row_begins, order, widths, matrix.rows());
    INFO(text_of(matrix), "; windows launched: ", groups,
         std::string{part ? ", and in each group the work-item that runs last has number 0" : ""});
    expect_part("order", matrix.order, order.read(), [&](std::size_t i) { return i < groups * window; });
    expect_part("widths", matrix.widths, widths.read(),
                [&](std::size_t c) { return c * chunk < groups * window; });
    expect_same("row_begins", matrix.row_begins, row_begins.read());
}

/// @param first,count work-items that are launched; a count of 0 launches all.
void check_cells(const Matrix& matrix, std::size_t group = 64, std::size_t first = 0, std::size_t count = 0)
{
    if (count == 0) count = round_up(matrix.widths.size() * chunk, group);
    cl::Kernel kernel =
        Exercise::get().kernel("sell.cl", "fill_cells",
                               {"global uint*", "global uint*", "global float*", "global uint*",
                                "global uint*", "global uint*", "global float*", "uint"});
    const auto columns = input("columns", matrix.columns);
    const auto values = input("values", matrix.values);
    const auto cell_columns = output<cl_uint>("cell_columns", matrix.cell_columns.size());
    const auto cell_values = output<float>("cell_values", matrix.cell_values.size());
    launch(kernel, {.global = cl::NDRange(count), .local = cl::NDRange(group), .offset = cl::NDRange(first)},
           input("row_begins", matrix.row_begins), columns, values, input("order", matrix.order),
           input("chunk_begins", matrix.chunk_begins), cell_columns, cell_values, matrix.rows());
    INFO(text_of(matrix), "; work-items ", first, " to ", first + count - 1, ", groups of ", group);
    const auto made = [&](std::size_t cell) {
        return matrix.cell_places[cell] >= first && matrix.cell_places[cell] < first + count;
    };
    expect_part("cell_columns", matrix.cell_columns, cell_columns.read(), made);
    expect_part("cell_values", matrix.cell_values, cell_values.read(), made);
    expect_same("columns", matrix.columns, columns.read());
    expect_same("values", matrix.values, values.read());
}

/// Most rows have up to `most` entries, one has `longest`.
Words random_lengths(std::size_t rows, cl_uint most, cl_uint longest)
{
    Words lengths = random_uints(rows, 3009 + rows, most + 1);
    lengths[rows / 3] = longest;
    return lengths;
}

} // namespace

TEST_CASE("the rows of a window are in order, the longest first")
{
    Words lengths(window);
    for (std::size_t r = 0; r < window; ++r) lengths[r] = static_cast<cl_uint>((r + 20) * 77 % window);
    if (clean_stage()) lengths.resize(100);
    check_order(matrix_of(lengths));
}

TEST_CASE("rows of equal length keep their order")
{
    check_order(matrix_of(random_uints(clean_stage() ? 70 : window, 3010, 4)));
    if (!clean_stage()) check_order(matrix_of(Words(window, 3)));
}

TEST_CASE("a window is sorted by itself, and the last one may be short")
{
    for (const std::size_t rows : {1U, 31U, 257U, 300U, 544U, 1000U, 70'001U})
        if (!clean_stage() || rows < 300) check_order(matrix_of(random_lengths(rows, 6, 90)));
    if (clean_stage()) return;
    Words lengths = random_lengths(300, 6, 65'536); // no small type holds the length
    lengths[40] = 256;
    check_order(matrix_of(lengths));
}

TEST_CASE("the cells of a chunk are column by column, and short rows are filled up")
{
    check_cells(matrix_of(Words(chunk, 3)));
    check_cells(matrix_of(random_lengths(chunk, 5, 9)));
}

TEST_CASE("rows may be empty, and chunks may have no cells")
{
    for (Words lengths : {Words(40, 0), Words(100, 0)}) {
        check_order(matrix_of(lengths));
        check_cells(matrix_of(lengths));
        lengths[33] = 2;
        check_order(matrix_of(lengths));
        check_cells(matrix_of(lengths));
    }
}

TEST_CASE("any number of chunks, and places without a row, in any groups")
{
    for (const Size1D& size : Exercise::get().sizes_1d())
        check_cells(matrix_of(random_lengths(size.count, 5, 20)), size.group);
    if (!clean_stage()) check_cells(matrix_of(random_lengths(999, 40, 3000)), 48);
}

TEST_CASE("a group has its own window, whichever of its work-items runs first")
{
    check_order(matrix_of(random_lengths(clean_stage() ? 300 : 600, 4, 11)), clean_stage() ? 1 : 2);
}

TEST_CASE("a work-item fills the cells of its own place")
{
    check_cells(matrix_of(random_lengths(600, 4, 11)), 16, 48, 32);
}

TEST_CASE("rows may have nearly 2^24 entries")
{
    Words lengths = random_lengths(clean_stage() ? 40 : 200, 6, (1U << 24U) - 1);
    lengths[3] = 1U << 23U;
    lengths[7] = (1U << 23U) - 1;
    check_order(rows_of(lengths));
}

TEST_SUITE("lens")
{
    TEST_CASE("1,024 rows of 0 to 24, and one of 60")
    {
        const Matrix matrix = matrix_of(random_lengths(1024, 24, 60));
        check_order(matrix);
        check_cells(matrix);
    }

    TEST_CASE("701 rows of 0 to 30, and one of 50")
    {
        const Matrix matrix = matrix_of(random_lengths(701, 30, 50));
        check_order(matrix);
        check_cells(matrix);
    }
}
