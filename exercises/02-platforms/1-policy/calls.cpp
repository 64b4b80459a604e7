// What the tests call of policy.cpp, for a judge that stands outside of its process.
#include "policy.hpp"

#include "remote/functions.hpp"

using lockstep::remote::call;

[[gnu::weak]] std::optional<std::size_t> choose(std::span<const DeviceFacts> devices)
{
    return call<choose>(devices);
}
