// Contexts.
#include "host/calls.hpp"

#include <algorithm>

namespace lockstep::pocket
{

cl_context CL_API_CALL CreateContext(const cl_context_properties* properties, cl_uint count,
                                     const cl_device_id* devices,
                                     void(CL_CALLBACK* notify)(const char*, const void*, size_t, void*),
                                     void* user, cl_int* code)
{
    const auto refuse = [&](cl_int why) {
        set(code, why);
        return cl_context{nullptr};
    };
    if (devices == nullptr || count == 0 || (notify == nullptr && user != nullptr))
        return refuse(CL_INVALID_VALUE);
    for (cl_uint i = 0; i < count; ++i)
        if (devices[i] != the_device()) return refuse(CL_INVALID_DEVICE);
    auto* context = new _cl_context;
    for (const cl_context_properties* one = properties; one != nullptr; one += 2) {
        context->properties.push_back(one[0]);
        if (one[0] == 0) break;
        context->properties.push_back(one[1]);
        const bool is_platform =
            one[0] == CL_CONTEXT_PLATFORM && reinterpret_cast<cl_platform_id>(one[1]) == the_platform();
        const bool is_synchronised =
            one[0] == CL_CONTEXT_INTEROP_USER_SYNC && (one[1] == CL_TRUE || one[1] == CL_FALSE);
        bool is_again = false;
        for (const cl_context_properties* before = properties; before != one; before += 2)
            is_again = is_again || before[0] == one[0];
        if ((!is_platform && !is_synchronised) || is_again) {
            delete context;
            return refuse(one[0] == CL_CONTEXT_PLATFORM && !is_again ? CL_INVALID_PLATFORM
                                                                     : CL_INVALID_PROPERTY);
        }
    }
    context->notify = notify;
    context->user = user;
    set(code, CL_SUCCESS);
    return context;
}

cl_context CL_API_CALL CreateContextFromType(const cl_context_properties* properties, cl_device_type type,
                                             void(CL_CALLBACK* notify)(const char*, const void*, size_t,
                                                                       void*),
                                             void* user, cl_int* code)
{
    cl_device_id device = nullptr;
    const cl_int found = GetDeviceIDs(the_platform(), type, 1, &device, nullptr);
    if (found != CL_SUCCESS) {
        set(code, found);
        return nullptr;
    }
    return CreateContext(properties, 1, &device, notify, user, code);
}

cl_int CL_API_CALL RetainContext(cl_context context)
{
    return retain(context, CL_INVALID_CONTEXT);
}
cl_int CL_API_CALL ReleaseContext(cl_context context)
{
    return release(context, CL_INVALID_CONTEXT);
}

cl_int CL_API_CALL GetContextInfo(cl_context context, cl_context_info what, size_t room, void* value,
                                  size_t* needed)
{
    if (!Counted<_cl_context>::is_alive(context)) return CL_INVALID_CONTEXT;
    switch (what) {
    case CL_CONTEXT_REFERENCE_COUNT:
        return give(context->references(), room, value, needed);
    case CL_CONTEXT_NUM_DEVICES:
        return give(cl_uint{1}, room, value, needed);
    case CL_CONTEXT_DEVICES:
        return give(the_device(), room, value, needed);
    case CL_CONTEXT_PROPERTIES:
        return give_bytes(context->properties.data(),
                          context->properties.size() * sizeof(cl_context_properties), room, value, needed);
    default:
        return CL_INVALID_VALUE;
    }
}

} // namespace lockstep::pocket
