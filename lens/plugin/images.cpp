// Reads and writes of images: which texels a request asks for, whatever the layout that a device keeps them in.
#include "worker.hpp"

namespace lockstep::lens
{

/// Records a part of what a call reads or writes of an image. The simulator reads every channel by itself, and with a
/// linear filter each texel of a plane twice: what is there already is left out, and what follows on it joined.
void Worker::record_texel(const Access& access)
{
    const std::span pieces = std::span{trace_->accesses}.subspan(committed_);
    Access* before = nullptr;
    for (auto piece = pieces.rbegin(); piece != pieces.rend() && piece->same_place(access); ++piece) {
        if (access.address >= piece->address &&
            access.address + access.bytes <= piece->address + piece->bytes)
            return;
        if (piece->address + piece->bytes == access.address) before = &*piece;
    }
    if (before)
        before->bytes += access.bytes;
    else if (has_room(1))
        trace_->accesses.push_back(access);
}

} // namespace lockstep::lens
