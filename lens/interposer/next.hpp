// What every part of the interposer needs: the runtime's own functions, behind those that are defined here.
#pragma once

#include <dlfcn.h>

namespace lockstep::lens
{

/// The function of that name in the libraries behind this one; null where none has it.
template <typename Function>
Function* next_function(const char* name)
{
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

} // namespace lockstep::lens

/// Makes a function of OpenCL's interface one that programs call instead of the runtime's.
#define LOCKSTEP_INTERPOSED extern "C" __attribute__((visibility("default")))
