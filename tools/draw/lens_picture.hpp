// The picture of one request of one sub-group: its work-items above, the sectors or banks that serve them below.
#pragma once

#include "lockstep/formats/lens_report.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace lockstep::tool
{

/// What the picture is drawn for.
struct PictureStyle
{
    std::string name = "lens"; ///< prefix of every id in the drawing: unique within a page
};

/// One request, as the lens sampled it.
struct Request
{
    struct Lane
    {
        unsigned lane = 0;        ///< within its sub-group
        std::uint64_t offset = 0; ///< in bytes from the request's base
    };

    std::vector<Lane> lanes; ///< the active work-items
    unsigned sub_group_size = 32;
    unsigned bytes = 4; ///< that each work-item asks for
    unsigned sector_bytes = 32;
    unsigned line_bytes = 128;      ///< 0: there is no cache in the way
    unsigned banks = 32;            ///< of local memory, each four bytes wide
    std::vector<unsigned> groups{}; ///< of each lane, which pass serves it; empty: neighbours share one
    bool is_local = false;
    std::string access; ///< "load", "store" or "atomic"
    std::string place;  ///< "sub-group 0 of group (0, 0, 0)"
};

/// The request that a line of a report holds as its sample.
/// @throws Failure when the line has no sample, or one that makes no sense.
Request sampled_request(const formats::LensDevice& device, const formats::LensLine& line);

/// One pass of local memory.
struct Pass
{
    std::vector<std::vector<unsigned>>
        served;           ///< for each bank its work-items, all of them with the same word
    bool is_late = false; ///< a pass that a bank conflict makes necessary
};

/// The passes that a request to local memory needs. The work-items of a group share a pass, or at most as many
/// neighbours as four bytes of every bank can serve; among those, different words of one bank take turns, and one word serves all who want it.
std::vector<Pass> local_passes(const Request& request);

/// An SVG drawing, about 640 units wide, in the colours --fig-… of the book. Global memory: the row of work-items,
/// the sectors that they touch as boxes, used bytes filled and the others hatched. Local memory: the banks as columns,
/// a row for each pass. What would be too long is collapsed with a count.
/// @throws Failure like sampled_request().
std::string lens_picture(const formats::LensDevice& device, const formats::LensLine& line,
                         const PictureStyle& style = {});

} // namespace lockstep::tool
