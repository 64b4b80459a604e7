// Times the CUDA kernels of rosetta/ at the sizes of rosetta.py: prints a kernel's name and its milliseconds a line. The programs' own
// main functions are renamed, and a namespace each keeps their constants apart.
#include "../../rosetta/common/check.hpp"
#include "../../rosetta/common/cuda.hpp"

#include <functional>

#define main example
namespace of_reduction
{
#include "../../rosetta/reduction/reduction.cu"
}
namespace of_transpose
{
#include "../../rosetta/transpose/transpose.cu"
}
namespace of_product
{
#include "../../rosetta/product/product.cu"
}
namespace of_scan
{
#include "../../rosetta/scan/scan.cu"
}
namespace of_softmax
{
#include "../../rosetta/softmax/softmax.cu"
}
#undef main

constexpr int launches = 20;

void time_of(const char* kernel, const std::function<void()>& launch)
{
    cudaEvent_t begin, end;
    check(cudaEventCreate(&begin));
    check(cudaEventCreate(&end));
    for (int i = 0; i < 3; ++i) launch();
    check(cudaEventRecord(begin));
    for (int i = 0; i < launches; ++i) launch();
    check(cudaEventRecord(end));
    check(cudaEventSynchronize(end));
    check(cudaGetLastError());
    float ms = 0;
    check(cudaEventElapsedTime(&ms, begin, end));
    std::printf("%s %.6f\n", kernel, ms / launches);
}

int main()
{
    constexpr unsigned mebi = 1U << 20, words = 256 * mebi, side = 8192, edge = 4096;
    std::vector<float> ones(words, 1);
    float *in, *out, *more;
    for (float** buffer : {&in, &out, &more}) check(cudaMalloc(buffer, words * sizeof(float)));
    check(cudaMemcpy(in, ones.data(), words * sizeof(float), cudaMemcpyHostToDevice));

    time_of("reduction", [=] { of_reduction::sums<<<1056, 256>>>(in, out, words); });
    time_of("transpose", [=] {
        of_transpose::transpose<<<dim3(side / 32, side / 32), dim3(32, 8)>>>(in, out, side, side);
    });
    time_of("product", [=] {
        of_product::product<<<dim3(edge / 16, edge / 16), dim3(16, 16)>>>(in, in, out, edge, edge, edge);
    });
    const auto bits = [](float* buffer) { return reinterpret_cast<unsigned*>(buffer); };
    time_of("scan", [=] {
        of_scan::scan<<<64 * mebi / 256, 256>>>(bits(in), bits(out), bits(more), 64 * mebi);
    });
    time_of("softmax", [=] { of_softmax::softmax<<<32768, 256>>>(in, out, 1024); });
    return 0;
}
