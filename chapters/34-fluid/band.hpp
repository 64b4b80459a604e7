// A rank's band of rows of a channel on its device, with a row of each neighbour.
#pragma once

#include "street.hpp"

#include "../26-many-devices/strip.hpp"

// The rows of a channel from `first` on, and the ones above and below; beyond the channel they are walls.
inline Channel band_of(const Channel& channel, int first, int rows)
{
    Channel band{
        .columns = channel.columns, .rows = rows + 2, .diameter = channel.diameter};
    const auto columns = static_cast<std::size_t>(channel.columns);
    for (int row = first - 1; row < first + rows + 1; ++row) {
        if (row < 0 || row >= channel.rows) {
            band.wall.insert(band.wall.end(), columns, 1);
            continue;
        }
        const auto from = channel.wall.begin() + std::ptrdiff_t{row} * channel.columns;
        band.wall.insert(band.wall.end(), from, from + channel.columns);
    }
    return band;
}

class Band
{
public:
    Band(const Lab& lab, const Ranks& ranks, const Channel& channel)
        : lab_(lab), ranks_(ranks), first_(row_of(channel, ranks.rank)),
          rows_(row_of(channel, ranks.rank + 1) - first_),
          band_(band_of(channel, first_, rows_)),
          fluid_(lab, band_, speed, reynolds,
                 "-D ASKED_ONCE -D FIRST_ROW=" + std::to_string(first_ - 1) +
                     " -D ALL_ROWS=" + std::to_string(channel.rows)),
          edges_(lab.output<float>(6 * columns())),
          pinned_(lab.context, CL_MEM_ALLOC_HOST_PTR, 2 * edge_bytes())
    {
        const cl::Program program = lab.program("bands.cl");
        pack_ = find_kernel(program, "pack");
        unpack_ = find_kernel(program, "unpack");
        sent_ = static_cast<float*>(lab.queue.enqueueMapBuffer(
            pinned_, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, 2 * edge_bytes()));
        received_ = sent_ + 6 * columns();
        std::fill_n(received_, 6 * columns(), 0.0F);
    }
    ~Band()
    {
        lab_.queue.enqueueUnmapMemObject(pinned_, sent_);
        lab_.queue.finish();
    }
    Band(const Band&) = delete;
    Band& operator=(const Band&) = delete;

    //! [band_step]
    // The rows at the edges first. While what crosses them is under way, the device computes the others.
    void step()
    {
        if (ranks_.count == 1) return fluid_.advance();
        fluid_.advance_rows(1, 1);
        fluid_.advance_rows(rows_, 1);
        enqueue(pack_);
        cl::Event packed;
        lab_.queue.enqueueReadBuffer(edges_, CL_FALSE, 0, edge_bytes(), sent_, nullptr,
                                     &packed);
        if (rows_ > 2) fluid_.advance_rows(2, rows_ - 2);
        lab_.queue.flush();
        packed.wait();
        const std::size_t three = 3 * columns(); // numbers of a row
        ranks_.exchange(sent_, sent_ + three, received_, received_ + three, three);
        lab_.queue.enqueueWriteBuffer(edges_, CL_FALSE, 0, edge_bytes(), received_);
        enqueue(unpack_);
        fluid_.finish_step();
    }
    //! [band_step]

    // The velocities of the band's own rows, right and down of each cell.
    std::vector<float> flow()
    {
        const std::vector<cl_float2> all = fluid_.flow();
        std::vector<float> own;
        for (std::size_t i = columns(); i < all.size() - columns(); ++i)
            own.insert(own.end(), {all[i].x, all[i].y});
        return own;
    }

private:
    int row_of(const Channel& channel, int rank) const
    {
        return static_cast<int>(
            first_row(static_cast<std::size_t>(channel.rows), rank, ranks_.count));
    }
    std::size_t columns() const { return static_cast<std::size_t>(band_.columns); }
    std::size_t edge_bytes() const { return 6 * columns() * sizeof(float); }

    void enqueue(cl::Kernel& kernel)
    {
        kernel.setArg(0, fluid_.next_state());
        kernel.setArg(1, edges_);
        kernel.setArg(2, band_.columns);
        kernel.setArg(3, band_.rows);
        lab_.queue.enqueueNDRangeKernel(kernel, cl::NullRange,
                                        cl::NDRange((columns() + 63) / 64 * 64, 6),
                                        cl::NDRange(64, 1));
    }

    const Lab& lab_;
    const Ranks& ranks_;
    int first_, rows_;
    Channel band_;
    Fluid fluid_;
    cl::Buffer edges_, pinned_;
    float *sent_ = nullptr, *received_ = nullptr;
    cl::Kernel pack_{}, unpack_{};
};
