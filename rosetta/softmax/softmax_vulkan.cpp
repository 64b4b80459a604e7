// The host of softmax.comp, with Vulkan 1.1.
#include "../common/check.hpp"
#include "../common/vulkan_compute.hpp"
#include "softmax.comp.h"

int main()
{
    constexpr std::uint32_t columns = 1000, rows = 37;
    const Floats in = numbers(columns * rows);

    Vulkan vulkan;
    const Pipeline softmax =
        vulkan.pipeline(softmax_comp, 2, sizeof columns);
    const Buffer matrix =
        vulkan.buffer(in.size() * sizeof(float));
    const Buffer shares =
        vulkan.buffer(in.size() * sizeof(float));
    std::copy(in.begin(), in.end(), matrix.as<float>());

    //! [launch]
    vulkan.begin();
    vulkan.launch(
        softmax, {&matrix, &shares}, columns, {rows, 1, 1});
    vulkan.submit_and_wait();
    //! [launch]
    const Floats out(
        shares.as<float>(), shares.as<float>() + in.size());
    return check_softmax("softmax in GLSL", in, out, columns);
}
