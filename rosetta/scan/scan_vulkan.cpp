// The host of scan.comp and scan_grow.comp, with Vulkan 1.1.
#include "../common/check.hpp"
#include "../common/vulkan_compute.hpp"
#include "scan.comp.h"
#include "scan_grow.comp.h"

int main()
{
    constexpr std::uint32_t n = 50'003, group = 256;
    constexpr std::uint32_t blocks = (n + group - 1) / group;
    const std::vector<std::uint32_t> in = digits(n);
    std::vector<std::uint32_t> out(n);

    Vulkan vulkan;
    const Pipeline scan =
        vulkan.pipeline(scan_comp, 3, sizeof n);
    const Pipeline grow =
        vulkan.pipeline(scan_grow_comp, 2, sizeof n);
    const Buffer values = vulkan.buffer(n * sizeof n);
    const Buffer scanned = vulkan.buffer(n * sizeof n);
    const Buffer sums = vulkan.buffer(blocks * sizeof n);
    const Buffer before = vulkan.buffer(blocks * sizeof n);
    const Buffer total = vulkan.buffer(sizeof n);
    std::copy(in.begin(), in.end(), values.as<std::uint32_t>());

    //! [launch]
    vulkan.begin();
    vulkan.launch(
        scan, {&values, &scanned, &sums}, n, {blocks, 1, 1});
    vulkan.launch(
        scan, {&sums, &before, &total}, blocks, {1, 1, 1});
    vulkan.launch(
        grow, {&scanned, &before}, n, {blocks - 1, 1, 1});
    vulkan.submit_and_wait();
    //! [launch]
    std::copy_n(scanned.as<std::uint32_t>(), n, out.begin());
    return check_scan("scan in GLSL", in, out);
}
