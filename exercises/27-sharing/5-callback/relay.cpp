// A step of the host's in the middle of a graph of the device's.
#include "relay.hpp"

std::future<void> relay(const Relay& job)
{
    // Your code here. So far it does nothing, and says that all is done.
    (void)job;
    std::promise<void> done;
    done.set_value();
    return done.get_future();
}
