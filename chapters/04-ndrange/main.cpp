// Work-items in a grid: who they are, sizes that do not divide, and a picture turned two ways.
#include <CL/opencl.hpp>
#include <lockstep/image.hpp>
#include <lockstep/run.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

using lockstep::Picture;

// The first GPU, else the first device, or what LOCKSTEP_DEVICE names (chapter 2).
cl::Device choose_device()
{
    const char* wanted = std::getenv("LOCKSTEP_DEVICE");
    std::vector<cl::Platform> platforms;
    std::vector<cl::Device> all;
    cl::Platform::get(&platforms);
    for (const cl::Platform& platform : platforms) {
        std::vector<cl::Device> some;
        platform.getDevices(CL_DEVICE_TYPE_ALL, &some);
        for (const cl::Device& device : some) {
            const std::string names = platform.getInfo<CL_PLATFORM_NAME>() +
                                      platform.getInfo<CL_PLATFORM_VERSION>() +
                                      device.getInfo<CL_DEVICE_NAME>();
            const bool gpu = (device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_GPU) != 0;
            if (wanted != nullptr ? strcasestr(names.c_str(), wanted) != nullptr : gpu)
                return device;
            all.push_back(device);
        }
    }
    if (wanted != nullptr)
        throw std::runtime_error(
            "no device matches LOCKSTEP_DEVICE; ./lockstep devices lists what there is");
    return all.front();
}

// A picture no turn or mirror leaves as it was: an F before rings that darken to the right.
Picture draw_f(std::size_t columns, std::size_t rows)
{
    Picture picture{.columns = columns,
                    .rows = rows,
                    .channels = 1,
                    .bytes = std::vector<std::uint8_t>(columns * rows)};
    for (std::size_t y = 0; y < rows; ++y)
        for (std::size_t x = 0; x < columns; ++x) {
            const double u = static_cast<double>(x) / static_cast<double>(columns);
            const double v = static_cast<double>(y) / static_cast<double>(rows);
            const bool stem = u > 0.36 && u < 0.45 && v > 0.2 && v < 0.8;
            const bool bars = u > 0.36 && ((v > 0.2 && v < 0.32 && u < 0.66) ||
                                           (v > 0.45 && v < 0.56 && u < 0.58));
            const double rings =
                120.0 + 40.0 * std::cos(40.0 * std::hypot(u - 0.5, v - 0.5)) - 60.0 * u;
            picture.at(x, y) = stem || bars ? 250 : static_cast<std::uint8_t>(rings);
        }
    return picture;
}

//! [round-up]
constexpr std::size_t round_up(std::size_t n, std::size_t multiple)
{
    return (n + multiple - 1) / multiple * multiple;
}
//! [round-up]

void chapter()
{
    const cl::Device device = choose_device();
    const cl::Context context{device};
    const cl::CommandQueue queue{context, device};
    std::ifstream file{CHAPTER_DIR "/ndrange.cl"};
    const cl::Program program{context,
                              std::string{std::istreambuf_iterator<char>{file}, {}}};
    program.build();
    std::printf("on %s\n\n6 x 4 work-items in groups of 3 x 2, in the order in which they "
                "got to print:\n",
                device.getInfo<CL_DEVICE_NAME>().c_str());

    //! [who]
    const cl::Kernel who{program, "who_am_i"};
    std::fflush(stdout); // the device's printf has a buffer of its own
    queue.enqueueNDRangeKernel(who, cl::NullRange, cl::NDRange(6, 4), cl::NDRange(3, 2));
    queue.finish();
    //! [who]

    //! [limits]
    cl::Kernel inverse{program, "rotate_inverse"};
    const auto most = inverse.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(device);
    const auto multiple =
        inverse.getWorkGroupInfo<CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE>(device);
    std::printf(
        "\nrotate_inverse: at most %zu work-items a group, preferably a multiple of %zu\n",
        most, multiple);
    //! [limits]

    const Picture picture = draw_f(320, 240);
    //! [does-not-divide]
    try {
        queue.enqueueNDRangeKernel(who, cl::NullRange, cl::NDRange(1000), cl::NDRange(64));
    } catch (const cl::Error& error) {
        std::printf("1000 work-items in groups of 64: %s says %d\n", error.what(),
                    error.err());
    }
    std::printf("rounded up: %zu work-items, %zu of them idle\n\n", round_up(1000, 64),
                round_up(1000, 64) - 1000);
    //! [does-not-divide]

    //! [rotate]
    const cl::Buffer in{context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                        picture.bytes.size(),
                        const_cast<std::uint8_t*>(picture.bytes.data())};
    const cl::Buffer out{context, CL_MEM_READ_WRITE, picture.bytes.size()};
    const cl::NDRange global{round_up(picture.columns, 16), round_up(picture.rows, 16)};
    cl::Kernel forward{program, "rotate_forward"};
    for (const int degrees : {90, 30}) {
        const double angle = degrees * 3.14159265358979323846 / 180.0;
        std::vector<Picture> turned(2, picture);
        for (const bool by_inverse : {false, true}) {
            cl::Kernel& kernel = by_inverse ? inverse : forward;
            kernel.setArg(0, in);
            kernel.setArg(1, out);
            kernel.setArg(2, static_cast<cl_int>(picture.columns));
            kernel.setArg(3, static_cast<cl_int>(picture.rows));
            kernel.setArg(4, static_cast<cl_float>(std::cos(angle)));
            kernel.setArg(5, static_cast<cl_float>(std::sin(angle)));
            queue.enqueueFillBuffer(out, cl_uchar{0}, 0, picture.bytes.size());
            queue.enqueueNDRangeKernel(kernel, cl::NullRange, global, cl::NDRange(16, 16));
            queue.enqueueReadBuffer(out, CL_TRUE, 0, picture.bytes.size(),
                                    turned[by_inverse ? 1 : 0].bytes.data());
        }
        //! [rotate]
        std::size_t holes = 0;
        std::size_t wanted = 0;
        for (std::size_t i = 0; i < picture.bytes.size(); ++i) {
            wanted += turned[1].bytes[i] != 0 ? 1U : 0U; // the picture itself has no 0
            holes += turned[1].bytes[i] != 0 && turned[0].bytes[i] == 0 ? 1U : 0U;
        }
        std::printf("turned by %d degrees: %zu pixels should be there, %zu of them the "
                    "forward mapping left black\n",
                    degrees, wanted, holes);
        if (degrees == 30) {
            write_png("output-forward.png", turned[0]);
            write_png("output-inverse.png", turned[1]);
        }
    }
    write_png("output-original.png", picture);
}

int main()
{
    return lockstep::run(chapter);
}
