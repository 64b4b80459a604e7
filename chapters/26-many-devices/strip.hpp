// A rank's rows of the grid on its device, and a step with the neighbours' rows.
#pragma once

#include "ranks.hpp"
#include "team.hpp"

#include <algorithm>
#include <span>

struct Grid
{
    std::size_t rows, columns;
};

//! [own_rows]
// Which rows are a rank's: as many as the others have, or one more.
inline std::size_t first_row(std::size_t rows, int rank, int ranks)
{
    return rows * static_cast<std::size_t>(rank) / static_cast<std::size_t>(ranks);
}
//! [own_rows]

// How warm it is at the beginning: a pattern that every rank can compute for its own rows.
inline float at_beginning(std::size_t row, std::size_t column)
{
    return static_cast<float>((row * 7919 + column * 104729) % 1009) / 1009.0F;
}

//! [rank_device]
// Ranks of one machine take its devices in turn. Those that share one take parts of it, if
// there are enough.
inline cl::Device device_of(const Ranks& ranks)
{
    const std::vector<DeviceEntry> devices = devices_to_use();
    std::vector<cl::Device> candidates;
    for (const DeviceEntry& entry : devices)
        if (entry.type == devices.front().type) candidates.push_back(entry.device);
    const auto here = static_cast<std::size_t>(ranks.rank_here);
    const auto sharers = static_cast<cl_uint>(
        (static_cast<std::size_t>(ranks.count_here) + candidates.size() - 1) /
        candidates.size());
    const cl::Device device = candidates[here % candidates.size()];
    const cl_uint units = device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>() / sharers;
    const std::vector<cl::Device> found =
        sharers > 1 && units > 0 ? parts(device, std::vector<cl_uint>(sharers, units))
                                 : std::vector<cl::Device>{};
    return found.empty() ? device : found[here / candidates.size()];
}
//! [rank_device]

class Strip
{
public:
    Strip(const Ranks& ranks, const cl::Device& device, Grid grid)
        : ranks_{ranks}, grid_{grid}, first_{first_row(grid.rows, ranks.rank, ranks.count)},
          rows_{first_row(grid.rows, ranks.rank + 1, ranks.count) - first_},
          context_{device}, inner_{context_, device}, edges_{context_, device},
          kernel_{
              find_kernel(build_program(context_, device, CHAPTER_DIR "/heat.cl"), "heat")},
          pinned_{context_, CL_MEM_ALLOC_HOST_PTR, 4 * row_bytes()}
    {
        std::vector<float> start((rows_ + 2) * grid.columns);
        for (std::size_t y = 0; y < rows_ + 2; ++y) {
            const std::size_t row = first_ + y; // counted from the edge above the grid
            for (std::size_t x = 0; x < grid.columns; ++x)
                start[y * grid.columns + x] = row == 0               ? 1.0F
                                              : row == grid.rows + 1 ? 0.0F
                                                                     : at_beginning(row, x);
        }
        for (cl::Buffer& half : halves_) half = {inner_, start.begin(), start.end(), false};
        std::vector<float> border(start.begin(),
                                  start.begin() + as_offset(2 * grid.columns));
        border.insert(border.end(), start.end() - as_offset(2 * grid.columns), start.end());
        border_ = {inner_, border.begin(), border.end(), false};
        host_ = static_cast<float*>(edges_.enqueueMapBuffer(
            pinned_, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, 4 * row_bytes()));
    }
    ~Strip()
    {
        edges_.enqueueUnmapMemObject(pinned_, host_);
        finish();
    }
    Strip(const Strip&) = delete;
    Strip& operator=(const Strip&) = delete;

    //! [plain]
    // All rows, then the exchange.
    void step_plainly()
    {
        enqueue(edges_, 1, rows_, halves_[1], 1, {});
        exchange();
        edges_.finish();
        std::swap(halves_[0], halves_[1]);
    }
    //! [plain]

