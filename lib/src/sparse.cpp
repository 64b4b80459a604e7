// What is wrong with a sparse matrix.
#include "lockstep/sparse.hpp"

#include <fmt/format.h>

#include <limits>

namespace lockstep
{

std::string fault_of(const CsrMatrix& matrix)
{
    const auto& [width, begins, columns, values] = matrix;
    if (begins.empty()) return "There are no row_begins. Even a matrix without rows has one, 0.";
    if (begins.front() != 0)
        return fmt::format("The first of row_begins is {}. It must be 0, where the first row begins.",
                           begins.front());
    if (columns.size() != values.size())
        return fmt::format("There are {} columns, but {} values: each nonzero has one of both.",
                           columns.size(), values.size());
    if (columns.size() + matrix.rows() > std::numeric_limits<std::int32_t>::max())
        return fmt::format(
            "{} rows and {} nonzeros are more than 2^31 - 1 together, and kernels count with 32 bits.",
            matrix.rows(), columns.size());
    for (std::size_t r = 0; r < matrix.rows(); ++r)
        if (begins[r] > begins[r + 1])
            return fmt::format("Row {} begins at nonzero {}, after its end, {}.", r, begins[r],
                               begins[r + 1]);
    if (begins.back() != columns.size())
        return fmt::format("The last of row_begins is {}, but there are {} nonzeros.", begins.back(),
                           columns.size());
    for (std::size_t r = 0; r < matrix.rows(); ++r)
        for (std::size_t i = begins[r]; i < begins[r + 1]; ++i) {
            if (columns[i] >= width)
                return fmt::format(
                    "Nonzero {}, in row {}, is in column {}. {}", i, r, columns[i],
                    width == 0 ? std::string{"There are no columns."}
                               : fmt::format("The last column is {}{}", width - 1,
                                             columns[i] == width ? ": are columns counted from 1?" : "."));
            if (i > begins[r] && columns[i - 1] >= columns[i])
                return fmt::format("In row {} column {} comes after column {}; columns must ascend.", r,
                                   columns[i], columns[i - 1]);
        }
    return {};
}

} // namespace lockstep
