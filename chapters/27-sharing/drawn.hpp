// Stars that OpenCL moves and Vulkan draws: through the host, and from the very buffer that was computed.
#pragma once

#include "draw.hpp"
#include "external.hpp"
#include "galaxies.hpp"
#include "handles.hpp"
#include "renderer.hpp"

#include <cstdlib>
#include <memory>

class Drawn
{
public:
    Drawn(const Lab& lab, const Asked& asked)
        : frames(lab.gpu ? 40 : 6), n(lab.gpu ? 4 * 1024 * 1024 : 64 * 1024),
          side(lab.gpu ? 1024 : 512), lab_(lab),
          vulkan(shares_by_handle(asked) ? asked.uuid : std::nullopt)
    {
        std::printf("  Vulkan's device is %s\n", vulkan.name.c_str());
    }

    // Frames whose places go to the host, and from there to Vulkan.
    void through_the_host()
    {
        Renderer renderer{vulkan, side};
        Galaxies galaxies{lab_, n};
        const cl::Buffer places = begin(galaxies);
        const VulkanBuffer stars = vulkan.buffer(galaxies.bytes(),
                                                 VK_BUFFER_USAGE_VERTEX_BUFFER_BIT |
                                                     VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                                                 VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
        const VulkanBuffer staging = vulkan.buffer(
            galaxies.bytes(), VK_BUFFER_USAGE_TRANSFER_SRC_BIT,
            VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT |
                VK_MEMORY_PROPERTY_HOST_CACHED_BIT);
        void* const between = vulkan.map(staging);
        renderer.record(stars, n, false, &staging);
        measure("through the host", renderer, [&] {
            //! [through]
            galaxies.step(lab_.queue, places, places);
            lab_.queue.enqueueReadBuffer(places, CL_TRUE, 0, galaxies.bytes(), between);
            renderer.submit(); // copies from there into its own buffer, and draws that
            renderer.wait();
            //! [through]
        });
        vkUnmapMemory(vulkan.device, staging.memory);
        std::vector<cl_float4> last(n);
        lab_.queue.enqueueReadBuffer(places, CL_TRUE, 0, galaxies.bytes(), last.data());
        Picture own = make_picture(side, side, 3);
        draw_points(last, own);
        std::size_t others = 0;
        for (std::size_t i = 0; i < own.bytes.size(); i += 3)
            others +=
                std::equal(&own.bytes[i], &own.bytes[i] + 3, &picture.bytes[i]) ? 0U : 1U;
        std::printf("  pixels that differ from a picture by the host: %.2f %%\n",
                    100.0 * static_cast<double>(others) / static_cast<double>(side * side));
    }

    void tell_saved() const
    {
        std::printf("  %-28s %8.3f ms a frame\n", "the shared buffer saves",
                    first_ms_ - last_ms_);
    }

    // Only the drawing, for comparison: nothing is computed or moved.
    void draw_alone()
    {
        Renderer renderer{vulkan, side};
        const Galaxies galaxies{lab_, n};
        VkMemoryPropertyFlags flags =
            VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
        if (lab_.gpu) flags |= VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
        const VulkanBuffer stars =
            vulkan.buffer(galaxies.bytes(), VK_BUFFER_USAGE_VERTEX_BUFFER_BIT, flags);
        std::memcpy(vulkan.map(stars), galaxies.begin.data(), galaxies.bytes());
        vkUnmapMemory(vulkan.device, stars.memory);
        renderer.record(stars, n, false);
        measure(
            "drawn only, nothing moves", renderer,
            [&] {
                renderer.submit();
                renderer.wait();
            },
            false);
    }

    // Host memory that both drivers use; the host tells each when it may.
    void host_memory()
    {
        if (!vulkan.has("VK_EXT_external_memory_host"))
            throw Missing{"This Vulkan device imports no memory of the host."};
        Renderer renderer{vulkan, side};
        Galaxies galaxies{lab_, n};
        //! [host_memory]
        const std::unique_ptr<void, void (*)(void*)> memory{
            std::aligned_alloc(vulkan.host_alignment, galaxies.bytes()), std::free};
        const cl::Buffer places{lab_.context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
                                galaxies.bytes(), memory.get()};
        const VulkanBuffer stars = import_host(vulkan, memory.get(), galaxies.bytes());
        //! [host_memory]
        lab_.queue.enqueueWriteBuffer(places, CL_TRUE, 0, galaxies.bytes(),
                                      galaxies.begin.data());
        renderer.record(stars, n, true);
        measure("host memory of both", renderer, [&] {
            //! [host_frame]
            galaxies.step(lab_.queue, places, places);
            void* const mapped = lab_.queue.enqueueMapBuffer(places, CL_TRUE, CL_MAP_READ,
                                                             0, galaxies.bytes());
            renderer.submit(); // while it is mapped, Vulkan may read it
            renderer.wait();
            lab_.queue.enqueueUnmapMemObject(places, mapped);
            //! [host_frame]
        });
        lab_.queue.finish();
        vkDeviceWaitIdle(vulkan.device);
    }

    // The buffer is Vulkan's, and OpenCL imports it; the host waits for each side in turn.
    void shared_buffer()
    {
        const External external{lab_};
        Renderer renderer{vulkan, side};
        Galaxies galaxies{lab_, n};
        const VulkanBuffer stars = export_buffer(vulkan, galaxies.bytes());
        const cl::Buffer places =
            external.import_memory(descriptor_of(vulkan, stars), stars.bytes);
        fill(external, places, galaxies);
        renderer.record(stars, n, true);
        measure("one buffer, the host waits", renderer, [&] {
            external.acquire(places);
            galaxies.step(lab_.queue, places, places);
            external.release(places);
            lab_.queue.finish();
            renderer.submit();
            renderer.wait();
        });
    }

    // The same, and semaphores tell each side when the other has ended. The host runs ahead of both.
    void with_semaphores()
    {
        const External external{lab_};
        Renderer renderer{vulkan, side};
        Galaxies galaxies{lab_, n};
        const VulkanBuffer stars = export_buffer(vulkan, galaxies.bytes());
        const cl::Buffer places =
            external.import_memory(descriptor_of(vulkan, stars), stars.bytes);
        const VkSemaphore computed = make_semaphore(vulkan), drawn = make_semaphore(vulkan);
        const External::Semaphore cl_computed = external.import_semaphore(
                                      descriptor_of(vulkan, computed)),
                                  cl_drawn = external.import_semaphore(
                                      descriptor_of(vulkan, drawn));
        fill(external, places, galaxies);
        renderer.record(stars, n, true);
        const Stopwatch watch;
        for (std::size_t frame = 0; frame < frames; ++frame) {
            const bool last = frame + 1 == frames;
            //! [frame]
            if (frame > 0) external.wait(cl_drawn); // in OpenCL's queue
            external.acquire(places);
            galaxies.step(lab_.queue, places, places);
            external.release(places);
            external.signal(cl_computed);
            lab_.queue.flush(); // Vulkan waits for it

            renderer.submit(computed, last ? VK_NULL_HANDLE : drawn, last);
            //! [frame]
        }
        renderer.wait();
        const double ms = watch.elapsed().count() / static_cast<double>(frames);
        tell("one buffer and semaphores", ms, renderer.picture());
        lab_.queue.finish();
        external.free(cl_computed);
        external.free(cl_drawn);
    }

    bool same = true; // all pictures so far
    std::size_t frames, n, side;

private:
    cl::Buffer begin(Galaxies& galaxies) const
    {
        return {lab_.context, galaxies.begin.begin(), galaxies.begin.end(), false};
    }
    void fill(const External& external, const cl::Buffer& places,
              const Galaxies& galaxies) const
    {
        external.acquire(places);
        lab_.queue.enqueueWriteBuffer(places, CL_TRUE, 0, galaxies.bytes(),
                                      galaxies.begin.data());
        external.release(places);
        lab_.queue.finish();
    }

    template <typename Frame>
    void measure(const char* how, Renderer& renderer, const Frame& frame,
                 bool compare = true)
    {
        const Stopwatch watch;
        for (std::size_t i = 0; i < frames; ++i) frame();
        const double ms = watch.elapsed().count() / static_cast<double>(frames);
        if (compare)
            tell(how, ms, renderer.picture());
        else
            std::printf("  %-28s %8.3f ms a frame\n", how, ms);
    }
    void tell(const char* how, double ms, Picture drawn)
    {
        const bool equal = picture.bytes.empty() || picture.bytes == drawn.bytes;
        std::printf("  %-28s %8.3f ms a frame; %s\n", how, ms,
                    equal ? "same picture" : "ANOTHER PICTURE");
        if (first_ms_ == 0) first_ms_ = ms;
        last_ms_ = ms;
        same = same && equal;
        if (picture.bytes.empty()) picture = std::move(drawn);
    }

    const Lab& lab_;
    Vulkan vulkan;
    Picture picture;                    // the first one
    double first_ms_ = 0, last_ms_ = 0; // of the ways that draw a new frame each time
};

// Returns true if every way that there is here drew the same picture.
inline bool draw_with_vulkan(const Lab& lab, const Asked& asked)
{
    if (!shares_by_handle(asked) && lab.gpu)
        throw Missing{"The device imports no memory of Vulkan's by a file descriptor."};
    Drawn drawn{lab, asked};
    std::printf("  %zu stars, %zu × %zu pixels\n", drawn.n, drawn.side, drawn.side);
    drawn.through_the_host();
    if (shares_by_handle(asked)) {
        drawn.shared_buffer();
        drawn.with_semaphores();
    } else
        drawn.host_memory();
    drawn.tell_saved();
    drawn.draw_alone();
    return drawn.same;
}
