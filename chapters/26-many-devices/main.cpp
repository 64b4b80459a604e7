// Many devices for one problem: parts of a device, several devices, and how data goes
// between them. What needs more than one process is in ranks.cpp.
#include "bodies.hpp"
#include "fission.hpp"
#include "product.hpp"
#include "transfers.hpp"

#include <lockstep/run.hpp>

int main(int count, char** arguments)
{
    return run([&] {
        const std::vector<DeviceEntry> devices = devices_to_use();
        if (is_simulator(devices.front().device))
            throw Missing("A simulated device cannot be divided, and is not timed.",
                          "LOCKSTEP_DEVICE=pocl, or another device of ./lockstep devices");
        if (count > 1 && arguments[1] == std::string{"parts"}) {
            measure_parts(devices.front());
            return;
        }
        const std::vector<Member> team = make_team(devices);
        const Size size = size_for(team);
        std::vector<std::string> names;
        for (const Member& member : team) names.push_back(member.name);
        std::printf("the team: %s\n", joined(names).c_str());
        measure_fission(team, devices.front());
        measure_product(team, size);
        measure_bodies(team, size);
        measure_transfers(team, size);
    });
}
