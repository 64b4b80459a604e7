// The launches of a transformer's kernels, for a CPU or a GPU, and who watches them.
#pragma once

#include "engine.hpp"
#include "launch.hpp"
#include "memory.hpp"

#include <functional>
#include <map>

namespace language_model
{

class Launcher
{
public:
    // For rows of at most so many elements that work-items keep in registers.
    Launcher(const lockstep::Lab& of, Body body, std::size_t width = 128)
        : lab(of), memory(of, body == Body::units), gpu(body != Body::cpu),
          units(body == Body::units)
    {
        const auto options = [&](std::size_t items) {
            return (gpu ? "-D WIDE=4" + unit_options() : "-D WIDE=16") +
                   " -D ROW_ITEMS=" + std::to_string(items) +
                   " -D KEPT=" + std::to_string((width - 1) / (wide * items) + 1);
        };
        build("rows.cl", options(row_items));
        build("shares.cl", options(row_items));
        if (units) {
            build("rows.cl", options(items_of("normalise_backward")), "normalise_backward");
            build("shares.cl", options(items_of("cross_entropy")), "cross_entropy");
        } else {
            build("products.cl", gpu ? "-D TILED" : "");
        }
    }

    // A group for each row.
    template <typename... Arguments>
    void rows(const std::string& name, std::size_t count, const cl::Buffer& written,
              const Arguments&... arguments)
    {
        const std::size_t items = items_of(name);
        launch(name, cl::NDRange{count * items}, cl::NDRange{items}, {}, written,
               arguments...);
    }

    // A group for each vector of a row of `columns` elements.
    template <typename... Arguments>
    void vector_rows(const std::string& name, std::size_t columns,
                     const cl::Buffer& written, const Arguments&... arguments)
    {
        rows(name, columns / wide, written, arguments...);
    }

    // A work-item for each vector of a row of `columns` elements.
    template <typename... Arguments>
    void vectors(const std::string& name, std::size_t columns, std::size_t count,
                 const cl::Buffer& written, const Arguments&... arguments)
    {
        launch(name, cl::NDRange{columns / wide, count}, cl::NullRange, {}, written,
               arguments...);
    }

    // A work-item for each element.
    template <typename... Arguments>
    void elements(const std::string& name, const cl::NDRange& range,
                  const cl::Buffer& written, const Arguments&... arguments)
    {
        launch(name, range, cl::NullRange, {}, written, arguments...);
    }

    // c = addend + factor · a · b. The addend, if any, lies as c does.
    void product(const Matrix& c, const Matrix& a, const Matrix& b, const Extent& of,
                 const cl::Buffer& addend = {}, float factor = 1)
    {
        if (units) return product_on_units(c, a, b, of, addend, factor);
        const double operations = 2.0 * of.rows * of.columns * of.depth * of.count;
        const cl::Buffer& added = addend() ? addend : c.buffer;
        const cl_uint adds = addend() ? 1 : 0;
        if (gpu)
            launch("product", {whole(of.columns, 64) / 4, whole(of.rows, 64) / 4, of.count},
                   {16, 16, 1}, {operations}, c.buffer, c.view, a.buffer, a.view, b.buffer,
                   b.view, added, adds, of.depth, of.heads, factor, of.rows, of.columns);
        else
            launch("product", {of.rows / 8, of.columns / 32, of.count}, {1, 1, 1},
                   {operations}, c.buffer, c.view, a.buffer, a.view, b.buffer, b.view,
                   added, adds, of.depth, of.heads, factor);
    }

    // Whether products read a transposed b as well, and operands are bfloat16s.
    bool on_units() const { return units; }

    // Rows of all heads by groups that have a block of a head's rows each: attention_units.cl.
    template <typename... Arguments>
    void blocks(const std::string& name, cl_uint tokens, cl_uint count, const Work& work,
                const cl::Buffer& written, const Arguments&... arguments)
    {
        const Block block = block_for(name, generation);
        if (!kernels[name]()) // built when it is first used
            build("attention_units.cl", block.options(), name);
        const std::size_t groups = (tokens - 1) / block.rows() + 1;
        launch(name, {groups * block.items(), count}, {block.items(), 1}, work, written,
               arguments...);
    }

