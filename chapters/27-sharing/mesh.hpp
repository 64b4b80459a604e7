// A sphere displaced by noise, drawn from the mapped buffers into which the kernel wrote it.
#pragma once

#include "draw.hpp"

#include <array>

// Draws the mesh into `picture`, seen along z; the light comes from the upper left.
inline void draw_mesh(const cl_float4* places, const cl_float4* normals,
                      std::size_t columns, std::size_t rows, Picture& picture)
{
    const float half = static_cast<float>(picture.columns) / 2;
    std::vector<float> depths(picture.columns * picture.rows,
                              -std::numeric_limits<float>::infinity());
    black(picture);
    const auto vertex = [&](std::size_t column, std::size_t row) -> Vertex {
        const std::size_t at = row * columns + column % columns;
        const cl_float4 p = places[at], normal = normals[at];
        const float lit = -0.5F * normal.s[0] + 0.55F * normal.s[1] + 0.67F * normal.s[2];
        return {half * (1 + 0.72F * p.s[0]), half * (1 - 0.72F * p.s[1]), p.s[2],
                30 + 220 * std::max(0.0F, lit)};
    };
    for (std::size_t y = 0; y + 1 < rows; ++y)
        for (std::size_t x = 0; x < columns; ++x) {
            const Vertex a = vertex(x, y), b = vertex(x + 1, y), c = vertex(x, y + 1),
                         d = vertex(x + 1, y + 1);
            draw_triangle(a, b, c, picture, depths);
            draw_triangle(b, d, c, picture, depths);
        }
}

// Four phases of the noise, side by side in output-mesh.png.
inline void show_mesh(const Lab& lab)
{
    const std::size_t columns = lab.simulated ? 32 : 384, rows = columns / 2;
    const std::size_t side = lab.simulated ? 32 : 240, count = columns * rows;
    cl::Kernel kernel = lab.kernel("mesh.cl", "displace");
    const auto mapped = [&] {
        return cl::Buffer{lab.context, CL_MEM_WRITE_ONLY | CL_MEM_ALLOC_HOST_PTR,
                          count * sizeof(cl_float4)};
    };
    const std::array buffers{mapped(), mapped()};
    Picture all = make_picture(4 * side, side, 1), picture = make_picture(side, side, 1);
    double outside = 0;
    for (std::size_t frame = 0; frame < 4; ++frame) {
        //! [mesh]
        kernel.setArg(0, buffers[0]);
        kernel.setArg(1, buffers[1]);
        kernel.setArg(2, static_cast<cl_uint>(columns));
        kernel.setArg(3, static_cast<cl_uint>(rows));
        kernel.setArg(4, 0.25F * static_cast<float>(frame));
        lab.queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(columns, rows));
        std::array<const cl_float4*, 2> at{};
        for (std::size_t i = 0; i < 2; ++i)
            at[i] = static_cast<const cl_float4*>(lab.queue.enqueueMapBuffer(
                buffers[i], CL_TRUE, CL_MAP_READ, 0, count * sizeof(cl_float4)));
        draw_mesh(at[0], at[1], columns, rows, picture);
        //! [mesh]
        for (std::size_t i = 0; i < count; ++i) {
            const cl_float4 p = at[0][i], normal = at[1][i];
            double along = 0, length = 0;
            for (int k = 0; k < 3; ++k) {
                along += double{p.s[k]} * double{normal.s[k]};
                length += double{normal.s[k]} * double{normal.s[k]};
            }
            if (along < 0 || std::abs(length - 1) > 1e-5) ++outside;
        }
        for (std::size_t i = 0; i < 2; ++i)
            lab.queue.enqueueUnmapMemObject(buffers[i], const_cast<cl_float4*>(at[i]));
        lab.queue.finish();
        place_beside(picture, frame * side, all);
    }
    write_png("output-mesh.png", all);
    std::printf("\na sphere of %zu × %zu vertices, displaced in four phases\n", columns,
                rows);
    std::printf("  normals that are not of length 1, or point inwards: %.0f of %zu\n",
                outside, 4 * count);
}
