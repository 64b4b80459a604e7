// Values in messages: numbers, enums, strings, and structs, optionals, vectors and spans of these.
#pragma once

#include "remote/fields.hpp"
#include "remote/wire.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <ranges>
#include <string>
#include <type_traits>
#include <vector>

namespace lockstep::remote
{

template <typename T>
struct IsOptional : std::false_type
{
};
template <typename T>
struct IsOptional<std::optional<T>> : std::true_type
{
};

/// Writes a value. A span and a string_view are written as the vector and the string that hold the same.
template <typename T>
void put_value(Writer& message, const T& value)
{
    if constexpr (is_packed<T>()) {
        message.put(value);
    } else if constexpr (std::is_same_v<T, bool>) {
        message.put(static_cast<std::uint8_t>(value));
    } else if constexpr (IsOptional<T>::value) {
        put_value(message, value.has_value());
        if (value) put_value(message, *value);
    } else if constexpr (std::ranges::contiguous_range<const T>) {
        using Element = std::ranges::range_value_t<T>;
        message.put(std::uint64_t{value.size()});
        if constexpr (is_packed<Element>())
            message.raw(value.data(), value.size() * sizeof(Element));
        else
            for (const Element& element : value) put_value(message, element);
    } else {
        std::apply([&](const auto&... fields) { (put_value(message, fields), ...); }, fields_of(value));
    }
}

/// Reads what put_value() wrote of a type that owns its elements. What is read may come from code that is not trusted: no
/// length is believed, and memory is taken in proportion to the message. @throws Broken when it is no such value.
template <typename T>
T get_value(Reader& message)
{
    if constexpr (is_packed<T>()) {
        return message.get<T>();
    } else if constexpr (std::is_same_v<T, bool>) {
        const auto byte = message.get<std::uint8_t>();
        if (byte > 1) throw Broken{"a bool is neither true nor false"};
        return byte == 1;
    } else if constexpr (IsOptional<T>::value) {
        if (!get_value<bool>(message)) return std::nullopt;
        return get_value<typename T::value_type>(message);
    } else if constexpr (std::ranges::contiguous_range<T>) {
        using Element = std::ranges::range_value_t<T>;
        const auto count = message.get<std::uint64_t>();
        if (count > message.left().size())
            throw Broken{"a message is too short"}; // each element has a byte or more
        T value;
        if constexpr (is_packed<Element>()) {
            const auto bytes = message.take(count * sizeof(Element));
            value.resize(static_cast<std::size_t>(count));
            if (!bytes.empty()) std::memcpy(value.data(), bytes.data(), bytes.size());
        } else {
            for (std::uint64_t i = 0; i < count; ++i) value.push_back(get_value<Element>(message));
        }
        return value;
    } else {
        T value{};
        std::apply(
            [&](auto&... fields) {
                ((fields = get_value<std::remove_reference_t<decltype(fields)>>(message)), ...);
            },
            fields_of(value));
        return value;
    }
}

} // namespace lockstep::remote
