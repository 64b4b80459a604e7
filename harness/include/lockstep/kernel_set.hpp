// Reference outputs of the problems that the book's kernel set, the folder kernels/, solves as well. In the stage correct each is
// made twice from the same input: by a loop on the host, and by the set's own kernel on the device that the exercise runs on. Only
// when the two agree is anybody's kernel judged by them. Exercises that share a problem share its reference.
//
// LOCKSTEP_KERNELS names another folder to take the set's kernels from, with which a test proves that a broken one is noticed.
#pragma once

#include "exercise.hpp"

namespace lockstep
{

/// What is expected, and who says so besides the host.
template <typename T>
struct Reference
{
    std::vector<T> values;
    std::string agreed; ///< "kernel 'padded' of kernels/transpose.cl"; empty outside of the stage correct
};

/// An angle as its cosine and sine.
struct Turn
{
    double cosine = 1.0;
    double sine = 0.0;
};

/// A turn by so many degrees, counter-clockwise as seen on the screen.
Turn degrees(double angle);

/// A grey picture turned about its centre, nearest pixel: what each pixel of the result may be.
class Rotation
{
public:
    /// @param in columns × rows pixels, row by row, y downwards.
    Rotation(std::vector<std::uint8_t> in, std::size_t columns, std::size_t rows, Turn turn);

    /// Whether an output pixel may have that value. Within 0.001 of the line between two source pixels either is right:
    /// coordinates below 512 are off by less than 0.0002 in single precision.
    bool allows(std::size_t x, std::size_t y, std::uint8_t value) const;
    /// The source pixel in double precision; 0 outside of the picture.
    std::uint8_t nearest(std::size_t x, std::size_t y) const;
    /// `got` where that is allowed, and the nearest source pixel elsewhere: what to compare `got` with.
    std::vector<std::uint8_t> closest_to(const std::vector<std::uint8_t>& got) const;

    const std::vector<std::uint8_t>& picture() const { return in_; }
    std::size_t columns() const { return columns_; }
    std::size_t rows() const { return rows_; }
    Turn turn() const { return turn_; }
    /// The source pixel when the source is moved by a shift; 0 outside of the picture.
    std::uint8_t source(std::size_t x, std::size_t y, double shift_x, double shift_y) const;

private:
    std::vector<std::uint8_t> in_;
    std::size_t columns_;
    std::size_t rows_;
    Turn turn_;
};

/// What `got`, a picture turned by the kernel under test, is to be compared with. In the stage correct rotate_inverse of
/// kernels/rotation.cl turns the same picture, and must give allowed pixels only.
Reference<std::uint8_t> rotated(const Rotation& rotation, const std::vector<std::uint8_t>& got);

/// Odd multiples of 1/2 between -10 and 10. Their products are multiples of 1/4, whose sums are exact in single precision.
std::vector<float> halves(std::size_t count, std::uint64_t seed);

/// c[x], the sum of a[x] * b[y] over all of b. @param a,b such that every sum is exact in single precision, for example small
/// multiples of 1/2. Both are not empty.
Reference<float> products(const std::vector<float>& a, const std::vector<float>& b);

/// Two rows of numbers for such a problem, and what is special about them.
struct Factors
{
    std::vector<float> a;
    std::vector<float> b;
    std::string special; ///< in sentences, for the message of a failure
};

/// Each product is 32 or less and exact, but the sum of two numbers of b is more than a float can hold. @param n length of a.
Factors factors_of_large_b(std::size_t n);

/// Each product is a little more than 1 and exact, and the numbers of b have no digits to spare.
Factors factors_of_small_b(std::size_t n);

/// The sum of `in` in double precision, as one float. The set's kernel adds in single precision; it agrees within
/// (n / 256 + 8) · 2^-24 of the sum of the magnitudes, the bound on the roundings that one element passes through.
/// @param in finite, and no such sum overflows.
Reference<float> sum(const std::vector<float>& in);

/// How often each of the 256 values occurs.
Reference<std::uint32_t> histogram(std::span<const std::uint8_t> bytes);

/// The inclusive scan of each block of `block` elements by itself; sums of uints are modulo 2^32.
/// @param in floats such that every sum is exact. @param block a power of two from 64 to 1024.
template <typename T>
Reference<T> scanned_blocks(const std::vector<T>& in, std::size_t block);

/// The inclusive scan of all elements, modulo 2^32.
Reference<std::uint32_t> scanned(const std::vector<std::uint32_t>& in);

/// The exclusive scan of all elements, modulo 2^32.
Reference<std::uint32_t> scanned_before(const std::vector<std::uint32_t>& in);

/// `in`, a matrix of rows × columns, transposed. @param columns,rows not zero.
Reference<float> transposed(const std::vector<float>& in, std::size_t columns, std::size_t rows);

/// Each pixel's mean of the 9 × 9 pixels around it, of those that lie in the picture. @param in whole numbers below 2^17, so that all
/// sums are exact. @param columns,rows not zero.
Reference<float> box_means(const std::vector<float>& in, std::size_t columns, std::size_t rows);

/// The product of two matrices, row by row. @param depth columns of `a`, rows of `b`; neither is empty. @param a,b such that every sum is
/// exact in single precision, for example small whole numbers, or infinite.
Reference<float> product(const std::vector<float>& a, const std::vector<float>& b, std::size_t depth);

/// What n bodies do to each other, and how far from it single precision may be.
struct Accelerations
{
    Reference<float> expected; ///< x, y, z, 0 of each body
    Tolerance tolerance;       ///< for every one of them
};

/// The accelerations of bodies x, y, z, mass, by all of them, in double precision. A kernel that adds them up in any order is within
/// (32 + 4 sqrt(n)) · 2^-24 of the largest sum of what single bodies do to one.
/// @param softening the square of a length, not zero.
Accelerations accelerations(const std::vector<float>& bodies, float softening);

/// The sum of the pixels around each pixel times the products of two weights, one for the row and one for the column; beyond the picture are
/// copies of its nearest pixels. @param in such that all sums are exact in single precision. @param weights an odd number of them, 3 to
/// 129. @param columns,rows not zero.
Reference<float> weighted_sums(const std::vector<float>& in, const std::vector<float>& weights,
                               std::size_t columns, std::size_t rows);

/// As Exercise::expect_same; the message adds with which kernel of the set the host agrees.
template <typename T>
void expect_agreed(const std::string& name, const Reference<T>& expected, const std::vector<T>& got,
                   Tolerance tolerance = {}, std::size_t columns = 0)
{
    const std::string by =
        expected.agreed.empty() ? "the host computes it" : "the host and " + expected.agreed + " compute it";
    INFO("expected as ", by);
    Exercise::get().expect_same(name, expected.values, got, tolerance, columns);
}

} // namespace lockstep
