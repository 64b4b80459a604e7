// Enqueuing a product.
#include "product_job.hpp"

namespace lockstep::bench
{

Job::Span ProductJob::enqueue()
{
    std::vector<cl::Event> events(launches.size());
    for (std::size_t i = 0; i < launches.size(); ++i)
        queue_.enqueueNDRangeKernel(launches[i].kernel, cl::NullRange, launches[i].global, launches[i].local,
                                    nullptr, &events[i]);
    Span span{events.front(), events.back()};
    if (events.size() > 2) span.between.assign(events.begin() + 1, events.end() - 1);
    return span;
}

} // namespace lockstep::bench
