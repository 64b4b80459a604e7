// Halves a scanned picture and takes from each row its mean: three kernels, and the host that runs them.
#include "pipeline.hpp"

const char* kernels()
{
    return R"(
// Halves a picture of `columns` columns: pixel (x, y) of half_picture is the mean, cut to a whole number, of the four pixels
// (2x, 2y) to (2x + 1, 2y + 1) of `picture`. half_picture has half_columns × half_rows pixels, one for each work-item (x, y).
// A last column or row that has no partner is left out.
kernel void halve(global const int* picture, uint columns, global int* half_picture, uint half_columns, uint half_rows)
{
    const uint x = get_global_id(0);
    const uint y = get_global_id(1);
    if (x >= half_columns || y >= half_rows) return;
    const uint first = 2 * y * 2 * half_columns + 2 * x;
    const int sum = picture[first] + picture[first + 1] + picture[first + columns] + picture[first + columns + 1];
    half_picture[y * half_columns + x] = sum / 4;
}

// The mean of each row, cut to a whole number. Work-group y adds up row y: each work-item some pixels, and then all together in
// `partial`, which has room for one int for each work-item. A group has a power of two of work-items.
kernel void row_means(global const int* pixels, uint columns, global int* means, local int* partial)
{
    const uint y = get_group_id(0);
    const uint item = get_local_id(0);
    const uint size = get_local_size(0);
    int sum = 0;
    for (uint x = item; x < columns; x += size) sum += pixels[y * columns + x];
    partial[item] = sum;
    for (uint width = size / 2; width > 0; width /= 2) {
        if (item < width) partial[item] += partial[item + width];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (item == 0) means[y] = partial[0] / (int)columns;
}

// Takes from each pixel the mean of its row. Work-item (x, y) makes pixel (x, y).
kernel void level(global const int* pixels, global const int* means, uint columns, uint rows, global int* out)
{
    const uint x = get_global_id(0);
    const uint y = get_global_id(1);
    if (x >= columns || y >= rows) return;
    out[y * columns + x] = pixels[y * columns + x] - means[y];
}
)";
}

std::vector<cl_int> even_out(const cl::Context& context, const cl::CommandQueue& transfers,
                             const cl::CommandQueue& work, const cl::Program& program,
                             const std::vector<cl_int>& picture, std::size_t columns, std::size_t rows)
{
    constexpr std::size_t group = 64; // work-items that add up a row
    const std::size_t half_columns = columns / 2;
    const std::size_t half_rows = rows / 2;
    const std::size_t bytes = half_columns * half_rows * sizeof(cl_int);
    const auto wide = static_cast<cl_uint>(half_columns);
    const auto high = static_cast<cl_uint>(half_rows);

    const cl::Buffer device_picture{context, CL_MEM_READ_ONLY, picture.size() * sizeof(cl_int)};
    const cl::Buffer halved{context, CL_MEM_READ_WRITE, bytes};
    const cl::Buffer means{context, CL_MEM_READ_WRITE, half_rows * sizeof(cl_int)};
    const cl::Buffer out{context, CL_MEM_READ_WRITE, bytes};
    cl::Event written;
    transfers.enqueueWriteBuffer(device_picture, CL_FALSE, 0, picture.size() * sizeof(cl_int), picture.data(),
                                 nullptr, &written);
    transfers.flush(); // before another queue waits for it
    const std::vector<cl::Event> after_write{written};

    cl::Kernel halve{program, "halve"};
    halve.setArg(0, device_picture);
    halve.setArg(1, static_cast<cl_uint>(columns));
    halve.setArg(2, halved);
    halve.setArg(3, wide);
    halve.setArg(4, high);
    work.enqueueNDRangeKernel(halve, cl::NullRange, cl::NDRange(half_columns, half_rows), cl::NullRange,
                              &after_write);

    cl::Kernel row_means{program, "row_means"};
    row_means.setArg(0, halved);
    row_means.setArg(1, wide);
    row_means.setArg(2, means);
    row_means.setArg(3, cl::Local(group * sizeof(cl_int)));
    work.enqueueNDRangeKernel(row_means, cl::NullRange, cl::NDRange(half_rows * group), cl::NDRange(group));

    cl::Kernel level{program, "level"};
    level.setArg(0, halved);
    level.setArg(1, means);
    level.setArg(2, wide);
    level.setArg(3, high);
    level.setArg(4, out);
    cl::Event levelled;
    work.enqueueNDRangeKernel(level, cl::NullRange, cl::NDRange(half_rows, half_columns), cl::NullRange,
                              nullptr, &levelled);
    work.flush();

    std::vector<cl_int> result(half_columns * half_rows);
    transfers.enqueueReadBuffer(out, CL_TRUE, 0, bytes, result.data());
    return result;
}
