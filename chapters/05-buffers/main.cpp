// What it costs to bring data to a device and back; boxes, sub-buffers and overlaps.
#include "transfers.hpp"

#include <lockstep/run.hpp>

#include <numeric>

void print_rows(const std::vector<int>& values, std::size_t columns)
{
    for (std::size_t i = 0; i < values.size(); ++i)
        std::printf("%4d%s", values[i], (i + 1) % columns == 0 ? "\n" : "");
}

void boxes(Bench& bench)
{
    //! [box]
    std::vector<int> numbers(4 * 4);
    std::iota(numbers.begin(), numbers.end(), 0);
    const cl::Buffer matrix{bench.context, numbers.begin(), numbers.end(), true};
    std::vector<int> box(3 * 2);
    constexpr std::size_t word = sizeof(int);
    bench.queue.enqueueReadBufferRect(matrix, CL_TRUE,
                                      {1 * word, 1, 0}, // from byte 4 of row 1 of slice 0
                                      {0, 0, 0},        // to the beginning of box
                                      {3 * word, 2, 1}, // 12 bytes, 2 rows, 1 slice
                                      4 * word, 0,      // a row of the matrix: 16 bytes
                                      3 * word, 0,      // a row of box: 12 bytes
                                      box.data());
    //! [box]
    std::printf("\n3 × 2 out of 4 × 4, from column 1 of row 1\n");
    print_rows(box, 3);

    //! [slice]
    // 4 columns, 3 rows, 2 slices; wanted is row 1 of each slice.
    std::vector<int> volume(4 * 3 * 2);
    std::iota(volume.begin(), volume.end(), 100);
    const cl::Buffer device_volume{bench.context, volume.begin(), volume.end(), true};
    const cl::Buffer plane{bench.context, CL_MEM_READ_WRITE, 4 * 2 * word};
    bench.queue.enqueueCopyBufferRect(device_volume, plane, {0, 1, 0}, // from row 1
                                      {0, 0, 0},        // to the beginning of the plane
                                      {4 * word, 1, 2}, // one row of each slice
                                      4 * word, 4 * 3 * word, // a slice is 48 bytes
                                      4 * word, 4 * word);    // in the plane it is one row
    std::vector<int> rows(4 * 2);
    bench.queue.enqueueReadBuffer(plane, CL_TRUE, 0, rows.size() * word, rows.data());
    //! [slice]
    std::printf("row 1 of each slice of 4 × 3 × 2\n");
    print_rows(rows, 4);
}

// The code with which an OpenCL call fails, and 0 where it does not.
cl_int code_of(const std::function<void()>& call)
{
    try {
        call();
    } catch (const cl::Error& error) {
        return error.err();
    }
    return CL_SUCCESS;
}

void parts(Bench& bench)
{
    //! [sub-buffer]
    const std::size_t alignment = bench.device.getInfo<CL_DEVICE_MEM_BASE_ADDR_ALIGN>() / 8;
    cl::Buffer whole{bench.context, CL_MEM_READ_WRITE, 4 * alignment};
    bench.queue.enqueueFillBuffer(whole, cl_int{7}, 0, 4 * alignment);
    cl_buffer_region second{alignment, alignment}; // origin and size in bytes
    cl::Buffer part =
        whole.createSubBuffer(CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &second);
    bench.queue.enqueueFillBuffer(part, cl_int{8}, 0, alignment);
    //! [sub-buffer]
    std::vector<cl_int> seen(alignment);
    bench.queue.enqueueReadBuffer(whole, CL_TRUE, 0, 4 * alignment, seen.data());
    std::printf("\nsub-buffers begin at multiples of %zu bytes\n"
                "in the whole, before the part, in it and behind it: %d %d %d\n",
                alignment, seen[alignment / 4 - 1], seen[alignment / 4],
                seen[alignment / 2]);
    const cl_int code = code_of([&] {
        cl_buffer_region crooked{4, alignment};
        const cl::Buffer refused = whole.createSubBuffer(
            CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &crooked);
        bench.queue.enqueueFillBuffer(refused, cl_int{9}, 0, alignment);
        bench.queue.finish();
    });
    std::printf("one that begins at byte 4: %d\n", code);

    const cl_int overlapping = code_of([&] {
        bench.queue.enqueueCopyBuffer(whole, whole, 0, alignment / 2,
                                      alignment); // onto its own half
        bench.queue.finish();
    });
    std::printf("a copy onto a part of itself: %d\n", overlapping);
}

int main()
{
    return run([] {
        Bench bench;
        transfers(bench);
        boxes(bench);
        parts(bench);
    });
}
