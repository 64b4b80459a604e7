// A sum, strip-mined: as many strips as threads, each summed on a thread of its own.
#include "strip_mine.hpp"

#include <algorithm>
#include <thread>

std::vector<Strip> strips(std::size_t n, unsigned threads)
{
    const std::size_t count = std::min<std::size_t>(n, std::max(threads, 1U));
    std::vector<Strip> result;
    std::size_t first = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t length = n / count + (i < n % count ? 1 : 0);
        result.push_back({first, length});
        first += length;
    }
    return result;
}

double sum(std::span<const float> values, unsigned threads)
{
    const std::vector<Strip> cut = strips(values.size(), threads);
    std::vector<double> sums(cut.size());
    std::vector<std::thread> workers;
    for (std::size_t i = 0; i < cut.size(); ++i)
        workers.emplace_back([&, i] { sums[i] = sum_strip(values.subspan(cut[i].first, cut[i].count)); });
    for (std::thread& worker : workers) worker.join();
    double total = 0;
    for (const double strip_sum : sums) total += strip_sum;
    return total;
}
