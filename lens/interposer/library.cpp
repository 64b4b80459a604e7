// Programs that open the OpenCL library themselves get the lens's: its functions and Oclgrind's stand before all others in
// the process, but not in a library that is opened by name, which would be the system's.
#include <dlfcn.h>

#include <string_view>

namespace
{

bool is_opencl(const char* name)
{
    if (name == nullptr) return false;
    const std::string_view path{name};
    return path.substr(path.rfind('/') + 1).starts_with("libOpenCL");
}

} // namespace

// Any other library is opened by a jump into the C library, which takes the caller for the program and looks where that
// one's run path says: hence the optimisation in every configuration.
extern "C" __attribute__((visibility("default"), optimize("O2", "omit-frame-pointer"))) void*
dlopen(const char* name, int mode)
{
    static auto* const next = reinterpret_cast<decltype(&dlopen)>(dlsym(RTLD_NEXT, "dlopen"));
    if (is_opencl(name)) name = nullptr;
    return next(name, mode);
}
