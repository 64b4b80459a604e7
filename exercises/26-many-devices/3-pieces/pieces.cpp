// Pieces of work for several devices, of which one may fail.
#include "pieces.hpp"

#include <algorithm>

Pieces::Pieces(std::size_t total, std::size_t workers, std::size_t smallest)
    : total_{total}, workers_{workers}, smallest_{smallest}
{
}

std::optional<Range> Pieces::take()
{
    // Your code here.
    return std::nullopt;
}

void Pieces::give_back(Range /*piece*/)
{
    // Your code here.
}
