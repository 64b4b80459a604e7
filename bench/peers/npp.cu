// NPP's filters of pictures of floats, with windows of 9 × 9, as peers. Beyond the picture are copies of its nearest pixels, as
// NPP has no other border here. Arguments: gauss|box COLUMNS ROWS.
#include "cuda_peer.cuh"

#include <nppcore.h>
#include <nppi_filtering_functions.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

namespace
{

constexpr int radius = 4;
constexpr int side = 2 * radius + 1;

void require_npp(NppStatus status, const char* what)
{
    if (status == NPP_SUCCESS) return;
    std::fprintf(stderr, "lockstep-peer-npp: %s: status %d\n", what, static_cast<int>(status));
    std::exit(1);
}

/// Of the default stream.
NppStreamContext context()
{
    NppStreamContext made{};
    cudaDeviceProp device;
    peer::require(cudaGetDevice(&made.nCudaDeviceId), "asking for the device");
    peer::require(cudaGetDeviceProperties(&device, made.nCudaDeviceId), "asking what the device has");
    made.nMultiProcessorCount = device.multiProcessorCount;
    made.nMaxThreadsPerMultiProcessor = device.maxThreadsPerMultiProcessor;
    made.nMaxThreadsPerBlock = device.maxThreadsPerBlock;
    made.nSharedMemPerBlock = device.sharedMemPerBlock;
    made.nCudaDevAttrComputeCapabilityMajor = device.major;
    made.nCudaDevAttrComputeCapabilityMinor = device.minor;
    return made;
}

/// The ladders' weights: a window as wide as six standard deviations.
std::vector<float> weights_of(bool gauss)
{
    std::vector<float> weights(side, 1);
    float sum = 0;
    for (int i = -radius; i <= radius; ++i) {
        if (gauss) weights[i + radius] = std::exp(-4.5F * i * i / (radius * radius));
        sum += weights[i + radius];
    }
    for (float& weight : weights) weight /= sum;
    return weights;
}

/// Whether some pixels, the corners among them, are those of a sum in double precision.
bool is_right(const std::vector<float>& in, const std::vector<float>& out, int columns, int rows,
              const std::vector<float>& weights)
{
    const std::size_t step = std::max<std::size_t>(in.size() / 997, 1);
    for (std::size_t at = 0; at < in.size(); at = at + 1 == in.size() ? in.size() : std::min(at + step, in.size() - 1)) {
        const int column = static_cast<int>(at % columns), row = static_cast<int>(at / columns);
        double sum = 0;
        for (int j = -radius; j <= radius; ++j)
            for (int i = -radius; i <= radius; ++i)
                sum += double{weights[i + radius]} * weights[j + radius] *
                       in[static_cast<std::size_t>(std::min(std::max(row + j, 0), rows - 1)) * columns +
                          std::min(std::max(column + i, 0), columns - 1)];
        if (!(std::abs(out[at] - sum) <= 1e-5)) return false;
    }
    return true;
}

} // namespace

int main(int argc, char** argv)
{
    const std::string filter = argc > 1 ? argv[1] : "";
    if (argc != 4 || (filter != "gauss" && filter != "box")) {
        std::fprintf(stderr, "lockstep-peer-npp gauss|box COLUMNS ROWS\n");
        return 2;
    }
    const int columns = std::atoi(argv[2]), rows = std::atoi(argv[3]);
    const NppiSize size{columns, rows};
    const int pitch = columns * static_cast<int>(sizeof(float));
    std::vector<float> picture(static_cast<std::size_t>(columns) * rows);
    std::uint32_t state = 23;
    for (float& pixel : picture) {
        state = state * 1664525U + 1013904223U;
        pixel = static_cast<float>(state >> 8U) * 0x1p-22F - 1;
    }
    const std::vector<float> weights = weights_of(filter == "gauss");
    float* in = peer::allocate<float>(picture.size());
    float* out = peer::allocate<float>(picture.size());
    float* window = peer::allocate<float>(weights.size());
    peer::require(cudaMemcpy(in, picture.data(), picture.size() * sizeof(float), cudaMemcpyHostToDevice), "writing");
    peer::require(cudaMemcpy(window, weights.data(), weights.size() * sizeof(float), cudaMemcpyHostToDevice), "writing");
    const NppStreamContext stream = context();
    const std::function<void()> gauss = [=] {
        require_npp(nppiFilterGaussAdvancedBorder_32f_C1R_Ctx(in, pitch, size, {0, 0}, out, pitch, size, side, window,
                                                              NPP_BORDER_REPLICATE, stream),
                    "blurring");
    };
    const std::function<void()> box = [=] {
        require_npp(nppiFilterBoxBorder_32f_C1R_Ctx(in, pitch, size, {0, 0}, out, pitch, size, {side, side},
                                                    {radius, radius}, NPP_BORDER_REPLICATE, stream),
                    "taking means");
    };
    const auto run = filter == "gauss" ? gauss : box;
    run();
    std::vector<float> result(picture.size());
    peer::require(cudaMemcpy(result.data(), out, result.size() * sizeof(float), cudaMemcpyDeviceToHost), "reading");
    if (!is_right(picture, result, columns, rows, weights)) {
        std::fprintf(stderr, "lockstep-peer-npp: the picture is wrong\n");
        return 1;
    }
    const NppLibraryVersion* version = nppGetLibVersion();
    return peer::serve(run, "NPP " + std::to_string(version->major) + "." + std::to_string(version->minor) + "." +
                                std::to_string(version->build) + ", " + peer::cuda_version());
}
