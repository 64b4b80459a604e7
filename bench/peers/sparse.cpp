// The host's products of a sparse matrix and a vector.
#include "sparse.hpp"

#include "native.hpp"

#include <lockstep/failure.hpp>
#include <lockstep/timing.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <thread>

#if defined(LOCKSTEP_HAS_EIGEN)
#include <Eigen/SparseCore>
#endif

namespace lockstep::bench::host_sparse
{
namespace
{

void multiply_rows(const CsrMatrix& matrix, const float* x, float* y, std::size_t first, std::size_t last)
{
    for (std::size_t r = first; r < last; ++r) {
        float sum = 0;
        for (std::size_t i = matrix.row_begins[r]; i < matrix.row_begins[r + 1]; ++i)
            sum += matrix.values[i] * x[matrix.columns[i]];
        y[r] = sum;
    }
}

/// Each thread has rows of as many nonzeros, as far as rows can be so divided.
void multiply_in_threads(const CsrMatrix& matrix, const float* x, float* y)
{
    const unsigned parts = native::threads();
    const auto first_of = [&](unsigned part) {
        const std::size_t before = matrix.nonzeros() * part / parts;
        const auto at = std::ranges::lower_bound(matrix.row_begins, before);
        return part == parts ? matrix.rows() : static_cast<std::size_t>(at - matrix.row_begins.begin());
    };
    std::vector<std::jthread> workers;
    for (unsigned part = 1; part < parts; ++part)
        workers.emplace_back([&, part] { multiply_rows(matrix, x, y, first_of(part), first_of(part + 1)); });
    multiply_rows(matrix, x, y, 0, first_of(1));
}

template <typename Run>
Peer made(const char* name, std::string version, std::size_t threads, double work, Run run)
{
    Peer peer{name,
              [=] {
                  const Stopwatch watch;
                  run();
                  return watch.elapsed().count();
              },
              work, threads};
    peer.version = std::move(version);
    return peer;
}

#if defined(LOCKSTEP_HAS_EIGEN)
Peer eigen(const CsrMatrix& matrix, const std::vector<float>& x, const std::vector<float>& expected,
           double work)
{
    using Matrix = Eigen::SparseMatrix<float, Eigen::RowMajor, int>;
    struct Product
    {
        Matrix a;
        Eigen::VectorXf x, y;
    };
    const auto product = std::make_shared<Product>();
    const std::vector<int> begins(matrix.row_begins.begin(), matrix.row_begins.end()),
        columns(matrix.columns.begin(), matrix.columns.end());
    product->a = Eigen::Map<const Matrix>(static_cast<int>(matrix.rows()), static_cast<int>(matrix.width),
                                          static_cast<int>(matrix.nonzeros()), begins.data(), columns.data(),
                                          matrix.values.data());
    product->x = Eigen::Map<const Eigen::VectorXf>(x.data(), static_cast<int>(x.size()));
    product->y = product->a * product->x;
    if (!std::equal(expected.begin(), expected.end(), product->y.data()))
        throw Failure("Eigen's product differs from the loop's.", "./lockstep bench measure sparse --quick");
    Eigen::setNbThreads(static_cast<int>(native::threads()));
    return made("Eigen",
                fmt::format("Eigen {}.{}.{}", EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION),
                static_cast<std::size_t>(Eigen::nbThreads()), work,
                [=] { product->y.noalias() = product->a * product->x; });
}
#endif

} // namespace

std::vector<Peer> peers(const CsrMatrix& matrix, const std::vector<float>& x, double work)
{
    const auto a = std::make_shared<const CsrMatrix>(matrix);
    const auto from = std::make_shared<const std::vector<float>>(x);
    const auto to = std::make_shared<std::vector<float>>(matrix.rows());
    multiply_in_threads(*a, from->data(), to->data());
    std::vector<Peer> peers{made("C++ threads", native::compiler(), native::threads(), work,
                                 [=] { multiply_in_threads(*a, from->data(), to->data()); })};
#if defined(LOCKSTEP_HAS_EIGEN)
    peers.push_back(eigen(matrix, x, *to, work));
#endif
    return peers;
}

} // namespace lockstep::bench::host_sparse
