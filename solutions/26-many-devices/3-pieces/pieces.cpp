// Pieces of work for several devices, of which one may fail.
#include "pieces.hpp"

#include <algorithm>

Pieces::Pieces(std::size_t total, std::size_t workers, std::size_t smallest)
    : total_{total}, workers_{workers}, smallest_{smallest}
{
}

std::optional<Range> Pieces::take()
{
    const std::lock_guard lock{mutex_};
    if (!returned_.empty()) {
        const Range piece = returned_.back();
        returned_.pop_back();
        return piece;
    }
    const std::size_t left = total_ - next_;
    if (left == 0) return std::nullopt;
    const std::size_t half_share = left / (2 * workers_) + (left % (2 * workers_) != 0 ? 1 : 0);
    const Range piece{next_, std::min(left, std::max(half_share, smallest_))};
    next_ += piece.count;
    return piece;
}

void Pieces::give_back(Range piece)
{
    const std::lock_guard lock{mutex_};
    returned_.push_back(piece);
}
