// The fluid of chapter 34 in a page, where a pointer stirs it: a worker begins it once, and asks for one picture after the other.
#include "../../chapters/34-fluid/street.hpp"

#include <lockstep/run.hpp>

#include <emscripten.h>

#include <memory>

namespace
{

// A stream around a cylinder, so viscous that no pointer makes it unstable.
constexpr double stirred_reynolds = 40;
constexpr float radius = 7;      // of the pointer, in cells
constexpr float fastest = 0.15F; // cells a step

Channel channel_of(int columns, int rows)
{
    Channel channel{.columns = columns, .rows = rows, .diameter = rows / 6.0};
    for (int y = 0; y < rows; ++y)
        for (int x = 0; x < columns; ++x)
            channel.wall.push_back(std::hypot(x + 0.5 - columns / 4.0, y + 0.5 - rows / 2.0) <
                                   channel.diameter / 2);
    return channel;
}

class Stirred
{
public:
    Stirred(int columns, int rows)
        : channel_(channel_of(columns, rows)),
          fluid_(lab_, channel_, speed, stirred_reynolds, "-D ASKED_ONCE"), wall_(lab_.input(channel_.wall)),
          stir_(lockstep::find_kernel(lab_.program("stir.cl"), "stir"))
    {
    }

    void stir(cl_float2 at, cl_float2 velocity)
    {
        stir_.setArg(0, fluid_.state());
        stir_.setArg(1, wall_);
        stir_.setArg(2, channel_.columns);
        stir_.setArg(3, channel_.rows);
        stir_.setArg(4, at);
        stir_.setArg(5, velocity);
        stir_.setArg(6, radius);
        const cl::NDRange cells(static_cast<std::size_t>(channel_.columns),
                                static_cast<std::size_t>(channel_.rows));
        lab_.queue.enqueueNDRangeKernel(stir_, cl::NullRange, cells);
    }

    void advance() { fluid_.advance(); }

    // Red, green, blue and 255 of each cell.
    const std::uint8_t* picture()
    {
        const lockstep::Picture picture = picture_of(channel_, fluid_.flow());
        pixels_.clear();
        for (std::size_t i = 0; i < picture.bytes.size(); i += 3)
            pixels_.insert(pixels_.end(),
                           {picture.bytes[i], picture.bytes[i + 1], picture.bytes[i + 2], 255});
        return pixels_.data();
    }

private:
    lockstep::Lab lab_;
    Channel channel_;
    Fluid fluid_;
    cl::Buffer wall_;
    cl::Kernel stir_;
    std::vector<std::uint8_t> pixels_;
};

std::unique_ptr<Stirred> stirred;

} // namespace

extern "C"
{

    /// @returns 0, or another number when it has told why it cannot begin.
    EMSCRIPTEN_KEEPALIVE int stir_begin(int columns, int rows)
    {
        return lockstep::run([&] { stirred = std::make_unique<Stirred>(columns, rows); });
    }

    /// Goes on by some steps while the pointer goes (right, down) cells in all. @returns the picture, or null when it has told why there is none.
    EMSCRIPTEN_KEEPALIVE const std::uint8_t* stir_frame(float x, float y, float right, float down, int steps)
    {
        const std::uint8_t* pixels = nullptr;
        const float length = std::hypot(right, down) / static_cast<float>(steps);
        const float scale = length > 0 ? std::min(1.0F, fastest / length) / static_cast<float>(steps) : 0;
        lockstep::run([&] {
            for (int step = 0; step < steps; ++step) {
                if (length > 0) stirred->stir({{x, y}}, {{scale * right, scale * down}});
                stirred->advance();
            }
            pixels = stirred->picture();
        });
        return pixels;
    }
}
