// The film, third form: while one frame is computed, the next arrives and the last one leaves.
#include "pipeline.hpp"

#include <lockstep/run.hpp>
#include <lockstep/timing.hpp>

// How many frames are not as they were when they went through one queue.
cl_uint wrong_frames(const Pipeline& pipeline, const std::vector<cl_uchar4>& expected)
{
    cl_uint wrong = 0;
    for (cl_uint t = 0; t < frames; ++t) {
        bool same = true;
        for (std::size_t i = t * frame_pixels; i < (t + 1) * frame_pixels; ++i)
            same = same && pipeline.out[i].s[0] == expected[i].s[0];
        wrong += same ? 0 : 1;
    }
    return wrong;
}

void film()
{
    Pipeline pipeline;
    const cl::CommandQueue one{pipeline.context, pipeline.device};
    const std::vector<Slot> slot = pipeline.slots(1);
    pipeline.pass(one, one, one, slot); // untimed: the first launches compile
    Stopwatch watch;
    pipeline.pass(one, one, one, slot);
    const double in_one = watch.elapsed().count() / frames;
    const std::vector<cl_uchar4> expected(pipeline.out,
                                          pipeline.out + frames * frame_pixels);

    //! [three]
    const cl::CommandQueue up{pipeline.context, pipeline.device};
    const cl::CommandQueue compute{pipeline.context, pipeline.device};
    const cl::CommandQueue down{pipeline.context, pipeline.device};
    const std::vector<Slot> slots = pipeline.slots(3);
    watch.restart();
    pipeline.pass(up, compute, down, slots);
    const double in_three = watch.elapsed().count() / frames; // milliseconds
    //! [three]

    show(pipeline.out + 4 * frame_pixels, pipeline.out + 20 * frame_pixels);
    std::printf("one queue, one slot:       %6.2f ms a frame\n", in_one);
    std::printf("three queues, three slots: %6.2f ms a frame, %u frames are wrong\n",
                in_three, wrong_frames(pipeline, expected));

    //! [shared]
    const std::vector<Slot> shared(frames, pipeline.slots(1)[0]); // copies of handles
    pipeline.pass(one, one, one, shared);
    //! [shared]
    std::printf("a slot for each frame, in one place: %u frames are wrong in one queue",
                wrong_frames(pipeline, expected));
    pipeline.pass(up, compute, down, shared);
    std::printf(", %u in three\n", wrong_frames(pipeline, expected));
}

int main()
{
    return run(film);
}
