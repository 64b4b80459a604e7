// Tests of a plan for a sparse matrix's rows: the plan itself, then the product that the kernels make with it.
#include "plan.hpp"

#include <lockstep/exercise.hpp>
#include <lockstep/program.hpp>

#include <algorithm>
#include <optional>

using namespace lockstep;

namespace
{

using Values = std::vector<std::uint32_t>;

struct Matrix
{
    Values row_start;
    Values column;
    Values value;
    std::uint32_t columns;

    std::size_t rows() const { return row_start.size() - 1; }
};

Matrix with_rows_of(const Values& lengths, std::uint64_t seed)
{
    constexpr std::uint32_t columns = 1000;
    Matrix matrix{{0}, {}, {}, columns};
    for (const std::uint32_t length : lengths) matrix.row_start.push_back(matrix.row_start.back() + length);
    matrix.column = random_uints(matrix.row_start.back(), seed, columns);
    matrix.value = random_uints(matrix.row_start.back(), seed + 1, 0xFFFFFFFFU);
    return matrix;
}

/// Most rows have fewer than 8 elements, one in thirteen has dozens, one in 64 has hundreds.
Values uneven_lengths(std::size_t rows, std::uint64_t seed)
{
    Random random{seed};
    Values lengths(rows);
    for (std::uint32_t& length : lengths) {
        const std::uint32_t kind = random.below(64);
        length = kind == 0 ? 200 + random.below(600) : kind < 6 ? 16 + random.below(60) : random.below(8);
    }
    return lengths;
}

/// Fails unless every element of the matrix is in exactly one piece, and every piece in its row.
std::vector<Piece> checked_plan(const Matrix& matrix)
{
    std::vector<Piece> pieces = plan(matrix.row_start);
    std::vector<std::optional<std::size_t>> owner(matrix.column.size());
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const Piece& piece = pieces[i];
        INFO("piece ", i, " of ", pieces.size(), ": row ", piece.row, ", elements ", piece.begin, " to ",
             piece.end, " (without the last)");
        if (piece.row >= matrix.rows()) FAIL("The matrix has ", matrix.rows(), " rows only.");
        const std::uint32_t begin = matrix.row_start[piece.row];
        const std::uint32_t end = matrix.row_start[piece.row + 1];
        if (piece.begin > piece.end) FAIL("The piece ends before it begins.");
        if (piece.begin < begin || piece.end > end)
            FAIL("The piece is not part of its row, which has the elements ", begin, " to ", end,
                 " (without the last).");
        for (std::uint32_t element = piece.begin; element < piece.end; ++element) {
            if (owner[element]) FAIL("Element ", element, " is in piece ", *owner[element], " already.");
            owner[element] = i;
        }
    }
    for (std::size_t element = 0; element < owner.size(); ++element)
        if (!owner[element]) {
            const auto after = std::upper_bound(matrix.row_start.begin(), matrix.row_start.end(), element);
            FAIL("Element ", element, ", of row ", after - matrix.row_start.begin() - 1, ", is in no piece.");
        }
    return pieces;
}

Values product(const Matrix& matrix, const Values& x)
{
    Values y(matrix.rows(), 0);
    for (std::size_t row = 0; row < y.size(); ++row)
        for (std::uint32_t element = matrix.row_start[row]; element < matrix.row_start[row + 1]; ++element)
            y[row] += matrix.value[element] * x[matrix.column[element]];
    return y;
}

/// For add_pieces: the pieces of each row, one row after the other.
struct PiecesOfRows
{
    Values first;
    Values piece_of;
};

PiecesOfRows pieces_of_rows(const std::vector<Piece>& pieces, std::size_t rows)
{
    PiecesOfRows lists{Values(rows + 1, 0), Values(pieces.size())};
    for (const Piece& piece : pieces) ++lists.first[piece.row + 1];
    for (std::size_t row = 0; row < rows; ++row) lists.first[row + 1] += lists.first[row];
    Values next = lists.first;
    for (std::uint32_t i = 0; i < pieces.size(); ++i) lists.piece_of[next[pieces[i].row]++] = i;
    return lists;
}

