// Rows of unequal work on several threads: whoever is free takes the next.
#include "rows.hpp"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

void for_each_row(std::size_t rows, unsigned threads, const std::function<void(std::size_t)>& make_row)
{
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        for (std::size_t row = next++; row < rows; row = next++) make_row(row);
    };
    std::vector<std::thread> workers;
    for (std::size_t i = 0; i < std::min<std::size_t>(std::max(threads, 1U), rows); ++i)
        workers.emplace_back(work);
    for (std::thread& worker : workers) worker.join();
}
