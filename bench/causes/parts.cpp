// Times of parts, for chapters 6, 7, 8 and 10: a picture turned without this or that, a stream in more or fewer pieces, a start
// with and without stored binaries, and a copy with more or less for each work-item.
// Needs OpenCL alone. From the repository's root: g++ -std=c++20 -O1 bench/causes/parts.cpp -o parts -lOpenCL && ./parts
// The first GPU is measured. bench/results/h200-parts.json holds what it printed on an H200.
#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/opencl.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace
{
using Clock = std::chrono::steady_clock;
double ms_since(Clock::time_point start)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}
double median(std::vector<double> times)
{
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

cl::Device choose()
{
    std::vector<cl::Platform> platforms;
    cl::Platform::get(&platforms);
    cl::Device any;
    for (const auto& platform : platforms) {
        std::vector<cl::Device> devices;
        try {
            platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
        } catch (const cl::Error&) {
            continue;
        }
        for (const auto& device : devices) {
            if (device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_GPU) return device;
            any = device;
        }
    }
    return any;
}

std::string read(const std::string& file)
{
    std::ifstream in{file, std::ios::binary};
    return {std::istreambuf_iterator<char>{in}, {}};
}

struct Lab
{
    cl::Device device = choose();
    cl::Context context{device};
    cl::CommandQueue queue{context, device, CL_QUEUE_PROFILING_ENABLE};
    bool gpu = (device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_GPU) != 0;

    cl::Program build(const std::string& source, const std::string& options = "") const
    {
        cl::Program program{context, source};
        try {
            program.build({device}, options.c_str());
        } catch (const cl::Error&) {
            std::printf("BUILD FAILED: %s\n", program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device).c_str());
            throw;
        }
        return program;
    }
    double ms(const cl::Kernel& kernel, const cl::NDRange& global, const cl::NDRange& local,
              int repeats = 9) const
    {
        std::vector<double> times;
        for (int repeat = 0; repeat <= repeats; ++repeat) {
            cl::Event done;
            queue.enqueueNDRangeKernel(kernel, cl::NullRange, global, local, nullptr, &done);
            done.wait();
            const double t = 1e-6 * static_cast<double>(done.getProfilingInfo<CL_PROFILING_COMMAND_END>() -
                                                        done.getProfilingInfo<CL_PROFILING_COMMAND_START>());
            if (repeat > 0) times.push_back(t);
        }
        return median(times);
    }
};

// ---- chapter 10: elements a work-item, a group apart
const char* copies = R"(
kernel void copy(global const T* in, global T* out)
{
    const size_t group = get_local_size(0);
    const size_t first = get_group_id(0) * group * N + get_local_id(0);
    T x[N];
#pragma unroll
    for (int k = 0; k < N; ++k) x[k] = in[first + k * group];
#pragma unroll
    for (int k = 0; k < N; ++k) out[first + k * group] = x[k];
}
kernel void operations(global const float* in, global float* out, uint rounds, float factor, float summand)
{
    const size_t group = get_local_size(0);
    const size_t first = get_group_id(0) * group * N + get_local_id(0);
    float x[N];
#pragma unroll
    for (int k = 0; k < N; ++k) x[k] = in[first + k * group];
    for (uint round = 0; round < rounds; ++round)
#pragma unroll
        for (int k = 0; k < N; ++k) x[k] = fma(x[k], factor, summand);
#pragma unroll
    for (int k = 0; k < N; ++k) out[first + k * group] = x[k];
}
)";

