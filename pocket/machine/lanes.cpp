// Operators on all lanes at once.
#include "machine/lanes.hpp"
#include "machine/functions.hpp"
#include "machine/with_type.hpp"

#include <cmath>
#include <type_traits>

namespace lockstep::pocket
{

namespace
{

// Signed arithmetic wraps around, as devices do it.
template <typename T>
struct Around
{
    using Type = T;
};
template <typename T>
requires(std::is_integral_v<T>) struct Around<T>
{
    using Type = std::conditional_t<(sizeof(T) < 4), std::uint32_t, std::make_unsigned_t<T>>;
};

template <typename T>
T divided(T a, T b)
{
    if constexpr (std::is_floating_point_v<T>)
        return a / b;
    else if (b == 0)
        return 0;
    else if constexpr (std::is_signed_v<T>)
        return b == -1 ? static_cast<T>(0 - static_cast<typename Around<T>::Type>(a)) : static_cast<T>(a / b);
    else
        return static_cast<T>(a / b);
}

template <typename T>
T remaining(T a, T b)
{
    if constexpr (std::is_floating_point_v<T>)
        return std::fmod(a, b);
    else if (b == 0)
        return 0;
    else if constexpr (std::is_signed_v<T>)
        return b == -1 ? T{0} : static_cast<T>(a % b);
    else
        return static_cast<T>(a % b);
}

template <typename T, typename F>
void each(const void* a, const void* b, void* to, std::size_t count, F f)
{
    const auto *x = static_cast<const T*>(a), *y = static_cast<const T*>(b);
    auto* out = static_cast<T*>(to);
    for (std::size_t i = 0; i < count; ++i) out[i] = f(x[i], y[i]);
}

template <typename T, typename F>
void each_truth(const void* a, const void* b, void* to, std::size_t count, Scalar result, bool all, F f)
{
    const auto *x = static_cast<const T*>(a), *y = static_cast<const T*>(b);
    with_type(result, [&](auto* type) {
        using R = std::remove_pointer_t<decltype(type)>;
        const R yes = all ? static_cast<R>(-1) : static_cast<R>(1);
        auto* out = static_cast<R*>(to);
        for (std::size_t i = 0; i < count; ++i) out[i] = f(x[i], y[i]) ? yes : R{0};
    });
}

template <typename T>
void arithmetic(Operator sign, const void* a, const void* b, void* to, std::size_t count)
{
    using U = typename Around<T>::Type;
    switch (sign) {
    case Operator::add:
        each<T>(a, b, to, count,
                [](T x, T y) { return static_cast<T>(static_cast<U>(x) + static_cast<U>(y)); });
        return;
    case Operator::subtract:
        each<T>(a, b, to, count,
                [](T x, T y) { return static_cast<T>(static_cast<U>(x) - static_cast<U>(y)); });
        return;
    case Operator::multiply:
        each<T>(a, b, to, count,
                [](T x, T y) { return static_cast<T>(static_cast<U>(x) * static_cast<U>(y)); });
        return;
    case Operator::divide:
        each<T>(a, b, to, count, divided<T>);
        return;
    case Operator::remainder:
        each<T>(a, b, to, count, remaining<T>);
        return;
    default:
        break;
    }
    if constexpr (std::is_integral_v<T>) {
        constexpr unsigned last = 8 * sizeof(T) - 1;
        switch (sign) {
        case Operator::bit_and:
            each<T>(a, b, to, count, [](T x, T y) { return static_cast<T>(x & y); });
            return;
        case Operator::bit_or:
            each<T>(a, b, to, count, [](T x, T y) { return static_cast<T>(x | y); });
            return;
        case Operator::bit_xor:
            each<T>(a, b, to, count, [](T x, T y) { return static_cast<T>(x ^ y); });
            return;
        case Operator::shift_left:
            each<T>(a, b, to, count, [](T x, T y) {
                return static_cast<T>(static_cast<U>(x) << (static_cast<unsigned>(y) & last));
            });
            return;
        case Operator::shift_right:
            each<T>(a, b, to, count,
                    [](T x, T y) { return static_cast<T>(x >> (static_cast<unsigned>(y) & last)); });
            return;
        default:
            break;
        }
    }
}

template <typename T>
void comparison(Operator sign, const void* a, const void* b, void* to, std::size_t count, Scalar result,
                bool all)
{
    const auto with = [&](auto f) { each_truth<T>(a, b, to, count, result, all, f); };
    switch (sign) {
    case Operator::less:
        with([](T x, T y) { return x < y; });
        break;
    case Operator::greater:
        with([](T x, T y) { return x > y; });
        break;
    case Operator::at_most:
        with([](T x, T y) { return x <= y; });
        break;
    case Operator::at_least:
        with([](T x, T y) { return x >= y; });
        break;
    case Operator::equal:
        with([](T x, T y) { return x == y; });
        break;
    case Operator::unequal:
        with([](T x, T y) { return x != y; });
        break;
    case Operator::both:
        with([](T x, T y) { return x != 0 && y != 0; });
        break;
    case Operator::either:
        with([](T x, T y) { return x != 0 || y != 0; });
        break;
    default:
        break;
    }
}

void to_floats(const void* from, float* to, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i) to[i] = half_to_float(static_cast<const std::uint16_t*>(from)[i]);
}

constexpr std::size_t most_elements = 16 * 64;

} // namespace

