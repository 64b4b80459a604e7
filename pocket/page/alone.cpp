// What programs in a page lack of a system: Pocket is linked in and not found by a loader, and nothing is loaded while they run.
#include "host/objects.hpp"

// Nobody asks an object for its functions here: programs call them by their names.
const cl_icd_dispatch pocket_dispatch{};

extern "C"
{

    void* CL_API_CALL clGetExtensionFunctionAddress(const char*)
    {
        return nullptr;
    }

    void* CL_API_CALL clGetExtensionFunctionAddressForPlatform(cl_platform_id, const char*)
    {
        return nullptr;
    }

    void* dlsym(void*, const char*)
    {
        return nullptr;
    }

} // extern "C"
