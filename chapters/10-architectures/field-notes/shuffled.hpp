// A chain that was shuffled: a permutation, but not one tour.
#pragma once

#include <lockstep/random.hpp>

#include <CL/opencl.hpp>

#include <numeric>
#include <vector>

//! [shuffled]
inline std::vector<cl_uint> shuffled(std::size_t places, std::size_t apart)
{
    std::vector<cl_uint> next(places);
    std::iota(next.begin(), next.end(), 0U);
    lockstep::Random random{10};
    for (std::size_t i = places - 1; i > 0; --i)
        std::swap(next[i], next[random.below(static_cast<cl_uint>(i) + 1)]);
    std::vector<cl_uint> chain(places * apart);
    for (std::size_t i = 0; i < places; ++i)
        chain[i * apart] = static_cast<cl_uint>(next[i] * apart);
    return chain;
}
//! [shuffled]

// How many places a chase that begins at 0 visits before it is there again.
inline std::size_t visited(const std::vector<cl_uint>& chain)
{
    std::size_t count = 1;
    for (cl_uint at = chain[0]; at != 0; at = chain[at]) ++count;
    return count;
}
