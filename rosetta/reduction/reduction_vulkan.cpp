// The host of reduction.comp, with Vulkan 1.1.
#include "../common/check.hpp"
#include "../common/vulkan_compute.hpp"
#include "reduction.comp.h"

int main()
{
    constexpr std::uint32_t count = 1'000'003, groups = 64;
    const Floats in = numbers(count);

    //! [device]
    Vulkan vulkan;
    const Pipeline sums = vulkan.pipeline(
        reduction_comp, 2, sizeof(std::uint32_t));
    //! [device]

    //! [memory]
    const Buffer numbers = vulkan.buffer(count * sizeof(float));
    const Buffer partial =
        vulkan.buffer(groups * sizeof(float));
    const Buffer total = vulkan.buffer(sizeof(float));
    std::copy(in.begin(), in.end(), numbers.as<float>());
    //! [memory]

    //! [launch]
    vulkan.begin();
    vulkan.launch(
        sums, {&numbers, &partial}, count, {groups, 1, 1});
    vulkan.launch(sums, {&partial, &total}, groups, {1, 1, 1});
    vulkan.submit_and_wait();
    //! [launch]

    //! [result]
    const float sum = *total.as<float>();
    //! [result]
    return check_sum("reduction in GLSL", in, sum);
}
