// What the book's programs, tests and tools use of C++20's library and Debian's emscripten (libc++ 13) does not have. Included before each of
// them. The algorithms take whole containers, and projections where these are used.
#pragma once

#include <algorithm>
#include <bit>
#include <functional>
#include <utility>
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

struct Itself
{
    template <typename Value>
    constexpr Value&& operator()(Value&& value) const
    {
        return std::forward<Value>(value);
    }
};

// What compares two elements by what a projection makes of them.
template <typename Compare, typename Projection>
auto projected(Compare compare, Projection projection)
{
    return [=](const auto& a, const auto& b) -> bool {
        return std::invoke(compare, std::invoke(projection, a), std::invoke(projection, b));
    };
}

template <typename Range, typename Test, typename Projection = Itself>
constexpr auto find_if(Range&& in, Test test, Projection projection = {})
{
    return std::find_if(std::begin(in), std::end(in), [&](const auto& each) -> bool {
        return std::invoke(test, std::invoke(projection, each));
    });
}

template <typename Range, typename Value, typename Projection = Itself>
constexpr auto find(Range&& in, const Value& value, Projection projection = {})
{
    return find_if(
        in, [&](const auto& each) -> bool { return each == value; }, projection);
}

template <typename Range, typename Test, typename Projection = Itself>
constexpr bool any_of(Range&& in, Test test, Projection projection = {})
{
    return find_if(in, test, projection) != std::end(in);
}

template <typename Range, typename Test, typename Projection = Itself>
constexpr bool none_of(Range&& in, Test test, Projection projection = {})
{
    return !any_of(in, test, projection);
}

template <typename Range, typename Test, typename Projection = Itself>
constexpr bool all_of(Range&& in, Test test, Projection projection = {})
{
    return !any_of(
        in, [&](const auto& each) -> bool { return !std::invoke(test, each); }, projection);
}

template <typename Range, typename Test, typename Projection = Itself>
constexpr auto count_if(Range&& in, Test test, Projection projection = {})
{
    return std::count_if(std::begin(in), std::end(in), [&](const auto& each) -> bool {
        return std::invoke(test, std::invoke(projection, each));
    });
}

template <typename Range, typename Value, typename Projection = Itself>
constexpr auto count(Range&& in, const Value& value, Projection projection = {})
{
    return count_if(
        in, [&](const auto& each) -> bool { return each == value; }, projection);
}

template <typename Range, typename Compare = less, typename Projection = Itself>
void sort(Range&& in, Compare compare = {}, Projection projection = {})
{
    std::sort(std::begin(in), std::end(in), projected(compare, projection));
}

template <typename Range, typename Compare = less, typename Projection = Itself>
void stable_sort(Range&& in, Compare compare = {}, Projection projection = {})
{
    std::stable_sort(std::begin(in), std::end(in), projected(compare, projection));
}

template <typename Range, typename Compare = less, typename Projection = Itself>
auto max_element(Range&& in, Compare compare = {}, Projection projection = {})
{
    return std::max_element(std::begin(in), std::end(in), projected(compare, projection));
}

template <typename Range, typename Compare = less, typename Projection = Itself>
auto max(Range&& in, Compare compare = {}, Projection projection = {})
{
    return *max_element(in, compare, projection);
}

template <typename Range, typename Value, typename Compare = less, typename Projection = Itself>
auto lower_bound(Range&& in, const Value& value, Compare compare = {}, Projection projection = {})
{
    return std::partition_point(std::begin(in), std::end(in), [&](const auto& each) -> bool {
        return std::invoke(compare, std::invoke(projection, each), value);
    });
}

template <typename Range, typename Test>
auto adjacent_find(Range&& in, Test test)
{
    return std::adjacent_find(std::begin(in), std::end(in), test);
}

template <typename First, typename Second>
struct in_in_result
{
    First in1;
    Second in2;
};

template <typename First, typename Second>
auto mismatch(First&& first, Second&& second)
{
    const auto [a, b] =
        std::mismatch(std::begin(first), std::end(first), std::begin(second), std::end(second));
    return in_in_result<decltype(a), decltype(b)>{a, b};
}

template <typename Range, typename Value>
void fill(Range&& in, const Value& value)
{
    std::fill(std::begin(in), std::end(in), value);
}

template <typename Range, typename To>
void copy(Range&& in, To to)
{
    std::copy(std::begin(in), std::end(in), to);
}

template <typename Range, typename Value>
void replace(Range&& in, const Value& old_value, const Value& new_value)
{
    std::replace(std::begin(in), std::end(in), old_value, new_value);
}

} // namespace std::ranges
#endif
