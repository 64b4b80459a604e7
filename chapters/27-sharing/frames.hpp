// A loop of frames: the device moves the stars, the host draws them. What it costs to bring them from one to
// the other, and what waits for what.
#pragma once

#include "draw.hpp"
#include "galaxies.hpp"

#include <array>
#include <functional>

struct FrameTimes
{
    double whole_ms = 0, fetch_ms = 0, draw_ms = 0; // of a frame, in the middle
};

class Frames
{
public:
    explicit Frames(const Lab& lab)
        : n(lab.simulated ? 1024 : 1024 * 1024), lab_(lab),
          picture(make_picture(lab.simulated ? 32 : 512, lab.simulated ? 32 : 512, 3))
    {
    }

    // Frames whose places are copied into an array of the host's.
    void copied()
    {
        Galaxies galaxies{lab_, n};
        const std::array places = buffers(galaxies, 0);
        std::vector<cl_float4> stars(n);
        measure("copied", [&](std::size_t frame) {
            //! [copied]
            galaxies.step(lab_.queue, places[frame % 2], places[(frame + 1) % 2]);
            lab_.queue.finish();
            fetch([&] {
                lab_.queue.enqueueReadBuffer(places[(frame + 1) % 2], CL_TRUE, 0,
                                             galaxies.bytes(), stars.data());
            });
            draw(stars.data());
            //! [copied]
        });
    }

    // Frames whose places are mapped.
    void mapped()
    {
        Galaxies galaxies{lab_, n};
        const std::array places = buffers(galaxies, CL_MEM_ALLOC_HOST_PTR);
        measure("mapped", [&](std::size_t frame) {
            //! [mapped]
            const cl::Buffer& to = places[(frame + 1) % 2];
            galaxies.step(lab_.queue, places[frame % 2], to);
            lab_.queue.finish();
            void* stars = nullptr;
            fetch([&] {
                stars = lab_.queue.enqueueMapBuffer(to, CL_TRUE, CL_MAP_READ, 0,
                                                    galaxies.bytes());
            });
            draw(static_cast<const cl_float4*>(stars));
            lab_.queue.enqueueUnmapMemObject(to, stars);
            //! [mapped]
        });
    }

    // Mapped, and the next step is computed while the host draws this one. The kernel reads what the host
    // has mapped, which is allowed for what is mapped for reading alone.
    void ahead()
    {
        Galaxies galaxies{lab_, n};
        const std::array places = buffers(galaxies, CL_MEM_ALLOC_HOST_PTR);
        //! [ahead]
        cl::CommandQueue maps{lab_.context, lab_.device};
        std::array<cl::Event, 2> drawn; // the unmap of each buffer
        const auto compute = [&](std::size_t frame) {
            const cl::Buffer& to = places[(frame + 1) % 2];
            std::vector<cl::Event> before;
            if (frame >= 2) before = {drawn[(frame + 1) % 2]};
            cl::Event computed;
            galaxies.step(lab_.queue, places[frame % 2], to, &before, &computed);
            lab_.queue.flush();
            return computed;
        };
        cl::Event computed = compute(0);
        measure("mapped, computed ahead", [&](std::size_t frame) {
            const cl::Buffer& to = places[(frame + 1) % 2];
            const std::vector<cl::Event> before{computed};
            void* stars = nullptr;
            fetch([&] {
                stars = maps.enqueueMapBuffer(to, CL_TRUE, CL_MAP_READ, 0, galaxies.bytes(),
                                              &before);
            });
            computed = compute(frame + 1); // runs while this frame is drawn
            draw(static_cast<const cl_float4*>(stars));
            maps.enqueueUnmapMemObject(to, stars, nullptr, &drawn[(frame + 1) % 2]);
            maps.flush();
        });
        //! [ahead]
        lab_.queue.finish();
    }

    std::size_t n;

private:
    static constexpr std::size_t frames = 13;

    std::array<cl::Buffer, 2> buffers(Galaxies& galaxies, cl_mem_flags flags) const
    {
        const auto make = [&] {
            cl::Buffer buffer{lab_.context, CL_MEM_READ_WRITE | flags, galaxies.bytes()};
            lab_.queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, galaxies.bytes(),
                                          galaxies.begin.data());
            return buffer;
        };
        return {make(), make()};
    }
    void fetch(const std::function<void()>& how)
    {
        const Stopwatch watch;
        how();
        fetches_.push_back(watch.elapsed().count());
    }
    void draw(const cl_float4* stars)
    {
        const Stopwatch watch;
        draw_points({stars, n}, picture);
        draws_.push_back(watch.elapsed().count());
    }
    void measure(const char* how, const std::function<void(std::size_t)>& frame)
    {
        std::vector<double> times;
        fetches_.clear();
        draws_.clear();
        for (std::size_t i = 0; i < frames; ++i) {
            const Stopwatch watch;
            frame(i);
            times.push_back(watch.elapsed().count());
        }
        std::uint64_t sum = 0; // of what was drawn last
        for (std::size_t i = 0; i < picture.bytes.size(); ++i)
            sum = sum * 31 + picture.bytes[i];
        if (expected_ == 0) expected_ = sum;
        std::printf("  %-22s %7.2f ms: fetch %6.2f, draw %6.2f; %s\n", how, median(times),
                    median(fetches_), median(draws_),
                    sum == expected_ ? "same picture" : "ANOTHER PICTURE");
    }

    const Lab& lab_;
    Picture picture;
    std::vector<double> fetches_, draws_;
    std::uint64_t expected_ = 0;
};

inline void measure_frames(const Lab& lab)
{
    Frames frames{lab};
    std::printf("\nframes of %zu stars, drawn by the host: time of a frame\n", frames.n);
    frames.copied();
    frames.mapped();
    frames.ahead();
}

// Four moments of the encounter, side by side in output-stars.png.
inline void show_stars(const Lab& lab)
{
    const std::size_t n = lab.simulated ? 512 : 128 * 1024, side = lab.simulated ? 32 : 240;
    const int steps = lab.simulated ? 1 : 140;
    Galaxies galaxies{lab, n};
    std::array<cl::Buffer, 2> places;
    for (cl::Buffer& buffer : places)
        buffer = {lab.context, galaxies.begin.begin(), galaxies.begin.end(), false};
    Picture all = make_picture(4 * side, side, 3), picture = make_picture(side, side, 3);
    for (std::size_t moment = 0; moment < 4; ++moment) {
        void* stars = lab.queue.enqueueMapBuffer(places[0], CL_TRUE, CL_MAP_READ, 0,
                                                 galaxies.bytes());
        draw_points({static_cast<const cl_float4*>(stars), n}, picture);
        lab.queue.enqueueUnmapMemObject(places[0], stars);
        place_beside(picture, moment * side, all);
        for (int step = 0; step < steps; ++step) {
            galaxies.step(lab.queue, places[0], places[1]);
            std::swap(places[0], places[1]);
        }
    }
    lab.queue.finish();
    write_png("output-stars.png", all);
}