void chapter_10(const Lab& lab)
{
    const std::size_t bytes = std::size_t{1} << (lab.gpu ? 29U : 22U);
    const cl::Buffer in{lab.context, CL_MEM_READ_WRITE, bytes}, out{lab.context, CL_MEM_READ_WRITE, bytes};
    lab.queue.enqueueFillBuffer(in, cl_uint{7}, 0, bytes);
    lab.queue.enqueueFillBuffer(out, cl_uint{0}, 0, bytes);
    std::printf("\n== chapter 10: a copy of %zu MiB, elements a work-item, a group of 256 apart; GB/s\n",
                bytes >> 20U);
    std::printf("%-8s%10s%10s%10s%10s%10s\n", "element", "1", "2", "4", "8", "16");
    for (const auto& [type, size] : {std::pair<const char*, std::size_t>{"uchar", 1},
                                     {"ushort", 2},
                                     {"float", 4},
                                     {"float2", 8},
                                     {"float4", 16}}) {
        std::printf("%-8s", type);
        for (const int n : {1, 2, 4, 8, 16}) {
            cl::Kernel kernel{lab.build(copies, std::string{"-D T="} + type + " -D N=" + std::to_string(n)),
                              "copy"};
            kernel.setArg(0, in);
            kernel.setArg(1, out);
            const double t =
                lab.ms(kernel, cl::NDRange(bytes / size / static_cast<std::size_t>(n)), cl::NDRange(256));
            std::printf("%10.0f", 2e-6 * static_cast<double>(bytes) / t);
        }
        std::printf("\n");
    }
    std::printf("4,096 multiply-adds for each float; chains a work-item; GFLOP/s\n");
    const std::size_t n = std::size_t{1} << (lab.gpu ? 26U : 16U);
    for (const int chains : {1, 2, 4, 8}) {
        cl::Kernel kernel{lab.build(copies, "-D T=float -D N=" + std::to_string(chains)), "operations"};
        kernel.setArg(0, in);
        kernel.setArg(1, out);
        kernel.setArg(2, cl_uint{4096});
        kernel.setArg(3, 0.5F);
        kernel.setArg(4, 1.0F);
        const double t =
            lab.ms(kernel, cl::NDRange(n / static_cast<std::size_t>(chains)), cl::NDRange(256), 3);
        std::printf("  %d chains %10.0f\n", chains, 2e-6 * 4096 * static_cast<double>(n) / t);
    }
}

// ---- chapter 6: the parts of a turned picture
const char* pictures = R"(
constant sampler_t nearest_at = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
kernel void copy_buffer(global const uchar4* in, global uchar4* out, int2 size, float c, float s)
{
    const int at = get_global_id(1) * size.x + get_global_id(0);
    out[at] = in[at];
}
kernel void write_alone(read_only image2d_t in, write_only image2d_t out, int2 size, float c, float s, sampler_t how)
{
    write_imagef(out, (int2)(get_global_id(0), get_global_id(1)), (float4)(c));
}
kernel void copy_image(read_only image2d_t in, write_only image2d_t out, int2 size, float c, float s, sampler_t how)
{
    const int2 at = {get_global_id(0), get_global_id(1)};
    write_imagef(out, at, read_imagef(in, nearest_at, at));
}
kernel void asks_only(read_only image2d_t in, write_only image2d_t out, int2 size, float c, float s, sampler_t how)
{
    const int2 at = {get_global_id(0), get_global_id(1)};
    write_imagef(out, at, (float4)(get_image_dim(in).x == 77 ? 1.0f : c));
}
float2 place_of(int2 at, int2 size, float c, float s)
{
    const float2 centre = 0.5f * convert_float2(size);
    const float2 d = convert_float2(at) + 0.5f - centre;
    return centre + (float2)(d.x * c - d.y * s, d.x * s + d.y * c);
}
// Many reads for one write, so that the reads are the limit.
kernel void reads(read_only image2d_t in, write_only image2d_t out, int2 size, float c, float s, sampler_t how)
{
    const int2 at = {get_global_id(0), get_global_id(1)};
    const float2 place = place_of(at, size, c, s);
    float4 sum = 0;
#pragma unroll
    for (int k = 0; k < READS; ++k) sum += read_imagef(in, how, place + 0.0625f * k);
    write_imagef(out, at, sum / READS);
}
float4 clamped(global const uchar4* in, int2 size, int x, int y)
{
    return convert_float4(in[clamp(y, 0, size.y - 1) * size.x + clamp(x, 0, size.x - 1)]);
}
kernel void by_hand_clamped(global const uchar4* in, global uchar4* out, int2 size, float c, float s)
{
    const int2 at = {get_global_id(0), get_global_id(1)};
    const float2 place = place_of(at, size, c, s) - 0.5f;
    const int2 i = convert_int2_rtn(place);
    const float2 part = place - floor(place);
    const float4 above = mix(clamped(in, size, i.x, i.y), clamped(in, size, i.x + 1, i.y), part.x);
    const float4 below = mix(clamped(in, size, i.x, i.y + 1), clamped(in, size, i.x + 1, i.y + 1), part.x);
    out[at.y * size.x + at.x] = convert_uchar4_sat_rte(mix(above, below, part.y));
}
kernel void nearest_by_hand(global const uchar4* in, global uchar4* out, int2 size, float c, float s)
{
    const int2 at = {get_global_id(0), get_global_id(1)};
    const int2 i = convert_int2_rtn(place_of(at, size, c, s));
    out[at.y * size.x + at.x] = in[clamp(i.y, 0, size.y - 1) * size.x + clamp(i.x, 0, size.x - 1)];
}
)";

