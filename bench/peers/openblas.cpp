// OpenBLAS' product of matrices of floats and its transpose as peers, in a process of its own because it chooses its kernels when it is
// loaded. Arguments: COLUMNS ROWS DEPTH of a product, or COLUMNS ROWS of a matrix that is to be transposed.
#include "native.hpp"

#include <cblas.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

#include <unistd.h>

namespace
{

/// The library chooses its kernels by the processor when it is loaded, unless the environment chooses for it, say for tests that are to give
/// the same bits everywhere. Here it is to be as fast as it can: without such variables this starts once more.
void let_it_choose(char** argv)
{
    bool is_told = false;
    for (const char* name : {"OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE", "OPENBLAS_NUM_THREADS"})
        if (std::getenv(name) != nullptr) {
            unsetenv(name);
            is_told = true;
        }
    if (is_told) execv("/proc/self/exe", argv);
}

std::vector<float> values(std::size_t count, unsigned seed)
{
    std::vector<float> made(count);
    for (float& value : made) {
        seed = seed * 1664525U + 1013904223U;
        value = static_cast<float>(seed >> 8U) * 0x1p-23F - 1.0F;
    }
    return made;
}

/// Answers each line with what a run takes.
template <typename Run>
void answer(const Run& run)
{
    std::printf("ready %s\n", openblas_get_config());
    std::fflush(stdout);
    for (char line[64]; std::fgets(line, sizeof line, stdin) != nullptr;) {
        const auto start = std::chrono::steady_clock::now();
        run();
        const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
        // Its threads go on asking for work for a while; the next one to be measured shall not share the processor with them.
        std::this_thread::sleep_for(std::chrono::milliseconds(30));
        std::printf("%.6f\n", took.count());
        std::fflush(stdout);
    }
}

int wrong(std::size_t element)
{
    std::fprintf(stderr, "lockstep-peer-openblas: element %zu is wrong\n", element);
    return 1;
}

int product(std::size_t columns, std::size_t rows, std::size_t depth)
{
    const std::vector<float> a = values(rows * depth, 1), b = values(depth * columns, 2);
    std::vector<float> c(rows * columns);
    const auto run = [&] {
        cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, static_cast<int>(rows),
                    static_cast<int>(columns), static_cast<int>(depth), 1.0F, a.data(),
                    static_cast<int>(depth), b.data(), static_cast<int>(columns), 0.0F, c.data(),
                    static_cast<int>(columns));
    };
    run();
    for (std::size_t i = 0; i < c.size(); i += 1 + c.size() / 61) {
        double expected = 0;
        for (std::size_t k = 0; k < depth; ++k)
            expected += double{a[i / columns * depth + k]} * double{b[k * columns + i % columns]};
        if (!(std::abs(double{c[i]} - expected) <= 8 * 0x1p-24 * static_cast<double>(depth))) return wrong(i);
    }
    answer(run);
    return 0;
}

int transpose(std::size_t columns, std::size_t rows)
{
    const std::vector<float> in = values(columns * rows, 1);
    std::vector<float> out(in.size());
    const auto run = [&] {
        cblas_somatcopy(CblasRowMajor, CblasTrans, static_cast<int>(rows), static_cast<int>(columns), 1.0F,
                        in.data(), static_cast<int>(columns), out.data(), static_cast<int>(rows));
    };
    run();
    for (std::size_t i = 0; i < out.size(); ++i)
        if (out[i] != in[i % rows * columns + i / rows]) return wrong(i);
    answer(run);
    return 0;
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 3 && argc != 4) {
        std::fprintf(stderr, "lockstep-peer-openblas COLUMNS ROWS [DEPTH]\n");
        return 2;
    }
    let_it_choose(argv);
    openblas_set_num_threads(static_cast<int>(lockstep::bench::native::threads()));
    const std::size_t columns = std::strtoull(argv[1], nullptr, 10),
                      rows = std::strtoull(argv[2], nullptr, 10);
    return argc == 3 ? transpose(columns, rows) : product(columns, rows, std::strtoull(argv[3], nullptr, 10));
}
