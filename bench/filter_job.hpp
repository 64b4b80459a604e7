// What ladders of filters share: kernels that are launched one after the other on a picture, and peers.
#pragma once

#include "ladder.hpp"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace lockstep::bench
{

/// The largest difference from what is right, and what is wrong with the first one above the tolerance.
struct Verdict
{
    std::string mistake; ///< empty where there is none
    double worst = 0;
};

/// A kernel with its arguments, and the range of its launch.
struct Launch
{
    cl::Kernel kernel;
    LaunchRange range;
};

/// Launches kernels one after the other; what the last one left in `out` is judged.
class FilterJob : public Job
{
public:
    using Judge = std::function<Verdict(const std::vector<float>&)>;

    /// @param scale what errors are relative to, say the largest pixel: a mean can be 0.
    FilterJob(const cl::CommandQueue& queue, Judge judge, double scale)
        : queue_(queue), judge_(std::move(judge)), scale_(scale)
    {
    }

    Span enqueue() override;
    std::string verify() override;
    double error() override { return error_; }

    std::vector<Launch> launches;
    Guarded out;
    std::vector<Guarded> others; ///< which the kernels need as long as the job lives

private:
    cl::CommandQueue queue_;
    Judge judge_;
    double scale_;
    double error_ = -1;
};

/// A ladder of filters of pictures of floats: a square one, and one whose rows begin anywhere. A copy is the limit.
class PictureLadder : public Ladder
{
public:
    LimitKind limit() const override { return LimitKind::copy; }
    std::vector<std::string> cases() const override { return {"square", "ragged"}; }
    Extent timed_extent(const Workbench& workbench, const std::string& input, bool quick) const override;
    Extent counted_extent() const override { return {256, 128}; }
    std::vector<Extent> curve_extents(const Workbench& workbench, const std::string& input,
                                      bool quick) const override;
};

/// The shape of a launch of what includes kernels/shifted.clh: the first groups of a row begin 8 columns early.
LaunchShape shifted_shape();

/// What the tuner tries of it: the group, how many rows ahead it asks, and a block's height.
std::vector<Parameters> shifted_choices();

/// NPP and PyTorch on NVIDIA's devices, where they are. @param filter "gauss" or "box".
std::vector<Peer> picture_peers(const Workbench& workbench, const std::string& filter, Extent extent);

/// A job of the host on a picture, and whether its result is right.
struct PicturePeer
{
    std::string name;
    std::function<void(std::span<const float>, std::span<float>)> run;
    std::function<bool(const std::vector<float>&, const std::vector<float>&)> is_right;
    std::string version = {}; ///< of a library
};

/// memcpy, a streaming copy and these filters, verified, all of the same picture. @throws Failure where one is wrong.
std::vector<Peer> picture_peers(std::vector<float> picture, const std::vector<PicturePeer>& filters);

} // namespace lockstep::bench
