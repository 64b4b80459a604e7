// The functions of floats, each computed in double and rounded once.
#include "machine/function_table.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace lockstep::pocket
{

namespace
{

constexpr double pi = 3.14159265358979323846;

double sign_of(double x)
{
    return std::isnan(x) ? 0.0 : x > 0 ? 1.0 : x < 0 ? -1.0 : x;
}

// The sine of pi times x, for x from 0 to 1/2: what is near to 1/2 is counted from there, since pi is not exact.
double sine_of_part(double x)
{
    return x <= 0.25 ? std::sin(pi * x) : std::cos(pi * (0.5 - x));
}

double sine_of_pi(double x)
{
    if (!std::isfinite(x)) return std::numeric_limits<double>::quiet_NaN();
    const double turn = std::remainder(x, 2.0), part = std::fabs(turn);
    return std::copysign(sine_of_part(part > 0.5 ? 1 - part : part), part == 0 || part == 1 ? x : turn);
}

double cosine_of_pi(double x)
{
    if (!std::isfinite(x)) return std::numeric_limits<double>::quiet_NaN();
    const double part = std::fabs(std::remainder(x, 2.0));
    return part <= 0.25   ? std::cos(pi * part)
           : part <= 0.75 ? std::copysign(sine_of_part(std::fabs(0.5 - part)), 0.5 - part)
                          : -std::cos(pi * (1 - part));
}

// Where x is at least 0, as pow; and no number where pow only agrees on one.
double power_of_positive(double x, double y)
{
    const bool open = x < 0 || std::isnan(x) || std::isnan(y) || (y == 0 && (x == 0 || std::isinf(x))) ||
                      (x == 1 && std::isinf(y));
    return open ? std::numeric_limits<double>::quiet_NaN() : std::pow(std::fabs(x), y);
}

// 1 / n is not exact, and the power of a large number tells: so with more digits than a double has.
double root(double x, double n)
{
    const bool odd = std::fabs(std::fmod(n, 2.0)) == 1.0;
    if (n == 0 || (x < 0 && !odd)) return std::numeric_limits<double>::quiet_NaN();
    const long double size =
        std::pow(static_cast<long double>(std::fabs(x)), 1.0L / static_cast<long double>(n));
    return std::copysign(static_cast<double>(size), odd ? x : 1.0);
}

// The lowest seven bits of the quotient that remainder() takes, with the quotient's sign.
double quotient_bits(double x, double y)
{
    const double part = std::fabs(y);
    if (!std::isfinite(x) || std::isnan(y) || part == 0) return 0;
    double rest = std::fmod(std::fabs(x), 128 * part);
    unsigned quotient = 0;
    for (unsigned bit = 64; bit != 0; bit /= 2)
        if (rest >= bit * part) {
            rest -= bit * part;
            quotient += bit;
        }
    if (2 * rest > part || (2 * rest == part && quotient % 2 == 1)) ++quotient;
    const auto bits = static_cast<double>(quotient % 128);
    return std::signbit(x) != std::signbit(y) ? -bits : bits;
}

double smaller(double x, double y)
{
    return std::fmin(x, y);
}

} // namespace

void add_reals(std::vector<Entry>& all)
{
    const auto real1 = [&](const char* name, Real1 f) { all.push_back({.name = name, .real1 = f}); };
    const auto real2 = [&](const char* name, Real2 f) { all.push_back({.name = name, .real2 = f}); };
    const auto real3 = [&](const char* name, Real3 f) { all.push_back({.name = name, .real3 = f}); };

    real1("acos", [](double x) { return std::acos(x); });
    real1("acosh", [](double x) { return std::acosh(x); });
    real1("acospi", [](double x) { return std::acos(x) / pi; });
    real1("asin", [](double x) { return std::asin(x); });
    real1("asinh", [](double x) { return std::asinh(x); });
    real1("asinpi", [](double x) { return std::asin(x) / pi; });
    real1("atan", [](double x) { return std::atan(x); });
    real1("atanh", [](double x) { return std::atanh(x); });
    real1("atanpi", [](double x) { return std::atan(x) / pi; });
    real1("cbrt", [](double x) { return static_cast<double>(std::cbrt(static_cast<long double>(x))); });
    real1("ceil", [](double x) { return std::ceil(x); });
    real1("cospi", cosine_of_pi);
    real1("cosh", [](double x) { return std::cosh(x); });
    real1("erf", [](double x) { return std::erf(x); });
    real1("erfc", [](double x) { return std::erfc(x); });
    real1("expm1", [](double x) { return std::expm1(x); });
    real1("fabs", [](double x) { return std::fabs(x); });
    real1("floor", [](double x) { return std::floor(x); });
    real1("lgamma", [](double x) { return std::lgamma(x); });
    real1("log1p", [](double x) { return std::log1p(x); });
    real1("logb", [](double x) { return std::logb(x); });
    real1("rint", [](double x) { return std::nearbyint(x); });
    real1("round", [](double x) { return std::round(x); });
    real1("sinh", [](double x) { return std::sinh(x); });
    real1("sinpi", sine_of_pi);
    real1("tanh", [](double x) { return std::tanh(x); });
    real1("tanpi", [](double x) { return sine_of_pi(x) / cosine_of_pi(x); });
    real1("tgamma", [](double x) { return std::tgamma(x); });
    real1("trunc", [](double x) { return std::trunc(x); });
    real1("degrees", [](double x) { return x * (180.0 / pi); });
    real1("radians", [](double x) { return x * (pi / 180.0); });
    real1("sign", sign_of);
    for (const char* prefix : {"", "native_", "half_"}) {
        const std::string p = prefix;
        const auto named = [&](const char* name, Real1 f) { all.push_back({.name = p + name, .real1 = f}); };
        named("cos", [](double x) { return std::cos(x); });
        named("exp", [](double x) { return std::exp(x); });
        named("exp2", [](double x) { return std::exp2(x); });
        named("exp10", [](double x) { return std::pow(10.0, x); });
        named("log", [](double x) { return std::log(x); });
        named("log2", [](double x) { return std::log2(x); });
        named("log10", [](double x) { return std::log10(x); });
        named("rsqrt", [](double x) { return 1.0 / std::sqrt(x); });
        named("sin", [](double x) { return std::sin(x); });
        named("sqrt", [](double x) { return std::sqrt(x); });
        named("tan", [](double x) { return std::tan(x); });
        if (!p.empty()) named("recip", [](double x) { return 1.0 / x; });
        all.push_back({.name = p + "powr", .real2 = power_of_positive});
        if (!p.empty())
            all.push_back({.name = p + "divide", .real2 = [](double x, double y) { return x / y; }});
    }
    real1("fract", nullptr);
    real1("fract out", [](double x) { return std::floor(x); });
    real1("modf", [](double x) {
        double whole = 0;
        return std::isinf(x) ? std::copysign(0.0, x) : std::modf(x, &whole);
    });
    real1("modf out", [](double x) { return std::trunc(x); });
    real1("sincos", [](double x) { return std::sin(x); });
    real1("sincos out", [](double x) { return std::cos(x); });
    real1("frexp", [](double x) {
        int e = 0;
        return std::frexp(x, &e);
    });
    real1("frexp out", [](double x) {
        int e = 0;
        std::frexp(x, &e);
        return std::isfinite(x) ? double{1} * e : 0.0;
    });
    real1("lgamma_r", [](double x) { return std::lgamma(x); });
    real1("lgamma_r out", [](double x) {
        return (x < 0 ? std::fmod(std::floor(x), 2.0) != 0 && std::floor(x) != x : std::signbit(x)) ? -1.0
                                                                                                    : 1.0;
    });
    real1("ilogb", [](double x) {
        return std::isnan(x)   ? 2147483647.0
               : x == 0        ? -2147483648.0
               : std::isinf(x) ? 2147483647.0
                               : std::logb(x);
    });
    real2("remquo", [](double x, double y) { return std::remainder(x, y); });
    real2("remquo out", quotient_bits);
    real2("atan2", [](double y, double x) { return std::atan2(y, x); });
    real2("atan2pi", [](double y, double x) { return std::atan2(y, x) / pi; });
    real2("copysign", [](double x, double y) { return std::copysign(x, y); });
    real2("fdim", [](double x, double y) { return std::fdim(x, y); });
    real2("fmax", [](double x, double y) { return std::fmax(x, y); });
    real2("fmin", smaller);
    real2("fmod", [](double x, double y) { return std::fmod(x, y); });
    real2("hypot", [](double x, double y) { return std::hypot(x, y); });
    real2("maxmag", [](double x, double y) {
        return std::fabs(x) > std::fabs(y) ? x : std::fabs(y) > std::fabs(x) ? y : std::fmax(x, y);
    });
    real2("minmag", [](double x, double y) {
        return std::fabs(x) < std::fabs(y) ? x : std::fabs(y) < std::fabs(x) ? y : std::fmin(x, y);
    });
    real2("nextafter", nullptr);
    real2("pow", [](double x, double y) { return std::pow(x, y); });
    real2("pown", [](double x, double y) { return std::pow(x, y); });
    real2("rootn", root);
    real2("ldexp", [](double x, double n) { return std::ldexp(x, static_cast<int>(n)); });
    real2("remainder", [](double x, double y) { return std::remainder(x, y); });
    real2("step", [](double edge, double x) { return x < edge ? 0.0 : 1.0; });
    real3("fma", nullptr);
    real3("mad", nullptr);
    real3("mix", [](double x, double y, double a) { return x + (y - x) * a; });
    real3("smoothstep", [](double from, double to, double x) {
        const double t = std::clamp((x - from) / (to - from), 0.0, 1.0);
        return t * t * (3 - 2 * t);
    });
}

} // namespace lockstep::pocket