    //! [overlapped]
    // The rows at the edges first, into a buffer of their own: no queue may use a buffer
    // that another one changes. While they travel, the device computes the rows in between.
    void step_overlapped()
    {
        enqueue(edges_, 1, 1, border_, 1, complete_);
        if (rows_ > 1) enqueue(edges_, rows_, 1, border_, 2, {});
        edges_.flush();
        if (rows_ > 2) enqueue(inner_, 2, rows_ - 2, halves_[1], 2, {});
        inner_.flush();
        exchange(border_, 2);
        // The border goes to its places when both are there.
        std::vector<cl::Event> arrived(1);
        edges_.enqueueMarkerWithWaitList(nullptr, &arrived[0]);
        edges_.flush();
        const std::size_t lower =
            std::min<std::size_t>(rows_, 2); // the last row may be the first
        inner_.enqueueCopyBuffer(border_, halves_[1], 0, 0, 2 * row_bytes(), &arrived);
        complete_.resize(1);
        inner_.enqueueCopyBuffer(border_, halves_[1], (4 - lower) * row_bytes(),
                                 (rows_ + 2 - lower) * row_bytes(), lower * row_bytes(),
                                 &arrived, &complete_[0]);
        inner_.flush();
        std::swap(halves_[0], halves_[1]);
    }
    //! [overlapped]

    // The rows to the neighbours and theirs to the device, without any computing.
    void exchange() { exchange(halves_[1], rows_); }

    void finish()
    {
        inner_.finish();
        edges_.finish();
    }

    std::vector<float> own_rows()
    {
        finish();
        std::vector<float> mine(rows_ * grid_.columns);
        edges_.enqueueReadBuffer(halves_[0], CL_TRUE, row_bytes(), rows_ * row_bytes(),
                                 mine.data());
        return mine;
    }

private:
    std::size_t row_bytes() const { return grid_.columns * sizeof(float); }

    static std::ptrdiff_t as_offset(std::size_t count)
    {
        return static_cast<std::ptrdiff_t>(count);
    }

    // Of a buffer with halos in row 0 and in the row behind `last`.
    void exchange(const cl::Buffer& buffer, std::size_t last)
    {
        if (ranks_.count == 1) return;
        float* const top = host_;
        float* const bottom = host_ + grid_.columns;
        float* const above = host_ + 2 * grid_.columns;
        float* const below = host_ + 3 * grid_.columns;
        edges_.enqueueReadBuffer(buffer, CL_FALSE, row_bytes(), row_bytes(), top);
        edges_.enqueueReadBuffer(buffer, CL_TRUE, std::min(last, rows_) * row_bytes(),
                                 row_bytes(), bottom);
        ranks_.exchange(top, bottom, above, below, grid_.columns);
        if (ranks_.rank > 0)
            edges_.enqueueWriteBuffer(buffer, CL_FALSE, 0, row_bytes(), above);
        if (ranks_.rank + 1 < ranks_.count)
            edges_.enqueueWriteBuffer(buffer, CL_FALSE, (last + 1) * row_bytes(),
                                      row_bytes(), below);
        edges_.flush();
    }

    // Rows from `first` on, to the rows of `target` from `to` on.
    void enqueue(const cl::CommandQueue& queue, std::size_t first, std::size_t count,
                 const cl::Buffer& target, std::size_t to,
                 const std::vector<cl::Event>& after)
    {
        kernel_.setArg(0, halves_[0]);
        kernel_.setArg(1, target);
        kernel_.setArg(2, static_cast<cl_uint>(grid_.columns));
        kernel_.setArg(3, static_cast<cl_uint>(first));
        kernel_.setArg(4, static_cast<cl_uint>(count));
        kernel_.setArg(5, static_cast<cl_uint>(to));
        queue.enqueueNDRangeKernel(kernel_, cl::NullRange,
                                   cl::NDRange((grid_.columns + 127) / 128 * 128, count),
                                   cl::NDRange(128, 1), &after);
    }

    const Ranks& ranks_;
    Grid grid_;
    std::size_t first_, rows_;
    cl::Context context_;
    cl::CommandQueue inner_, edges_;
    cl::Kernel kernel_;
    cl::Buffer halves_[2];
    cl::Buffer border_; // the first and the last own row, each with its halo
    cl::Buffer pinned_;
    float* host_ = nullptr;
    std::vector<cl::Event> complete_{}; // the border has its places in halves_[0]
};
