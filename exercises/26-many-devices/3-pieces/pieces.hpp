// Pieces of work for several devices, of which one may fail. pieces.cpp defines the functions.
#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <vector>

/// Things from first to first + count - 1.
struct Range
{
    std::size_t first, count;
};

/// Hands the things 0 to total - 1 to workers, each thing to one of them. Every worker is a thread of its own, and calls when it likes.
class Pieces
{
public:
    /// @param workers how many there are, at least 1. @param smallest a piece worth a launch, at least 1.
    Pieces(std::size_t total, std::size_t workers, std::size_t smallest);

    /// You write this. The next piece, or nothing if there is none to be had now. What was given back comes first, piece by piece as it
    /// was. Any other piece is the next of what was never handed out: of what is left of that, half a worker's even share (left divided
    /// by twice the workers), rounded up, but never less than `smallest`, as far as there is so much.
    std::optional<Range> take();

    /// You write this. A worker could not do this piece, which it had from take(): another worker is to have it.
    void give_back(Range piece);

private:
    std::mutex mutex_;
    std::size_t next_ = 0; ///< the first thing that was never handed out
    std::size_t total_, workers_, smallest_;
    std::vector<Range> returned_; ///< given back, and not yet handed out again
};
