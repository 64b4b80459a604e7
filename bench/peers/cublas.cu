// Functions of cuBLAS as peers: the transpose of floats, cublasSgeam with nothing added, with arguments geam COLUMNS ROWS; the
// product a · b, cublasSgemm in single precision, with gemm COLUMNS ROWS DEPTH, and in TF32 (of each float 19 bits) with gemm-tf32;
// and a · bᵀ by cublasGemmEx, with what the factors are in place of gemm: bfloat16, floats, tf32, bytes.
#include "cuda_peer.cuh"

#include <cublas_v2.h>
#include <cuda_bf16.h>

#include <cmath>
#include <functional>
#include <string>
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

/// TF32 has ten bits of mantissa: cuBLAS takes it only where it is asked to.
std::function<void()> product(cublasHandle_t handle, std::size_t columns, std::size_t rows, std::size_t depth, bool tf32)
{
    float* a = peer::allocate<float>(rows * depth);
    float* b = peer::allocate<float>(depth * columns);
    float* c = peer::allocate<float>(rows * columns);
    peer::fill<<<1024, 256>>>(a, rows * depth, [] __device__(std::size_t i) { return element(i, 1); });
    peer::fill<<<1024, 256>>>(b, depth * columns, [] __device__(std::size_t i) { return element(i, 2); });
    require_blas(cublasSetMathMode(handle, tf32 ? CUBLAS_TF32_TENSOR_OP_MATH : CUBLAS_DEFAULT_MATH),
                 "choosing a precision");
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
        // TF32 is off by some thousandths, hundreds of times as much as is allowed without it.
        if (!(std::abs(got[i] - expected) <= (tf32 ? 0x1p-10 : 8 * 0x1p-24) * static_cast<double>(depth))) {
            std::fprintf(stderr, "lockstep-peer-cublas: the product is wrong\n");
            std::exit(1);
        }
    }
    return run;
}

/// A kind of factors for cublasGemmEx, and what becomes of their products.
template <typename Factor, typename Sum>
struct Kind
{
    cudaDataType factor, sum;
    cublasComputeType_t compute;
    double tolerance; ///< of one term of a sum, and of an element as many times as the sum has terms
    Factor (*from)(float);
    double (*value)(Factor);
};

/// a · bᵀ, with rows of both padded with zeros to multiples of 16 bytes; cuBLAS multiplies the zeros as well, as it would be slow
/// with another depth.
template <typename Factor, typename Sum>
std::function<void()> product_of_rows(cublasHandle_t handle, const Kind<Factor, Sum>& kind, std::size_t columns,
                                      std::size_t rows, std::size_t depth)
{
    const std::size_t piece = 16 / sizeof(Factor), pitch = (depth + piece - 1) / piece * piece;
    std::vector<Factor> a(rows * pitch), b(columns * pitch);
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = kind.from(i % pitch < depth ? element(i, 1) : 0);
    for (std::size_t i = 0; i < b.size(); ++i) b[i] = kind.from(i % pitch < depth ? element(i, 2) : 0);
    Factor* a_there = peer::allocate<Factor>(a.size());
    Factor* b_there = peer::allocate<Factor>(b.size());
    Sum* c = peer::allocate<Sum>(rows * columns);
    peer::require(cudaMemcpy(a_there, a.data(), a.size() * sizeof(Factor), cudaMemcpyHostToDevice), "writing");
    peer::require(cudaMemcpy(b_there, b.data(), b.size() * sizeof(Factor), cudaMemcpyHostToDevice), "writing");
    // By columns, c is the transpose of what it is by rows, and so is b · aᵀ.
    const auto run = [=] {
        const Sum one = 1, zero = 0;
        require_blas(cublasGemmEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, static_cast<int>(columns), static_cast<int>(rows),
                                  static_cast<int>(pitch), &one, b_there, kind.factor, static_cast<int>(pitch), a_there,
                                  kind.factor, static_cast<int>(pitch), &zero, c, kind.sum, static_cast<int>(columns),
                                  kind.compute, CUBLAS_GEMM_DEFAULT),
                     "multiplying");
    };
    run();
    std::vector<Sum> got(rows * columns);
    peer::require(cudaMemcpy(got.data(), c, got.size() * sizeof(Sum), cudaMemcpyDeviceToHost), "reading");
    for (std::size_t i = 0; i < got.size(); i += 1 + got.size() / 61) {
        double expected = 0;
        for (std::size_t k = 0; k < depth; ++k)
            expected += kind.value(a[i / columns * pitch + k]) * kind.value(b[i % columns * pitch + k]);
        if (!(std::abs(static_cast<double>(got[i]) - expected) <= kind.tolerance * static_cast<double>(depth))) {
            std::fprintf(stderr, "lockstep-peer-cublas: the product is wrong\n");
            std::exit(1);
        }
    }
    return run;
}

