// The kernel set's references for pictures turned, sums, histograms, scans and bodies.
#include "set_kernel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <type_traits>

namespace lockstep
{

using namespace kernel_set;

namespace
{

constexpr std::size_t group = 256;          // of the set's kernels here
constexpr std::size_t sums_per_group = 512; // elements of a block of the scan of everything

template <typename T>
SetKernel block_scan(std::size_t block)
{
    return {"scan.cl", "scan_blocks_padded",
            fmt::format("-D ELEMENT={} -D GROUP={} -D BLOCK={}", std::is_same_v<T, float> ? "float" : "uint",
                        block / 2, block)};
}

/// Scans blocks on the device, and leaves their sums in a buffer.
template <typename T>
cl::Buffer scan_blocks(const SetKernel& kernel, const cl::Buffer& in, const cl::Buffer& out, std::size_t n,
                       std::size_t block)
{
    const std::size_t blocks = (n + block - 1) / block;
    cl::Buffer sums{Exercise::get().context(), CL_MEM_READ_WRITE, blocks * sizeof(T)};
    launch(kernel, cl::NDRange(blocks * block / 2), cl::NDRange(block / 2), in, out, sums, number(n));
    return sums;
}

/// Scans everything in place: blocks, then their sums, then each block grows by what is before it.
void scan_all(const cl::Buffer& values, std::size_t n)
{
    const SetKernel kernel = block_scan<std::uint32_t>(sums_per_group);
    const cl::Buffer sums = scan_blocks<std::uint32_t>(kernel, values, values, n, sums_per_group);
    const std::size_t blocks = (n + sums_per_group - 1) / sums_per_group;
    if (blocks == 1) return;
    scan_all(sums, blocks);
    launch({"scan.cl", "add_block_sums", kernel.options}, cl::NDRange((blocks - 1) * sums_per_group / 2),
           cl::NDRange(sums_per_group / 2), values, sums, number(n));
}

} // namespace

Reference<std::uint8_t> rotated(const Rotation& rotation, const std::vector<std::uint8_t>& got)
{
    Reference<std::uint8_t> reference{rotation.closest_to(got), {}};
    if (!is_asked()) return reference;
    const SetKernel kernel{"rotation.cl", "rotate_inverse"};
    const cl::Buffer in = copied(rotation.picture());
    const cl::Buffer out = copied(rotation.picture());
    launch(kernel, cl::NDRange(rotation.columns(), rotation.rows()), cl::NullRange, in, out,
           number(rotation.columns()), number(rotation.rows()), static_cast<cl_float>(rotation.turn().cosine),
           static_cast<cl_float>(rotation.turn().sine));
    const auto set = read<std::uint8_t>(out, rotation.picture().size());
    reference.agreed = agreed(kernel, rotation.closest_to(set), set, rotation.columns()).agreed;
    return reference;
}

Factors factors_of_large_b(std::size_t n)
{
    Factors factors{
        std::vector<float>(n, 0x1p-122F), std::vector<float>(11, 0x1p127F),
        "Every value of b is 2 to the power of 127: a product is small, and a sum of several b is infinite. "
        "Multiply first, then add."};
    factors.a[n / 4] *= 0.25F;
    return factors;
}

Factors factors_of_small_b(std::size_t n)
{
    Factors factors{
        std::vector<float>(n, 0x1p126F), std::vector<float>(11),
        "The values of b are about 2 to the power of -126: whoever makes them smaller loses digits. "
        "Multiply each with the value of a."};
    for (std::size_t y = 0; y < factors.b.size(); ++y)
        factors.b[y] = 0x1p-126F * (1 + 0x1p-20F * static_cast<float>(y));
    return factors;
}

std::vector<float> halves(std::size_t count, std::uint64_t seed)
{
    std::vector<float> numbers;
    for (const std::uint32_t value : random_uints(count, seed, 20))
        numbers.push_back(static_cast<float>(value) - 9.5F);
    return numbers;
}

Reference<float> products(const std::vector<float>& a, const std::vector<float>& b)
{
    std::vector<float> expected(a.size());
    for (std::size_t x = 0; x < a.size(); ++x)
        for (const float value : b) expected[x] += a[x] * value;
    if (!is_asked()) return {std::move(expected), {}};
    const SetKernel kernel{"first_ladder.cl", "products_tiled"};
    const cl::Buffer c{Exercise::get().context(), CL_MEM_READ_WRITE, a.size() * sizeof(float)};
    launch(kernel, cl::NDRange(round_up(a.size(), group)), cl::NDRange(group), copied(a), copied(b), c,
           number(a.size()), number(b.size()));
    return agreed(kernel, std::move(expected), read<float>(c, a.size()));
}

Reference<float> sum(const std::vector<float>& in)
{
    const double exact = std::accumulate(in.begin(), in.end(), 0.0);
    const std::vector expected{static_cast<float>(exact)};
    if (!is_asked() || in.empty()) return {expected, {}};
    const SetKernel kernel{"reduction.cl", "many_elements"};
    const cl::Buffer total{Exercise::get().context(), CL_MEM_READ_WRITE, sizeof(float)};
    launch(kernel, cl::NDRange(group), cl::NDRange(group), copied(in), total, number(in.size()));
    const double set = read<float>(total, 1).front();
    const double magnitude = std::accumulate(in.begin(), in.end(), 0.0,
                                             [](double all, float value) { return all + std::abs(value); });
    const auto roundings = static_cast<double>(in.size() / group + 8);
    if (!(std::abs(set - exact) <= roundings * std::exp2(-24) * magnitude))
        disagree(kernel, fmt::format("The sum of {} elements is {}, and it says {}.", in.size(), exact, set));
    return {expected, kernel.shown()};
}

Reference<std::uint32_t> histogram(std::span<const std::uint8_t> bytes)
{
    std::vector<std::uint32_t> expected(256);
    for (const std::uint8_t byte : bytes) ++expected[byte];
    if (!is_asked() || bytes.empty()) return {std::move(expected), {}};
    const SetKernel kernel{"histogram.cl", "histogram_local"};
    constexpr std::size_t groups = 4;
    const cl::Buffer counts = copied(std::vector<std::uint32_t>(256));
    launch(kernel, cl::NDRange(groups * group), cl::NDRange(group),
           copied(std::vector<std::uint8_t>(bytes.begin(), bytes.end())), number(bytes.size()), counts);
    return agreed(kernel, std::move(expected), read<std::uint32_t>(counts, 256));
}

template <typename T>
Reference<T> scanned_blocks(const std::vector<T>& in, std::size_t block)
{
    std::vector<T> expected(in.size());
    for (std::size_t i = 0; i < in.size(); ++i)
        expected[i] = static_cast<T>((i % block == 0 ? T{} : expected[i - 1]) + in[i]);
    if (!is_asked() || in.empty()) return {std::move(expected), {}};
    const SetKernel kernel = block_scan<T>(block);
    const cl::Buffer out{Exercise::get().context(), CL_MEM_READ_WRITE, in.size() * sizeof(T)};
    scan_blocks<T>(kernel, copied(in), out, in.size(), block);
    return agreed(kernel, std::move(expected), read<T>(out, in.size()));
}

template Reference<float> scanned_blocks(const std::vector<float>& in, std::size_t block);
template Reference<std::uint32_t> scanned_blocks(const std::vector<std::uint32_t>& in, std::size_t block);

Reference<std::uint32_t> scanned(const std::vector<std::uint32_t>& in)
{
    std::vector<std::uint32_t> expected(in.size());
    std::inclusive_scan(in.begin(), in.end(), expected.begin());
    if (!is_asked() || in.empty()) return {std::move(expected), {}};
    const cl::Buffer values = copied(in);
    scan_all(values, in.size());
    return agreed(block_scan<std::uint32_t>(sums_per_group), std::move(expected),
                  read<std::uint32_t>(values, in.size()));
}

Reference<std::uint32_t> scanned_before(const std::vector<std::uint32_t>& in)
{
    Reference<std::uint32_t> reference = scanned(in);
    std::transform(reference.values.begin(), reference.values.end(), in.begin(), reference.values.begin(),
                   std::minus<>{});
    return reference;
}

Accelerations accelerations(const std::vector<float>& bodies, float softening)
{
    const std::size_t n = bodies.size() / 4;
    std::vector<float> expected(bodies.size());
    double largest = 0;
    for (std::size_t i = 0; i < bodies.size(); i += 4) {
        std::array<double, 3> sum{};
        double moved = 0;
        for (std::size_t j = 0; j < bodies.size(); j += 4) {
            std::array<double, 3> d{};
            for (std::size_t k = 0; k < 3; ++k) d.at(k) = double{bodies[j + k]} - double{bodies[i + k]};
            const double square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
            const double softened = square + double{softening};
            const double strength = double{bodies[j + 3]} / (softened * std::sqrt(softened));
            for (std::size_t k = 0; k < 3; ++k) sum.at(k) += strength * d.at(k);
            moved += strength * std::sqrt(square);
        }
        for (std::size_t k = 0; k < 3; ++k) expected[i + k] = static_cast<float>(sum.at(k));
        largest = std::max(largest, moved);
    }
    const Tolerance tolerance{.absolute =
                                  (32 + 4 * std::sqrt(static_cast<double>(n))) * std::exp2(-24) * largest};
    if (!is_asked() || n == 0) return {{std::move(expected), {}}, tolerance};
    const SetKernel kernel{"n_body.cl", "pull_of_tiles", "-D GROUP=64"};
    const cl::Buffer out{Exercise::get().context(), CL_MEM_READ_WRITE, bodies.size() * sizeof(float)};
    launch(kernel, cl::NDRange(round_up(n, 64)), cl::NDRange(64), copied(bodies), out, number(n), softening);
    return {agreed(kernel, std::move(expected), read<float>(out, bodies.size()), 4, tolerance), tolerance};
}

} // namespace lockstep
