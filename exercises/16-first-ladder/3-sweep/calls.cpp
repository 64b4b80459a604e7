// What the tests call of sweep.cpp, for a judge that stands outside of its process.
#include "sweep.hpp"

#include "remote/functions.hpp"

using lockstep::remote::call;

[[gnu::weak]] double median(std::vector<double> values)
{
    return call<median>(values);
}

[[gnu::weak]] std::vector<Candidate> candidates(const Limits& limits, const Choices& choices)
{
    return call<candidates>(limits, choices);
}

[[gnu::weak]] std::vector<Verdict> judge(const Limits& limits, std::span<const Measurement> measurements)
{
    return call<judge>(limits, measurements);
}
