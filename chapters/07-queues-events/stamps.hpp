// The four time stamps of a command, alone and behind another one.
#pragma once

#include "lab.hpp"

void print(const char* name, const cl::Event& event)
{
    const Stamps stamps{event};
    std::printf("  %-18s %8.3f ms %8.3f ms %8.3f ms %8.3f ms\n", name, 0.0,
                ms_between(stamps.queued, stamps.submitted),
                ms_between(stamps.queued, stamps.started),
                ms_between(stamps.queued, stamps.ended));
}

// The host's clock that only goes forward, in the unit of the stamps.
cl_ulong host_now()
{
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return static_cast<cl_ulong>(std::chrono::nanoseconds{now}.count());
}

void stamps(Lab& lab)
{
    std::printf("\n%-20s %11s %11s %11s %11s\n", "since it was queued", "queued", "submit",
                "start", "end");
    const cl::CommandQueue queue = lab.in_order();
    const cl_ulong before = host_now();
    const cl::Event alone = lab.spend(queue, 10);
    const cl_ulong enqueued = host_now();
    queue.finish();
    const cl_ulong finished = host_now();
    print("alone", alone);

    //! [behind]
    const cl::Event busy = lab.spend(queue, 40);
    const cl::Event behind = lab.spend(queue, 10);
    queue.finish();
    //! [behind]
    print("behind 40 minutes", behind);

    //! [clocks]
    const Stamps device{alone};
    const bool same_clock = before <= device.queued && device.queued <= enqueued;
    const double apart_s = ms_between(before, device.queued) / 1000;
    //! [clocks]
    std::printf(
        "  the device's clock is the host's steady clock: %s (%+.3f s); its unit: %zu ns\n",
        same_clock ? "yes" : "no", apart_s,
        lab.device.getInfo<CL_DEVICE_PROFILING_TIMER_RESOLUTION>());
    std::printf(
        "  alone, from queued to end: %.3f ms; enqueued and waited for by the host: "
        "%.3f ms\n",
        ms_between(device.queued, device.ended), ms_between(before, finished));
}
