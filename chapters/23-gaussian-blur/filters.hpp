// The three ways to blur, as launches: a window, rows and columns, and recursion.
#pragma once

#include <lockstep/gaussian.hpp>
#include <lockstep/lab.hpp>

#include <cmath>

using namespace lockstep;

inline std::vector<float> floats(const std::vector<double>& numbers)
{
    return {numbers.begin(), numbers.end()};
}

// A picture on the device, beside what filters make of it.
class Blur
{
public:
    Blur(const Lab& lab, const std::vector<float>& pixels, std::size_t columns,
         double sigma)
        : lab_(lab), count_(pixels.size()), columns_(static_cast<cl_uint>(columns)),
          rows_(static_cast<cl_uint>(pixels.size() / columns)), in_(lab.input(pixels)),
          between_(lab.output<float>(count_)), also_(lab.output<float>(count_)),
          out_(lab.output<float>(count_)),
          radius_(static_cast<int>(std::lround(3 * sigma))),
          window_(lab.input(floats(gaussian_window(sigma, radius_)))),
          weights_(lab.input(floats(gaussian_weights(sigma, radius_)))),
          recursion_(lab.input(floats(recursive_gaussian(sigma))))
    {
    }

    std::vector<float> result() const { return lab_.read<float>(out_, count_); }
    double copy_ms() const
    {
        return lab_.best_ms([&](cl::Event& event) {
            lab_.queue.enqueueCopyBuffer(in_, out_, 0, 0, count_ * sizeof(float), nullptr,
                                         &event);
        });
    }

    // Milliseconds on the device, the kernels one after the other.
    double window_ms() const
    {
        return pixels_ms("gaussian-blur.cl", "gaussian_blur", in_, window_, out_);
    }
    double separable_ms() const
    {
        return pixels_ms(blur, "blur_rows", in_, weights_, between_) +
               pixels_ms(blur, "blur_columns", between_, weights_, out_);
    }
    double recursive_ms() const
    {
        return lines_ms("recur_rows", rows_, in_, between_, columns_, rows_) +
               lines_ms("recur_columns", columns_, between_, out_, columns_, rows_);
    }
    //! [turned]
    // Down the columns, transpose, down what were the rows, transpose back.
    double turned_ms() const
    {
        return lines_ms("recur_columns", columns_, in_, between_, columns_, rows_) +
               transpose_ms(between_, also_, columns_, rows_) +
               lines_ms("recur_columns", rows_, also_, between_, rows_, columns_) +
               transpose_ms(between_, out_, rows_, columns_);
    }
    //! [turned]
    // From an image, which the pixels are copied to beforehand.
    double image_ms() const
    {
        const cl::Image2D image{
            lab_.context, CL_MEM_READ_ONLY, {CL_R, CL_FLOAT}, columns_, rows_};
        lab_.queue.enqueueCopyBufferToImage(in_, image, 0, {0, 0, 0}, {columns_, rows_, 1});
        return pixels_ms("images.cl", "from_image", image, window_, out_);
    }
    double constant_ms() const
    {
        return pixels_ms(blur, "constant_weights", in_, window_, out_);
    }

private:
    static constexpr auto blur = "../../kernels/gaussian_blur.cl";
    static constexpr auto recursive = "../../kernels/gaussian_recursive.cl";

    static std::size_t whole(std::size_t count, std::size_t group)
    {
        return (count + group - 1) / group * group;
    }
    cl::Kernel kernel(const char* file, const char* name) const
    {
        return find_kernel(lab_.program(file, "-D RADIUS=" + std::to_string(radius_)),
                           name);
    }
    template <typename Picture>
    double pixels_ms(const char* file, const char* name, const Picture& from,
                     const cl::Buffer& numbers, const cl::Buffer& to) const
    {
        return lab_.best_ms(kernel(file, name), {whole(columns_, 32), whole(rows_, 8)},
                            {32, 8}, from, numbers, to, columns_, rows_);
    }
    double lines_ms(const char* name, std::size_t lines, const cl::Buffer& from,
                    const cl::Buffer& to, cl_uint columns, cl_uint rows) const
    {
        return lab_.best_ms(kernel(recursive, name), cl::NDRange(whole(lines, 64)),
                            cl::NDRange(64), from, recursion_, to, columns, rows);
    }
    double transpose_ms(const cl::Buffer& from, const cl::Buffer& to, cl_uint columns,
                        cl_uint rows) const
    {
        return lab_.best_ms(kernel(recursive, "padded"),
                            {whole(columns, 32), whole(rows, 32) / 4}, {32, 8}, from, to,
                            columns, rows);
    }

    const Lab& lab_;
    std::size_t count_;
    cl_uint columns_, rows_;
    cl::Buffer in_, between_, also_, out_;
    int radius_;
    cl::Buffer window_, weights_, recursion_;
};
