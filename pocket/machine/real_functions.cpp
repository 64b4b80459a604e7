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

// Even powers of two's multiples of pi are exact.
double sine_of_pi(double x)
{
    if (!std::isfinite(x)) return std::numeric_limits<double>::quiet_NaN();
    const double turn = std::remainder(x, 2.0);
    if (turn == 0 || std::fabs(turn) == 1) return std::copysign(0.0, x);
    return std::sin(pi * turn);
}

double cosine_of_pi(double x)
{
    if (!std::isfinite(x)) return std::numeric_limits<double>::quiet_NaN();
    const double turn = std::fabs(std::remainder(x, 2.0));
    return turn == 0.5 ? 0.0 : std::cos(pi * turn);
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
    real1("cbrt", [](double x) { return std::cbrt(x); });
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
        all.push_back({.name = p + "powr", .real2 = [](double x, double y) {
                           return x < 0 ? std::numeric_limits<double>::quiet_NaN() : std::pow(x, y);
                       }});
        if (!p.empty())
            all.push_back({.name = p + "divide", .real2 = [](double x, double y) { return x / y; }});
    }
    real1("fract", [](double x) {
        return std::isinf(x) ? std::copysign(0.0, x) : std::fmin(x - std::floor(x), 0x1.fffffep-1);
    });
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
        const double g = std::tgamma(x);
        return g < 0 ? -1.0 : 1.0;
    });
    real1("ilogb", [](double x) {
        return std::isnan(x)   ? 2147483647.0
               : x == 0        ? -2147483648.0
               : std::isinf(x) ? 2147483647.0
                               : std::logb(x);
    });
    real2("remquo", [](double x, double y) { return std::remainder(x, y); });
    real2("remquo out", [](double x, double y) {
        int q = 0;
        std::remquo(x, y, &q);
        return static_cast<double>(q % 128);
    });
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
    real2("rootn", [](double x, double n) {
        const bool odd = std::fabs(std::fmod(n, 2.0)) == 1.0;
        if (x < 0 && !odd) return std::numeric_limits<double>::quiet_NaN();
        return std::copysign(std::pow(std::fabs(x), 1.0 / n), odd ? x : 1.0);
    });
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
