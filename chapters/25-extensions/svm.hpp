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

class SharedList
{
public:
    SharedList(const Lab& lab, cl_svm_mem_flags flags, std::size_t count)
        : lab_(lab), count_(count)
    {
        const auto alloc = Lab::core_function<decltype(&clSVMAlloc)>("clSVMAlloc");
        nodes_ = static_cast<Node*>(
            alloc(lab.context(), CL_MEM_READ_WRITE | flags, count * sizeof(Node), 0));
        if (nodes_ == nullptr) throw cl::Error(CL_OUT_OF_RESOURCES, "clSVMAlloc");
    }
    ~SharedList()
    {
        Lab::core_function<decltype(&clSVMFree)>("clSVMFree")(lab_.context(), nodes_);
    }
    SharedList(const SharedList&) = delete;
    SharedList& operator=(const SharedList&) = delete;

    Node* nodes() const { return nodes_; }

    void map() const
    {
        const auto map = Lab::core_function<decltype(&clEnqueueSVMMap)>("clEnqueueSVMMap");
        map(lab_.queue(), CL_TRUE, CL_MAP_WRITE, nodes_, count_ * sizeof(Node), 0, nullptr,
            nullptr);
    }
    void unmap() const
    {
        Lab::core_function<decltype(&clEnqueueSVMUnmap)>("clEnqueueSVMUnmap")(
            lab_.queue(), nodes_, 0, nullptr, nullptr);
    }

private:
    const Lab& lab_;
    std::size_t count_;
    Node* nodes_ = nullptr;
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
    const std::size_t n = lab.simulated ? 100 : 100'000;
    std::vector<cl_uint> order(n);
    std::iota(order.begin(), order.end(), 0U);
    Random random{31};
    for (std::size_t i = n - 1; i > 0; --i)
        std::swap(order[i], order[random.below(static_cast<cl_uint>(i + 1))]);
    float exact = 0;
    for (std::size_t i = 0; i < n; ++i) exact += static_cast<float>(i % 8);
    const cl::Program program = lab.program("list.cl");
    const cl::Buffer sum = lab.zeros<cl_float>(1);
    std::printf("\na list of %zu nodes, followed by one work-item\n", n);
    const auto svm =
        ask_one<cl_device_svm_capabilities>(lab.device, CL_DEVICE_SVM_CAPABILITIES);
    const auto walk = [&](const char* way, const Node* first, bool system) {
        //! [argument]
        cl::Kernel kernel{program, "walk_pointers"};
        Lab::core_function<decltype(&clSetKernelArgSVMPointer)>("clSetKernelArgSVMPointer")(
            kernel(), 0, first);
        const cl_bool on = CL_TRUE;
        if (system) // the other nodes are not in one allocation
            Lab::core_function<decltype(&clSetKernelExecInfo)>("clSetKernelExecInfo")(
                kernel(), CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof on, &on);
        kernel.setArg(1, sum);
        //! [argument]
        cl::Event event;
        for (int repeat = 0; repeat < 2; ++repeat)
            lab.queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(1),
                                           cl::NDRange(1), nullptr, &event);
        const double ms = elapsed(event).count();
        tell_row(way, ms, verdict(lab.read<float>(sum, 1).at(0) == exact));
    };
    if ((svm & CL_DEVICE_SVM_COARSE_GRAIN_BUFFER) != 0) {
        const SharedList list{lab, 0, n};
        list.map();
        link(list.nodes(), order);
        list.unmap();
        walk("coarse buffer, mapped to write", &list.nodes()[order[0]], false);
    } else {
        tell_missing("coarse buffer, mapped to write");
    }
    if ((svm & CL_DEVICE_SVM_FINE_GRAIN_BUFFER) != 0) {
        const SharedList list{lab, CL_MEM_SVM_FINE_GRAIN_BUFFER, n};
        link(list.nodes(), order);
        walk("fine buffer, written as it is", &list.nodes()[order[0]], false);
    } else {
        tell_missing("fine buffer, written as it is");
    }
    if ((svm & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM) != 0) {
        const auto nodes = std::make_unique<Node[]>(n);
        link(nodes.get(), order);
        walk("fine system, memory from new", &nodes[order[0]], true);
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
