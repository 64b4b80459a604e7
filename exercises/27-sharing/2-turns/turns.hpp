// A loop of frames on two queues that run by themselves: one computes, the other draws. turns.cpp defines the function.
#pragma once

/// OpenCL's queue. Each call enqueues a command; they run in this order, once they were flushed. Each buffer has two semaphores, "computed"
/// and "drawn". A semaphore is signalled or not: waiting for it takes the signal away, and nobody may signal it twice in between.
class Compute
{
public:
    virtual ~Compute() = default;
    virtual void wait(int buffer) = 0;    ///< waits for the semaphore "drawn" of this buffer
    virtual void acquire(int buffer) = 0; ///< from now on the buffer is OpenCL's
    virtual void step(int buffer) = 0;    ///< the kernel, which writes the buffer
    virtual void release(int buffer) = 0; ///< from now on it is not OpenCL's
    virtual void signal(int buffer) = 0;  ///< signals the semaphore "computed" of this buffer
    virtual void flush() = 0;             ///< hands over what was enqueued
    virtual void finish() = 0;            ///< flushes, and the host waits until all of it has ended
};

/// The renderer's queue. Its frames run in the order of the calls.
class Renderer
{
public:
    virtual ~Renderer() = default;
    /// Submits a frame: it waits for the semaphore "computed" of this buffer, draws the buffer, and signals the semaphore "drawn" of it if
    /// `tell` is true. What signals "computed" has to be flushed before.
    virtual void draw(int buffer, bool tell) = 0;
    virtual void finish() = 0; ///< the host waits until all frames were drawn
};

/// You write this. Computes and draws `frames` frames, frame i in buffer i modulo `buffers`, each computed before it is drawn.
///
/// - At first all buffers are the renderer's and no semaphore is signalled; when the function returns, this is so again.
/// - A frame's turn in its buffer is acquire, one step, release. Behind it "computed" is signalled.
/// - A turn begins after the frame before it in the same buffer was drawn. It waits for no other frame.
/// - A wait stands behind what signals its semaphore, in the order of the calls.
/// - The host waits once, when everything is submitted, and the last frame was drawn when the function returns.
/// - For no frames nothing is called.
/// @param frames 0 or more. @param buffers 1 or more; there may be more buffers than frames.
void run_frames(Compute& compute, Renderer& renderer, int frames, int buffers);
