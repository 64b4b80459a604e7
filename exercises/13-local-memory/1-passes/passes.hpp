// How many passes a request to local memory takes. passes.cpp defines the function.
#pragma once

#include <limits>
#include <span>

/// What the counting needs to know of a local memory.
struct LocalMemory
{
    unsigned banks; ///< word w lies in bank w % banks
    unsigned lanes; ///< work-items served together when each asks for one word; a multiple of 4
};

/// In place of an element's index: this work-item is masked out.
inline constexpr unsigned nothing = std::numeric_limits<unsigned>::max();

/// You write this. How many passes the request of one sub-group takes.
/// @param elements the index of the element that each work-item asks for, or `nothing`; element e is the words e * width
/// to e * width + width - 1.
/// @param width words of an element: 1, 2 or 4.
unsigned passes(std::span<const unsigned> elements, unsigned width, LocalMemory memory);