void chapter_06(const Lab& lab, const std::string& root)
{
    const std::size_t side = lab.gpu ? 8192 : 512;
    std::vector<cl_uchar> bytes(4 * side * side);
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<cl_uchar>(i * 2654435761U >> 13U);
    const cl::ImageFormat format{CL_RGBA, CL_UNORM_INT8};
    const cl::Image2D in{lab.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, format, side, side, 0,
                         bytes.data()};
    const cl::Image2D out{lab.context, CL_MEM_WRITE_ONLY, format, side, side};
    const cl::Buffer from{lab.context, bytes.begin(), bytes.end(), true};
    const cl::Buffer to{lab.context, CL_MEM_READ_WRITE, bytes.size()};
    const std::string turn = read(root + "/chapters/06-images/turn.cl");
    std::printf("\n== chapter 6: %zu x %zu pixels; ms for 0, 30, 90 degrees\n", side, side);
    const auto row = [&](const char* title, const std::string& source, const char* name, bool image,
                         cl_filter_mode filter, std::size_t columns = 16, std::size_t rows = 16,
                         const std::string& options = "") {
        cl::Kernel kernel{lab.build(source, options), name};
        const cl::Sampler sampler{lab.context, CL_FALSE, CL_ADDRESS_CLAMP, filter};
        if (image) {
            kernel.setArg(0, in);
            kernel.setArg(1, out);
            kernel.setArg(5, sampler);
        } else {
            kernel.setArg(0, from);
            kernel.setArg(1, to);
        }
        kernel.setArg(2, cl_int2{{static_cast<cl_int>(side), static_cast<cl_int>(side)}});
        std::printf("%-44s", title);
        for (const auto& [c, s] : {std::pair<float, float>{1, 0}, {0.8660254F, 0.5F}, {0, 1}}) {
            kernel.setArg(3, c);
            kernel.setArg(4, s);
            std::printf("%10.3f", lab.ms(kernel, cl::NDRange(side, side), cl::NDRange(columns, rows)));
        }
        std::printf("\n");
    };
    row("buffer to buffer, a copy", pictures, "copy_buffer", false, CL_FILTER_NEAREST, 16, 16, "-D READS=1");
    row("buffer to buffer, a copy, groups 32 x 8", pictures, "copy_buffer", false, CL_FILTER_NEAREST, 32, 8,
        "-D READS=1");
    row("write_imagef alone", pictures, "write_alone", true, CL_FILTER_NEAREST, 16, 16, "-D READS=1");
    row("image to image, a copy", pictures, "copy_image", true, CL_FILTER_NEAREST, 16, 16, "-D READS=1");
    row("turn, nearest", turn, "turn", true, CL_FILTER_NEAREST);
    row("turn, linear", turn, "turn", true, CL_FILTER_LINEAR);
    row("turn, linear, groups 32 x 8", turn, "turn", true, CL_FILTER_LINEAR, 32, 8);
    row("get_image_dim and a write, no read", pictures, "asks_only", true, CL_FILTER_NEAREST, 16, 16,
        "-D READS=1");
    row("turn_asking, linear", turn, "turn_asking", true, CL_FILTER_LINEAR);
    for (const char* reads : {"2", "4", "8"}) {
        row((std::string{reads} + " reads, nearest").c_str(), pictures, "reads", true, CL_FILTER_NEAREST, 16,
            16, std::string{"-D READS="} + reads);
        row((std::string{reads} + " reads, linear").c_str(), pictures, "reads", true, CL_FILTER_LINEAR, 16,
            16, std::string{"-D READS="} + reads);
    }
    row("by hand, as in turn.cl", turn, "turn_by_hand", false, CL_FILTER_NEAREST);
    row("by hand, as in turn.cl, groups 32 x 8", turn, "turn_by_hand", false, CL_FILTER_NEAREST, 32, 8);
    row("by hand, clamped instead of guarded", pictures, "by_hand_clamped", false, CL_FILTER_NEAREST, 16, 16,
        "-D READS=1");
    row("by hand, clamped, groups 32 x 8", pictures, "by_hand_clamped", false, CL_FILTER_NEAREST, 32, 8,
        "-D READS=1");
    row("by hand, nearest, clamped", pictures, "nearest_by_hand", false, CL_FILTER_NEAREST, 16, 16,
        "-D READS=1");
    const cl::Program program = lab.build(turn);
    const auto binaries = program.getInfo<CL_PROGRAM_BINARIES>();
    const std::string ptx{binaries[0].begin(), binaries[0].end()};
    std::printf(
        "PTX of turn.cl: %zu txq, %zu tex, %zu sust\n",
        [&] {
            std::size_t n = 0;
            for (std::size_t at = 0; (at = ptx.find("txq.", at)) != std::string::npos; ++at) ++n;
            return n;
        }(),
        [&] {
            std::size_t n = 0;
            for (std::size_t at = 0; (at = ptx.find("\ttex.", at)) != std::string::npos; ++at) ++n;
            return n;
        }(),
        [&] {
            std::size_t n = 0;
            for (std::size_t at = 0; (at = ptx.find("sust.", at)) != std::string::npos; ++at) ++n;
            return n;
        }());
}

