// rejected by: correct, a sub-group that is served in parts pays for each part
#include "passes.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <vector>

unsigned passes(std::span<const unsigned> elements, unsigned width, LocalMemory memory)
{
    const std::size_t part_size = memory.lanes / width;
    std::size_t total = 0;
    for (std::size_t begin = 0; begin < elements.size(); begin += part_size) {
        std::vector<std::set<unsigned>> wanted(memory.banks);
        for (const unsigned element : elements.subspan(begin, std::min(part_size, elements.size() - begin))) {
            if (element == nothing) continue;
            for (unsigned word = element * width; word < (element + 1) * width; ++word)
                wanted[word % memory.banks].insert(word);
        }
        std::size_t busiest = 0;
        for (const std::set<unsigned>& words : wanted) busiest = std::max(busiest, words.size());
        total = std::max(total, busiest);
    }
    return static_cast<unsigned>(total);
}
