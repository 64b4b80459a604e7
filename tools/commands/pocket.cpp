#include "commands/pocket.hpp"

#include "base/build.hpp"
#include "base/paths.hpp"
#include "base/simulator.hpp"
#include "lockstep/text.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

constexpr const char* vendors_variable = "OCL_ICD_VENDORS";

// Where the loader looks for drivers, each of which is named in a file of its own.
fs::path system_vendors()
{
    const char* const moved = std::getenv("OPENCL_VENDOR_PATH");
    return moved != nullptr ? fs::path{moved} : fs::path{"/etc/OpenCL/vendors"};
}

bool is_driver(const fs::path& file)
{
    return file.extension() == ".icd";
}

bool any_driver_is_registered()
{
#ifdef __APPLE__
    return true; // the system is one
#else
    std::error_code error; // a folder that is not there has none
    for (const fs::directory_entry& file : fs::directory_iterator{system_vendors(), error})
        if (is_driver(file.path())) return true;
    return false;
#endif
}

// A folder that names the system's drivers and Pocket: the loader knows one folder.
fs::path all_vendors()
{
    const fs::path system = system_vendors();
    const fs::path folder = build_dir() / "vendors";
    const fs::path own = folder / "pocket.icd";
    std::error_code error;
    fs::create_directories(folder);
    for (const fs::directory_entry& file : fs::directory_iterator{folder})
        if (file.path() != own && !fs::exists(system / file.path().filename())) fs::remove(file, error);
    for (const fs::directory_entry& file : fs::directory_iterator{system, error})
        if (is_driver(file.path()))
            fs::copy_file(file.path(), folder / file.path().filename(), fs::copy_options::update_existing);
    if (!fs::exists(own)) std::ofstream{own} << pocket_library(build_dir()).string() << '\n';
    return folder;
}

} // namespace

void find_pocket()
{
    const char* const wanted = std::getenv("LOCKSTEP_DEVICE");
    const bool is_wanted = wanted != nullptr && lower(wanted).starts_with("pocket");
    if (std::getenv(vendors_variable) != nullptr || (!is_wanted && any_driver_is_registered())) return;
    if (!fs::exists(pocket_library(build_dir()))) build_target(build_dir(), "lockstep-pocket");
    setenv(vendors_variable, pocket_library(build_dir()).c_str(),
           1); // the loader takes a library for a list of one
}

void find_pocket_beside_others()
{
    if (std::getenv(vendors_variable) != nullptr || !fs::exists(pocket_library(build_dir()))) return;
    setenv(vendors_variable, all_vendors().c_str(), 1);
}

} // namespace lockstep::tool
