// What the book's programs use of C++20's library and Debian's emscripten (libc++ 13) does not have. Included before each of them.
#pragma once

#include "front/ranges.hpp"

#include <algorithm>
#include <bit>
#include <version>

#ifndef __cpp_lib_bit_cast
namespace std
{

template <typename To, typename From>
constexpr To bit_cast(const From& from) noexcept
{
    return __builtin_bit_cast(To, from);
}

} // namespace std
#endif

#ifndef __cpp_lib_ranges
namespace std::ranges
{

using lockstep::pocket::ranges::count_if;
using lockstep::pocket::ranges::find;
using lockstep::pocket::ranges::find_if;

template <typename Range>
auto max_element(Range&& in)
{
    return std::max_element(in.begin(), in.end());
}

template <typename Range>
void sort(Range&& in)
{
    std::sort(in.begin(), in.end());
}

} // namespace std::ranges
#endif
