// What the tests call of turns.cpp, for a judge that stands outside of its process: the function's calls are recorded where
// it runs, and made where the tests are.
#include "turns.hpp"

#include "remote/functions.hpp"

using lockstep::remote::call;

namespace
{

// A call, as it is sent. A renderer's draw(buffer, true) is `tell`, and its finish() is `drawn`.
enum class What
{
    wait,
    acquire,
    step,
    release,
    signal,
    flush,
    finish,
    draw,
    tell,
    drawn
};

struct Made
{
    What what;
    int buffer;
};

struct Computed : Compute
{
    std::vector<Made>& made;
    explicit Computed(std::vector<Made>& into) : made(into) {}
    void wait(int buffer) override { made.push_back({What::wait, buffer}); }
    void acquire(int buffer) override { made.push_back({What::acquire, buffer}); }
    void step(int buffer) override { made.push_back({What::step, buffer}); }
    void release(int buffer) override { made.push_back({What::release, buffer}); }
    void signal(int buffer) override { made.push_back({What::signal, buffer}); }
    void flush() override { made.push_back({What::flush, 0}); }
    void finish() override { made.push_back({What::finish, 0}); }
};

struct Drawn : Renderer
{
    std::vector<Made>& made;
    explicit Drawn(std::vector<Made>& into) : made(into) {}
    void draw(int buffer, bool tell) override { made.push_back({tell ? What::tell : What::draw, buffer}); }
    void finish() override { made.push_back({What::drawn, 0}); }
};

std::vector<Made> calls_of_frames(int frames, int buffers)
{
    std::vector<Made> made;
    Computed compute{made};
    Drawn renderer{made};
    run_frames(compute, renderer, frames, buffers);
    return made;
}

void make(const Made& one, Compute& compute, Renderer& renderer)
{
    switch (one.what) {
    case What::wait:
        return compute.wait(one.buffer);
    case What::acquire:
        return compute.acquire(one.buffer);
    case What::step:
        return compute.step(one.buffer);
    case What::release:
        return compute.release(one.buffer);
    case What::signal:
        return compute.signal(one.buffer);
    case What::flush:
        return compute.flush();
    case What::finish:
        return compute.finish();
    case What::draw:
        return renderer.draw(one.buffer, false);
    case What::tell:
        return renderer.draw(one.buffer, true);
    case What::drawn:
        return renderer.finish();
    }
}

} // namespace

[[gnu::weak]] void run_frames(Compute& compute, Renderer& renderer, int frames, int buffers)
{
    for (const Made& one : call<calls_of_frames>(frames, buffers)) make(one, compute, renderer);
}
