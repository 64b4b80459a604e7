/* The same question in C: every list is asked for twice, first for its length, then for its contents. */
#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    //! [twice]
    cl_uint count = 0;
    cl_int code = clGetPlatformIDs(0, NULL, &count); /* how many? */
    if (code != CL_SUCCESS || count == 0) {
        fprintf(stderr, "no platform: error %d\n", code);
        return 1;
    }
    cl_platform_id* platforms = malloc(count * sizeof *platforms);
    if (platforms == NULL ||
        clGetPlatformIDs(count, platforms, NULL) != CL_SUCCESS) /* which? */
        return 1;
    //! [twice]

    for (cl_uint i = 0; i < count; ++i) {
        //! [name]
        size_t length = 0;
        clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, 0, NULL,
                          &length); /* counts the terminating zero */
        char* name = malloc(length);
        if (name == NULL || clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, length, name,
                                              NULL) != CL_SUCCESS)
            return 1;
        //! [name]
        cl_uint devices = 0;
        if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 0, NULL, &devices) !=
            CL_SUCCESS)
            devices = 0; /* CL_DEVICE_NOT_FOUND: a driver without its hardware */
        printf("%s: %u device%s\n", name, devices, devices == 1 ? "" : "s");
        free(name);
    }
    free(platforms);
    return 0;
}
