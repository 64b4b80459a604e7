// CLBlast's product of matrices, or word that there is none.
#include "clblast.hpp"

#include <lockstep/failure.hpp>
#include <lockstep/random.hpp>
#include <lockstep/timing.hpp>

#if LOCKSTEP_HAS_CLBLAST
#include <clblast_c.h>

#include <cmath>

#include <fmt/format.h>
#endif

namespace lockstep::bench::clblast
{

#if LOCKSTEP_HAS_CLBLAST

bool is_here()
{
    return true;
}

std::string version()
{
    const std::string of_library = LOCKSTEP_CLBLAST_VERSION;
    return of_library.empty() ? "" : "CLBlast " + of_library;
}

Product::Product(Workbench& workbench, std::size_t columns, std::size_t rows, std::size_t depth)
    : workbench_(workbench), columns_(columns), rows_(rows), depth_(depth)
{
    const std::vector<float> a = random_floats(rows * depth, 23, -1.0F, 1.0F),
                             b = random_floats(depth * columns, 24, -1.0F, 1.0F);
    a_ = workbench.input(a);
    b_ = workbench.input(b);
    c_ = workbench.output(rows * columns * sizeof(float));
    run_ms();
    const std::vector<float> c = c_.read<float>();
    for (std::size_t i = 0; i < c.size(); i += 1 + c.size() / 61) {
        double expected = 0;
        for (std::size_t k = 0; k < depth; ++k)
            expected += double{a[i / columns * depth + k]} * double{b[k * columns + i % columns]};
        if (!(std::abs(double{c[i]} - expected) <= 8 * 0x1p-24 * static_cast<double>(depth)))
            throw Failure(fmt::format("CLBlast's element {} should be {}, and is {}.", i, expected, c[i]),
                          "./lockstep bench verify matrix_multiply");
    }
}

double Product::run_ms()
{
    cl_command_queue queue = workbench_.queue()();
    workbench_.queue().finish();
    const Stopwatch watch;
    const CLBlastStatusCode status =
        CLBlastSgemm(CLBlastLayoutRowMajor, CLBlastTransposeNo, CLBlastTransposeNo, rows_, columns_, depth_,
                     1.0F, a_.buffer()(), 0, depth_, b_.buffer()(), 0, columns_, 0.0F, c_.buffer()(), 0,
                     columns_, &queue, nullptr);
    if (status != CLBlastSuccess)
        throw Failure(fmt::format("CLBlast gave status {}.", static_cast<int>(status)), "./lockstep devices");
    workbench_.queue().finish();
    return watch.elapsed().count();
}

#else

bool is_here()
{
    return false;
}

std::string version()
{
    return "";
}

Product::Product(Workbench& workbench, std::size_t columns, std::size_t rows, std::size_t depth)
    : workbench_(workbench), columns_(columns), rows_(rows), depth_(depth)
{
    throw Failure(
        "This was built without CLBlast.",
        "sudo apt install libclblast-dev && cmake build && cmake --build build --target lockstep-bench");
}

double Product::run_ms()
{
    return 0;
}

#endif

} // namespace lockstep::bench::clblast
