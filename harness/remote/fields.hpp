// The fields of a struct, without a description of it: what functions of exercises take and return are aggregates.
#pragma once

#include <array>
#include <cstddef>
#include <tuple>
#include <type_traits>

namespace lockstep::remote
{

/// Stands for a value of any type, to find out how many a struct is made of.
struct Anything
{
    template <typename T>
    operator T() const;
};

/// How many fields an aggregate has; a std::array in it is one.
template <typename T, typename... Found>
consteval std::size_t field_count()
{
    if constexpr (requires { T{Found{}..., Anything{}}; })
        return field_count<T, Found..., Anything>();
    else
        return sizeof...(Found);
}

/// References to the fields, in their order: up to 10.
template <typename T>
constexpr auto fields_of(T& it)
{
    constexpr std::size_t count = field_count<std::remove_const_t<T>>();
    static_assert(count >= 1 && count <= 10, "add a line below for a struct of so many fields");
    if constexpr (count == 1) {
        auto& [a] = it;
        return std::tie(a);
    } else if constexpr (count == 2) {
        auto& [a, b] = it;
        return std::tie(a, b);
    } else if constexpr (count == 3) {
        auto& [a, b, c] = it;
        return std::tie(a, b, c);
    } else if constexpr (count == 4) {
        auto& [a, b, c, d] = it;
        return std::tie(a, b, c, d);
    } else if constexpr (count == 5) {
        auto& [a, b, c, d, e] = it;
        return std::tie(a, b, c, d, e);
    } else if constexpr (count == 6) {
        auto& [a, b, c, d, e, f] = it;
        return std::tie(a, b, c, d, e, f);
    } else if constexpr (count == 7) {
        auto& [a, b, c, d, e, f, g] = it;
        return std::tie(a, b, c, d, e, f, g);
    } else if constexpr (count == 8) {
        auto& [a, b, c, d, e, f, g, h] = it;
        return std::tie(a, b, c, d, e, f, g, h);
    } else if constexpr (count == 9) {
        auto& [a, b, c, d, e, f, g, h, i] = it;
        return std::tie(a, b, c, d, e, f, g, h, i);
    } else {
        auto& [a, b, c, d, e, f, g, h, i, j] = it;
        return std::tie(a, b, c, d, e, f, g, h, i, j);
    }
}

template <typename T>
struct IsStdArray : std::false_type
{
};
template <typename T, std::size_t N>
struct IsStdArray<std::array<T, N>> : std::true_type
{
};

template <typename T>
concept Struct = std::is_aggregate_v<T> && !std::is_array_v<T> && !IsStdArray<T>::value;

/// True of types whose bytes are their value, whatever they are: there are no gaps between fields, in which something else
/// may stand, and no bools, of whose bytes only two mean something.
template <typename T>
consteval bool is_packed()
{
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>)
        return !std::is_same_v<T, bool>;
    else if constexpr (IsStdArray<T>::value)
        return is_packed<typename T::value_type>();
    else if constexpr (Struct<T> && std::is_trivially_copyable_v<T>)
        return []<typename... Fields>(std::type_identity<std::tuple<Fields&...>>) {
            return (is_packed<Fields>() && ...) && (sizeof(Fields) + ...) == sizeof(T);
        }(std::type_identity<decltype(fields_of(std::declval<T&>()))>{});
    else
        return false;
}

} // namespace lockstep::remote
