// Launches, and what they touch.
#include "host/calls.hpp"
#include "host/findings.hpp"

#include "counts/counter.hpp"
#include "counts/steps.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace lockstep::pocket
{

namespace
{

constexpr int timed_out_status = 124; // that of timeout(1): the process's POCKET_SECONDS are over

// Executes a launch, under the lens where the process counts.
Outcome run(const _cl_kernel& kernel, const LaunchSizes& sizes, std::vector<Argument>& arguments,
            std::size_t local_bytes, bool note_reads)
{
    MachineOptions options = machine_options();
    options.note_reads = note_reads;
    if (const auto recorder =
            recorder_for(*kernel.code, kernel.built->texts, sizes, arguments, options.lanes)) {
        options.watcher = recorder.get();
        Outcome outcome = execute(*kernel.code, sizes, arguments, options);
        keep_history(*recorder, outcome, kernel.program->options);
        return outcome;
    }
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

using Memories = std::vector<Held<_cl_mem>>; // of a launch's arguments

// What the arguments name, kept until the launch has ended. @return false where one has ended already
bool hold(const _cl_kernel& kernel, Memories& memories)
{
    for (std::size_t i = 0; i < kernel.memories.size(); ++i) {
        const Named& named = kernel.memories[i];
        if (named.memory != nullptr && !named.is_there()) {
            say("kernel " + kernel.name + ", argument " + kernel.code->kernel->parameters[i]->name +
                ": its memory object has been released; a kernel does not keep its arguments alive, so "
                "release them "
                "after the launch is enqueued");
            return false;
        }
        memories.emplace_back(named.memory);
    }
    return true;
}

void touch(Touch& touched, const Object& object)
{
    for (std::size_t i = 0; i < object.accesses.size(); ++i) {
        const Access access = object.accesses.at(i);
        if (access.writer == 0 && access.reader == 0) continue;
        const std::size_t begin = touched.origin + i * object.unit,
                          end = touched.origin + std::min((i + 1) * object.unit, object.size);
        if (access.writer != 0) (access.write_atomic ? touched.changes : touched.writes).add(begin, end);
        if (access.reader != 0 && !access.read_atomic) touched.reads.add(begin, end);
    }
}

void touch(Ranges& ranges, const Picture& image, const PixelBox& box, std::size_t pixel)
{
    for (std::size_t z = box.low[2]; z < box.high[2]; ++z)
        for (std::size_t y = box.low[1]; y < box.high[1]; ++y) {
            const std::size_t row = z * image.slice_pitch + y * image.row_pitch;
            ranges.add(row + box.low[0] * pixel, row + box.high[0] * pixel);
        }
}

// What a launch has touched, by the history that the machine keeps of each argument.
void touch(Touches& touches, const std::vector<Argument>& arguments, const Memories& memories,
           const Function& kernel)
{
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const Argument& argument = arguments[i];
        const auto same = [&](const Argument& before) { return before.buffer == argument.buffer; };
        const auto here = arguments.begin() + static_cast<std::ptrdiff_t>(i);
        if (!memories[i] ||
            (argument.buffer != nullptr && std::find_if(arguments.begin(), here, same) != here))
            continue;
        Touch& touched = touches.add(memories[i].get(), kernel.parameters[i]->name);
        if (argument.buffer != nullptr) touch(touched, *argument.buffer);
        if (argument.image == nullptr) continue;
        const std::size_t pixel = pixel_bytes(memories[i].get());
        touch(touched.reads, *argument.image, argument.seen, pixel);
        touch(touched.writes, *argument.image, argument.changed, pixel);
    }
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
    Memories memories;
    if (!hold(*kernel, memories)) return CL_INVALID_KERNEL_ARGS;
    // The arguments are those of now.
    return enqueue(
        queue, CL_COMMAND_NDRANGE_KERNEL, count, waits, event, false,
        [sizes, local_bytes, arguments = kernel->arguments, memories, held = Held{kernel}](Touches& touched) {
            std::vector<Argument> given = arguments;
            const Outcome outcome =
                run(*held.get(), sizes, given, static_cast<std::size_t>(local_bytes), touched.wanted);
            touched.command = "kernel " + held->name;
            if (touched.wanted) touch(touched, given, memories, *held->code->kernel);
            advance_clock(outcome.steps);
            std::fwrite(outcome.printed.data(), 1, outcome.printed.size(), stdout);
            std::fflush(stdout);
            for (const Finding& finding : outcome.findings) say(finding, held->built->texts);
            if (outcome.out_of_time) std::_Exit(timed_out_status);
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
