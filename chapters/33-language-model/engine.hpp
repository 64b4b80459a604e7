// Products by Hopper's units and its TMA, which has to be told of both operands before.
#pragma once

#include "units.hpp"

#include <lockstep/lab.hpp>

#include <map>
#include <tuple>

namespace language_model
{

class Engine
{
public:
    explicit Engine(const lockstep::Lab& of) : lab(of) {}

    // A kernel, what it is told of the operands, and these, which are kept as long.
    struct Product
    {
        cl::Kernel kernel;
        cl::Buffer maps, a, b;
    };

    // The kernel of products_engine.cl for such a product, described when it is first asked
    // for.
    const Product& product(const Matrix& a, const Matrix& b, const Extent& of)
    {
        const bool a_turned = a.view.column != 1, b_turned = b.view.row != 1;
        Product& found = products[{a.buffer(), a.view.offset, b.buffer(), b.view.offset,
                                   of.rows, of.columns, of.depth, a_turned, b_turned}];
        if (found.maps()) return found;
        const std::string options =
            "-D MATRIX_UNITS=90 -D A_TURNED=" + std::to_string(a_turned) +
            " -D B_TURNED=" + std::to_string(b_turned);
        cl::Program& program = programs[options];
        if (!program()) program = lab.program("products_engine.cl", options);
        found = {cl::Kernel{program, "product"}, lab.output<cl_uint>(64), a.buffer,
                 b.buffer};
        cl::Kernel describe{program, "describe"};
        cl_uint index = 0;
        const auto set = [&](const auto& argument) { describe.setArg(index++, argument); };
        set(found.maps), set(a.buffer), set(a.view.offset), set(b.buffer),
            set(b.view.offset);
        set(of.rows), set(of.columns), set(of.depth);
        lab.queue.enqueueNDRangeKernel(describe, cl::NullRange, 2);
        return found;
    }

private:
    const lockstep::Lab& lab;
    std::map<std::string, cl::Program> programs;
    std::map<
        std::tuple<cl_mem, cl_uint, cl_mem, cl_uint, cl_uint, cl_uint, cl_uint, bool, bool>,
        Product>
        products;
};

} // namespace language_model