// ---- chapter 7: 128 MiB in pieces
void chapter_07(const Lab& lab, const std::string& root)
{
    const std::size_t total = std::size_t{1} << (lab.gpu ? 27U : 23U);
    const cl::Program program = lab.build(read(root + "/chapters/07-queues-events/queues.cl"));
    const cl::Buffer staging{lab.context, CL_MEM_ALLOC_HOST_PTR, 2 * total};
    auto* in = static_cast<char*>(
        lab.queue.enqueueMapBuffer(staging, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, 2 * total));
    std::memset(in, 1, 2 * total);
    char* out = in + total;
    std::printf("\n== chapter 7: %zu MiB in pieces; kernel of 1,024 rounds; host ms, median of 7\n",
                total >> 20U);
    std::printf("%8s%12s%14s%14s%14s%14s\n", "pieces", "KiB each", "one queue", "three queues", "one upload",
                "one kernel");
    for (const std::size_t pieces : {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048}) {
        const std::size_t bytes = total / pieces;
        const cl_uint count = static_cast<cl_uint>(bytes / 4);
        std::vector<cl::Buffer> ring;
        for (int i = 0; i < 3; ++i) ring.emplace_back(lab.context, CL_MEM_READ_WRITE, bytes);
        cl::Kernel kernel{program, "chunk"};
        kernel.setArg(1, count);
        kernel.setArg(2, cl_uint{lab.gpu ? 1024U : 1U});
        const auto pass = [&](std::size_t queues, std::size_t buffers) {
            std::vector<cl::CommandQueue> q;
            for (std::size_t i = 0; i < queues; ++i)
                q.emplace_back(lab.context, lab.device, CL_QUEUE_PROFILING_ENABLE);
            const auto& up = q.front();
            const auto& compute = q.at(queues / 2);
            const auto& down = q.back();
            std::vector<cl::Event> downloaded(pieces);
            cl::Event uploaded, computed;
            const auto start = Clock::now();
            for (std::size_t piece = 0; piece < pieces; ++piece) {
                std::vector<cl::Event> is_free, after;
                if (piece >= buffers) is_free.push_back(downloaded[piece - buffers]);
                up.enqueueWriteBuffer(ring[piece % buffers], CL_FALSE, 0, bytes, in + piece * bytes, &is_free,
                                      &uploaded);
                after.assign(1, uploaded);
                kernel.setArg(0, ring[piece % buffers]);
                compute.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(count), cl::NDRange(256),
                                             &after, &computed);
                after.assign(1, computed);
                down.enqueueReadBuffer(ring[piece % buffers], CL_FALSE, 0, bytes, out + piece * bytes, &after,
                                       &downloaded[piece]);
                for (const auto& each : q) each.flush();
            }
            for (const auto& each : q) each.finish();
            const double ms = ms_since(start);
            const auto took = [](const cl::Event& event) {
                return 1e-6 * static_cast<double>(event.getProfilingInfo<CL_PROFILING_COMMAND_END>() -
                                                  event.getProfilingInfo<CL_PROFILING_COMMAND_START>());
            };
            return std::array<double, 3>{ms, took(uploaded), took(computed)};
        };
        std::vector<double> one, three, upload, kernels;
        for (int repeat = 0; repeat < 8; ++repeat) {
            const auto a = pass(1, 1), b = pass(3, 3);
            if (repeat == 0) continue;
            one.push_back(a[0]);
            upload.push_back(a[1]);
            kernels.push_back(a[2]);
            three.push_back(b[0]);
        }
        std::printf("%8zu%12zu%14.2f%14.2f%14.4f%14.4f\n", pieces, bytes >> 10U, median(one), median(three),
                    median(upload), median(kernels));
    }
    lab.queue.enqueueUnmapMemObject(staging, in);
    lab.queue.finish();
}

