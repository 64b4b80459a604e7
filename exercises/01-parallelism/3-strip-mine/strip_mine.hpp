// What strip_mine.cpp has to define, and the one function it is given.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

/// A contiguous part of an array: the elements first, first + 1, …, first + count - 1.
struct Strip
{
    std::size_t first;
    std::size_t count;
};

/// You write this. Cuts n elements into strips: in order, without a gap or an overlap, none of them empty, their
/// lengths equal or one apart. There are `threads` strips, or n if that is fewer; 0 threads count as 1.
std::vector<Strip> strips(std::size_t n, unsigned threads);

/// You write this. The sum of all values, computed strip by strip, each strip on a thread of its own; one of those
/// may be the thread that called. Every strip is summed by one call of sum_strip. No values: 0. Several threads may
/// call it at once, and the result depends on the values and `threads` alone, not on which thread ends first.
double sum(std::span<const float> values, unsigned threads);

/// Given: the sum of one strip. The tests keep a record of every call.
double sum_strip(std::span<const float> strip);
