// cuBLAS' transpose of a matrix of floats, cublasSgeam with nothing added, as a peer. Arguments: geam COLUMNS ROWS.
#include "cuda_peer.cuh"

#include <cublas_v2.h>

#include <vector>

namespace
{

void require_blas(cublasStatus_t status, const char* what)
{
    if (status == CUBLAS_STATUS_SUCCESS) return;
    std::fprintf(stderr, "lockstep-peer-cublas: %s: status %d\n", what, static_cast<int>(status));
    std::exit(1);
}

/// Whether `out` is the transpose of the numbered matrix, by as many samples as take no time.
bool is_transposed(const float* out, std::size_t columns, std::size_t rows)
{
    std::vector<float> got(columns * rows);
    peer::require(cudaMemcpy(got.data(), out, got.size() * sizeof(float), cudaMemcpyDeviceToHost), "reading");
    for (std::size_t i = 0; i < got.size(); i += 9973)
        if (got[i] != static_cast<float>((i % rows * columns + i / rows) % (1U << 24U))) return false;
    return true;
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 4 || std::strcmp(argv[1], "geam") != 0) {
        std::fprintf(stderr, "lockstep-peer-cublas geam COLUMNS ROWS\n");
        return 2;
    }
    const std::size_t columns = std::strtoull(argv[2], nullptr, 10);
    const std::size_t rows = std::strtoull(argv[3], nullptr, 10);
    float* in = peer::allocate<float>(columns * rows);
    float* out = peer::allocate<float>(columns * rows);
    peer::fill<<<1024, 256>>>(in, columns * rows,
                              [] __device__(std::size_t i) { return static_cast<float>(i % (1U << 24U)); });
    cublasHandle_t handle;
    require_blas(cublasCreate(&handle), "beginning");
    const float one = 1;
    const float zero = 0;
    // Its matrices are stored by columns: what is `columns` wide here is `columns` high there.
    const auto run = [=] {
        require_blas(cublasSgeam(handle, CUBLAS_OP_T, CUBLAS_OP_N, static_cast<int>(rows), static_cast<int>(columns), &one,
                                 in, static_cast<int>(columns), &zero, out, static_cast<int>(rows), out,
                                 static_cast<int>(rows)),
                     "transposing");
    };
    run();
    peer::require(cudaDeviceSynchronize(), "the first run");
    if (!is_transposed(out, columns, rows)) {
        std::fprintf(stderr, "lockstep-peer-cublas: the transpose is wrong\n");
        return 1;
    }
    return peer::serve(run);
}