// ---- chapter 8: what a start costs; one start in this process
void start(const std::string& from, const std::string& file, const std::string& root)
{
    const Lab lab;
    const std::string source = read(root + "/chapters/08-programs/programs.cl");
    const auto begin = Clock::now();
    cl::Program program;
    if (from == "binary") {
        const std::string bytes = read(file);
        program =
            cl::Program{lab.context, {lab.device}, {std::vector<unsigned char>(bytes.begin(), bytes.end())}};
    } else {
        program = cl::Program{lab.context, source};
    }
    program.build({lab.device});
    if (from == "store") {
        const auto binaries = program.getInfo<CL_PROGRAM_BINARIES>();
        std::ofstream{file, std::ios::binary}.write(reinterpret_cast<const char*>(binaries[0].data()),
                                                    static_cast<std::streamsize>(binaries[0].size()));
    }
    const double built = ms_since(begin);
    float one = 1;
    const cl::Buffer in{lab.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof one, &one};
    const cl::Buffer out{lab.context, CL_MEM_READ_WRITE, 5 * sizeof one};
    cl::Kernel kernel{program, "accuracy"};
    kernel.setArg(0, in);
    kernel.setArg(1, out);
    kernel.setArg(2, cl_uint{1});
    lab.queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(64), cl::NDRange(64));
    lab.queue.enqueueReadBuffer(out, CL_TRUE, 0, sizeof one, &one);
    std::printf("%f %f\n", built, ms_since(begin) - built);
}

void chapter_08(const std::string& self)
{
    namespace fs = std::filesystem;
    const fs::path scratch = fs::temp_directory_path() / "lockstep-starts";
    fs::remove_all(scratch);
    struct Row
    {
        const char* name;
        const char* from;
        const char* cache;
        std::vector<double> build{}, launch{};
    };
    std::vector<Row> rows{{"source, driver's cache empty", "source", "a"},
                          {"source, driver's cache filled", "source", "a"},
                          {"source, and the binary is stored, empty", "store", "b"},
                          {"stored binary, driver's cache empty", "binary", "c"},
                          {"stored binary, driver's cache filled", "binary", "c"}};
    for (int repeat = 0; repeat < 3; ++repeat) {
        const fs::path place = scratch / std::to_string(repeat);
        for (const char* name : {"a", "b", "c"}) fs::create_directories(place / name);
        for (Row& row : rows) {
            const std::string cache = (place / row.cache).string();
            const std::string command = "POCL_CACHE_DIR='" + cache + "' CUDA_CACHE_PATH='" + cache +
                                        "' CUDA_CACHE_DISABLE=0 '" + self + "' --start " + row.from + " '" +
                                        (place / "stored.bin").string() + "'";
            FILE* pipe = popen(command.c_str(), "r");
            double built = 0, launched = 0;
            if (pipe == nullptr || std::fscanf(pipe, "%lf %lf", &built, &launched) != 2)
                std::printf("a start failed\n");
            if (pipe != nullptr) pclose(pipe);
            row.build.push_back(built);
            row.launch.push_back(launched);
        }
    }
    std::printf("\n== chapter 8: starts, each a process; median of 3; ms to build and of the first launch\n");
    for (const Row& row : rows)
        std::printf("%-44s%10.1f%10.1f\n", row.name, median(row.build), median(row.launch));
    fs::remove_all(scratch);
}
} // namespace

int main(int count, char** words)
{
    const char* given = std::getenv("ROOT");
    const std::string root = given ? given : ".";
    if (count == 4 && std::string{words[1]} == "--start") {
        start(words[2], words[3], root);
        return 0;
    }
    std::setvbuf(stdout, nullptr, _IONBF, 0);
    const auto part = [](const char* name, auto&& work) {
        try {
            work();
        } catch (const cl::Error& error) {
            std::printf("%s: %s failed with %d\n", name, error.what(), error.err());
        }
    };
    const Lab lab;
    std::printf("device: %s, driver %s\n", lab.device.getInfo<CL_DEVICE_NAME>().c_str(),
                lab.device.getInfo<CL_DRIVER_VERSION>().c_str());
    part("10", [&] { chapter_10(lab); });
    part("6", [&] { chapter_06(lab, root); });
    part("7", [&] { chapter_07(lab, root); });
    part("8", [&] { chapter_08(words[0]); });
    return 0;
}
