// Launches, and what Pocket found in them.
#include "host/calls.hpp"

#include "counts/counter.hpp"
#include "machine/telling.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace lockstep::pocket
{

namespace
{

// Writes what was found to standard error: the same of the same line three times in a process, or as often as POCKET_FINDINGS says, since a loop of launches finds it in each.
void say(const Finding& finding, const Texts& texts)
{
    static const int most = [] {
        const char* const wanted = std::getenv("POCKET_FINDINGS");
        return wanted != nullptr ? std::max(std::atoi(wanted), 1) : 3;
    }();
    static std::map<std::tuple<std::string, unsigned, Fault>, int>& said =
        *new std::map<std::tuple<std::string, unsigned, Fault>, int>;
    const int times = ++said[{finding.kernel, finding.place.line, finding.fault}];
    if (times > most) return;
    std::fprintf(stderr, "Pocket: %s, %s", finding.kernel.c_str(), told(finding, texts).c_str());
    if (times == most) std::fputs("    (later launches find it silently)\n", stderr);
}

// Executes a launch, under the lens where the process counts.
Outcome run(const _cl_kernel& kernel, const LaunchSizes& sizes, std::vector<Argument>& arguments,
            std::size_t local_bytes)
{
    MachineOptions options = machine_options();
    lens::Session* const session = counting_session();
    if (session == nullptr) return execute(*kernel.code, sizes, arguments, options);
    Counter counter{*session,
                    {.code = *kernel.code,
                     .texts = kernel.built->texts,
                     .source = kernel.built->texts.text(0),
                     .build_options = kernel.program->options,
                     .local_bytes = local_bytes},
                    sizes};
    options.watcher = &counter;
    Outcome outcome = execute(*kernel.code, sizes, arguments, options);
    if (outcome.stopped) counter.give_up();
    counter.end();
    return outcome;
}

} // namespace

cl_int CL_API_CALL EnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                        const size_t* offset, const size_t* global, const size_t* local,
                                        cl_uint count, const cl_event* waits, cl_event* event)
{
    if (!Counted<_cl_command_queue>::is_alive(queue)) return CL_INVALID_COMMAND_QUEUE;
    if (!Counted<_cl_kernel>::is_alive(kernel)) return CL_INVALID_KERNEL;
    if (kernel->program->context.get() != queue->context.get()) return CL_INVALID_CONTEXT;
    if (dimensions < 1 || dimensions > 3) return CL_INVALID_WORK_DIMENSION;
    if (std::find(kernel->set.begin(), kernel->set.end(), false) != kernel->set.end())
        return CL_INVALID_KERNEL_ARGS;
    if (global == nullptr) return CL_INVALID_GLOBAL_WORK_SIZE;
    LaunchSizes sizes{.dimensions = dimensions};
    const auto& wanted = kernel->code->kernel->group;
    for (cl_uint d = 0; d < dimensions; ++d) {
        if (global[d] == 0) return CL_INVALID_GLOBAL_WORK_SIZE;
        sizes.offset[d] = offset != nullptr ? offset[d] : 0;
        sizes.global[d] = global[d];
        if (local != nullptr && local[d] == 0) return CL_INVALID_WORK_GROUP_SIZE;
        if (local != nullptr && local[d] > 1024) return CL_INVALID_WORK_ITEM_SIZE;
        if (local != nullptr && global[d] % local[d] != 0) return CL_INVALID_WORK_GROUP_SIZE;
        if (local != nullptr) sizes.group[d] = local[d];
    }
    if (local == nullptr) { // the largest that divides, up to four sub-groups in all
        std::size_t left = wanted[0] != 0 ? 1 : 128;
        for (cl_uint d = 0; d < dimensions; ++d) {
            std::size_t size = std::min(left, sizes.global[d]);
            while (sizes.global[d] % size != 0) --size;
            sizes.group[d] = wanted[0] != 0 ? wanted[d] : size;
            left /= size;
        }
    }
    if (sizes.group[0] * sizes.group[1] * sizes.group[2] > 1024) return CL_INVALID_WORK_GROUP_SIZE;
    if (wanted[0] != 0 && wanted != sizes.group) return CL_INVALID_WORK_GROUP_SIZE;
    cl_ulong local_bytes = 0;
    GetKernelWorkGroupInfo(kernel, the_device(), CL_KERNEL_LOCAL_MEM_SIZE, sizeof local_bytes, &local_bytes,
                           nullptr);
    if (local_bytes > local_memory()) return CL_OUT_OF_RESOURCES;
    // The arguments are those of now.
    return enqueue(queue, CL_COMMAND_NDRANGE_KERNEL, count, waits, event, false,
                   [sizes, local_bytes, arguments = kernel->arguments, memories = kernel->memories,
                    held = Held{kernel}]() mutable {
                       std::vector<Argument> given = arguments;
                       const Outcome outcome =
                           run(*held.get(), sizes, given, static_cast<std::size_t>(local_bytes));
                       advance_clock(outcome.steps);
                       std::fwrite(outcome.printed.data(), 1, outcome.printed.size(), stdout);
                       std::fflush(stdout);
                       for (const Finding& finding : outcome.findings) say(finding, held->built->texts);
                       return outcome.stopped ? CL_OUT_OF_RESOURCES : CL_COMPLETE;
                   });
}

cl_int CL_API_CALL EnqueueTask(cl_command_queue queue, cl_kernel kernel, cl_uint count, const cl_event* waits,
                               cl_event* event)
{
    const size_t one = 1;
    return EnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, &one, count, waits, event);
}

} // namespace lockstep::pocket
