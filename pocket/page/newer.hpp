// What the book's programs use of C++20's library and Debian's emscripten (libc++ 13) does not have. Included before each of them.
#pragma once

#include <algorithm>
#include <bit>
#include <functional>
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

template <typename Range, typename Value>
auto find(Range&& in, const Value& value)
{
    return std::find(in.begin(), in.end(), value);
}

template <typename Range, typename Test>
auto find_if(Range&& in, Test test)
{
    return std::find_if(in.begin(), in.end(),
                        [&](const auto& each) -> bool { return std::invoke(test, each); });
}

template <typename Range, typename Test>
auto count_if(Range&& in, Test test)
{
    return std::count_if(in.begin(), in.end(),
                         [&](const auto& each) -> bool { return std::invoke(test, each); });
}

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
