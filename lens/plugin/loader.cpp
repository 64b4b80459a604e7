// Whether the Oclgrind that loads the plugin is one that it was built for.
#include "loader.hpp"

#include "llvm_functions.hpp"

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <array>

#include <dlfcn.h>
#include <link.h>

namespace lockstep::lens
{

namespace
{

constexpr std::array<std::string_view, 2> versions{"21.10", "26.03"};

/// Keeps the path of the library that holds Oclgrind's core, not its OpenCL runtime.
int find_core(dl_phdr_info* info, std::size_t, void* result)
{
    const std::string_view path = info->dlpi_name ? info->dlpi_name : "";
    const std::string_view name = path.substr(path.rfind('/') + 1);
    const bool core = name.starts_with("liboclgrind-") || name.starts_with("liboclgrind.so");
    if (!core || name.starts_with("liboclgrind-rt")) return 0;
    *static_cast<std::string*>(result) = path;
    return 1;
}

/// What the OpenCL platform calls itself.
std::string platform_version()
{
    const auto platforms =
        reinterpret_cast<decltype(&clGetPlatformIDs)>(dlsym(RTLD_DEFAULT, "clGetPlatformIDs"));
    const auto info =
        reinterpret_cast<decltype(&clGetPlatformInfo)>(dlsym(RTLD_DEFAULT, "clGetPlatformInfo"));
    cl_platform_id platform = nullptr;
    std::array<char, 128> text{};
    if (!platforms || !info || platforms(1, &platform, nullptr) != CL_SUCCESS) return {};
    if (info(platform, CL_PLATFORM_VERSION, text.size() - 1, text.data(), nullptr) != CL_SUCCESS) return {};
    return text.data();
}

} // namespace

std::string known_versions()
{
    std::string text;
    for (const std::string_view version : versions) {
        if (!text.empty()) text += " and ";
        text += version;
    }
    return text;
}

std::string version_in(std::string_view text)
{
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    for (const std::string_view mark : {"liboclgrind-", "Oclgrind "}) {
        const std::size_t found = text.find(mark);
        if (found == std::string_view::npos) continue;
        std::string version;
        for (std::size_t i = found + mark.size(); i < text.size(); ++i) {
            if (!is_digit(text[i]) && !(text[i] == '.' && i + 1 < text.size() && is_digit(text[i + 1])))
                break;
            version += text[i];
        }
        if (!version.empty()) return version;
    }
    return {};
}

bool is_known_version(std::string_view version)
{
    for (const std::string_view known : versions)
        if (version == known || (version.starts_with(known) && version[known.size()] == '.')) return true;
    return false;
}

std::string why_not_here()
{
    std::string core;
    dl_iterate_phdr(find_core, &core);
    std::string version = version_in(std::string_view{core}.substr(core.rfind('/') + 1));
    if (version.empty()) version = version_in(platform_version());
    if (!is_known_version(version))
        return "This plugin was built for Oclgrind " + known_versions() + ", and it was loaded by " +
               (version.empty() ? "a program that is not Oclgrind." : "Oclgrind " + version + ".");
    const std::string missing = find_llvm(core);
    if (!missing.empty()) return "The LLVM that Oclgrind " + version + " uses has no " + missing + ".";
    return {};
}

} // namespace lockstep::lens
