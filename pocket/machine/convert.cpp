// Values of all lanes as another type.
#include "machine/functions.hpp"
#include "machine/lanes.hpp"
#include "machine/with_type.hpp"

#include <cmath>
#include <limits>

namespace lockstep::pocket
{

namespace
{

__extension__ using Widest = __int128; // any integer of 64 bits, with its sign

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
            const bool plainly = std::is_floating_point_v<R> ? rounding < 2 && from != Scalar::f16
                                                             : !saturates && !is_float(from);
            if (plainly) { // nearly all; floats to integers are not among them
                if constexpr (std::is_floating_point_v<R> || std::is_integral_v<T>)
                    for (std::size_t i = 0; i < count; ++i) out[i] = static_cast<R>(x[i]);
                return;
            }
            for (std::size_t i = 0; i < count; ++i) {
                if constexpr (std::is_floating_point_v<R>) {
                    out[i] = from == Scalar::f16
                                 ? static_cast<R>(real(i))
                                 : rounded_to(static_cast<long double>(x[i]), static_cast<R>(x[i]), rounding);
                } else if (is_float(from)) {
                    out[i] = whole_of<R>(real(i), rounding, saturates);
                } else if constexpr (std::is_integral_v<T>) {
                    const Widest value = x[i];
                    constexpr Widest least = std::numeric_limits<R>::min(),
                                     most = std::numeric_limits<R>::max();
                    out[i] = static_cast<R>(value < least ? least : value > most ? most : value);
                }
            }
        });
    });
}

} // namespace lockstep::pocket
