// A stream of chunks, each to the device, through a kernel and back: one after the other,
// and overlapped.
#pragma once

#include "timeline.hpp"

#include <array>

struct Stream
{
    Lab& lab;
    std::size_t chunks;
    std::size_t count; // values of a chunk
    std::size_t bytes = count * sizeof(cl_uint);
    cl::Kernel kernel = find_kernel(lab.program, "chunk");
    std::array<cl::Buffer, 3> ring{device_buffer(), device_buffer(), device_buffer()};
    //! [pinned]
    cl::CommandQueue queue = lab.in_order();
    cl::Buffer staging{lab.context, CL_MEM_ALLOC_HOST_PTR, 2 * chunks* bytes};
    cl_uint* in = static_cast<cl_uint*>(queue.enqueueMapBuffer(
        staging, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, 2 * chunks * bytes));
    cl_uint* out = in + chunks * count;
    //! [pinned]
    cl_uint rounds = 1;

    // A power of two of chunks, of 128 MiB together.
    explicit Stream(Lab& a_lab, std::size_t pieces = 8)
        : lab(a_lab), chunks(a_lab.simulated ? 3 : pieces),
          count(a_lab.simulated ? 1024 : (std::size_t{1} << 25U) / pieces)
    {
        for (std::size_t i = 0; i < chunks * count; ++i)
            in[i] = static_cast<cl_uint>(7 * i);
        // What is done once alone, memory taken, say, is not to be timed below.
        for (const cl::Buffer& buffer : ring)
            queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, bytes, in);
        cl::Event written;
        queue.enqueueWriteBuffer(ring[0], CL_TRUE, 0, bytes, in, nullptr, &written);
        compute(queue, ring[0], {});
        queue.finish(); // other queues use it
        // A kernel that takes at least as long as the upload, because then there is
        // something to hide; up to twice as long, since its rounds are doubled.
        while (!lab.simulated && elapsed(compute(queue, ring[0], {})) < elapsed(written))
            rounds *= 2;
    }

    cl::Buffer device_buffer() const { return {lab.context, CL_MEM_READ_WRITE, bytes}; }

    cl::Event compute(const cl::CommandQueue& where, const cl::Buffer& values,
                      const Events& after)
    {
        kernel.setArg(0, values);
        kernel.setArg(1, static_cast<cl_uint>(count));
        kernel.setArg(2, rounds);
        cl::Event done;
        where.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(count),
                                   cl::NDRange(256), &after, &done);
        return done;
    }

    bool is_right() const // looked at in every 1,009th value, because the host is slow
    {
        for (std::size_t i = 0; i < chunks * count; i += 1009)
            if (out[i] != spin(in[i], rounds)) return false;
        return true;
    }
};

// What became of each chunk.
struct Passage
{
    Events uploaded, computed, downloaded;
};

Passage pass(Stream& stream, const std::vector<cl::CommandQueue>& queues,
             std::size_t buffers)
{
    const cl::CommandQueue& up = queues.front();
    const cl::CommandQueue& compute = queues.at(queues.size() / 2);
    const cl::CommandQueue& down = queues.back();
    Passage passage;
    for (std::size_t chunk = 0; chunk < stream.chunks; ++chunk) {
        const cl::Buffer& values = stream.ring.at(chunk % buffers);
        Events is_free; // when the chunk that was in this buffer is back on the host
        if (chunk >= buffers) is_free.push_back(passage.downloaded[chunk - buffers]);

        cl::Event uploaded, downloaded;
        up.enqueueWriteBuffer(values, CL_FALSE, 0, stream.bytes,
                              stream.in + chunk * stream.count, &is_free, &uploaded);
        const cl::Event computed = stream.compute(compute, values, {uploaded});
        const Events is_computed{computed};
        down.enqueueReadBuffer(values, CL_FALSE, 0, stream.bytes,
                               stream.out + chunk * stream.count, &is_computed,
                               &downloaded);
        for (const cl::CommandQueue& queue : queues) queue.flush();
        passage.uploaded.push_back(uploaded);
        passage.computed.push_back(computed);
        passage.downloaded.push_back(downloaded);
    }
    for (const cl::CommandQueue& queue : queues) queue.finish();
    return passage;
}

// For how long commands of one kind ran beside commands of another.
double beside_ms(const Events& ones, const Events& others)
{
    double ms = 0;
    for (const cl::Event& one : ones)
        for (const cl::Event& other : others) ms += overlap_ms(Stamps{one}, Stamps{other});
    return ms;
}

Timeline timeline_of(const std::string& title, const Passage& passage, std::size_t queues)
{
    Timeline timeline{title, {"queue"}};
    if (queues > 1) timeline.queues = {"upload", "compute", "download"};
    const auto add = [&](const Events& events, const std::string& kind, std::size_t queue) {
        for (std::size_t chunk = 0; chunk < events.size(); ++chunk)
            timeline.add(std::to_string(chunk), kind, queue % queues, events[chunk]);
    };
    add(passage.uploaded, "upload", 0);
    add(passage.computed, "kernel", 1);
    add(passage.downloaded, "download", 2);
    return timeline;
}

void stream(Lab& lab, TraceFile& trace)
{
    Stream stream{lab};
    struct Way
    {
        const char* name;
        std::size_t queues;
        std::size_t buffers;
        std::vector<double> times_ms{};
        Passage last{};
    };
    std::array ways{Way{"one queue, one buffer", 1, 1},
                    Way{"three queues, two buffers", 3, 2},
                    Way{"three queues, three buffers", 3, 3}};
    bool right = true;
    for (int repeat = 0; repeat < (lab.simulated ? 1 : 6); ++repeat)
        for (Way& way : ways) { // in turn, because machines have moods
            std::vector<cl::CommandQueue> queues;
            for (std::size_t i = 0; i < way.queues; ++i) queues.push_back(lab.in_order());
            std::fill_n(stream.out, stream.chunks * stream.count, 0);
            const Stopwatch watch;
            way.last = pass(stream, queues, way.buffers);
            if (repeat > 0 || lab.simulated)
                way.times_ms.push_back(watch.elapsed().count());
            right = right && stream.is_right();
        }
    std::printf(
        "\na stream of %zu chunks of %zu KiB, %u rounds in the kernel, results %s\n",
        stream.chunks, stream.bytes / 1024, stream.rounds, right ? "right" : "WRONG");
    double plain_ms = 0;
    for (Way& way : ways) {
        std::ranges::sort(way.times_ms);
        const double median_ms = way.times_ms[way.times_ms.size() / 2];
        if (way.queues == 1) plain_ms = median_ms;
        std::printf("  %-28s %8.2f ms (%.2f to %.2f), gain %.2f\n", way.name, median_ms,
                    way.times_ms.front(), way.times_ms.back(), plain_ms / median_ms);
        const Passage& last = way.last;
        const Timeline timeline = timeline_of(way.name, last, way.queues);
        std::printf(
            "    its kernels %.2f ms: beside uploads %.2f ms, beside downloads %.2f ms\n",
            timeline.sum_ms("kernel"), beside_ms(last.computed, last.uploaded),
            beside_ms(last.computed, last.downloaded));
        trace.add(timeline);
    }
    stream.queue.enqueueUnmapMemObject(stream.staging, stream.in);
    stream.queue.finish();
}
