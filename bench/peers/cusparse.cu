// cuSPARSE's product of a sparse matrix and a vector, as a peer. Arguments: csr|sell grid|band|power|scattered ROWS.
#include "cuda_peer.cuh"

#include "../ladders/sparse_inputs.hpp"

#include <cusparse.h>

#include <string>
#include <vector>

namespace
{

using lockstep::CsrMatrix;

void require(cusparseStatus_t status, const char* what)
{
    if (status == CUSPARSE_STATUS_SUCCESS) return;
    std::fprintf(stderr, "lockstep-peer-cusparse: %s: %s\n", what, cusparseGetErrorString(status));
    std::exit(1);
}

template <typename T>
T* copied(const std::vector<T>& values)
{
    T* memory = peer::allocate<T>(values.size());
    peer::require(cudaMemcpy(memory, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice),
                  "copying");
    return memory;
}

cusparseSpMatDescr_t in_rows(const CsrMatrix& matrix)
{
    cusparseSpMatDescr_t description;
    require(cusparseCreateCsr(&description, static_cast<std::int64_t>(matrix.rows()), matrix.width,
                              static_cast<std::int64_t>(matrix.nonzeros()), copied(matrix.row_begins),
                              copied(matrix.columns), copied(matrix.values), CUSPARSE_INDEX_32I,
                              CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F),
            "describing the matrix");
    return description;
}

/// Slices of 32 rows as they are, each as wide as its longest row.
cusparseSpMatDescr_t in_slices(const CsrMatrix& matrix)
{
    constexpr std::size_t slice = 32;
    std::vector<std::uint32_t> begins{0};
    for (std::size_t first = 0; first < matrix.rows(); first += slice) {
        std::uint32_t width = 0;
        for (std::size_t r = first; r < std::min(matrix.rows(), first + slice); ++r)
            width = std::max(width, matrix.row_begins[r + 1] - matrix.row_begins[r]);
        begins.push_back(begins.back() + width * slice);
    }
    std::vector<std::int32_t> columns(begins.back(), -1); // -1: no column
    std::vector<float> values(begins.back());
    for (std::size_t r = 0; r < matrix.rows(); ++r)
        for (std::size_t i = matrix.row_begins[r], to = begins[r / slice] + r % slice;
             i < matrix.row_begins[r + 1]; ++i, to += slice) {
            columns[to] = static_cast<std::int32_t>(matrix.columns[i]);
            values[to] = matrix.values[i];
        }
    cusparseSpMatDescr_t description;
    require(cusparseCreateSlicedEll(&description, static_cast<std::int64_t>(matrix.rows()), matrix.width,
                                    static_cast<std::int64_t>(matrix.nonzeros()), begins.back(), slice,
                                    copied(begins), copied(columns), copied(values), CUSPARSE_INDEX_32I,
                                    CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F),
            "describing the matrix");
    return description;
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 4) {
        std::fprintf(stderr, "lockstep-peer-cusparse csr|sell grid|band|power|scattered ROWS\n");
        return 2;
    }
    const bool slices = std::string{argv[1]} == "sell";
    const CsrMatrix matrix =
        lockstep::bench::sparse::matrix_named(argv[2], std::strtoull(argv[3], nullptr, 10));
    const cusparseSpMatDescr_t a = slices ? in_slices(matrix) : in_rows(matrix);
    cusparseHandle_t handle;
    require(cusparseCreate(&handle), "beginning");
    cusparseDnVecDescr_t x, y;
    require(cusparseCreateDnVec(&x, matrix.width, copied(lockstep::bench::sparse::vector_for(matrix)),
                                CUDA_R_32F),
            "describing x");
    require(cusparseCreateDnVec(&y, static_cast<std::int64_t>(matrix.rows()),
                                peer::allocate<float>(matrix.rows()), CUDA_R_32F),
            "describing y");
    const float one = 1, zero = 0;
    const cusparseSpMVAlg_t way = slices ? CUSPARSE_SPMV_SELL_ALG1 : CUSPARSE_SPMV_CSR_ALG1;
    std::size_t bytes = 0;
    require(cusparseSpMV_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, x, &zero, y,
                                    CUDA_R_32F, way, &bytes),
            "asking for scratch memory");
    void* scratch = peer::allocate<char>(bytes + 1);
    require(cusparseSpMV_preprocess(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, x, &zero, y,
                                    CUDA_R_32F, way, scratch),
            "preparing");
    int version = 0;
    require(cusparseGetVersion(handle, &version), "asking for the version");
    return peer::serve(
        [=] {
            require(cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, x, &zero, y, CUDA_R_32F,
                                 way, scratch),
                    "multiplying");
        },
        "cuSPARSE " + std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 100) + "." +
            std::to_string(version % 100) + ", " + peer::cuda_version());
}
