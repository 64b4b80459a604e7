// What the tests call of roof.cpp, for a judge that stands outside of its process.
#include "roof.hpp"

#include "remote/functions.hpp"

using lockstep::remote::call;

[[gnu::weak]] Forecast forecast(const Device& device, const Work& work)
{
    return call<forecast>(device, work);
}

[[gnu::weak]] Advice advise(const Device& device, const Work& needed, const Work& done, double ms)
{
    return call<advise>(device, needed, done, ms);
}
