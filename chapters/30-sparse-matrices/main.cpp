// A plate that is heated at one point, solved by conjugate gradients; and the same product for links between pages, whose rows
// have any lengths.
#include "matrices.hpp"

#include <lockstep/lab.hpp>
#include <lockstep/run.hpp>

#include <numeric>
#include <string_view>
#include <utility>

using namespace lockstep;

struct Product : Lab
{
    bool gpu = device.getInfo<CL_DEVICE_TYPE>() == CL_DEVICE_TYPE_GPU;
    std::size_t group = gpu ? 256 : 32, parts = group;
    cl::Program kernels = program("sparse.cl", "-D GROUP=" + std::to_string(group));

    std::size_t whole_groups(std::size_t items) const
    {
        return (items + group - 1) / group * group;
    }

    // What kernels read and write.
    cl::Buffer changed(std::vector<float> values) const
    {
        return {context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                values.size() * sizeof(float), values.data()};
    }

    template <typename... Arguments>
    void launch(const char* name, std::size_t items, const Arguments&... arguments) const
    {
        cl::Kernel kernel = find_kernel(kernels, name);
        cl_uint index = 0;
        (kernel.setArg(index++, arguments), ...);
        queue.enqueueNDRangeKernel(kernel, cl::NullRange, items, group);
    }

    //! [solve]
    // Solves A x = b from x = 0, until r, which is b - A x but for rounding, is a 10,000th as
    // long as b. Returns the number of steps.
    int solve(const CsrMatrix& matrix, const std::vector<float>& b,
              std::vector<float>& x) const
    {
        const auto n = static_cast<cl_uint>(b.size());
        const cl::Buffer begins = input(matrix.row_begins), columns = input(matrix.columns),
                         values = input(matrix.values);
        const cl::Buffer solution = changed(std::vector<float>(n)), r = changed(b),
                         p = changed(b);
        const cl::Buffer q = output<float>(n), pq = output<float>(parts);
        cl::Buffer rr = output<float>(parts), new_rr = output<float>(parts);
        launch("dot_in_parts", parts * group, r, r, rr, n);
        const double enough = 1e-8 * total(rr);
        int steps = 0;
        for (; steps < 20000 && (steps % 50 != 0 || total(rr) > enough); ++steps) {
            launch("multiply", whole_groups(n), begins, columns, values, p, q, n);
            launch("dot_in_parts", parts * group, p, q, pq, n);
            launch("take_step", parts * group, solution, r, p, q, rr, pq, new_rr, n);
            launch("turn", parts * group, p, r, rr, new_rr, n);
            std::swap(rr, new_rr);
        }
        x = read<float>(solution, n);
        return steps;
    }
    //! [solve]

    // r · r, or another dot product, of its parts.
    double total(const cl::Buffer& in_parts) const
    {
        const std::vector<float> each = read<float>(in_parts, parts);
        return std::accumulate(each.begin(), each.end(), 0.0);
    }

    void heat_plate() const
    {
        const std::size_t side = simulated ? 16 : gpu ? 1024 : 256;
        const CsrMatrix plate = plate_of(side);
        std::vector<float> heat(side * side), temperature(side * side);
        heat[side / 4 * side + side / 4] = 1;
        solve(plate, heat, temperature); // not counted: the first run builds and warms up
        const Stopwatch watch;
        const int steps = solve(plate, heat, temperature);
        const double ms = watch.elapsed().count();
        std::printf("a plate of %zu × %zu points\n", side, side);
        std::printf("  %d steps; b - A x is %.1e of b\n", steps,
                    left_of(plate, temperature, heat));
        if (!simulated) std::printf("  %.0f ms, %.3g ms a step\n", ms, ms / steps);
    }

    // Times y = A x, and returns what a nonzero takes.
    double time_product(const char* name, const CsrMatrix& matrix,
                        const char* kernel = "multiply") const
    {
        if (const std::string fault = fault_of(matrix); !fault.empty())
            throw Failure(fault);
        const auto rows = static_cast<cl_uint>(matrix.rows());
        const double ms =
            best_ms(find_kernel(kernels, kernel), whole_groups(rows), group,
                    input(matrix.row_begins), input(matrix.columns), input(matrix.values),
                    input(std::vector<float>(rows, 1.0F)), output<float>(rows), rows);
        std::printf("%s: %u rows, %zu nonzeros, at most %zu in a row\n", name, rows,
                    matrix.nonzeros(), longest_row(matrix));
        if (!simulated) std::printf("  %.3g ms\n", ms);
        return ms / static_cast<double>(matrix.nonzeros());
    }
};

int main(int argc, char** argv)
{
    const bool near =
        argc > 1 && std::string_view(argv[1]) == "near"; // what do the reads of x cost?
    return run([near] {
        const Product product;
        const bool simulated = product.simulated, gpu = product.gpu;
        if (!near) product.heat_plate();
        const CsrMatrix plate = plate_of(simulated ? 16 : gpu ? 3072 : 900);
        const CsrMatrix links = links_between(simulated ? 256
                                              : gpu     ? 1U << 21U
                                                        : 1U << 18U);
        const double of_plate = product.time_product("plate", plate);
        const double of_links = product.time_product("links", links);
        if (near) {
            product.time_product("plate, x nearby", plate, "multiply_near");
            product.time_product("links, x nearby", links, "multiply_near");
        } else if (!simulated)
            std::printf("a nonzero of the links takes %.3g times as long\n",
                        of_links / of_plate);
    });
}
