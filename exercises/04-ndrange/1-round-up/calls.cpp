// What the tests call of launch.cpp, for a judge that stands outside of its process.
#include "launch.hpp"

#include "remote/functions.hpp"

using lockstep::remote::call;

[[gnu::weak]] Range range_for(std::size_t n, std::size_t wanted, std::size_t kernel_limit)
{
    return call<range_for>(n, wanted, kernel_limit);
}

[[gnu::weak]] Place place_of(std::size_t element, Range range)
{
    return call<place_of>(element, range);
}

[[gnu::weak]] std::size_t global_id(Place place, Range range)
{
    return call<global_id>(place, range);
}
