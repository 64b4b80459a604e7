// The launches of the rungs of sparse products.
#include "sparse_launches.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace lockstep::bench::sparse
{
namespace
{

constexpr cl_uint no_column = 0xFFFFFFFF; // as in kernels/sparse_chunks.cl

/// Nothing in a vector is one element on the device, which has no empty buffers.
template <typename T>
Guarded on_device(Workbench& workbench, std::vector<T> values)
{
    if (values.empty()) values.push_back(T{});
    return workbench.input(values);
}

Guarded words(Plan& plan, std::size_t count)
{
    return plan.words(std::max<std::size_t>(count, 1));
}

void begin(Plan& plan, const Data& data)
{
    plan.out = {words(plan, data.rows())};
}

/// So many work-items, in whole groups of GROUP; at least one.
template <typename... Arguments>
void launch(Plan& plan, const cl::Kernel& kernel, std::size_t items, const Arguments&... arguments)
{
    const std::size_t group = plan.parameter("GROUP");
    plan.launch_groups(kernel, divide_up(std::max<std::size_t>(items, 1), group), group, arguments...);
}

/// The path through rows and nonzeros, in tiles of so many steps.
struct Tiles
{
    std::size_t count;
    Guarded cuts; ///< where each tile begins, which is the same for every vector
};

Tiles cut(Plan& plan, const Data& data, std::size_t tile)
{
    const std::size_t count =
        std::max<std::size_t>(divide_up(std::size_t{data.rows()} + data.nonzeros(), tile), 1);
    const std::size_t group = plan.parameter("GROUP");
    const Guarded cuts = words(plan, count + 1);
    cl::Kernel kernel = plan.kernel("cut_path");
    set_arguments(kernel, data.row_begins, cuts, data.rows(), data.nonzeros(), static_cast<cl_uint>(tile),
                  static_cast<cl_uint>(count));
    plan.workbench().queue().enqueueNDRangeKernel(
        kernel, cl::NullRange, cl::NDRange(rounded_up(count + 1, group)), cl::NDRange(group));
    return {count, plan.workbench().input(cuts.read<cl_uint>())};
}

/// Multiplies tiles. @param first, second for what tiles have of rows that cross them
void multiply(Plan& plan, const Data& data, const Tiles& tiles, std::size_t group, const Guarded& first,
              const Guarded& second)
{
    plan.launch_groups(plan.kernel(), tiles.count, group, data.row_begins, data.columns, data.values, data.x,
                       tiles.cuts, plan.out[0], first, second, data.rows(), data.nonzeros());
}

void in_two_launches(Plan& plan, const Data& data, std::size_t tile, std::size_t group)
{
    begin(plan, data);
    const Tiles tiles = cut(plan, data, tile);
    const Guarded carry_rows = words(plan, tiles.count), carries = words(plan, tiles.count);
    multiply(plan, data, tiles, group, carry_rows, carries);
    launch(plan, plan.kernel("add_carries"), tiles.count, carry_rows, carries, plan.out[0],
           static_cast<cl_uint>(tiles.count), data.rows());
}

} // namespace

Data::Data(Workbench& bench, CsrMatrix csr, const std::vector<float>& vector)
    : Problem(bench), matrix(std::move(csr)), row_begins(on_device(bench, matrix.row_begins)),
      columns(on_device(bench, matrix.columns)), values(on_device(bench, matrix.values)),
      x(on_device(bench, vector))
{
}

Chunks in_chunks(const CsrMatrix& matrix, std::size_t rows, std::size_t sigma)
{
    Chunks chunks;
    chunks.row_at.resize(matrix.rows());
    std::iota(chunks.row_at.begin(), chunks.row_at.end(), 0U);
    const auto length_of = [&](cl_uint row) { return matrix.row_begins[row + 1] - matrix.row_begins[row]; };
    const auto at = [&](std::size_t place) {
        return chunks.row_at.begin() + static_cast<std::ptrdiff_t>(std::min(place, matrix.rows()));
    };
    for (std::size_t first = 0; sigma > 1 && first < matrix.rows(); first += sigma)
        std::stable_sort(at(first), at(first + sigma),
                         [&](cl_uint a, cl_uint b) { return length_of(a) > length_of(b); });
    std::size_t entries = 0;
    for (std::size_t first = 0; first < matrix.rows(); first += rows) {
        chunks.chunk_begins.push_back(static_cast<cl_uint>(entries));
        cl_uint width = 0;
        std::for_each(at(first), at(first + rows),
                      [&](cl_uint row) { width = std::max(width, length_of(row)); });
        entries += rows * width;
    }
    chunks.chunk_begins.push_back(static_cast<cl_uint>(entries));
    chunks.columns.assign(entries, no_column);
    chunks.values.assign(entries, 0);
    for (std::size_t place = 0; place < matrix.rows(); ++place) {
        std::size_t to = chunks.chunk_begins[place / rows] + place % rows;
        const cl_uint row = chunks.row_at[place];
        for (std::size_t i = matrix.row_begins[row]; i < matrix.row_begins[row + 1]; ++i, to += rows) {
            chunks.columns[to] = matrix.columns[i];
            chunks.values[to] = matrix.values[i];
        }
    }
    return chunks;
}

void by_rows(Plan& plan, const Data& data)
{
    begin(plan, data);
    launch(plan, plan.kernel(), plan.parameter("TEAM", 1) * data.rows(), data.row_begins, data.columns,
           data.values, data.x, plan.out[0], data.rows());
}

void by_chunks(Plan& plan, const Data& data)
{
    begin(plan, data);
    const Chunks chunks = in_chunks(data.matrix, plan.parameter("CHUNK"), plan.parameter("SIGMA"));
    Workbench& workbench = plan.workbench();
    launch(plan, plan.kernel(), data.rows(), on_device(workbench, chunks.chunk_begins),
           on_device(workbench, chunks.columns), on_device(workbench, chunks.values),
           on_device(workbench, chunks.row_at), data.x, plan.out[0], data.rows());
}

void by_tiles(Plan& plan, const Data& data)
{
    const std::size_t group = plan.parameter("GROUP");
    in_two_launches(plan, data, group * plan.parameter("STEPS"), group);
}

void by_strips(Plan& plan, const Data& data)
{
    in_two_launches(plan, data, plan.parameter("STRIP"), 1);
}

void in_one_launch(Plan& plan, const Data& data)
{
    begin(plan, data);
    const std::size_t group = plan.parameter("GROUP");
    const Tiles tiles = cut(plan, data, group * plan.parameter("STEPS"));
    Workbench& workbench = plan.workbench();
    multiply(plan, data, tiles, group, workbench.input(std::vector<cl_uint>(tiles.count)),
             workbench.input(std::vector<cl_uint>(2 * tiles.count)));
}

} // namespace lockstep::bench::sparse