void check_matrix(const Matrix& matrix, std::size_t group)
{
    Exercise& exercise = Exercise::get();
    INFO(matrix.rows(), " rows, ", matrix.column.size(), " elements");
    const std::vector<Piece> pieces = checked_plan(matrix);
    if (pieces.empty()) return; // no elements: nothing to launch
    const PiecesOfRows lists = pieces_of_rows(pieces, matrix.rows());
    std::vector<cl_uint2> runs;
    for (const Piece& piece : pieces) runs.push_back({{piece.begin, piece.end}});
    const Values x = random_uints(matrix.columns, 99, 0xFFFFFFFFU);

    const cl::Program program =
        build_program(exercise.context(), exercise.device(),
                      source_folder() / "exercises/11-divergence/4-unequal-rows/rows.cl");
    cl::Kernel multiply_pieces{program, "multiply_pieces"};
    cl::Kernel add_pieces{program, "add_pieces"};
    const auto device_runs = input("pieces", runs);
    const auto column = input("column", matrix.column.empty() ? Values{0} : matrix.column);
    const auto value = input("value", matrix.value.empty() ? Values{0} : matrix.value);
    const auto device_x = input("x", x);
    const auto sums = output<std::uint32_t>("sums", pieces.size());
    exercise.launch(multiply_pieces,
                    {.global = cl::NDRange(round_up(pieces.size(), group)), .local = cl::NDRange(group)},
                    device_runs, static_cast<cl_uint>(pieces.size()), column, value, device_x, sums);
    const auto first = input("first", lists.first);
    const auto piece_of = input("piece_of", lists.piece_of);
    const auto y = output<std::uint32_t>("y", matrix.rows());
    exercise.launch(add_pieces,
                    {.global = cl::NDRange(round_up(matrix.rows(), group)), .local = cl::NDRange(group)},
                    first, piece_of, sums, y, static_cast<cl_uint>(matrix.rows()));
    exercise.expect_same("y", product(matrix, x), y.read());
}

} // namespace

TEST_CASE("short rows are multiplied")
{
    check_matrix(with_rows_of({3, 1, 4, 1, 5, 9, 2, 6}, 31), 8);
}

TEST_CASE("empty rows are zero")
{
    check_matrix(with_rows_of({0, 0, 5, 0, 2, 0}, 32), 8);
}

TEST_CASE("a single long row is multiplied")
{
    for (const std::uint32_t length : {1U, 2U, 63U, 64U, 65U, 1000U, 1024U, 1025U})
        check_matrix(with_rows_of({length}, length), 16);
}

TEST_CASE("a matrix with many rows, or a very long one, has a plan")
{
    // Only plans: nothing is launched. The second matrix is like the first, so that nothing kept from it helps.
    checked_plan(with_rows_of(Values(70'001, 2), 37));
    checked_plan(with_rows_of(Values(70'001, 3), 38));
    checked_plan(with_rows_of({5, 200'003, 0, 1}, 39));
    if (!Exercise::get().clean_stage()) checked_plan(with_rows_of(Values(1'100'000, 1), 40));
}

TEST_CASE("matrices with as many rows and elements have plans of their own")
{
    for (const Values& lengths : {Values{1, 2, 3}, Values{3, 2, 1}, Values{0, 6, 0}})
        checked_plan(with_rows_of(lengths, 41));
}

TEST_CASE("a matrix without elements has a plan")
{
    check_matrix(with_rows_of({0, 0, 0}, 33), 8);
    check_matrix(with_rows_of({}, 34), 8);
}

TEST_CASE("rows of every length are multiplied")
{
    const bool small = Exercise::get().clean_stage();
    for (const std::size_t rows : small ? std::vector<std::size_t>{70} : std::vector<std::size_t>{77, 5000})
        for (const std::size_t group : {16U, 64U})
            check_matrix(with_rows_of(uneven_lengths(rows, rows), 35), group);
}

TEST_SUITE("lens")
{
    TEST_CASE("2048 rows of every length are multiplied")
    {
        check_matrix(with_rows_of(uneven_lengths(2048, 4), 36), 64);
    }

    TEST_CASE("1999 rows of every length are multiplied by work-groups of 96")
    {
        check_matrix(with_rows_of(uneven_lengths(1999, 5), 37), 96);
    }
}
