// CLBlast's product of matrices, where its library was found when this was configured.
#pragma once

#include "../workbench.hpp"

#include <cstddef>
#include <string>

namespace lockstep::bench::clblast
{

/// Whether there is a CLBlast to call.
bool is_here();

/// "CLBlast 1.5.2", by the name of its library; empty where that does not tell.
std::string version();

/// One product of random matrices of floats, on the workbench's device.
class Product
{
public:
    /// Makes the product once and looks at some of its elements. @throws Failure if one is wrong, or without CLBlast.
    Product(Workbench& workbench, std::size_t columns, std::size_t rows, std::size_t depth);

    /// Milliseconds by the host's clock until the product is there: what the library enqueues beside its main kernel is within.
    double run_ms();

private:
    Workbench& workbench_;
    std::size_t columns_, rows_, depth_;
    Guarded a_, b_, c_;
};

} // namespace lockstep::bench::clblast
