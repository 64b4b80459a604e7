// What the tests call of plan.cpp, for a judge that stands outside of its process.
#include "plan.hpp"

#include "remote/functions.hpp"

using lockstep::remote::call;

[[gnu::weak]] Plan choose(std::span<const Unit> units, const Filter& filter)
{
    return call<choose>(units, filter);
}
