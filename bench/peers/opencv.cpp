// OpenCV's box filter, or word that there is none.
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

void blur(std::span<const float> from, std::span<float> to, std::size_t columns, std::size_t rows)
{
    cv::setNumThreads(static_cast<int>(native::threads()));
    // A cv::Mat has no form for data that it only reads.
    const cv::Mat in(static_cast<int>(rows), static_cast<int>(columns), CV_32F,
                     const_cast<float*>(from.data()));
    cv::Mat out(static_cast<int>(rows), static_cast<int>(columns), CV_32F, to.data());
    cv::blur(in, out, {9, 9}, {-1, -1}, cv::BORDER_REPLICATE);
}

#else

bool is_here()
{
    return false;
}

void blur(std::span<const float>, std::span<float>, std::size_t, std::size_t)
{
    throw Failure("This was built without OpenCV.", "apt install libopencv-imgproc-dev, and configure again");
}

#endif

} // namespace lockstep::bench::opencv
