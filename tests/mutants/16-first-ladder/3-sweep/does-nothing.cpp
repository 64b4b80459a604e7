// rejected by: correct, a median is the value in the middle
#include "sweep.hpp"

double median(std::vector<double> values)
{
    // Your code here.
    return values.front();
}

std::vector<Candidate> candidates(const Limits& /*limits*/, const Choices& /*choices*/)
{
    // Your code here.
    return {};
}

std::vector<Verdict> judge(const Limits& /*limits*/, std::span<const Measurement> measurements)
{
    // Your code here.
    return std::vector<Verdict>(measurements.size(), Verdict::not_measured);
}
