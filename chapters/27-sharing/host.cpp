// The host's threads and the device's commands: who waits for whom, and whom the driver calls.
#include "dispatch.hpp"
#include "events.hpp"

#include <lockstep/run.hpp>

//! [destructor]
void CL_CALLBACK freed(cl_mem, void* name)
{
    std::printf("the memory of %s is no longer needed\n", static_cast<const char*>(name));
}

void end_of_a_buffer(const Lab& lab)
{
    static char name[] = "the host's array"; // outlives the buffer
    std::vector<float> host(1024);
    {
        cl::Buffer buffer{lab.context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
                          host.size() * sizeof(float), host.data()};
        buffer.setDestructorCallback(&freed, name);
        const cl::CommandQueue queue = lab.in_order();
        queue.enqueueFillBuffer(buffer, 1.0F, 0, host.size() * sizeof(float));
        queue.finish();
    }
    std::printf("the buffer's last handle is gone\n");
}
//! [destructor]

void host()
{
    Lab lab;
    user_event(lab);
    callbacks(lab);
    markers(lab);
    flush_and_finish(lab);
    failure(lab);
    wait_for_oneself(lab);
    group(lab);
    semaphores(lab);
    serial_queues(lab);
    end_of_a_buffer(lab);
}

int main()
{
    return run(host);
}