void apply(Operator sign, Scalar scalar, const void* a, void* to, std::size_t count, Scalar result, bool all)
{
    with_type(scalar, [&](auto* type) {
        using T = std::remove_pointer_t<decltype(type)>;
        const auto* x = static_cast<const T*>(a);
        if (sign == Operator::opposite) {
            const bool half = scalar == Scalar::f16;
            with_type(result, [&](auto* of) {
                using R = std::remove_pointer_t<decltype(of)>;
                auto* out = static_cast<R*>(to);
                for (std::size_t i = 0; i < count; ++i) {
                    const bool zero =
                        half ? (static_cast<const std::uint16_t*>(a)[i] & 0x7fffU) == 0 : x[i] == 0;
                    out[i] = zero ? (all ? static_cast<R>(-1) : static_cast<R>(1)) : R{0};
                }
            });
            return;
        }
        auto* out = static_cast<T*>(to);
        for (std::size_t i = 0; i < count; ++i) {
            if (scalar == Scalar::f16)
                static_cast<std::uint16_t*>(to)[i] = static_cast<const std::uint16_t*>(a)[i] ^ 0x8000U;
            else if constexpr (std::is_integral_v<T>)
                out[i] =
                    static_cast<T>(sign == Operator::negate ? 0 - static_cast<typename Around<T>::Type>(x[i])
                                                            : ~static_cast<typename Around<T>::Type>(x[i]));
            else
                out[i] = -x[i];
        }
    });
}

void apply(Operator sign, Scalar scalar, const void* a, const void* b, void* to, std::size_t count,
           Scalar result, bool all)
{
    const bool truth = sign >= Operator::less && sign <= Operator::either;
    if (scalar == Scalar::f16) {
        float x[most_elements]{}, y[most_elements]{}, z[most_elements]{};
        to_floats(a, x, count);
        to_floats(b, y, count);
        if (truth) {
            comparison<float>(sign, x, y, to, count, result, all);
            return;
        }
        arithmetic<float>(sign, x, y, z, count);
        for (std::size_t i = 0; i < count; ++i)
            static_cast<std::uint16_t*>(to)[i] = half_from(static_cast<double>(z[i]));
        return;
    }
    with_type(scalar, [&](auto* type) {
        using T = std::remove_pointer_t<decltype(type)>;
        if (truth)
            comparison<T>(sign, a, b, to, count, result, all);
        else
            arithmetic<T>(sign, a, b, to, count);
    });
}

} // namespace lockstep::pocket
