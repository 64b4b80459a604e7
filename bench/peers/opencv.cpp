// OpenCV's filters, or word that there is none.
#include "opencv.hpp"

#include "native.hpp"

#include <lockstep/failure.hpp>

#if LOCKSTEP_HAS_OPENCV
#include <opencv2/imgproc.hpp>
#endif

namespace lockstep::bench::opencv
{

#if LOCKSTEP_HAS_OPENCV

bool is_here()
{
    return true;
}

std::string version()
{
    return "OpenCV " CV_VERSION;
}

namespace
{

// A cv::Mat has no form for data that it only reads.
cv::Mat picture(const float* pixels, std::size_t columns, std::size_t rows)
{
    return {static_cast<int>(rows), static_cast<int>(columns), CV_32F, const_cast<float*>(pixels)};
}

} // namespace

void blur(std::span<const float> from, std::span<float> to, std::size_t columns, std::size_t rows)
{
    cv::setNumThreads(static_cast<int>(native::threads()));
    cv::Mat out = picture(to.data(), columns, rows);
    cv::blur(picture(from.data(), columns, rows), out, {9, 9}, {-1, -1}, cv::BORDER_REPLICATE);
}

void gaussian_blur(std::span<const float> from, std::span<float> to, std::size_t columns, std::size_t rows,
                   double sigma)
{
    cv::setNumThreads(static_cast<int>(native::threads()));
    cv::Mat out = picture(to.data(), columns, rows);
    cv::GaussianBlur(picture(from.data(), columns, rows), out, {9, 9}, sigma, sigma, cv::BORDER_REPLICATE);
}

#else

bool is_here()
{
    return false;
}

std::string version()
{
    return "";
}

void blur(std::span<const float>, std::span<float>, std::size_t, std::size_t)
{
    throw Failure("This was built without OpenCV.", "sudo apt install libopencv-imgproc-dev && cmake build "
                                                    "&& cmake --build build --target lockstep-bench");
}

void gaussian_blur(std::span<const float> from, std::span<float> to, std::size_t columns, std::size_t rows,
                   double)
{
    blur(from, to, columns, rows);
}

#endif

} // namespace lockstep::bench::opencv
