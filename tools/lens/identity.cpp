// A profile's figures as answers to a program's queries.
#include "lens/identity.hpp"

#include <fmt/format.h>

#include <map>

namespace lockstep::tool
{

namespace
{

struct Vendor
{
    const char* name; ///< as its OpenCL driver gives it
    unsigned id;      ///< of its PCI devices
};

Vendor vendor_of(const lens::Profile& profile)
{
    static const std::map<std::string, Vendor> known{{"NVIDIA", {"NVIDIA Corporation", 0x10de}},
                                                     {"AMD", {"Advanced Micro Devices, Inc.", 0x1002}},
                                                     {"Intel", {"Intel(R) Corporation", 0x8086}}};
    const auto found = known.find(profile.vendor);
    return found != known.end() ? found->second : Vendor{profile.vendor.c_str(), 0};
}

} // namespace

std::string identity_of(const lens::Profile& profile, std::uint64_t global_bytes, bool vendor)
{
    std::string text = fmt::format("compute_units={}\ngroup_size={}\nsub_group={}\nlocal_bytes={}\n"
                                   "global_bytes={}\ncache_bytes={}\nline_bytes={}\n",
                                   profile.opencl_compute_units, profile.unit.max_group_size,
                                   profile.sub_group_size, profile.unit.opencl_local_bytes, global_bytes,
                                   profile.caches.second_bytes, profile.global.line_bytes);
    if (!vendor) return text;
    const Vendor who = vendor_of(profile);
    return text + fmt::format("vendor={}\nname={}\nvendor_id={}\n", who.name, profile.name, who.id);
}

} // namespace lockstep::tool