    // A work-item for each 8 of so many numbers, by another kernel of that file.
    template <typename... Arguments>
    void eights(const std::string& name, std::size_t count, const cl::Buffer& written,
                const Arguments&... arguments)
    {
        if (!kernels[name]())
            build("attention_units.cl", block_for(name, generation).options(), name);
        launch(name, {count / 8}, {256}, {}, written, arguments...);
    }

    // The floats as products read them, for units in the other buffer.
    const cl::Buffer& rounded(const cl::Buffer& to, const cl::Buffer& from)
    {
        if (!units) return from;
        vectors("rounded", to.getInfo<CL_MEM_SIZE>() / sizeof(cl_ushort), 1, to, from);
        return to;
    }

    // Whether no element is infinite or a NaN.
    bool is_finite(const cl::Buffer& buffer)
    {
        if (!memory.has_16_bits(buffer)) return sum_of_squares(buffer, 0) == 0;
        const std::size_t count = buffer.getInfo<CL_MEM_SIZE>() / sizeof(cl_ushort);
        const cl::Buffer wider = lab.output<float>(count);
        enqueue("widened", count / wide, 1, wider, buffer);
        return sum_of_squares(wider, 0) == 0;
    }

    // Told of every launch, after it was enqueued.
    std::function<void(const Launch&)> watch;

    // The sum of the squares of all elements, each times the factor.
    double sum_of_squares(const cl::Buffer& of, float factor = 1)
    {
        enqueue("sum_of_squares", sum_count * row_items, row_items, sums, of,
                static_cast<cl_uint>(of.getInfo<CL_MEM_SIZE>() / sizeof(float)), factor);
        double sum = 0;
        for (const float part : lab.read<float>(sums, sum_count)) sum += part;
        return sum;
    }

    const lockstep::Lab& lab;
    Memory memory;

private:
    static std::size_t whole(std::size_t count, std::size_t tile)
    {
        return (count + tile - 1) / tile * tile;
    }

    // Work-items of a group: a row of the loss is long, and a group of normalise_backward has
    // several rows.
    std::size_t items_of(const std::string& kernel) const
    {
        if (units && kernel == "cross_entropy") return 1024;
        return units && kernel == "normalise_backward" ? 64 : row_items;
    }

    std::string unit_options() const
    {
        if (!units) return "";
        return " -D ROUNDED -D VISIBLE=" + std::to_string(tile_rows(generation)) +
               " -D MATRIX_UNITS=" + std::to_string(generation);
    }

    // Takes the kernels of a program, or one of them.
    void build(const char* file, const std::string& options, const std::string& only = "")
    {
        std::vector<cl::Kernel> all;
        lab.program(file, options).createKernels(&all);
        for (const cl::Kernel& kernel : all)
            if (const auto name = kernel.getInfo<CL_KERNEL_FUNCTION_NAME>();
                only.empty() || name == only)
                kernels[name] = kernel;
    }

