// The addresses that the launches of bench/counters ask for, made without running them: so the model of caches can be held
// against counters of launches that a simulator would take hours for.
#pragma once

#include "lockstep/lens/cache_replay.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace lockstep::validation
{

/// A launch, group by group.
struct Stream
{
    std::string kernel;
    lens::KernelResources resources; ///< its registers as the counters' launch had them; 0: not known
    std::size_t groups = 0;
    /// Adds the requests of a group.
    std::function<void(std::size_t group, lens::GroupTrace& trace, const lens::CacheRules& rules)> write;
};

/// product_by_rows or product_by_columns of n × n, n a multiple of 32, in groups of 32 × 8.
Stream product(unsigned n, bool by_rows);
/// strided: `elements` in rows of elements / stride.
Stream strided(std::uint64_t elements, unsigned stride);
/// shifted by `offset` elements.
Stream shifted(std::uint64_t items, unsigned offset);
/// energy_of_structures.
Stream structures(std::uint64_t items);
/// energy_of_arrays.
Stream arrays(std::uint64_t items);
/// store of bench/experiments, with a stride of 1.
Stream stores(std::uint64_t items, unsigned offset);
/// many_sums.
Stream many_sums(std::uint64_t items, unsigned rounds, unsigned registers);
/// quads, a picture whose columns are a multiple of 512.
Stream quads(unsigned columns, unsigned rows, unsigned strip, unsigned registers);
/// tile, in groups of 256.
Stream tile(unsigned columns, unsigned rows, unsigned strip, unsigned registers);

/// What the model says of a stream.
/// @param every only each such group is written, from the first on; 1: all
/// @param replay on which the groups are placed
lens::CacheTraffic traffic_of(const Stream& stream, const lens::Profile& profile, std::size_t every = 1);

} // namespace lockstep::validation
