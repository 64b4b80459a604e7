// From one device to another one of the same context: the ways there are, and how fast each
// is.
#pragma once

#include "team.hpp"

#include <functional>

// Two devices of a platform, and memory of the host that both can reach fast.
class Pair
{
public:
    Pair(const cl::Device& first, const cl::Device& second, std::size_t bytes,
         std::size_t piece)
        : context{std::vector<cl::Device>{first, second}}, bytes_{bytes}, piece_{piece},
          from{context, first}, to{context, second}, back_from{context, second},
          back_to{context, first}, a{context, CL_MEM_READ_WRITE, bytes},
          b{context, CL_MEM_READ_WRITE, bytes}, pinned_{context, CL_MEM_ALLOC_HOST_PTR,
                                                        2 * bytes},
          pageable_(bytes)
    {
        host_ = static_cast<char*>(from.enqueueMapBuffer(
            pinned_, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, 2 * bytes));
        std::fill_n(host_, 2 * bytes, char{1});
    }
    ~Pair()
    {
        from.enqueueUnmapMemObject(pinned_, host_);
        from.finish();
    }
    Pair(const Pair&) = delete;
    Pair& operator=(const Pair&) = delete;

    void copy()
    {
        to.enqueueCopyBuffer(a, b, 0, 0, bytes_);
        to.finish();
    }
    void through(char* memory)
    {
        from.enqueueReadBuffer(a, CL_TRUE, 0, bytes_, memory);
        to.enqueueWriteBuffer(b, CL_TRUE, 0, bytes_, memory);
    }
    void through_pageable() { through(pageable_.data()); }
    void through_pinned() { through(host_); }

    //! [pieces]
    // While a piece is written to one device, the next one is read from the other.
    void in_pieces(const cl::CommandQueue& source, const cl::CommandQueue& target,
                   const cl::Buffer& in, const cl::Buffer& out, char* memory)
    {
        for (std::size_t at = 0; at < bytes_; at += piece_) {
            const std::size_t length = std::min(piece_, bytes_ - at);
            std::vector<cl::Event> is_read(1);
            source.enqueueReadBuffer(in, CL_FALSE, at, length, memory + at, nullptr,
                                     &is_read[0]);
            source.flush();
            target.enqueueWriteBuffer(out, CL_FALSE, at, length, memory + at, &is_read);
            target.flush();
        }
    }
    //! [pieces]
    void pieces()
    {
        in_pieces(from, to, a, b, host_);
        to.finish();
    }
    void both_directions()
    {
        in_pieces(from, to, a, b, host_);
        in_pieces(back_from, back_to, c, d, host_ + bytes_);
        to.finish();
        back_to.finish();
    }

    bool arrives(const std::function<void()>& way)
    {
        std::vector<cl_uint> sent = random_uints(bytes_ / sizeof(cl_uint), ++seed_, ~0U),
                             got(sent.size());
        from.enqueueWriteBuffer(a, CL_TRUE, 0, bytes_, sent.data());
        way();
        to.enqueueReadBuffer(b, CL_TRUE, 0, bytes_, got.data());
        return sent == got;
    }

    cl::Context context;

private:
    std::size_t bytes_, piece_;
    std::uint64_t seed_ = 260;
    cl::CommandQueue from, to, back_from, back_to;
    cl::Buffer a, b, c{context, CL_MEM_READ_WRITE, bytes_},
        d{context, CL_MEM_READ_WRITE, bytes_}, pinned_;
    std::vector<char> pageable_;
    char* host_ = nullptr;
};

inline void measure_transfers(const std::vector<Member>& team, Size size)
{
    const auto platform = [](const Member& member) {
        return member.device.getInfo<CL_DEVICE_PLATFORM>();
    };
    if (team.size() < 2) {
        std::printf("\none device: there is no other to copy to\n");
        return;
    }
    if (platform(team[0]) != platform(team[1])) {
        std::printf("\nthe first two are of two platforms, which share no context\n");
        return;
    }
    const std::size_t bytes = std::size_t{size == Size::cpus ? 32U : 256U} << 20U;
    std::printf("\n%zu MiB from %s to %s\n", bytes >> 20U, team[0].name.c_str(),
                team[1].name.c_str());
    Pair pair{team[0].device, team[1].device, bytes, bytes / 64};
    const auto tell = [&](const char* name, const std::function<void()>& way,
                          double directions) {
        const bool right = pair.arrives(way);
        std::vector<double> times;
        for (int i = 0; i < 3; ++i) {
            const Stopwatch watch;
            way();
            times.push_back(watch.elapsed().count());
        }
        std::printf("  %-30s %7.2f GB/s, %s\n", name,
                    directions * static_cast<double>(bytes) / median(times) * 1e-6,
                    right ? "arrived" : "WRONG");
    };
    tell(
        "clEnqueueCopyBuffer", [&] { pair.copy(); }, 1);
    tell(
        "through pageable memory", [&] { pair.through_pageable(); }, 1);
    tell(
        "through pinned memory", [&] { pair.through_pinned(); }, 1);
    tell(
        "in 64 pieces, overlapped", [&] { pair.pieces(); }, 1);
    tell(
        "so in both directions at once", [&] { pair.both_directions(); }, 2);
}
