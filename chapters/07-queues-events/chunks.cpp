// How finely to cut a stream: the same 128 MiB in few large chunks and in many small ones, through one queue and through three.
#include "stream.hpp"

#include <lockstep/run.hpp>

// The median of five passes, in ms by the host's clock.
double median_ms(Stream& stream, std::size_t queue_count, std::size_t buffers)
{
    std::vector<double> times_ms;
    for (int repeat = 0; repeat < (stream.lab.simulated ? 1 : 6); ++repeat) {
        std::vector<cl::CommandQueue> queues;
        for (std::size_t i = 0; i < queue_count; ++i)
            queues.push_back(stream.lab.in_order());
        const Stopwatch watch;
        pass(stream, queues, buffers);
        if (repeat > 0 || stream.lab.simulated) times_ms.push_back(watch.elapsed().count());
    }
    return median(times_ms);
}

int main()
{
    return run([] {
        Lab lab;
        cl_uint rounds = 0; // the same for all, as eight chunks need them
        {
            const Stream eight{lab};
            rounds = eight.rounds;
        }
        std::printf("%8s%12s%14s%16s\n", "chunks", "of", "one queue", "three queues");
        for (std::size_t chunks = 1; chunks <= 1024; chunks *= 2) {
            Stream stream{lab, chunks};
            stream.rounds = rounds;
            const double one = median_ms(stream, 1, 1);
            const double three = median_ms(stream, 3, 3);
            std::printf("%8zu%8zu KiB%11.2f ms%13.2f ms%s\n", chunks, stream.bytes / 1024,
                        one, three, stream.is_right() ? "" : ", WRONG");
            stream.queue.enqueueUnmapMemObject(stream.staging, stream.in);
            stream.queue.finish();
        }
    });
}
