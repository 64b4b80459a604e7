// What is no sparse matrix is told in a sentence, before a kernel reads beyond its end.
#include <lockstep/sparse.hpp>

#include <doctest/doctest.h>

using lockstep::CsrMatrix;
using lockstep::fault_of;

namespace
{

/// Three rows, the second of them empty: (1 0 2 0), (), (0 3 0 4).
CsrMatrix sample()
{
    return {4, {0, 2, 2, 4}, {0, 2, 1, 3}, {1, 2, 3, 4}};
}

} // namespace

TEST_SUITE("sparse")
{

    TEST_CASE("a matrix is one, with empty rows, without nonzeros, and without rows")
    {
        CHECK(fault_of(sample()).empty());
        CHECK(fault_of(CsrMatrix{}).empty());
        CHECK(fault_of({0, {0, 0, 0}, {}, {}}).empty());
    }

    TEST_CASE("pointers that are wrong")
    {
        CsrMatrix matrix = sample();
        matrix.row_begins = {0, 3, 2, 4};
        CHECK(fault_of(matrix) == "Row 1 begins at nonzero 3, after its end, 2.");
        matrix.row_begins = {0, 2, 2, 5};
        CHECK(fault_of(matrix) == "The last of row_begins is 5, but there are 4 nonzeros.");
        matrix.row_begins = {1, 2, 2, 4};
        CHECK(fault_of(matrix) == "The first of row_begins is 1. It must be 0, where the first row begins.");
        matrix.row_begins = {};
        CHECK(fault_of(matrix) == "There are no row_begins. Even a matrix without rows has one, 0.");
    }

    TEST_CASE("columns that are wrong")
    {
        CsrMatrix matrix = sample();
        matrix.columns = {1, 3, 2, 4}; // counted from 1
        CHECK(fault_of(matrix) ==
              "Nonzero 3, in row 2, is in column 4. The last column is 3: are columns counted from 1?");
        matrix.columns = {2, 0, 1, 3};
        CHECK(fault_of(matrix) == "In row 0 column 0 comes after column 2; columns must ascend.");
        matrix.columns = {0, 0, 1, 3};
        CHECK(fault_of(matrix) == "In row 0 column 0 comes after column 0; columns must ascend.");
        matrix.columns = {0, 2, 1};
        CHECK(fault_of(matrix) == "There are 3 columns, but 4 values: each nonzero has one of both.");
    }
}
