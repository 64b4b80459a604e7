// How many passes a request to local memory takes.
#include "passes.hpp"

unsigned passes(std::span<const unsigned> elements, unsigned width, LocalMemory memory)
{
    // Your code here. So far every request is served at once.
    (void)elements;
    (void)width;
    (void)memory;
    return 1;
}
