// The problems of the ladders on units for matrices: c = a · bᵀ with factors of bfloat16, of floats in two parts, and of bytes.
#pragma once

#include "../ladder.hpp"

#include <memory>

namespace lockstep::bench
{

/// What the factors are on the device.
enum class FactorKind
{
    bfloat16,
    floats, ///< each in two parts of 19 bits where a kernel wants them so
    bytes   ///< with a scale for each row
};

/// The parameters of a rung on slabs: a group's tile and slabs of each factor in local memory.
Parameters slab_tile(int rows, int columns, int stages);

/// Random factors on the device, their rows padded with zeros to whole pieces of 16 bytes.
std::unique_ptr<Problem> units_problem(Workbench& workbench, FactorKind kind, const Extent& extent);

/// What all three ladders take: sizes as the ladder of products has them, where its kernels run on such units, and small ones
/// where they run in plain OpenCL C.
Extent units_extent(const Workbench& workbench, const std::string& input, bool quick);
std::vector<Extent> units_verified_extents(const Workbench& workbench);

/// cuBLAS on the same factors, if it is here. @param name in tables. @param factors as lockstep-peer-cublas calls them.
void add_cublas(std::vector<Peer>& peers, Workbench& workbench, const std::string& name,
                const std::string& factors, const Extent& extent);

/// Multiplications and additions.
double units_work(const Extent& extent);

} // namespace lockstep::bench
