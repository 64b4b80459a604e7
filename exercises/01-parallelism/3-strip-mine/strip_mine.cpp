// A sum, strip-mined: as many strips as threads, each summed on a thread of its own.
#include "strip_mine.hpp"

#include <thread>

std::vector<Strip> strips(std::size_t n, unsigned threads)
{
    // Your code here. So far everything is one strip, and `threads` plays no part.
    (void)threads;
    return {{0, n}};
}

double sum(std::span<const float> values, unsigned threads)
{
    // Your code here. So far one thread does it all.
    (void)threads;
    return sum_strip(values);
}
