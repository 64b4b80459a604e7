// Failures a person can act on.
#include "lockstep/failure.hpp"

#include <fmt/format.h>

namespace lockstep
{

namespace
{

std::string full_text(const std::string& happened, const std::string& next)
{
    return next.empty() ? happened : fmt::format("{}\n  try: {}", happened, next);
}

} // namespace

Failure::Failure(const std::string& what_happened, const std::string& next)
    : std::runtime_error(full_text(what_happened, next)), happened_(what_happened), next_(next)
{
}

} // namespace lockstep
