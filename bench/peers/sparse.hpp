// The host's products of a sparse matrix and a vector, as peers.
#pragma once

#include "../ladder.hpp"

#include <lockstep/sparse.hpp>

#include <vector>

namespace lockstep::bench::host_sparse
{

/// A loop over rows in as many threads as the native peers use, each with as many nonzeros; and Eigen's product, where it is.
/// @throws Failure where one of them gives another product than the other.
std::vector<Peer> peers(const CsrMatrix& matrix, const std::vector<float>& x, double work);

} // namespace lockstep::bench::host_sparse
