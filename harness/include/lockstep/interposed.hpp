// For test programs that define functions with the names of a library's: the linker binds the code under test to them, and they
// call the library's own by these.
#pragma once

#include <dlfcn.h>

namespace lockstep
{

/// The function of this name in the library that would have been called. @tparam Function its type, decltype(clFinish) say.
template <typename Function>
Function* librarys(const char* name)
{
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

/// Larger than 0 while this thread is inside of real(): what a driver calls while it serves a call is not the code's.
inline thread_local int inside_library = 0;

/// Calls the function of this name in the library that would have been called.
template <typename Function, typename... Arguments>
auto real(const char* name, Arguments... arguments)
{
    auto* const function = librarys<Function>(name);
    ++inside_library;
    const auto result = function(arguments...);
    --inside_library;
    return result;
}

} // namespace lockstep
