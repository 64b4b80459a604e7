/// Chapter 10: what its figures take from the profiles of GPUs.
#include "10-profiles.hpp"

#include "base/paths.hpp"

#include <fmt/format.h>

namespace figures
{

lockstep::lens::Profile profile_of(std::string_view id)
{
    return lockstep::lens::read_profile(lockstep::tool::own_source_dir() / "lens" / "devices" /
                                        fmt::format("{}.json", id));
}

std::string short_name(std::string name)
{
    for (const std::string_view word :
         {"NVIDIA ", "AMD ", "ATI ", "Intel ", "GeForce ", "Radeon ", "Instinct "})
        if (name.starts_with(word)) name.erase(0, word.size());
    return name;
}

std::string size_in_words(double bytes)
{
    if (bytes < 1024.0 * 1024) return fmt::format("{:g} KiB", bytes / 1024);
    return fmt::format("{:g} MiB", bytes / (1024.0 * 1024));
}

} // namespace figures
