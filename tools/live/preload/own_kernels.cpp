// Preloaded into a program that a page of the live book runs. It reads the reader's copy of a kernel where there is one, and what it
// prints goes out line by line, so that the page shows it while it arises.
//
// LOCKSTEP_OWN_KERNELS="FROM:TO": a file FROM/NAME.cl is opened as TO/NAME.cl where that exists. The chapters' programs know the
// place of their kernels from when they were compiled, and the lessons quote how they open them, so that neither can ask.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include <dlfcn.h>
#include <unistd.h>

namespace
{

using Open = std::FILE* (*)(const char*, const char*);

// The file to open in the place of `path`.
std::string own_version(const char* path)
{
    const char* folders = std::getenv("LOCKSTEP_OWN_KERNELS");
    if (path == nullptr) return "";
    const std::string_view asked{path};
    if (folders == nullptr || !asked.ends_with(".cl")) return std::string{asked};
    const std::string_view both{folders};
    const std::size_t colon = both.find(':');
    if (colon == std::string_view::npos) return std::string{asked};
    const std::string_view from = both.substr(0, colon);
    if (!asked.starts_with(from) || asked.substr(from.size(), 1) != "/") return std::string{asked};
    std::string own = std::string{both.substr(colon + 1)} + std::string{asked.substr(from.size())};
    return access(own.c_str(), R_OK) == 0 ? own : std::string{asked};
}

std::FILE* open_as(const char* function, const char* path, const char* mode)
{
    const auto open = reinterpret_cast<Open>(dlsym(RTLD_NEXT, function));
    return open(path == nullptr ? nullptr : own_version(path).c_str(), mode);
}

[[gnu::constructor]] void print_line_by_line()
{
    std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
}

} // namespace

extern "C" __attribute__((visibility("default"))) std::FILE* fopen(const char* path, const char* mode)
{
    return open_as("fopen", path, mode);
}

// What std::ifstream calls.
extern "C" __attribute__((visibility("default"))) std::FILE* fopen64(const char* path, const char* mode)
{
    return open_as("fopen64", path, mode);
}
