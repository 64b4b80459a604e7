// Which way a buffer can go from a kernel to a renderer.
#include "ways.hpp"

#include <algorithm>
#include <sstream>

bool lists(const std::string& extensions, const std::string& name)
{
    std::istringstream words{extensions};
    for (std::string word; words >> word;)
        if (word == name) return true;
    return false;
}

Way choose_way(const Compute& compute, const Drawing& drawing)
{
    const auto holds = [](const std::vector<cl_uint>& types, cl_uint type) {
        return std::find(types.begin(), types.end(), type) != types.end();
    };
    const bool same_device = lists(compute.extensions, "cl_khr_device_uuid") && compute.uuid == drawing.uuid;
    const bool memory = same_device && lists(compute.extensions, "cl_khr_external_memory") &&
                        holds(compute.memory_types, memory_opaque_fd) && drawing.exports_memory;
    const bool semaphores = lists(compute.extensions, "cl_khr_semaphore") &&
                            lists(compute.extensions, "cl_khr_external_semaphore") &&
                            holds(compute.semaphore_types, semaphore_opaque_fd) && drawing.exports_semaphores;
    if (memory && semaphores) return Way::semaphores;
    if (memory) return Way::handle;
    return compute.one_memory && drawing.imports_host_memory ? Way::host_memory : Way::copy;
}
