// How long urgent work waits for its device: alone, beside other work, and on a part that
// is kept for it.
#pragma once

#include "product.hpp"

#include <filesystem>
#include <fstream>

//! [waits]
// Urgent requests come at moments that cannot be foreseen. Each is one small work-
// group; its latency is the time from that moment to its result.
inline std::vector<double> waits_ms(const Member& member, int requests)
{
    const cl::CommandQueue queue{member.context, member.device};
    const cl::Buffer values = member.buffer(64 * sizeof(cl_uint));
    cl::Kernel urgent = find_kernel(member.program, "spin");
    urgent.setArg(0, values);
    urgent.setArg(1, cl_uint{100});
    Random random{26};
    std::vector<double> waits;
    for (int request = 0; request < requests; ++request) {
        const auto pause = std::chrono::microseconds{1000 + random.below(24000)};
        const auto due = std::chrono::steady_clock::now() + pause;
        std::this_thread::sleep_until(due);
        queue.enqueueNDRangeKernel(urgent, cl::NullRange, cl::NDRange(64), cl::NDRange(64));
        queue.finish();
        const Milliseconds wait = std::chrono::steady_clock::now() - due;
        waits.push_back(wait.count());
    }
    std::ranges::sort(waits);
    return waits;
}
//! [waits]

//! [wait_for]
// How a thread waits for a command.
enum class Wait
{
    in_the_runtime, // by clWaitForEvents
    asleep          // by asking again and again, and sleeping in between
};

inline void wait_for(const cl::Event& event, Wait how)
{
    if (how == Wait::in_the_runtime) {
        event.wait();
        return;
    }
    while (event.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>() > CL_COMPLETE)
        std::this_thread::sleep_for(std::chrono::microseconds{500});
}
//! [wait_for]

// Kernels of the ordinary work, one after the other, counted until this ends.
class Batch
{
public:
    Batch(const Member& member, cl_uint rounds, std::size_t items,
          Wait how = Wait::in_the_runtime)
        : thread_{[=, this, queue = cl::CommandQueue{member.context, member.device},
                   kernel = find_kernel(member.program, "spin"),
                   values = member.buffer(items * sizeof(cl_uint))]() mutable {
              kernel.setArg(0, values);
              kernel.setArg(1, rounds);
              cl::Event before;
              while (!stop_) { // one runs while the next one is in the queue
                  cl::Event last;
                  queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(items),
                                             cl::NDRange(64), nullptr, &last);
                  queue.flush();
                  if (before() != nullptr) wait_for(before, how);
                  before = last;
                  ++kernels_;
              }
              queue.finish();
          }}
    {
    }
    ~Batch() { stop_ = true; }
    Batch(const Batch&) = delete;
    Batch& operator=(const Batch&) = delete;

    double per_second() const { return kernels_ * 1000.0 / watch_.elapsed().count(); }

private:
    Stopwatch watch_;
    std::atomic<bool> stop_ = false;
    std::atomic<int> kernels_ = 0;
    std::jthread thread_;
};

inline void tell_waits(const char* what, const std::vector<double>& waits, double kernels)
{
    std::printf("  %-28s %8.3f ms, at most %8.3f ms; ordinary: %6.1f a second\n", what,
                waits[waits.size() / 2], waits.back(), kernels);
}

inline void measure_fission(const std::vector<Member>& team, const DeviceEntry& entry)
{
    const bool gpu = (entry.type & CL_DEVICE_TYPE_GPU) != 0;
    const Member whole{short_name(entry), entry.device};
    const cl_uint rounds = gpu ? 200000 : 4000;
    const std::size_t items = gpu ? std::size_t{1} << 20U : 8192;
    const int requests = 40;
    std::printf("\nurgent work on %s, %u compute units\n", whole.name.c_str(),
                entry.compute_units);
    waits_ms(whole, 3); // compiles
    tell_waits("alone", waits_ms(whole, requests), 0);
    {
        const Batch batch{whole, rounds, items};
        const auto waits = waits_ms(whole, requests);
        tell_waits("a second queue of the device", waits, batch.per_second());
    }
    const std::vector<cl::Device> two = parts(entry.device, {1, entry.compute_units - 1});
    if (two.empty()) {
        std::printf(
            "  it cannot be divided: CL_DEVICE_PARTITION_PROPERTIES has no BY_COUNTS\n");
        if (team.size() < 2) {
            std::printf("  %-28s %8s ms, at most %8s ms; ordinary: %6s a second\n",
                        "kept free for it", "-", "-", "-");
            return;
        }
    }
    const Member kept = two.empty() ? team[1] : Member{"kept", two[0]};
    const Member rest = two.empty() ? whole : Member{"rest", two[1]};
    waits_ms(kept, 3);
    const Batch batch{rest, rounds, items};
    const auto waits = waits_ms(kept, requests);
    tell_waits("kept free for it", waits, batch.per_second());
}

// Processor time of each thread of this process so far, in milliseconds; Linux tells.
inline std::vector<double> thread_times_ms()
{
    std::vector<double> times;
    std::error_code none;
    for (const auto& task : std::filesystem::directory_iterator{"/proc/self/task", none}) {
        std::ifstream file{task.path() / "schedstat"};
        double ns = 0;
        file >> ns;
        times.push_back(1e-6 * ns);
    }
    return times;
}

// What a part of one unit is worth: the ways to divide, how long requests wait, and how many
// threads compute for the part that ordinary work has.
inline void measure_parts(const DeviceEntry& entry)
{
    const cl::Device& device = entry.device;
    const cl_uint units = entry.compute_units;
    const auto made = [&](const char* way, const auto& found) {
        std::printf("  %-34s %s\n", way,
                    found.empty() ? "not here" : std::to_string(found.size()).c_str());
    };
    std::printf("parts of %s, %u compute units\n", short_name(entry).c_str(), units);
    //! [ways]
    made("equally, one unit each", divided(device, {CL_DEVICE_PARTITION_EQUALLY, 1, 0}));
    made("by counts, one and the others", parts(device, {1, units - 1}));
    made("one for each second-level cache",
         divided(device, {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN,
                          CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE, 0}));
    made("one for each memory node",
         divided(device, {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN,
                          CL_DEVICE_AFFINITY_DOMAIN_NUMA, 0}));
    //! [ways]
    const std::vector<cl::Device> two = parts(device, {1, units - 1});
    if (two.size() < 2) return;
    const Member kept{"kept", two[0]}, rest{"rest", two[1]};
    waits_ms(kept, 3); // compiles
    std::printf("requests to the kept unit, while the other unit's host thread is\n");
    for (const auto& [name, how] :
         {std::pair{"waiting in clWaitForEvents", Wait::in_the_runtime},
          std::pair{"asleep, asking now and then", Wait::asleep}}) {
        std::vector<double> waits;
        double kernels = 0;
        long computing = 0;
        {
            const Batch batch{rest, 4000, 8192, how};
            waits_ms(kept, 3);
            const std::vector<double> before = thread_times_ms();
            const Stopwatch watch;
            waits = waits_ms(kept, 40);
            const double wall_ms = watch.elapsed().count();
            kernels = batch.per_second();
            const std::vector<double> after = thread_times_ms();
            for (std::size_t t = 0; t < std::min(before.size(), after.size()); ++t)
                if (after[t] - before[t] > wall_ms / 10) ++computing;
        }
        tell_waits(name, waits, kernels);
        std::printf("    threads that compute: %ld\n", computing);
    }
}
