// Tests of the loop of frames: what both queues do is played from a record of the calls.
#include "turns.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace
{

struct Call
{
    std::string what; ///< "draw" and "drawn" are the renderer's
    int buffer = -1;
    bool tell = false;
};

struct Record : Compute
{
    std::vector<Call> calls;

    void wait(int buffer) override { calls.push_back({"wait", buffer}); }
    void acquire(int buffer) override { calls.push_back({"acquire", buffer}); }
    void step(int buffer) override { calls.push_back({"step", buffer}); }
    void release(int buffer) override { calls.push_back({"release", buffer}); }
    void signal(int buffer) override { calls.push_back({"signal", buffer}); }
    void flush() override { calls.push_back({"flush"}); }
    void finish() override { calls.push_back({"finish"}); }

    std::vector<Call> all(const std::string& what) const
    {
        std::vector<Call> found;
        std::copy_if(calls.begin(), calls.end(), std::back_inserter(found),
                     [&](const Call& call) { return call.what == what; });
        return found;
    }
};

/// The renderer's calls, in the same record as OpenCL's.
struct Painter : Renderer
{
    explicit Painter(Record& into) : record(into) {}
    void draw(int buffer, bool tell) override { record.calls.push_back({"draw", buffer, tell}); }
    void finish() override { record.calls.push_back({"drawn"}); }
    Record& record;
};

std::string shown(const Record& record)
{
    std::string text;
    for (std::size_t i = 0; i < record.calls.size() && i < 40; ++i) {
        const Call& call = record.calls[i];
        text += (i > 0 ? ", " : "") + (call.what == "drawn" ? "renderer.finish" : call.what);
        if (call.buffer >= 0) text += " " + std::to_string(call.buffer);
        if (call.tell) text += " (tells)";
    }
    return text + (record.calls.size() > 40 ? ", …" : "");
}

template <typename Look>
void watch_all(Look look)
{
    std::vector<std::pair<int, int>> all{{1000, 17}, {70'003, 300}, {5, 1'000'000}};
    for (const int buffers : {1, 2, 3, 5})
        for (const int frames : {0, 1, 2, 3, 4, 7, 12}) all.emplace_back(frames, buffers);
    for (const auto& [frames, buffers] : all) {
        Record record;
        Painter painter{record};
        run_frames(record, painter, frames, buffers);
        INFO(frames, " frames in ", buffers, " buffers; the calls: ", shown(record));
        look(record, frames, buffers);
    }
}

/// What is known of a buffer while the calls are played.
struct Buffer
{
    bool of_opencl = false, computed = false, drawn = false; // the last two: its semaphores
    bool waited = true;                                      // for the frame drawn before
    bool stepped = false;                                    // in this turn, or in the last one
    bool written = false;                                    // by a whole turn, since it was last drawn
};

} // namespace

TEST_CASE("every frame is computed and drawn once, in its own buffer")
{
    watch_all([](const Record& record, int frames, int buffers) {
        for (const char* what : {"step", "draw"}) {
            const auto calls = record.all(what);
            if (calls.size() != static_cast<std::size_t>(frames))
                FAIL("There are ", calls.size(), " calls of ", std::string{what}, ".");
            for (int i = 0; i < frames; ++i)
                if (calls[static_cast<std::size_t>(i)].buffer != i % buffers)
                    FAIL("The ", std::string{what}, " of frame ", i, " uses buffer ",
                         calls[static_cast<std::size_t>(i)].buffer, ".");
        }
        for (const Call& call : record.calls)
            if (call.buffer < -1 || call.buffer >= buffers)
                FAIL("A call of ", call.what, " names buffer ", call.buffer, ", and the last one is ",
                     buffers - 1, ".");
    });
}

TEST_CASE("a step writes a buffer only between acquire and release")
{
    watch_all([](const Record& record, int, int) {
        std::map<int, Buffer> buffers;
        for (const Call& call : record.calls) {
            Buffer& buffer = buffers[call.buffer];
            if (call.what == "acquire") {
                if (buffer.of_opencl) FAIL("Buffer ", call.buffer, " is acquired twice.");
                buffer.of_opencl = true;
                buffer.stepped = false;
            } else if (call.what == "release") {
                if (!buffer.of_opencl) FAIL("Buffer ", call.buffer, " is released without being OpenCL's.");
                if (!buffer.stepped)
                    FAIL("Buffer ", call.buffer, " is acquired and released with no step in between.");
                buffer.of_opencl = false;
            } else if (call.what == "step") {
                if (!buffer.of_opencl)
                    FAIL("A step writes buffer ", call.buffer, ", which is not OpenCL's then.");
                if (buffer.stepped) FAIL("Two steps write buffer ", call.buffer, " in one turn.");
                buffer.stepped = true;
            } else if ((call.what == "signal" || call.what == "draw") && buffer.of_opencl)
                FAIL("At a call of ", call.what, ", buffer ", call.buffer, " is still OpenCL's.");
        }
        for (const auto& [number, buffer] : buffers)
            if (buffer.of_opencl) FAIL("Buffer ", number, " is OpenCL's at the end.");
    });
}

TEST_CASE("nothing is drawn before it is computed")
{
    watch_all([](const Record& record, int, int) {
        std::map<int, Buffer> buffers;
        for (const Call& call : record.calls) {
            Buffer& buffer = buffers[call.buffer];
            if (call.what == "step") {
                if (buffer.written)
                    FAIL("A step writes over the frame in buffer ", call.buffer,
                         ", which was not drawn yet.");
                buffer.stepped = true;
            }
            if (call.what == "release") buffer.written = buffer.stepped;
            if (call.what == "signal") {
                if (!buffer.written)
                    FAIL("\"computed\" of buffer ", call.buffer,
                         " is signalled before its step and release.");
                buffer.computed = true;
            }
            if (call.what == "draw") {
                if (!buffer.computed)
                    FAIL("A frame waits for \"computed\" of buffer ", call.buffer,
                         ", which nobody has signalled.");
                buffer.computed = buffer.written = buffer.stepped = false;
            }
        }
    });
}

TEST_CASE("a buffer is taken when its last picture is complete, and nobody waits for nothing")
{
    watch_all([](const Record& record, int, int) {
        std::map<int, Buffer> buffers;
        for (const Call& call : record.calls) {
            Buffer& buffer = buffers[call.buffer];
            if (call.what == "draw") buffer.waited = false;
            if (call.what == "draw" && call.tell) {
                if (buffer.drawn) FAIL("\"drawn\" of buffer ", call.buffer, " is signalled twice.");
                buffer.drawn = true;
            }
            if (call.what == "wait") {
                if (!buffer.drawn)
                    FAIL("A wait for \"drawn\" of buffer ", call.buffer,
                         " stands before any frame that signals it.");
                buffer.drawn = false;
                buffer.waited = true;
            }
            if (call.what == "acquire" && !buffer.waited)
                FAIL("Buffer ", call.buffer, " is acquired while its last frame may still be drawn.");
        }
    });
}

TEST_CASE("what a frame waits for was flushed before it is submitted")
{
    watch_all([](const Record& record, int, int) {
        std::map<int, bool> unflushed;
        for (const Call& call : record.calls) {
            if (call.what == "signal") unflushed[call.buffer] = true;
            if (call.what == "flush" || call.what == "finish") unflushed.clear();
            if (call.what == "draw" && unflushed[call.buffer])
                FAIL("A frame is submitted before the signal for buffer ", call.buffer, " was flushed.");
        }
    });
}

TEST_CASE("no signal is left at the end")
{
    watch_all([](const Record& record, int, int) {
        std::map<int, int> computed, drawn;
        for (const Call& call : record.calls) {
            if (call.what == "signal" && ++computed[call.buffer] > 1)
                FAIL("\"computed\" of buffer ", call.buffer, " is signalled twice.");
            if (call.what == "draw") --computed[call.buffer];
            if (call.what == "draw" && call.tell) ++drawn[call.buffer];
            if (call.what == "wait") --drawn[call.buffer];
        }
        for (const auto& [buffer, count] : computed)
            if (count != 0)
                FAIL("\"computed\" of buffer ", buffer, " is still signalled when the function returns.");
        for (const auto& [buffer, count] : drawn)
            if (count != 0)
                FAIL("\"drawn\" of buffer ", buffer, " is still signalled when the function returns.");
    });
}

TEST_CASE("the host waits once, and for the last frame")
{
    watch_all([](const Record& record, int frames, int) {
        if (frames == 0 && !record.calls.empty()) FAIL("There is nothing to draw.");
        if (frames == 0) return;
        if (const std::size_t waits = record.all("finish").size(); waits > 0)
            FAIL("The host waits for OpenCL's queue ", waits, " times; the semaphores do that work.");
        if (record.all("drawn").size() != 1)
            FAIL("The host calls renderer.finish ", record.all("drawn").size(), " times.");
        if (record.calls.back().what != "drawn") FAIL("After renderer.finish more is called.");
    });
}

TEST_CASE("each step waits for the frame before it in its buffer, and for no other")
{
    watch_all([](const Record& record, int frames, int buffers) {
        int steps = 0;
        for (const Call& call : record.calls) {
            if (call.what == "step") ++steps;
            if (call.what == "wait" && call.buffer != steps % buffers)
                FAIL("Before the step of frame ", steps, " there is a wait for buffer ", call.buffer, ".");
        }
        const auto needed = static_cast<std::size_t>(std::max(0, frames - buffers));
        if (const std::size_t waits = record.all("wait").size(); waits != needed)
            FAIL("There are ", waits, " waits, and ", needed, " steps whose buffer was drawn before.");
    });
}
