// The numbers that Gaussian filters are made of: weights of a window, and the factors of a recursive filter.
#pragma once

#include <vector>

namespace lockstep
{

/// The weights of 2 * radius + 1 neighbours, whose sum is 1: exp(-i²/2σ²) at the distances i, scaled.
/// @param sigma the standard deviation σ in pixels, more than 0.
std::vector<double> gaussian_weights(double sigma, int radius);

/// The same for a square window, row by row: products of two weights.
std::vector<double> gaussian_window(double sigma, int radius);

/// The thirteen numbers of a recursive filter whose response, forwards and then backwards, is nearly a Gaussian: the factor of the value itself; the
/// factors of the results 1, 2 and 3 places back; and a matrix of 3 × 3, row by row. It makes the results 1, 2 and 3 places behind the end of a line, less
/// the line's last value, of the last three results of the way forwards, the last one first, less the same: all values behind the end are
/// copies of the last one then. Factors: Young and van Vliet, Recursive implementation of the Gaussian filter, Signal Processing
/// 44 (1995), pages 139 to 151, equations 8c and 11b. The matrix is made by filtering; Triggs and Sdika (2006) have a formula for it.
/// @param sigma at least 0.5. @throws Failure below that.
std::vector<double> recursive_gaussian(double sigma);

} // namespace lockstep
