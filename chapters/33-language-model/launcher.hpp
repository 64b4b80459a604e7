// The launches of a transformer's kernels, for a CPU or a GPU, and who watches them.
#pragma once

#include <lockstep/failure.hpp>
#include <lockstep/lab.hpp>

#include <functional>
#include <map>
#include <string>

namespace language_model
{

// Where the elements of a matrix lie in a buffer, as products.cl has it.
struct View
{
    cl_uint offset, outer, inner, row, column;
};

// A matrix, or one for each head of each sequence.
struct Matrix
{
    cl::Buffer buffer;
    View view;
};

// Rows of `pitch` elements, one behind the other.
inline Matrix rows_of(const cl::Buffer& buffer, cl_uint pitch)
{
    return {buffer, {0, 0, 0, pitch, 1}};
}

inline Matrix transposed(Matrix matrix)
{
    std::swap(matrix.view.row, matrix.view.column);
    return matrix;
}

// What a product is of: c, rows × columns, from sums of `depth` products; `count` of them,
// `heads` to a sequence.
struct Extent
{
    cl_uint rows, columns, depth, count = 1, heads = 1;
};

// What was launched: its kernel, the buffer that it writes, and the additions and
// multiplications if it is a product.
struct Launch
{
    std::string kernel;
    cl::Buffer written;
    double operations = 0;
    cl::Event event = {};
};

// Which bodies of the kernels run: vectors of 16 floats for a core, or groups that share a
// tile or a row.
enum class Body
{
    cpu,
    gpu
};

inline Body body_for(const cl::Device& device)
{
    return device.getInfo<CL_DEVICE_TYPE>() == CL_DEVICE_TYPE_GPU ? Body::gpu : Body::cpu;
}

class Launcher
{
public:
    Launcher(const lockstep::Lab& of, Body body) : lab(of), gpu(body == Body::gpu)
    {
        const std::string row_options =
            gpu ? "-D WIDE=4 -D LANES=64" : "-D WIDE=16 -D LANES=1";
        for (const cl::Program& program :
             {lab.program("products.cl", gpu ? "-D TILED" : ""),
              lab.program("rows.cl", row_options), lab.program("shares.cl", row_options)}) {
            std::vector<cl::Kernel> all;
            cl::Program{program}.createKernels(&all);
            for (const cl::Kernel& kernel : all)
                kernels[kernel.getInfo<CL_KERNEL_FUNCTION_NAME>()] = kernel;
        }
    }

    // A group for each row.
    template <typename... Arguments>
    void rows(const std::string& name, std::size_t count, const cl::Buffer& written,
              const Arguments&... arguments)
    {
        launch(name, cl::NDRange{count * lanes}, cl::NDRange{lanes}, 0, written,
               arguments...);
    }

    // A work-item for each vector of a row of `columns` elements.
    template <typename... Arguments>
    void vectors(const std::string& name, std::size_t columns, std::size_t count,
                 const cl::Buffer& written, const Arguments&... arguments)
    {
        launch(name, cl::NDRange{columns / wide, count}, cl::NullRange, 0, written,
               arguments...);
    }

    // A work-item for each element.
    template <typename... Arguments>
    void elements(const std::string& name, const cl::NDRange& range,
                  const cl::Buffer& written, const Arguments&... arguments)
    {
        launch(name, range, cl::NullRange, 0, written, arguments...);
    }

    //! [launch]
    // c = addend + factor · a · b. The addend, if any, lies as c does.
    void product(const Matrix& c, const Matrix& a, const Matrix& b, const Extent& of,
                 const cl::Buffer& addend = {}, float factor = 1)
    {
        const double operations = 2.0 * of.rows * of.columns * of.depth * of.count;
        const cl::Buffer& added = addend() ? addend : c.buffer;
        const cl_uint adds = addend() ? 1 : 0;
        if (gpu)
            launch("product", {whole(of.columns, 64) / 4, whole(of.rows, 64) / 4, of.count},
                   {16, 16, 1}, operations, c.buffer, c.view, a.buffer, a.view, b.buffer,
                   b.view, added, adds, of.depth, of.heads, factor, of.rows, of.columns);
        else
            launch("product", {of.rows / 8, of.columns / 32, of.count}, {1, 1, 1},
                   operations, c.buffer, c.view, a.buffer, a.view, b.buffer, b.view, added,
                   adds, of.depth, of.heads, factor);
    }
    //! [launch]

    // Memory for so many floats, or words.
    // @throws Failure where the device has no room for it beside what was taken before.
    cl::Buffer floats(std::size_t count)
    {
        const std::size_t bytes = count * sizeof(float);
        taken_bytes += bytes;
        if (taken_bytes > lab.device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>() ||
            bytes > lab.device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>())
            throw lockstep::Failure("The model takes more memory than the device has: " +
                                        std::to_string(taken_bytes >> 20U) +
                                        " MiB and more, one buffer of it " +
                                        std::to_string(bytes >> 20U) + " MiB.",
                                    "take a smaller model, or fewer sequences at once");
        return lab.output<float>(count);
    }

    // Whether no element is infinite or a NaN.
    bool is_finite(const cl::Buffer& buffer) { return sum_of_squares(buffer, 0) == 0; }

    // Told of every launch, after it was enqueued.
    std::function<void(const Launch&)> watch;

    // The sum of the squares of all elements, each times the factor.
    double sum_of_squares(const cl::Buffer& of, float factor = 1)
    {
        const std::size_t count = of.getInfo<CL_MEM_SIZE>() / sizeof(float);
        cl::Kernel& kernel = kernels.at("sum_of_squares");
        kernel.setArg(0, sums);
        kernel.setArg(1, of);
        kernel.setArg(2, static_cast<cl_uint>(count));
        kernel.setArg(3, factor);
        lab.queue.enqueueNDRangeKernel(kernel, cl::NullRange, sum_count);
        double sum = 0;
        for (const float part : lab.read<float>(sums, sum_count)) sum += part;
        return sum;
    }

    const lockstep::Lab& lab;

private:
    static std::size_t whole(std::size_t count, std::size_t tile)
    {
        return (count + tile - 1) / tile * tile;
    }

    template <typename... Arguments>
    void launch(const std::string& name, const cl::NDRange& global,
                const cl::NDRange& local, double operations, const Arguments&... arguments)
    {
        cl::Kernel& kernel = kernels.at(name);
        cl_uint index = 0;
        (kernel.setArg(index++, arguments), ...);
        Launch told{name, std::get<0>(std::tie(arguments...)), operations};
        lab.queue.enqueueNDRangeKernel(kernel, cl::NullRange, global, local, nullptr,
                                       &told.event);
        if (watch) watch(told);
    }

    static constexpr std::size_t sum_count = 1024;
    bool gpu;
    std::size_t taken_bytes = 0;
    std::size_t wide = gpu ? 4 : 16, lanes = gpu ? 64 : 1;
    std::map<std::string, cl::Kernel> kernels;
    cl::Buffer sums = lab.output<float>(sum_count);
};

} // namespace language_model
