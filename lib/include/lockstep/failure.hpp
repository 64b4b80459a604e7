// Failures a person can act on.
#pragma once

#include <stdexcept>
#include <string>

namespace lockstep
{

/// A failure told in full: what happened, why, and what to type next.
class Failure : public std::runtime_error
{
public:
    /// @param what_happened one sentence; @param next the thing to try, printed on its own line (may be empty).
    explicit Failure(const std::string& what_happened, const std::string& next = "");

    /// The sentence alone, without the advice.
    const std::string& happened() const noexcept { return happened_; }
    /// The advice alone; empty when there is none.
    const std::string& next() const noexcept { return next_; }

private:
    std::string happened_;
    std::string next_;
};

/// What the chosen device lacks: nothing went wrong, but the program cannot run there.
class Missing : public Failure
{
public:
    using Failure::Failure;
};

} // namespace lockstep
