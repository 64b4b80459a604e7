// What the tests call of levels.cpp, for a judge that stands outside of its process.
#include "levels.hpp"

#include "remote/functions.hpp"

using lockstep::remote::call;

[[gnu::weak]] std::vector<Level> levels(const std::vector<Measured>& sweep)
{
    return call<levels>(sweep);
}
