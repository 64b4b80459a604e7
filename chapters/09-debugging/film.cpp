// The film with a mistake in the host's program, and how it is narrowed down: one frame, stage by stage, beside twins.
#include "../07-queues-events/pipeline.hpp"

#include <lockstep/run.hpp>

#include <algorithm>
#include <cstdlib>
#include <map>

//! [kept]
// Programs are built once and kept, because building takes long.
cl::Program kept(const Pipeline& pipeline, const std::string& file,
                 const std::string& options)
{
    static std::map<std::string, cl::Program> programs;
    if (programs.count(file) == 0)
        programs[file] = build_program(pipeline.context, pipeline.device, file, options);
    return programs[file];
}
//! [kept]

using Frame = std::vector<cl_uchar4>;

// The grey of a pixel, and beyond the edge that of the outermost one.
float grey(const Frame& frame, int x, int y)
{
    const int column = std::clamp(x, 0, int{columns} - 1);
    const int row = std::clamp(y, 0, int{rows} - 1);
    return frame[static_cast<std::size_t>(row * int{columns} + column)].s[0];
}

void set(Frame& frame, int x, int y, float grey)
{
    frame[static_cast<std::size_t>(y * int{columns} + x)].s[0] =
        static_cast<cl_uchar>(std::lround(grey));
}

// What each stage should make of a frame.
Frame brightened(const Frame& in)
{
    Frame out(frame_pixels);
    for (int y = 0; y < int{rows}; ++y)
        for (int x = 0; x < int{columns}; ++x)
            set(out, x, y, std::min(255.0F, 2.4F * grey(in, x, y)));
    return out;
}

Frame turned(const Frame& in)
{
    const float middle_x = columns / 2.0F - 0.5F, middle_y = rows / 2.0F - 0.5F;
    Frame out(frame_pixels);
    for (int y = 0; y < int{rows}; ++y)
        for (int x = 0; x < int{columns}; ++x) {
            const float dx = static_cast<float>(x) - middle_x;
            const float dy = static_cast<float>(y) - middle_y;
            const float from_x = middle_x + dx * std::cos(tilt) + dy * std::sin(tilt);
            const float from_y = middle_y + dy * std::cos(tilt) - dx * std::sin(tilt);
            const int left = static_cast<int>(std::floor(from_x));
            const int above = static_cast<int>(std::floor(from_y));
            const float a = from_x - std::floor(from_x), b = from_y - std::floor(from_y);
            set(out, x, y,
                (1 - b) *
                        ((1 - a) * grey(in, left, above) + a * grey(in, left + 1, above)) +
                    b * ((1 - a) * grey(in, left, above + 1) +
                         a * grey(in, left + 1, above + 1)));
        }
    return out;
}

Frame blurred(const Frame& in, int radius)
{
    Frame out(frame_pixels);
    for (int y = 0; y < int{rows}; ++y)
        for (int x = 0; x < int{columns}; ++x) {
            float sum = 0;
            for (int k = -radius; k <= radius; ++k) sum += grey(in, x + k, y);
            set(out, x, y, sum / static_cast<float>(2 * radius + 1));
        }
    return out;
}

// Frame 8 after each stage: what the device made, beside what the twin makes of the same input.
void compare(const char* stage, const Frame& got, const Frame& expected)
{
    std::size_t wrong = 0, first = 0;
    for (std::size_t i = 0; i < got.size(); ++i)
        if (std::abs(got[i].s[0] - expected[i].s[0]) > 1 && wrong++ == 0) first = i;
    std::printf("  %-8s %6zu pixels are wrong", stage, wrong);
    if (wrong > 0)
        std::printf(", the first in column %zu of row %zu: %d, by the twin %d",
                    first % columns, first / columns, got[first].s[0],
                    expected[first].s[0]);
    std::printf("\n");
}

void film()
{
    Pipeline pipeline;
    for (const int radius : {2, 16}) {
        const cl::Program program = kept(pipeline, CHAPTER_DIR "/../08-programs/film.cl",
                                         "-D RADIUS=" + std::to_string(radius));
        pipeline.stages.resize(1);
        pipeline.stages.push_back(find_kernel(program, "blur"));

        std::printf("radius %d\n", radius);
        const cl::CommandQueue queue{pipeline.context, pipeline.device};
        const Slot slot = pipeline.slots(1)[0];
        Frame before(pipeline.in + 8 * frame_pixels, pipeline.in + 9 * frame_pixels);
        Frame after(frame_pixels);
        queue.enqueueWriteBuffer(slot.frame, CL_TRUE, 0, frame_bytes, before.data());
        pipeline.brighten.setArg(0, slot.frame);
        queue.enqueueNDRangeKernel(pipeline.brighten, cl::NullRange,
                                   cl::NDRange{frame_pixels});
        queue.enqueueReadBuffer(slot.frame, CL_TRUE, 0, frame_bytes, after.data());
        compare("brighten", after, brightened(before));
        queue.enqueueCopyBufferToImage(slot.frame, slot.images[0], 0, {0, 0, 0},
                                       {columns, rows, 1});
        for (std::size_t s = 0; s < 2; ++s) {
            before = after;
            pipeline.stages[s].setArg(0, slot.images[s]);
            pipeline.stages[s].setArg(1, slot.images[s + 1]);
            queue.enqueueNDRangeKernel(pipeline.stages[s], cl::NullRange,
                                       cl::NDRange{columns, rows});
            queue.enqueueReadImage(slot.images[s + 1], CL_TRUE, {0, 0, 0},
                                   {columns, rows, 1}, 0, 0, after.data());
            compare(s == 0 ? "turn" : "blur", after,
                    s == 0 ? turned(before) : blurred(before, radius));
        }
    }
}

int main()
{
    return run(film);
}
