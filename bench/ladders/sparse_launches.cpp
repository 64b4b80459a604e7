// The launches of the rungs of sparse products.
#include "sparse_launches.hpp"

#include <lockstep/error.hpp>

#include <fmt/format.h>

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

/// So many neighbours a row.
class Rows : public Launches
{
public:
    Rows(const Data& data, const Rung& rung, const Parameters& parameters, const char* name, std::size_t team)
        : Launches(data, rung, parameters), team_(team), kernel_(kernel(name))
    {
        set_arguments(kernel_, data.row_begins, data.columns, data.values, data.x, y(), rows());
    }

private:
    void launch_all() override { launch(kernel_, team_ * rows(), parameter("GROUP")); }

    std::size_t team_;
    cl::Kernel kernel_;
};

class ByChunks : public Launches
{
public:
    ByChunks(const Data& data, const Rung& rung, const Parameters& parameters)
        : Launches(data, rung, parameters), kernel_(kernel("multiply_chunks"))
    {
        const Chunks chunks = in_chunks(data.matrix, parameter("CHUNK"), parameter("SIGMA"));
        begins_ = on_device(data.workbench, chunks.chunk_begins);
        columns_ = on_device(data.workbench, chunks.columns);
        values_ = on_device(data.workbench, chunks.values);
        row_at_ = on_device(data.workbench, chunks.row_at);
        set_arguments(kernel_, begins_, columns_, values_, row_at_, data.x, y(), rows());
    }

private:
    void launch_all() override { launch(kernel_, rows(), parameter("GROUP")); }

    cl::Kernel kernel_;
    Guarded begins_, columns_, values_, row_at_;
};

/// Tiles of equal work.
class Tiled : public Launches
{
public:
    Tiled(const Data& data, const Rung& rung, const Parameters& parameters, std::size_t tile)
        : Launches(data, rung, parameters),
          tiles_(std::max<std::size_t>(divide_up(std::size_t{rows()} + nonzeros(), tile), 1)),
          cuts_(cuts(tile))
    {
    }

protected:
    std::size_t tiles() const { return tiles_; }

    /// A kernel that multiplies tiles. Its two buffers are for what tiles have of rows that cross them.
    cl::Kernel multiplying(const char* name, const Guarded& first, const Guarded& second) const
    {
        cl::Kernel multiply = kernel(name);
        set_arguments(multiply, data().row_begins, data().columns, data().values, data().x, cuts_, y(), first,
                      second, rows(), nonzeros());
        return multiply;
    }

private:
    /// Where each tile begins, which is the same for every vector.
    Guarded cuts(std::size_t tile)
    {
        const Guarded cuts = scratch(tiles_ + 1);
        cl::Kernel cut = kernel("cut_path");
        set_arguments(cut, data().row_begins, cuts, rows(), nonzeros(), static_cast<cl_uint>(tile),
                      static_cast<cl_uint>(tiles_));
        launch(cut, tiles_ + 1, parameter("GROUP"));
        return data().workbench.input(cuts.read<cl_uint>());
    }

    std::size_t tiles_;
    Guarded cuts_;
};

/// A second launch adds up the rows that end in another tile than they begin in.
class Merged : public Tiled
{
public:
    Merged(const Data& data, const Rung& rung, const Parameters& parameters, std::size_t tile,
           std::size_t group)
        : Tiled(data, rung, parameters, tile), group_(group), carry_rows_(scratch(tiles())),
          carries_(scratch(tiles())),
          multiply_(multiplying(rung.kernels.front().c_str(), carry_rows_, carries_)),
          add_(kernel("add_carries"))
    {
        set_arguments(add_, carry_rows_, carries_, y(), static_cast<cl_uint>(tiles()), rows());
    }

private:
    void launch_all() override
    {
        launch(multiply_, tiles() * group_, group_);
        launch(add_, tiles(), parameter("GROUP"));
    }

    std::size_t group_;
    Guarded carry_rows_, carries_;
    cl::Kernel multiply_, add_;
};

/// The tile that arrives last adds up such a row.
class InOneLaunch : public Tiled
{
public:
    InOneLaunch(const Data& data, const Rung& rung, const Parameters& parameters, std::size_t tile)
        : Tiled(data, rung, parameters, tile), arrived_(data.workbench.input(std::vector<cl_uint>(tiles()))),
          parts_(data.workbench.input(std::vector<cl_uint>(2 * tiles()))),
          multiply_(multiplying(rung.kernels.front().c_str(), arrived_, parts_))
    {
    }

private:
    void launch_all() override { launch(multiply_, tiles() * parameter("GROUP"), parameter("GROUP")); }

    Guarded arrived_, parts_;
    cl::Kernel multiply_;
};

} // namespace

Data::Data(Workbench& bench, CsrMatrix csr, const std::vector<float>& vector)
    : workbench(bench), matrix(std::move(csr)), row_begins(on_device(bench, matrix.row_begins)),
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

Launches::Launches(const Data& data, Rung rung, Parameters parameters)
    : data_(data), rung_(std::move(rung)), parameters_(std::move(parameters)), y_(scratch(data.matrix.rows()))
{
}

Job::Span Launches::enqueue()
{
    events_.clear();
    launch_all();
    return {events_.front(), events_.back(),
            events_.size() < 3 ? std::vector<cl::Event>{}
                               : std::vector<cl::Event>(events_.begin() + 1, events_.end() - 1)};
}

cl::Kernel Launches::kernel(const std::string& name) const
{
    return data_.workbench.kernel(rung_.file, name, options_of(parameters_));
}

void Launches::launch(const cl::Kernel& kernel, std::size_t items, std::size_t group)
{
    data_.workbench.queue().enqueueNDRangeKernel(
        kernel, cl::NullRange, cl::NDRange(rounded_up(std::max<std::size_t>(items, 1), group)),
        cl::NDRange(group), nullptr, &events_.emplace_back());
}

std::unique_ptr<Launches> launches_of(const Data& data, const Rung& rung, const Parameters& parameters)
{
    const std::string& first = rung.kernels.front();
    const auto size = [&](const char* name) { return static_cast<std::size_t>(parameters.at(name)); };
    if (first == "multiply_rows") return std::make_unique<Rows>(data, rung, parameters, first.c_str(), 1);
    if (first == "multiply_by_teams")
        return std::make_unique<Rows>(data, rung, parameters, first.c_str(), size("TEAM"));
    if (first == "multiply_chunks") return std::make_unique<ByChunks>(data, rung, parameters);
    if (first == "multiply_merged" && parameters.contains("ONE_LAUNCH"))
        return std::make_unique<InOneLaunch>(data, rung, parameters, size("GROUP") * size("STEPS"));
    if (first == "multiply_merged")
        return std::make_unique<Merged>(data, rung, parameters, size("GROUP") * size("STEPS"), size("GROUP"));
    if (first == "multiply_strips") return std::make_unique<Merged>(data, rung, parameters, size("STRIP"), 1);
    throw Failure(
        fmt::format("No launches are known for the kernel '{}'.", first),
        "write them in bench/ladders/sparse_launches.cpp, then: cmake --build build --target lockstep-bench");
}

} // namespace lockstep::bench::sparse
