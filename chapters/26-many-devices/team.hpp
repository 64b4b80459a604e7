// The devices that work together: all that there are, each with a context and a queue of
// its own.
#pragma once

#include <lockstep/device.hpp>
#include <lockstep/program.hpp>
#include <lockstep/random.hpp>
#include <lockstep/timing.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

using namespace lockstep;

//! [divided]
// What clCreateSubDevices makes of a wish, which ends with 0; empty where the device cannot
// divide itself in that way.
inline std::vector<cl::Device>
divided(cl::Device device, const std::vector<cl_device_partition_property>& wish)
{
    const auto ways = device.getInfo<CL_DEVICE_PARTITION_PROPERTIES>();
    if (std::ranges::find(ways, wish.front()) == ways.end()) return {};
    std::vector<cl::Device> made;
    device.createSubDevices(wish.data(), &made);
    return made;
}
//! [divided]

//! [parts]
// The device in parts of so many compute units each; empty where it cannot be divided so.
inline std::vector<cl::Device> parts(const cl::Device& device,
                                     const std::vector<cl_uint>& units)
{
    if (std::accumulate(units.begin(), units.end(), 0U) >
        device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>())
        return {};
    std::vector<cl_device_partition_property> wish{CL_DEVICE_PARTITION_BY_COUNTS};
    for (const cl_uint count : units)
        wish.push_back(static_cast<cl_device_partition_property>(count));
    wish.push_back(CL_DEVICE_PARTITION_BY_COUNTS_LIST_END);
    wish.push_back(0);
    return divided(device, wish);
}
//! [parts]

// One of those that work: what it needs to be given work, and nothing that others have.
struct Member
{
    std::string name;
    cl::Device device;
    cl::Context context{device};
    cl::CommandQueue queue{context, device, CL_QUEUE_PROFILING_ENABLE};
    cl::Program program = build_program(context, device, CHAPTER_DIR "/many-devices.cl");

    cl::Buffer buffer(std::size_t bytes) const
    {
        return {context, CL_MEM_READ_WRITE, bytes};
    }

    template <typename T>
    cl::Buffer input(std::vector<T> values) const
    {
        return {queue, values.begin(), values.end(), false};
    }
};

inline std::string short_name(const DeviceEntry& entry)
{
    if ((entry.type & CL_DEVICE_TYPE_GPU) != 0) return entry.device_name;
    const auto has = [&](const char* part) {
        return (entry.platform_name + entry.platform_version).find(part) !=
               std::string::npos;
    };
    return has("PoCL") || has("pocl") ? "PoCL" : has("Intel") ? "Intel" : entry.device_name;
}

// What LOCKSTEP_DEVICE names, else every device but simulators.
inline std::vector<DeviceEntry> devices_to_use()
{
    std::vector<DeviceEntry> all = list_devices(), used;
    const char* wanted = std::getenv("LOCKSTEP_DEVICE");
    const std::string platform = wanted == nullptr || *wanted == '\0'
                                     ? ""
                                     : all[pick_device(all, wanted)].platform_name;
    for (const DeviceEntry& entry : all)
        if (platform.empty() ? !is_simulator(entry.device)
                             : entry.platform_name == platform)
            used.push_back(entry);
    return used.empty() ? all : used;
}

//! [team]
// The CPU's cores are divided among the platforms that offer it, and one core for each GPU
// stays with the host's thread that feeds it. A CPU that would be alone becomes two
// members.
inline std::vector<Member> make_team(const std::vector<DeviceEntry>& devices)
{
    const auto is_gpu = [](const DeviceEntry& entry) {
        return (entry.type & CL_DEVICE_TYPE_GPU) != 0;
    };
    const auto gpus = static_cast<cl_uint>(std::ranges::count_if(devices, is_gpu));
    const auto cpus = static_cast<cl_uint>(devices.size()) - gpus;
    std::vector<Member> team;
    for (const DeviceEntry& entry : devices) {
        const std::string name = short_name(entry);
        if (is_gpu(entry)) {
            team.push_back({name, entry.device});
            continue;
        }
        const bool alone = devices.size() == 1;
        const cl_uint cores = entry.compute_units - std::min(entry.compute_units - 1, gpus);
        const cl_uint each = std::max(1U, cores / (alone ? 2 : cpus));
        const auto found = parts(entry.device, std::vector<cl_uint>(alone ? 2 : 1, each));
        for (const cl::Device& part : found)
            team.push_back({name + " (" + std::to_string(each) + ")", part});
        if (found.empty()) team.push_back({name, entry.device});
    }
    return team;
}
//! [team]

inline bool is_gpu(const cl::Device& device)
{
    return (device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_GPU) != 0;
}

// How much work the team is given: what its slowest member can do in a second or so.
enum class Size
{
    cpus,  // no GPU
    mixed, // both
    gpus
};

inline Size size_for(const std::vector<Member>& team)
{
    const auto gpus = std::ranges::count_if(
        team, [](const Member& member) { return is_gpu(member.device); });
    return gpus == 0                                      ? Size::cpus
           : static_cast<std::size_t>(gpus) < team.size() ? Size::mixed
                                                          : Size::gpus;
}

// Lets every member do its part at the same time, each with a thread of the host, and
// returns how long all took.
template <typename Work>
Milliseconds together(const std::vector<Member>& team, const Work& work)
{
    const Stopwatch watch;
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < team.size(); ++i) threads.emplace_back([&, i] { work(i); });
    threads.clear(); // joins
    return watch.elapsed();
}

inline std::string joined(const std::vector<std::string>& words)
{
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " + ") + word;
    return text;
}

inline std::string joined(const std::vector<std::size_t>& numbers)
{
    std::vector<std::string> words;
    for (const std::size_t number : numbers) words.push_back(std::to_string(number));
    return joined(words);
}
