// Commands as a graph: queues in order and out of order, events, their time stamps, and
// what overlaps.
#include "bakery.hpp"
#include "stamps.hpp"
#include "stream.hpp"

#include <lockstep/run.hpp>

int main()
{
    return run([] {
        Lab lab;
        std::printf("%s; out-of-order queues: %s; a minute is %.1f ms\n",
                    lab.device.getInfo<CL_DEVICE_NAME>().c_str(), yes(lab.out_of_order),
                    Lab::minute_ms);
        TraceFile trace{lab.device};
        bakery(lab, trace);
        stamps(lab);
        stream(lab, trace);
        std::printf("\ntimeline.json holds the timelines, for ui.perfetto.dev\n");
    });
}
