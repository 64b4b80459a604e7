// All pairs of bodies in CUDA, with tiles in shared memory (Nyland, Harris and Prins, GPU Gems 3, chapter 31) and one body or
// several a thread, whichever is fastest, as a peer. Arguments: BODIES.
#include "cuda_peer.cuh"

#include <cmath>
#include <functional>
#include <vector>

namespace
{

constexpr float softening = 1e-4F;

/// Pulls `each` bodies a thread.
template <unsigned each, unsigned threads>
__global__ void pull_of_tiles(const float4* bodies, float4* accelerations, unsigned n)
{
    __shared__ float4 tile[threads];
    const unsigned first_own = blockIdx.x * threads * each + threadIdx.x;
    const float4 nothing = make_float4(0, 0, 0, 0);
    float4 own[each], sum[each];
    for (unsigned k = 0; k < each; ++k) {
        const unsigned i = first_own + k * threads;
        own[k] = i < n ? bodies[i] : nothing;
        sum[k] = nothing;
    }
    for (unsigned first = 0; first < n; first += threads) {
        tile[threadIdx.x] = first + threadIdx.x < n ? bodies[first + threadIdx.x] : nothing;
        __syncthreads();
#pragma unroll 16
        for (unsigned j = 0; j < threads; ++j) {
            const float4 other = tile[j];
#pragma unroll
            for (unsigned k = 0; k < each; ++k) {
                const float x = other.x - own[k].x;
                const float y = other.y - own[k].y;
                const float z = other.z - own[k].z;
                const float root = rsqrtf(fmaf(x, x, fmaf(y, y, fmaf(z, z, softening))));
                const float strength = other.w * root * root * root;
                sum[k].x += strength * x;
                sum[k].y += strength * y;
                sum[k].z += strength * z;
            }
        }
        __syncthreads();
    }
    for (unsigned k = 0; k < each; ++k)
        if (const unsigned i = first_own + k * threads; i < n) accelerations[i] = sum[k];
}

template <unsigned each, unsigned threads>
std::function<void()> way(const float4* bodies, float4* accelerations, unsigned n)
{
    const unsigned blocks = (n + each * threads - 1) / (each * threads);
    return [=] { pull_of_tiles<each, threads><<<blocks, threads>>>(bodies, accelerations, n); };
}

/// Whether some of the accelerations are those of a sum in double precision.
bool is_right(const std::vector<float4>& bodies, const float4* accelerations)
{
    std::vector<float4> got(bodies.size());
    peer::require(cudaMemcpy(got.data(), accelerations, got.size() * sizeof(float4), cudaMemcpyDeviceToHost),
                  "reading");
    for (std::size_t i = 0; i < bodies.size(); i += bodies.size() / 8 + 1) {
        double sum[3] = {0, 0, 0};
        for (const float4& other : bodies) {
            const double d[3] = {double{other.x} - bodies[i].x, double{other.y} - bodies[i].y,
                                 double{other.z} - bodies[i].z};
            const double square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + double{softening};
            for (int k = 0; k < 3; ++k) sum[k] += double{other.w} * d[k] / (square * std::sqrt(square));
        }
        const double wrong = std::hypot(got[i].x - sum[0], got[i].y - sum[1], got[i].z - sum[2]);
        if (!(wrong <= 1e-3 * std::hypot(sum[0], sum[1], sum[2]))) return false;
    }
    return true;
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 2) {
        std::fprintf(stderr, "lockstep-peer-n_body BODIES\n");
        return 2;
    }
    std::vector<float4> bodies(std::strtoull(argv[1], nullptr, 10));
    std::uint32_t state = 22;
    const auto random = [&] {
        state = state * 1664525U + 1013904223U;
        return static_cast<float>(state >> 8U) * 0x1p-23F - 1;
    };
    for (float4& body : bodies) {
        body.x = random(); // one after the other: the order of arguments would be the compiler's
        body.y = random();
        body.z = random();
        body.w = (1 + 0.5F * random()) / static_cast<float>(bodies.size());
    }
    float4* in = peer::allocate<float4>(bodies.size());
    float4* out = peer::allocate<float4>(bodies.size());
    peer::require(cudaMemcpy(in, bodies.data(), bodies.size() * sizeof(float4), cudaMemcpyHostToDevice), "writing");
    const auto n = static_cast<unsigned>(bodies.size());
    const std::function<void()> run =
        peer::fastest({way<1, 256>(in, out, n), way<2, 256>(in, out, n), way<4, 128>(in, out, n),
                       way<4, 256>(in, out, n), way<8, 128>(in, out, n)});
    run();
    peer::require(cudaDeviceSynchronize(), "the last run");
    if (!is_right(bodies, out)) {
        std::fprintf(stderr, "lockstep-peer-n_body: the accelerations are wrong\n");
        return 1;
    }
    return peer::serve(run, peer::cuda_version());
}
