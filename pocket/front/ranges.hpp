// The few algorithms over whole containers that Pocket uses, because the standard library of Debian's emscripten (libc++ 13) has
// no std::ranges.
#pragma once

#include <algorithm>
#include <functional>

namespace lockstep::pocket::ranges
{

/// @return where the value is; the end where it is not.
template <typename Range, typename Value>
auto find(Range&& in, const Value& value)
{
    return std::find(in.begin(), in.end(), value);
}

/// @return the first element for which that holds, a predicate or a member; the end where there is none.
template <typename Range, typename Test>
auto find_if(Range&& in, Test test)
{
    return std::find_if(in.begin(), in.end(),
                        [&](const auto& each) -> bool { return std::invoke(test, each); });
}

/// Whether it holds for one element at least.
template <typename Range, typename Test>
bool any_of(const Range& in, Test test)
{
    return find_if(in, test) != in.end();
}

/// Whether it holds for each element.
template <typename Range, typename Test>
bool all_of(const Range& in, Test test)
{
    return std::all_of(in.begin(), in.end(),
                       [&](const auto& each) -> bool { return std::invoke(test, each); });
}

/// @return for how many elements it holds.
template <typename Range, typename Test>
auto count_if(const Range& in, Test test)
{
    return std::count_if(in.begin(), in.end(),
                         [&](const auto& each) -> bool { return std::invoke(test, each); });
}

} // namespace lockstep::pocket::ranges
