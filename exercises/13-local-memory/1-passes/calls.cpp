// What the tests call of passes.cpp, for a judge that stands outside of its process.
#include "passes.hpp"

#include "remote/functions.hpp"

using lockstep::remote::call;

[[gnu::weak]] unsigned passes(std::span<const unsigned> elements, unsigned width, LocalMemory memory)
{
    return call<passes>(elements, width, memory);
}
