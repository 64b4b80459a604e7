// The launches of the rungs of sparse products: what each makes of the matrix beforehand, and its kernels.
#pragma once

#include "ladder.hpp"

#include <lockstep/sparse.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace lockstep::bench::sparse
{

/// A matrix on the host and on the device, and the vector that it is multiplied by.
struct Data
{
    Data(Workbench& workbench, CsrMatrix csr, const std::vector<float>& vector);

    Workbench& workbench;
    CsrMatrix matrix;
    Guarded row_begins;
    Guarded columns;
    Guarded values;
    Guarded x;
};

/// Rows in chunks, each as wide as its longest row (SELL-C-sigma); without sorting, row p is at place p.
struct Chunks
{
    std::vector<cl_uint> chunk_begins, columns, row_at;
    std::vector<float> values;
};

/// @param rows of a chunk; @param sigma rows of a window, within which longer rows come first; 1: as they are.
Chunks in_chunks(const CsrMatrix& matrix, std::size_t rows, std::size_t sigma);

/// The launches of one rung.
class Launches
{
public:
    Launches(const Data& data, Rung rung, Parameters parameters);
    virtual ~Launches() = default;

    /// Enqueues them all; what depends on the matrix alone was made before.
    Job::Span enqueue();
    /// The product.
    const Guarded& y() const { return y_; }

protected:
    virtual void launch_all() = 0;
    cl::Kernel kernel(const std::string& name) const;
    void launch(const cl::Kernel& kernel, std::size_t items, std::size_t group);
    Guarded scratch(std::size_t words) const
    {
        return data_.workbench.output(std::max<std::size_t>(words, 1) * 4);
    }
    std::size_t parameter(const char* name) const { return static_cast<std::size_t>(parameters_.at(name)); }
    const Data& data() const { return data_; }
    cl_uint rows() const { return static_cast<cl_uint>(data_.matrix.rows()); }
    cl_uint nonzeros() const { return static_cast<cl_uint>(data_.matrix.nonzeros()); }

private:
    const Data& data_;
    Rung rung_;
    Parameters parameters_;
    Guarded y_;
    std::vector<cl::Event> events_;
};

/// The launches that the rung's kernels need.
std::unique_ptr<Launches> launches_of(const Data& data, const Rung& rung, const Parameters& parameters);

} // namespace lockstep::bench::sparse
