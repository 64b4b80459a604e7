// The same input and the same check for the C++, CUDA and HIP programs; check.py is for those in Python.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

using Floats = std::vector<float>;

/// Numbers from 0 up to 1 that every language computes alike: multiples of 2^-24.
inline Floats numbers(std::size_t count)
{
    Floats made(count);
    for (std::size_t i = 0; i < count; ++i)
        made[i] = static_cast<float>(static_cast<std::uint32_t>(i) * 2654435761U >> 8) /
                  16777216.0F;
    return made;
}

/// A file that lies beside the source file `beside`, which is __FILE__.
inline std::string text_beside(const char* beside, const char* name)
{
    const std::string path{beside};
    std::ifstream file{path.substr(0, path.find_last_of('/') + 1) + name};
    if (!file)
        throw std::runtime_error{std::string{"There is no file "} + name + " beside " +
                                 beside + ". Run the program where its sources still are."};
    return {std::istreambuf_iterator<char>{file}, {}};
}

/// Prints the program's one line. Its exit status: 0 where no result is off by more than `allowed`.
inline int report(const char* program, double error, double allowed)
{
    const bool right = error <= allowed; // false for a NaN as well
    std::printf("%s: %s, off by %.1e, allowed are %.1e\n", program,
                right ? "right" : "WRONG", error, allowed);
    return right ? 0 : 1;
}

/// The larger of an error so far and of a new one; a NaN stays.
inline double worse(double error, double got, double expected)
{
    const double now = std::fabs(got - expected);
    return now <= error ? error : now;
}

inline int check_sum(const char* program, const Floats& in, float got)
{
    double sum = 0;
    for (const float x : in) sum += x;
    return report(program, std::fabs(got - sum) / sum, 1e-6);
}

inline int check_transpose(const char* program, const Floats& in, const Floats& out,
                           std::size_t columns, std::size_t rows)
{
    double error = 0;
    for (std::size_t y = 0; y < rows; ++y)
        for (std::size_t x = 0; x < columns; ++x)
            error = worse(error, out[x * rows + y], in[y * columns + x]);
    return report(program, error, 0);
}

inline int check_product(const char* program, const Floats& a, const Floats& b,
                         const Floats& c, std::size_t rows, std::size_t columns,
                         std::size_t inner)
{
    double error = 0;
    for (std::size_t y = 0; y < rows; ++y)
        for (std::size_t x = 0; x < columns; ++x) {
            double sum = 0;
            for (std::size_t k = 0; k < inner; ++k)
                sum += static_cast<double>(a[y * inner + k]) * b[k * columns + x];
            error = worse(error, c[y * columns + x] / sum, 1);
        }
    return report(program, error,
                  1e-5); // of 130 additions and products, each rounded by 6e-8 at most
}

/// Integers to scan: the first digits of numbers(), which add up to less than 2^32.
inline std::vector<std::uint32_t> digits(std::size_t count)
{
    std::vector<std::uint32_t> made(count);
    for (std::size_t i = 0; i < count; ++i)
        made[i] = (static_cast<std::uint32_t>(i) * 2654435761U >> 8) % 10;
    return made;
}

inline int check_scan(const char* program, const std::vector<std::uint32_t>& in,
                      const std::vector<std::uint32_t>& out)
{
    double error = 0;
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < in.size(); ++i) error = worse(error, out[i], sum += in[i]);
    return report(program, error, 0);
}

inline int check_softmax(const char* program, const Floats& in, const Floats& out,
                         std::size_t columns)
{
    double error = 0;
    for (std::size_t first = 0; first < in.size(); first += columns) {
        double sum = 0;
        for (std::size_t c = first; c < first + columns; ++c)
            sum += std::exp(double{in[c]});
        for (std::size_t c = first; c < first + columns; ++c)
            error = worse(error, out[c] / (std::exp(double{in[c]}) / sum), 1);
    }
    return report(program, error, 1e-5);
}
