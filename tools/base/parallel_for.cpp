// Several pieces of work at the same time.
#include "base/parallel_for.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace lockstep::tool
{

unsigned processors()
{
    return std::max(1U, std::thread::hardware_concurrency());
}

void parallel_for(std::size_t count, unsigned at_once, const std::function<void(std::size_t)>& work)
{
    std::atomic<std::size_t> next{0};
    std::exception_ptr thrown;
    std::mutex mutex;
    const auto worker = [&] {
        for (std::size_t at = next++; at < count; at = next++) try {
                work(at);
            } catch (...) {
                const std::lock_guard lock{mutex};
                if (!thrown) thrown = std::current_exception();
                next = count;
            }
    };
    std::vector<std::jthread> workers;
    for (unsigned i = 0; i < at_once; ++i) workers.emplace_back(worker);
    workers.clear();
    if (thrown) std::rethrow_exception(thrown);
}

} // namespace lockstep::tool