    // A product with few tiles and long sums, such as a weight's gradient, is made in parts of
    // its depth that are added up, so that there are groups for the whole device.
    void product_on_units(const Matrix& c, const Matrix& a, const Matrix& b,
                          const Extent& of, const cl::Buffer& addend, float factor)
    {
        const Tile tile = tile_for(of, generation);
        const std::size_t tiles = tile.count(of);
        const bool rounds = memory.has_16_bits(c.buffer);
        const cl_uint part = of.count == 1 && !addend() && !rounds
                                 ? depth_of_part(tiles, of.depth, compute_units)
                                 : of.depth,
                      parts = (of.depth - 1) / part + 1;
        Extent each = of;
        Matrix to = c;
        if (parts > 1) {
            each.count = each.heads = parts;
            to = {room_for_parts(std::size_t{parts} * of.rows * of.columns),
                  {0, 0, of.rows * of.columns, of.columns, 1}};
        }
        const Work work = work_of(of, parts, rounds, static_cast<bool>(addend()));
        const cl::Buffer& added = addend() ? addend : to.buffer;
        const cl_uint adds = addend() ? 1 : 0, rounded_off = rounds ? 1 : 0;
        if (tile.generation >= 90) {
            const Engine::Product& product = engine.product(a, b, of);
            kernels["product"] = product.kernel;
            launch("product",
                   {std::min(tiles * parts, std::size_t{compute_units}) * tile.items},
                   {tile.items}, work, to.buffer, product.maps, a.buffer, b.buffer, added,
                   adds, of.depth, part, factor, of.rows, of.columns, rounded_off);
        } else {
            const std::string options = tile.options(a.view.column != 1, b.view.row != 1);
            cl::Kernel& kernel = unit_products[options]; // built when it is first used
            if (!kernel())
                kernel = cl::Kernel{lab.program("products_units.cl", options), "product"};
            kernels["product"] = kernel;
            launch("product", {tiles * tile.items, each.count}, {tile.items, 1}, work,
                   to.buffer, to.view, a.buffer, a.view, b.buffer, b.view, added, adds,
                   of.depth, parts > 1 ? part : 0, each.heads, factor, of.rows, of.columns,
                   rounded_off, of.causal);
        }
        if (parts > 1)
            launch("add_parts", {std::size_t{of.rows} * of.columns / wide}, cl::NullRange,
                   {0, 4.0 * of.rows * of.columns * (parts + 1)}, c.buffer, to.buffer,
                   parts);
    }

    // Room for so many floats that are added up at once.
    const cl::Buffer& room_for_parts(std::size_t count)
    {
        if (!parts_() || parts_.getInfo<CL_MEM_SIZE>() < count * sizeof(float))
            parts_ = memory.floats(count);
        return parts_;
    }

    template <typename... Arguments>
    void launch(const std::string& name, const cl::NDRange& global,
                const cl::NDRange& local, const Work& work, const Arguments&... arguments)
    {
        cl::Kernel& kernel = kernels.at(name);
        cl_uint index = 0;
        (kernel.setArg(index++, arguments), ...);
        const double bytes = work.bytes > 0 ? work.bytes : (size_of(arguments) + ...);
        Launch told{name, std::get<0>(std::tie(arguments...)), bytes, work.operations,
                    work.shape};
        lab.queue.enqueueNDRangeKernel(kernel, cl::NullRange, global, local, nullptr,
                                       &told.event);
        if (watch) watch(told);
    }

    static double size_of(const cl::Buffer& buffer)
    {
        return static_cast<double>(buffer.getInfo<CL_MEM_SIZE>());
    }
    template <typename Other>
    static double size_of(const Other&)
    {
        return 0;
    }

    // A launch that `watch` is not told of.
    template <typename... Arguments>
    void enqueue(const std::string& name, std::size_t items, std::size_t group,
                 const Arguments&... arguments)
    {
        cl::Kernel& kernel = kernels.at(name);
        cl_uint index = 0;
        (kernel.setArg(index++, arguments), ...);
        lab.queue.enqueueNDRangeKernel(kernel, cl::NullRange, items, group);
    }

    bool gpu, units;
    int generation = lockstep::matrix_units(lab.device);
    cl_uint compute_units = lab.device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
    std::size_t wide = gpu ? 4 : 16,
                row_items = units ? 32
                            : gpu ? 64
                                  : 1,
                sum_count = gpu ? 8192 : 1024;
    std::map<std::string, cl::Kernel> kernels, unit_products;
    Engine engine{lab};
    cl::Buffer sums = lab.output<float>(sum_count), parts_;
};

} // namespace language_model
