// Two functions of cuBLAS on matrices of floats, as peers: the transpose, cublasSgeam with nothing added, with arguments geam COLUMNS
// ROWS; and the product, cublasSgemm in single precision, with arguments gemm COLUMNS ROWS DEPTH.
#include "cuda_peer.cuh"

#include <cublas_v2.h>

#include <cmath>
#include <functional>
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

/// A number from -1 to 1.
__host__ __device__ float element(std::size_t i, unsigned seed)
{
    unsigned h = static_cast<unsigned>(i) * 2654435761U + seed;
    h = (h ^ (h >> 15U)) * 2246822519U;
    h = (h ^ (h >> 13U)) * 3266489917U;
    return static_cast<float>((h ^ (h >> 16U)) >> 8U) * 0x1p-23F - 1.0F;
}

std::function<void()> transpose(cublasHandle_t handle, std::size_t columns, std::size_t rows)
{
    float* in = peer::allocate<float>(columns * rows);
    float* out = peer::allocate<float>(columns * rows);
    peer::fill<<<1024, 256>>>(in, columns * rows,
                              [] __device__(std::size_t i) { return static_cast<float>(i % (1U << 24U)); });
    // Its matrices are stored by columns: what is `columns` wide here is `columns` high there.
    const auto run = [=] {
        const float one = 1, zero = 0;
        require_blas(cublasSgeam(handle, CUBLAS_OP_T, CUBLAS_OP_N, static_cast<int>(rows), static_cast<int>(columns), &one,
                                 in, static_cast<int>(columns), &zero, out, static_cast<int>(rows), out,
                                 static_cast<int>(rows)),
                     "transposing");
    };
    run();
    peer::require(cudaDeviceSynchronize(), "the first run");
    if (!is_transposed(out, columns, rows)) {
        std::fprintf(stderr, "lockstep-peer-cublas: the transpose is wrong\n");
        std::exit(1);
    }
    return run;
}

/// Without TF32, which has ten bits of mantissa: cuBLAS takes it only where it is asked to, and here it is asked not to.
std::function<void()> product(cublasHandle_t handle, std::size_t columns, std::size_t rows, std::size_t depth)
{
    float* a = peer::allocate<float>(rows * depth);
    float* b = peer::allocate<float>(depth * columns);
    float* c = peer::allocate<float>(rows * columns);
    peer::fill<<<1024, 256>>>(a, rows * depth, [] __device__(std::size_t i) { return element(i, 1); });
    peer::fill<<<1024, 256>>>(b, depth * columns, [] __device__(std::size_t i) { return element(i, 2); });
    require_blas(cublasSetMathMode(handle, CUBLAS_DEFAULT_MATH), "choosing single precision");
    // By columns, c is the transpose of what it is by rows, and so is b · a of the transposes.
    const auto run = [=] {
        const float one = 1, zero = 0;
        require_blas(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, static_cast<int>(columns), static_cast<int>(rows),
                                 static_cast<int>(depth), &one, b, static_cast<int>(columns), a, static_cast<int>(depth),
                                 &zero, c, static_cast<int>(columns)),
                     "multiplying");
    };
    run();
    std::vector<float> got(rows * columns);
    peer::require(cudaMemcpy(got.data(), c, got.size() * sizeof(float), cudaMemcpyDeviceToHost), "reading");
    for (std::size_t i = 0; i < got.size(); i += 1 + got.size() / 61) {
        double expected = 0;
        for (std::size_t k = 0; k < depth; ++k)
            expected += static_cast<double>(element(i / columns * depth + k, 1)) * element(k * columns + i % columns, 2);
        // TF32 would be off by some thousandths, hundreds of times as much as this allows.
        if (!(std::abs(got[i] - expected) <= 8 * 0x1p-24 * static_cast<double>(depth))) {
            std::fprintf(stderr, "lockstep-peer-cublas: the product is wrong\n");
            std::exit(1);
        }
    }
    return run;
}

} // namespace

int main(int argc, char** argv)
{
    const bool is_transpose = argc == 4 && std::strcmp(argv[1], "geam") == 0;
    if (!is_transpose && (argc != 5 || std::strcmp(argv[1], "gemm") != 0)) {
        std::fprintf(stderr, "lockstep-peer-cublas geam COLUMNS ROWS, or gemm COLUMNS ROWS DEPTH\n");
        return 2;
    }
    const std::size_t columns = std::strtoull(argv[2], nullptr, 10);
    const std::size_t rows = std::strtoull(argv[3], nullptr, 10);
    cublasHandle_t handle;
    require_blas(cublasCreate(&handle), "beginning");
    int version = 0;
    require_blas(cublasGetVersion(handle, &version), "asking for the version");
    return peer::serve(is_transpose ? transpose(handle, columns, rows)
                                    : product(handle, columns, rows, std::strtoull(argv[4], nullptr, 10)),
                       "cuBLAS " + std::to_string(version / 10000) + "." + std::to_string(version / 100 % 100) + "." +
                           std::to_string(version % 100) + ", " + peer::cuda_version());
}
