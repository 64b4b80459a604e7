// A linked list that the host builds and a kernel follows.
#pragma once

#include "lab.hpp"

#include <memory>
#include <numeric>

struct Node
{
    cl_float value;
    Node* next;
};

// The functions of OpenCL 2.0. All are null with a loader that is older.
struct SvmFunctions
{
    decltype(&clSVMAlloc) alloc = Lab::core_function<decltype(alloc)>("clSVMAlloc");
    decltype(&clSVMFree) free = Lab::core_function<decltype(free)>("clSVMFree");
    decltype(&clEnqueueSVMMap) map = Lab::core_function<decltype(map)>("clEnqueueSVMMap");
    decltype(&clEnqueueSVMUnmap) unmap =
        Lab::core_function<decltype(unmap)>("clEnqueueSVMUnmap");
    decltype(&clSetKernelArgSVMPointer) set_argument =
        Lab::core_function<decltype(set_argument)>("clSetKernelArgSVMPointer");
    decltype(&clSetKernelExecInfo) set_info =
        Lab::core_function<decltype(set_info)>("clSetKernelExecInfo");
};

// Links the nodes in a mixed order; the first one is number order[0].
inline void link(Node* nodes, const std::vector<cl_uint>& order)
{
    for (std::size_t i = 0; i < order.size(); ++i)
        nodes[order[i]] = {static_cast<float>(order[i] % 8),
                           i + 1 < order.size() ? &nodes[order[i + 1]] : nullptr};
}

inline void shared_memory(const Lab& lab)
{
    const std::size_t n = lab.simulated ? 100 : 100'000, bytes = n * sizeof(Node);
    std::vector<cl_uint> order(n);
    std::iota(order.begin(), order.end(), 0U);
    Random random{31};
    for (std::size_t i = n - 1; i > 0; --i)
        std::swap(order[i], order[random.below(static_cast<cl_uint>(i + 1))]);
    float exact = 0;
    for (std::size_t i = 0; i < n; ++i) exact += static_cast<float>(i % 8);
    const cl::Program program = lab.program("list.cl");
    const cl::Buffer sum = lab.zeros<cl_float>(1);
    const SvmFunctions svm;
    const Answer coarse = tell_need(lab, capability::shared_memory);
    std::printf("a list of %zu nodes, followed by one work-item\n", n);
    cl::Kernel kernel{program, "walk_pointers"};
    kernel.setArg(1, sum);
    const auto walk = [&](const char* way, const Node* first) {
        svm.set_argument(kernel(), 0, first);
        cl::Event event;
        for (int repeat = 0; repeat < 2; ++repeat)
            lab.queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(1),
                                           cl::NDRange(1), nullptr, &event);
        const double ms = elapsed(event).count();
        tell_row(way, ms, verdict(lab.read<float>(sum, 1).at(0) == exact));
    };
    if (coarse) {
        //! [coarse]
        auto* nodes = static_cast<Node*>(
            svm.alloc(lab.context(), CL_MEM_READ_WRITE, bytes, alignof(Node)));
        if (nodes == nullptr) throw cl::Error(CL_OUT_OF_RESOURCES, "clSVMAlloc");
        svm.map(lab.queue(), CL_TRUE, CL_MAP_WRITE, nodes, bytes, 0, nullptr, nullptr);
        link(nodes, order); // now it is the host's
        svm.unmap(lab.queue(), nodes, 0, nullptr, nullptr);
        walk("coarse buffer, mapped to write", &nodes[order[0]]);
        svm.free(lab.context(), nodes); // walk has waited for the kernel
        //! [coarse]
    } else {
        tell_missing("coarse buffer, mapped to write");
    }
    if (has(lab.known, capability::fine_memory)) {
        auto* nodes = static_cast<Node*>(
            svm.alloc(lab.context(), CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER,
                      bytes, alignof(Node)));
        if (nodes == nullptr) throw cl::Error(CL_OUT_OF_RESOURCES, "clSVMAlloc");
        link(nodes, order); // no map
        walk("fine buffer, written as it is", &nodes[order[0]]);
        svm.free(lab.context(), nodes);
    } else {
        tell_missing("fine buffer, written as it is");
    }
    if (has(lab.known, capability::system_memory)) {
        //! [system]
        const auto nodes = std::make_unique<Node[]>(n);
        link(nodes.get(), order);
        const cl_bool on = CL_TRUE; // it reaches memory that is no argument
        svm.set_info(kernel(), CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof on, &on);
        //! [system]
        walk("fine system, memory from new", &nodes[order[0]]);
    } else {
        tell_missing("fine system, memory from new");
    }
    std::vector<float> values(n);
    std::vector<cl_uint> next(n, CL_UINT_MAX);
    for (std::size_t i = 0; i < n; ++i) {
        values[order[i]] = static_cast<float>(order[i] % 8);
        if (i + 1 < n) next[order[i]] = order[i + 1];
    }
    const double ms = lab.median_ms(cl::Kernel{program, "walk_places"}, 1, 1,
                                    lab.input(values), lab.input(next), order[0], sum);
    tell_row("places in buffers, the fallback", ms,
             verdict(lab.read<float>(sum, 1).at(0) == exact));
}
