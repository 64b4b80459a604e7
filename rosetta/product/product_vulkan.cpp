// The host of product.comp, with Vulkan 1.1.
#include "../common/check.hpp"
#include "../common/vulkan_compute.hpp"
#include "product.comp.h"

int main()
{
    struct Shape
    {
        std::uint32_t rows, columns, inner;
    };
    constexpr Shape shape{190, 250, 130};
    constexpr std::uint32_t tile = 16;
    const Floats a = numbers(shape.rows * shape.inner);
    const Floats b = numbers(shape.inner * shape.columns);
    Floats c(shape.rows * shape.columns);

    Vulkan vulkan;
    const Pipeline product =
        vulkan.pipeline(product_comp, 3, sizeof(Shape));
    const Buffer left = vulkan.buffer(a.size() * sizeof(float));
    const Buffer right =
        vulkan.buffer(b.size() * sizeof(float));
    const Buffer out = vulkan.buffer(c.size() * sizeof(float));
    std::copy(a.begin(), a.end(), left.as<float>());
    std::copy(b.begin(), b.end(), right.as<float>());

    //! [launch]
    vulkan.begin();
    vulkan.launch(product, {&left, &right, &out}, shape,
        {(shape.columns + tile - 1) / tile,
            (shape.rows + tile - 1) / tile, 1});
    vulkan.submit_and_wait();
    //! [launch]
    std::copy_n(out.as<float>(), c.size(), c.begin());
    return check_product("product in GLSL", a, b, c, shape.rows,
        shape.columns, shape.inner);
}
