// A Gaussian blur estimated, measured, and compared with a true Gaussian; and pictures as images.
#include "accuracy.hpp"

#include <lockstep/run.hpp>

void compare_images(const Lab& lab)
{
    std::printf("\n");
    if (lab.device.getInfo<CL_DEVICE_IMAGE_SUPPORT>() == CL_FALSE) {
        std::printf("this device has no images\n");
        return;
    }
    const std::size_t side = lab.simulated ? 32 : is_cpu(lab) ? 512 : 8192;
    const Blur blur(lab, random_floats(side * side, 23), side, 4.0 / 3);
    const double buffer_ms = blur.constant_ms(), image_ms = blur.image_ms();
    std::printf("9 × 9 window of %zu × %zu: %.3f ms from a buffer, %.3f ms from an image\n",
                side, side, buffer_ms, image_ms);
}

int main()
{
    return run([] {
        const Lab lab;
        estimate_and_measure(lab);
        compare_widths(lab);
        compare_images(lab);
    });
}
