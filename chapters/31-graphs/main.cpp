// Breadth-first search: how many steps separate one vertex from each of the others, among people and on a map, by the device and by
// the host.
#include "graphs.hpp"

#include <lockstep/lab.hpp>
#include <lockstep/run.hpp>

using namespace lockstep;
using namespace graphs;

constexpr std::size_t group = 256; // work-items of a work-group

//! [host]
// Levels, by a queue on one thread.
Words levels_by_host(const Graph& graph)
{
    Words levels(graph.vertices(), none), queue{0};
    levels[0] = 0;
    for (std::size_t next = 0; next < queue.size(); ++next) {
        const cl_uint v = queue[next];
        for (cl_uint e = graph.row_begins[v]; e < graph.row_begins[v + 1]; ++e)
            if (cl_uint& level = levels[graph.columns[e]]; level == none) {
                level = levels[v] + 1;
                queue.push_back(graph.columns[e]);
            }
    }
    return levels;
}
//! [host]

struct Search : Lab
{
    bool gpu = device.getInfo<CL_DEVICE_TYPE>() == CL_DEVICE_TYPE_GPU;
    cl_uint side = simulated ? 24 : gpu ? 2048 : 512;
    bool claimed = true;

    //! [device]
    // Where each level begins in the queue: a launch for each of them, and a look at the queue's end.
    Words search(cl::Kernel kernel, const cl::Buffer& levels, const cl::Buffer& vertices,
                 const cl::Buffer& tail, cl_uint room) const
    {
        queue.enqueueFillBuffer(levels, none, 0, levels.getInfo<CL_MEM_SIZE>());
        queue.enqueueFillBuffer(levels, 0U, 0, sizeof(cl_uint)); // the source is vertex 0
        queue.enqueueFillBuffer(vertices, 0U, 0, sizeof(cl_uint));
        queue.enqueueFillBuffer(tail, 1U, 0, sizeof(cl_uint));
        Words begins{0, 1};
        for (cl_uint level = 0; begins[level] < begins[level + 1]; ++level) {
            kernel.setArg(6, begins[level]);
            kernel.setArg(7, begins[level + 1]);
            kernel.setArg(8, level);
            const std::size_t frontier = begins[level + 1] - begins[level];
            queue.enqueueNDRangeKernel(kernel, cl::NullRange,
                                       (frontier + group - 1) / group * group, group);
            begins.push_back(std::min(room, read<cl_uint>(tail, 1).front()));
        }
        begins.pop_back();
        return begins;
    }
    //! [device]

    void measure(const std::string& what, const Graph& graph) const
    {
        const cl_uint count = graph.vertices(), room = (claimed ? 1 : 2) * count;
        const std::size_t bytes =
            sizeof(cl_uint) * (2UL * count + room + graph.columns.size());
        if (!simulated && bytes > device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>())
            throw Failure(what + " takes " + std::to_string(bytes >> 20U) +
                              " MiB, more than the device has.",
                          "take a smaller graph");
        cl::Kernel kernel = find_kernel(
            program("graphs.cl", claimed ? "-D CLAIM=1" : "-D CLAIM=0"), "search_level");
        const cl::Buffer rows = input(graph.row_begins), levels = output<cl_uint>(count),
                         columns = input(graph.columns.empty() ? Words{0} : graph.columns),
                         vertices = output<cl_uint>(room), tail = output<cl_uint>(1);
        cl_uint index = 0;
        for (const cl::Buffer& buffer : {rows, columns, levels, vertices, tail})
            kernel.setArg(index++, buffer);
        kernel.setArg(index, room);
        search(kernel, levels, vertices, tail, room); // not counted: builds and warms up
        const Stopwatch device_watch;
        const Words begins = search(kernel, levels, vertices, tail, room);
        const double device_ms = device_watch.elapsed().count();
        const Stopwatch host_watch;
        const Words expected = levels_by_host(graph);
        const double host_ms = host_watch.elapsed().count();

        std::printf("%s: %u vertices, %zu edges; levels %s\n", what.c_str(), count,
                    graph.columns.size() / 2,
                    read<cl_uint>(levels, count) == expected ? "right" : "WRONG");
        std::printf("  found in each step:");
        const std::size_t steps = begins.size() - 1,
                          shown = std::min<std::size_t>(steps, 9);
        for (std::size_t i = 0; i < shown; ++i)
            std::printf(" %u", begins[i + 1] - begins[i]);
        std::printf(shown < steps ? " … %u, after %zu steps\n" : "\n",
                    begins[steps] - begins[steps - 1], steps - 1);
        if (!claimed)
            std::printf("  in the queue: %u entries for %td vertices\n", begins.back(),
                        std::ranges::count_if(expected,
                                              [](cl_uint level) { return level != none; }));
        if (simulated) return;
        std::printf("  on the device, %4zu launches  %9.2f ms\n", steps, device_ms);
        std::printf("  on the host, one thread      %9.2f ms\n", host_ms);
    }
};

int main(int argc, char** argv)
{
    const std::string wish = argc > 1 ? argv[1] : "";
    return run([&] {
        Search search;
        search.claimed = wish != "unclaimed";
        if (search.claimed && !wish.empty()) {
            search.measure(wish, graph_in(wish));
            return;
        }
        search.measure("people", people(search.side * search.side));
        if (search.claimed) search.measure("a map", map_of(search.side));
    });
}
