// What an order is worth: particles read a field where they are, in any order and sorted by their places; and what the sort costs.
#include <lockstep/device.hpp>
#include <lockstep/lab.hpp>
#include <lockstep/run.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

using namespace lockstep;

constexpr std::size_t group = 64; // as in the kernels

struct Particles : Lab
{
    bool gpu = device.getInfo<CL_DEVICE_TYPE>() == CL_DEVICE_TYPE_GPU;
    cl_uint count = 1U << (simulated ? 11U : gpu ? 25U : 22U);
    cl_uint side = simulated ? 32 : gpu ? 16384 : 8192; // of the field
    cl_uint strips = simulated ? 4 : gpu ? 2048 : 64;
    cl_uint strip = count / strips;
    cl::Program kernels = program("sorting.cl", "-D STRIPS=" + std::to_string(strips));

    std::vector<float> coordinates = random_floats(2UL * count, 290, 0.0F, 1.0F);
    cl::Buffer places = input(coordinates), arranged = output<cl_float2>(count);
    cl::Buffer field = input(random_floats(std::size_t{side} * side, 291, 0.0F, 1.0F));
    cl::Buffer seen = output<float>(count), counts = output<cl_uint>(256UL * strips);
    cl::Buffer keys = output<cl_uint>(count), numbers = output<cl_uint>(count);
    cl::Buffer other_keys = output<cl_uint>(count), other_numbers = output<cl_uint>(count);

    template <typename... Arguments>
    void launch(const char* name, std::size_t items, std::size_t local,
                const Arguments&... arguments) const
    {
        cl::Kernel kernel = find_kernel(kernels, name);
        cl_uint index = 0;
        (kernel.setArg(index++, arguments), ...);
        queue.enqueueNDRangeKernel(kernel, cl::NullRange, items, local);
    }

    //! [passes]
    // Sorts the pairs of keys and numbers. Each pass reads what the one before it has written.
    void sort()
    {
        for (cl_uint shift = 0; shift < 32; shift += 8) {
            launch("count_digits", strips * group, group, keys, counts, count, shift,
                   strip);
            launch("scan_counts", 256, 256, counts);
            launch("move", strips * group, group, keys, numbers, other_keys, other_numbers,
                   counts, count, shift, strip);
            std::swap(keys, other_keys);
            std::swap(numbers, other_numbers);
        }
    }
    //! [passes]

    double sort_ms()
    {
        launch("keys_of_places", count, group, places, keys, numbers, count, side);
        queue.finish();
        const Stopwatch watch;
        sort();
        queue.finish();
        return watch.elapsed().count();
    }

    // The same pairs, sorted by the standard library on one thread.
    double host_ms(std::vector<std::pair<cl_uint, cl_uint>>& pairs)
    {
        launch("keys_of_places", count, group, places, keys, numbers, count, side);
        const std::vector<cl_uint> unsorted = read<cl_uint>(keys, count);
        for (cl_uint i = 0; i < count; ++i) pairs.emplace_back(unsorted[i], i);
        const Stopwatch watch;
        std::sort(pairs.begin(), pairs.end());
        return watch.elapsed().count();
    }

    // Whether keys and numbers are what the host has: in order, and equal keys as they came.
    bool is_sorted(const std::vector<std::pair<cl_uint, cl_uint>>& pairs) const
    {
        const auto sorted_keys = read<cl_uint>(keys, count),
                   sorted_numbers = read<cl_uint>(numbers, count);
        for (cl_uint i = 0; i < count; ++i)
            if (pairs[i] != std::pair{sorted_keys[i], sorted_numbers[i]}) return false;
        return true;
    }

    double sample_ms(const cl::Buffer& of) const
    {
        return best_ms(find_kernel(kernels, "sample"), count, group, field, of, seen, count,
                       side);
    }

    void measure()
    {
        std::vector<std::pair<cl_uint, cl_uint>> pairs;
        const double host = host_ms(pairs);
        sort_ms(); // not counted: the first run builds and warms up
        const double sorting = sort_ms();
        launch("arrange", count, group, places, numbers, arranged, count);
        const double any = sample_ms(places), ordered = sample_ms(arranged);
        std::printf("%u particles, a field of %u × %u floats; keys and numbers %s\n", count,
                    side, side, is_sorted(pairs) ? "in order" : "NOT IN ORDER");
        if (simulated) return;
        std::printf("  read the field, particles in any order   %9.2f ms\n", any);
        std::printf(
            "  read the field, particles by place       %9.2f ms, %.1f times as fast\n",
            ordered, any / ordered);
        std::printf("  sort on the device, 12 launches          %9.2f ms\n", sorting);
        std::printf("  std::sort on the host                    %9.2f ms\n", host);
        std::printf("the device's sort is paid for after %.0f reads\n",
                    std::ceil(sorting / (any - ordered)));
    }
};

int main()
{
    return run([] { Particles{}.measure(); });
}
