// Tests of a plan for a sparse matrix's rows: the plan itself, then the product that the kernels make with it.
#include "plan.hpp"

#include <lockstep/exercise.hpp>
#include <lockstep/program.hpp>

#include <algorithm>
#include <optional>

using namespace lockstep;

namespace
{

using Values = std::vector<cl_uint>;

struct Matrix
{
    Values row_start;
    Values column;
    Values value;
    cl_uint columns;

    std::size_t rows() const { return row_start.size() - 1; }
};

Matrix with_rows_of(const Values& lengths, std::uint64_t seed)
{
    constexpr cl_uint columns = 1000;
    Matrix matrix{{0}, {}, {}, columns};
    for (const cl_uint length : lengths) matrix.row_start.push_back(matrix.row_start.back() + length);
    matrix.column = random_uints(matrix.row_start.back(), seed, columns);
    matrix.value = random_uints(matrix.row_start.back(), seed + 1, 0xFFFFFFFFU);
    return matrix;
}

/// Most rows have fewer than 8 elements, one in thirteen has dozens, one in 64 has hundreds.
Values uneven_lengths(std::size_t rows, std::uint64_t seed)
{
    Random random{seed};
    Values lengths(rows);
    for (cl_uint& length : lengths) {
        const cl_uint kind = random.below(64);
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
        const cl_uint begin = matrix.row_start[piece.row];
        const cl_uint end = matrix.row_start[piece.row + 1];
        if (piece.begin > piece.end) FAIL("The piece ends before it begins.");
        if (piece.begin < begin || piece.end > end)
            FAIL("The piece is not part of its row, which has the elements ", begin, " to ", end,
                 " (without the last).");
        for (cl_uint element = piece.begin; element < piece.end; ++element) {
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
        for (cl_uint element = matrix.row_start[row]; element < matrix.row_start[row + 1]; ++element)
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
    for (cl_uint i = 0; i < pieces.size(); ++i) lists.piece_of[next[pieces[i].row]++] = i;
    return lists;
}

void check_matrix(const Matrix& matrix, std::size_t group)
{
    INFO(matrix.rows(), " rows, ", matrix.column.size(), " elements");
    const std::vector<Piece> pieces = checked_plan(matrix);
    if (pieces.empty()) return; // no elements: nothing to launch
    const PiecesOfRows lists = pieces_of_rows(pieces, matrix.rows());
    std::vector<cl_uint2> runs;
    for (const Piece& piece : pieces) runs.push_back({{piece.begin, piece.end}});
    const Values x = random_uints(matrix.columns, 99, 0xFFFFFFFFU);

    const Exercise& exercise = Exercise::get();
    const cl::Program program =
        build_program(exercise.context(), exercise.device(),
                      source_folder() / "exercises/11-divergence/4-unequal-rows/rows.cl");
    const auto sums = output<cl_uint>("sums", pieces.size()), y = output<cl_uint>("y", matrix.rows());
    launch(cl::Kernel{program, "multiply_pieces"}, covering(pieces.size(), group), input("pieces", runs),
           static_cast<cl_uint>(pieces.size()), input("column", matrix.column), input("value", matrix.value),
           input("x", x), sums);
    launch(cl::Kernel{program, "add_pieces"}, covering(matrix.rows(), group), input("first", lists.first),
           input("piece_of", lists.piece_of), sums, y, static_cast<cl_uint>(matrix.rows()));
    expect_same("y", product(matrix, x), y.read());
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
    for (const cl_uint length : {1U, 2U, 63U, 64U, 65U, 1000U, 1024U, 1025U})
        check_matrix(with_rows_of({length}, length), 16);
}

TEST_CASE("a matrix with many rows, or a very long one, has a plan")
{
    // Only plans: nothing is launched.
    checked_plan(with_rows_of(Values(70'001, 3), 38));
    checked_plan(with_rows_of({5, 200'003, 0, 1}, 39));
    if (!clean_stage()) checked_plan(with_rows_of(Values(1'100'000, 1), 40));
}

TEST_CASE("a matrix without elements has a plan")
{
    check_matrix(with_rows_of({0, 0, 0}, 33), 8);
    check_matrix(with_rows_of({}, 34), 8);
}

TEST_CASE("rows of every length are multiplied")
{
    for (const std::size_t group : {16U, 64U})
        check_matrix(with_rows_of(uneven_lengths(clean_stage() ? 70 : 5000, 77), 35), group);
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
