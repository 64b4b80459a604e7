// The host of transpose.comp, with Vulkan 1.1.
#include "../common/check.hpp"
#include "../common/vulkan_compute.hpp"
#include "transpose.comp.h"

int main()
{
    struct Shape
    {
        std::uint32_t columns, rows;
    };
    constexpr Shape shape{1000, 777};
    constexpr std::uint32_t tile = 32;
    const Floats in = numbers(shape.columns * shape.rows);

    Vulkan vulkan;
    const Pipeline transpose =
        vulkan.pipeline(transpose_comp, 2, sizeof(Shape));
    const Buffer matrix =
        vulkan.buffer(in.size() * sizeof(float));
    const Buffer turned =
        vulkan.buffer(in.size() * sizeof(float));
    std::copy(in.begin(), in.end(), matrix.as<float>());

    //! [launch]
    vulkan.begin();
    vulkan.launch(transpose, {&matrix, &turned}, shape,
        {(shape.columns + tile - 1) / tile,
            (shape.rows + tile - 1) / tile, 1});
    vulkan.submit_and_wait();
    //! [launch]
    const Floats out(
        turned.as<float>(), turned.as<float>() + in.size());
    return check_transpose("transpose in GLSL", in, out,
        shape.columns, shape.rows);
}
