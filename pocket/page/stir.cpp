// The fluid of chapter 34 in a page, where a pointer stirs it: a worker begins it once, and asks for one picture after the other.
#include "../../chapters/34-fluid/stirred.hpp"

#include <lockstep/run.hpp>

#include <emscripten.h>

#include <memory>

namespace
{

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
        lockstep::run([&] { pixels = stirred->after({x, y, right, down, steps}).data(); });
        return pixels;
    }
}
