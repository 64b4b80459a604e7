#include "machine/lanes.hpp"

#include "machine/functions.hpp"

#include <cmath>
#include <limits>
#include <type_traits>

namespace lockstep::pocket
{

namespace
{

// Calls f with a null pointer of the C++ type of a scalar; halves are computed as floats by whoever asks.
template <typename F>
void with_type(Scalar scalar, F f)
{
    switch (scalar) {
    case Scalar::i8:
        f(static_cast<std::int8_t*>(nullptr));
        break;
    case Scalar::boolean:
    case Scalar::u8:
        f(static_cast<std::uint8_t*>(nullptr));
        break;
    case Scalar::i16:
        f(static_cast<std::int16_t*>(nullptr));
        break;
    case Scalar::f16:
    case Scalar::u16:
        f(static_cast<std::uint16_t*>(nullptr));
        break;
    case Scalar::i32:
        f(static_cast<std::int32_t*>(nullptr));
        break;
    case Scalar::u32:
        f(static_cast<std::uint32_t*>(nullptr));
        break;
    case Scalar::i64:
        f(static_cast<std::int64_t*>(nullptr));
        break;
    case Scalar::u64:
        f(static_cast<std::uint64_t*>(nullptr));
        break;
    case Scalar::f32:
        f(static_cast<float*>(nullptr));
        break;
    case Scalar::f64:
        f(static_cast<double*>(nullptr));
        break;
    }
}

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

// A float as an integer: out of range it is what is nearest, and of NaN 0; who asks looks for both before.
template <typename R>
R whole_of(double value, unsigned how, bool)
{
    const unsigned rounding = how & 7U;
    value = rounding == 1   ? std::nearbyint(value)
            : rounding == 3 ? std::ceil(value)
            : rounding == 4 ? std::floor(value)
                            : std::trunc(value);
    if (std::isnan(value)) return R{0};
    constexpr auto least = static_cast<double>(std::numeric_limits<R>::min()),
                   most = static_cast<double>(std::numeric_limits<R>::max());
    if (value <= least) return std::numeric_limits<R>::min();
    if (value >= most) return std::numeric_limits<R>::max();
    return static_cast<R>(value);
}

template <typename F>
F rounded_to(long double exact, F nearest, unsigned how)
{
    const auto got = static_cast<long double>(nearest);
    if (how == 2 && std::fabs(got) > std::fabs(exact)) return std::nextafter(nearest, F{0});
    if (how == 3 && got < exact) return std::nextafter(nearest, std::numeric_limits<F>::infinity());
    if (how == 4 && got > exact) return std::nextafter(nearest, -std::numeric_limits<F>::infinity());
    return nearest;
}

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

void convert(Scalar from, const void* a, Scalar to_scalar, void* to, std::size_t count, unsigned how)
{
    const unsigned rounding = how & 7U;
    const bool saturates = (how & 8U) != 0;
    with_type(from, [&](auto* type) {
        using T = std::remove_pointer_t<decltype(type)>;
        const auto* x = static_cast<const T*>(a);
        const auto real = [&](std::size_t i) {
            if (from == Scalar::f16)
                return static_cast<double>(half_to_float(static_cast<const std::uint16_t*>(a)[i]));
            return static_cast<double>(x[i]);
        };
        if (to_scalar == Scalar::boolean) {
            for (std::size_t i = 0; i < count; ++i) static_cast<std::uint8_t*>(to)[i] = real(i) != 0 ? 1 : 0;
            return;
        }
        if (to_scalar == Scalar::f16) {
            for (std::size_t i = 0; i < count; ++i)
                static_cast<std::uint16_t*>(to)[i] =
                    half_from(real(i), rounding == 0 ? 0 : static_cast<int>(rounding) - 1);
            return;
        }
        with_type(to_scalar, [&](auto* of) {
            using R = std::remove_pointer_t<decltype(of)>;
            auto* out = static_cast<R*>(to);
            for (std::size_t i = 0; i < count; ++i) {
                if constexpr (std::is_floating_point_v<R>) {
                    if (from == Scalar::f16)
                        out[i] = static_cast<R>(real(i));
                    else
                        out[i] = rounding < 2 ? static_cast<R>(x[i])
                                              : rounded_to(static_cast<long double>(x[i]),
                                                           static_cast<R>(x[i]), rounding);
                } else if (is_float(from)) {
                    out[i] = whole_of<R>(real(i), rounding, saturates);
                } else if (saturates) {
                    if constexpr (std::is_integral_v<T>) {
                        __extension__ using Wide = __int128;
                        const Wide value = x[i];
                        constexpr Wide least = std::numeric_limits<R>::min(),
                                       most = std::numeric_limits<R>::max();
                        out[i] = static_cast<R>(value < least ? least : value > most ? most : value);
                    }
                } else {
                    out[i] = static_cast<R>(x[i]);
                }
            }
        });
    });
}

} // namespace lockstep::pocket