std::function<void()> product_of_rows(cublasHandle_t handle, const std::string& kind, std::size_t columns,
                                      std::size_t rows, std::size_t depth)
{
    if (kind == "bfloat16")
        return product_of_rows<__nv_bfloat16, float>(
            handle,
            {CUDA_R_16BF, CUDA_R_32F, CUBLAS_COMPUTE_32F, 8 * 0x1p-24, [](float x) { return __float2bfloat16(x); },
             [](__nv_bfloat16 x) { return static_cast<double>(__bfloat162float(x)); }},
            columns, rows, depth);
    if (kind == "bytes")
        return product_of_rows<std::int8_t, std::int32_t>(
            handle,
            {CUDA_R_8I, CUDA_R_32I, CUBLAS_COMPUTE_32I, 0, [](float x) { return static_cast<std::int8_t>(std::lround(x * 127)); },
             [](std::int8_t x) { return static_cast<double>(x); }},
            columns, rows, depth);
    // TF32 keeps 10 bits of each factor, so that a term is off by a thousandth at most.
    const bool short_factors = kind == "tf32";
    return product_of_rows<float, float>(
        handle,
        {CUDA_R_32F, CUDA_R_32F, short_factors ? CUBLAS_COMPUTE_32F_FAST_TF32 : CUBLAS_COMPUTE_32F_PEDANTIC,
         short_factors ? 0x1p-10 : 8 * 0x1p-24, [](float x) { return x; }, [](float x) { return static_cast<double>(x); }},
        columns, rows, depth);
}

} // namespace

int main(int argc, char** argv)
{
    const std::string function = argc > 1 ? argv[1] : "";
    const bool is_product = function == "gemm" || function == "gemm-tf32";
    const bool is_of_rows =
        function == "bfloat16" || function == "floats" || function == "tf32" || function == "bytes";
    if (function == "geam" ? argc != 4 : argc != 5 || (!is_product && !is_of_rows)) {
        std::fprintf(stderr, "lockstep-peer-cublas geam COLUMNS ROWS, or gemm, gemm-tf32, bfloat16, floats, tf32 or bytes "
                             "COLUMNS ROWS DEPTH\n");
        return 2;
    }
    const std::size_t columns = std::strtoull(argv[2], nullptr, 10);
    const std::size_t rows = std::strtoull(argv[3], nullptr, 10);
    cublasHandle_t handle;
    require_blas(cublasCreate(&handle), "beginning");
    int version = 0;
    require_blas(cublasGetVersion(handle, &version), "asking for the version");
    const std::size_t depth = argc > 4 ? std::strtoull(argv[4], nullptr, 10) : 0;
    return peer::serve(function == "geam" ? transpose(handle, columns, rows)
                       : is_product       ? product(handle, columns, rows, depth, function == "gemm-tf32")
                                          : product_of_rows(handle, function, columns, rows, depth),
                       "cuBLAS " + std::to_string(version / 10000) + "." + std::to_string(version / 100 % 100) + "." +
                           std::to_string(version % 100) + ", " + peer::cuda_version());
}
