// What ladders of filters of pictures share: sizes, limits and peers.
#pragma once

#include "ladder.hpp"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace lockstep::bench
{

/// A ladder of filters of pictures of floats: a square one, and one whose rows begin anywhere. A copy is the limit.
class PictureLadder : public Ladder
{
public:
    LimitKind limit() const override { return LimitKind::copy; }
    std::vector<std::string> cases() const override { return {"square", "ragged"}; }
    Extent timed_extent(const Workbench& workbench, const std::string& input, bool quick) const override;
    Extent counted_extent() const override { return {256, 128}; }
    std::array<Extent, 2> counted_extents(const std::string& input,
                                          const Parameters& parameters) const override;
    std::optional<Extent> profiled_extent(const std::string& input) const override
    {
        return input == "ragged" ? Extent{511, 529} : Extent{512, 512};
    }
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
