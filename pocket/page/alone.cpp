// What programs in a page lack of a system: Pocket is linked in and not found by a loader, nothing is loaded while they run, and there is one thread.
#include "host/objects.hpp"

#include <pthread.h>

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

    // What another thread should do is done at once, by the one that there is.
    int pthread_create(pthread_t* thread, const pthread_attr_t*, void* (*work)(void*), void* with)
    {
        work(with);
        *thread = pthread_self(); // none is no thread
        return 0;
    }

    int pthread_join(pthread_t, void**)
    {
        return 0;
    }

} // extern "C"
