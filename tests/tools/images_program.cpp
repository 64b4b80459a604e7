// A chapter's program that needs images.
#include <lockstep/device.hpp>
#include <lockstep/run.hpp>

#include <cstdio>

int main()
{
    return lockstep::run([] {
        lockstep::require_images(lockstep::choose_device());
        std::puts("The device has images.");
    });
}
