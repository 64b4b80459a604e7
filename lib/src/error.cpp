// OpenCL's error codes in words.
#include "lockstep/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace lockstep
{

namespace
{

constexpr std::array catalogue{
    ErrorEntry{0, "CL_SUCCESS", "the call did what it was asked", "nothing is wrong",
               "look further down: some other call failed"},
    ErrorEntry{-1, "CL_DEVICE_NOT_FOUND", "the platform has no device of that type",
               "a GPU was asked of a CPU driver", "ask for CL_DEVICE_TYPE_ALL and look at what there is"},
    ErrorEntry{-2, "CL_DEVICE_NOT_AVAILABLE", "the device exists but cannot be used now",
               "another process holds it, or its driver is updating",
               "close other users of the device; restart after a driver update"},
    ErrorEntry{-3, "CL_COMPILER_NOT_AVAILABLE", "this platform cannot compile source",
               "an embedded driver that only takes binaries",
               "choose another platform, or build offline and load the binary"},
    ErrorEntry{-4, "CL_MEM_OBJECT_ALLOCATION_FAILURE", "no memory for a buffer or image",
               "the sum of all buffers exceeds the device, or one exceeds CL_DEVICE_MAX_MEM_ALLOC_SIZE",
               "add up the sizes you asked for; a size in elements passed as bytes is the classic"},
    ErrorEntry{-5, "CL_OUT_OF_RESOURCES", "the device could not run what was queued",
               "too many registers or too much local memory for the group size, or an earlier kernel wrote "
               "out of bounds",
               "halve the work-group size; then run under Oclgrind to look for a stray write"},
    ErrorEntry{-6, "CL_OUT_OF_HOST_MEMORY", "the runtime could not allocate host memory",
               "the host is full, or an absurd size was passed",
               "print the sizes you pass; look for a negative number turned unsigned"},
    ErrorEntry{-7, "CL_PROFILING_INFO_NOT_AVAILABLE", "the event holds no times",
               "the queue was made without CL_QUEUE_PROFILING_ENABLE, or the command has not finished",
               "make the queue with profiling and wait for the event first"},
    ErrorEntry{-8, "CL_MEM_COPY_OVERLAP", "source and destination of a copy overlap",
               "a copy inside one buffer", "copy through a second buffer"},
    ErrorEntry{-9, "CL_IMAGE_FORMAT_MISMATCH", "the two images have different formats",
               "a copy between unlike images", "create both with the same cl_image_format"},
    ErrorEntry{-10, "CL_IMAGE_FORMAT_NOT_SUPPORTED", "the device has no such image format",
               "channel order and type that only some devices know",
               "choose one from clGetSupportedImageFormats"},
    ErrorEntry{-11, "CL_BUILD_PROGRAM_FAILURE", "the kernel source does not compile",
               "a mistake in the kernel, or an option the compiler does not know",
               "read CL_PROGRAM_BUILD_LOG from the top: the first error is the real one"},
    ErrorEntry{-12, "CL_MAP_FAILURE", "the region could not be mapped",
               "no host memory left, or the object is mapped already",
               "unmap what you mapped; map a smaller region"},
    ErrorEntry{-13, "CL_MISALIGNED_SUB_BUFFER_OFFSET",
               "a sub-buffer starts at an address the device cannot use",
               "the origin is no multiple of CL_DEVICE_MEM_BASE_ADDR_ALIGN (which counts bits)",
               "round the origin up to the alignment divided by 8"},
    ErrorEntry{-14, "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST",
               "a command that was waited for has failed", "an earlier kernel crashed or was aborted",
               "check the status of each event in the list"},
    ErrorEntry{-15, "CL_COMPILE_PROGRAM_FAILURE", "clCompileProgram found an error",
               "a mistake in the source or a missing header", "read the build log"},
    ErrorEntry{-16, "CL_LINKER_NOT_AVAILABLE", "this platform cannot link programs",
               "an embedded or old driver", "build from one source"},
    ErrorEntry{-17, "CL_LINK_PROGRAM_FAILURE", "clLinkProgram failed",
               "a function is missing or defined twice", "read the build log of the linked program"},
    ErrorEntry{-18, "CL_DEVICE_PARTITION_FAILED", "the device could not be split as asked",
               "more compute units asked for than there are", "query CL_DEVICE_PARTITION_MAX_SUB_DEVICES"},
    ErrorEntry{-19, "CL_KERNEL_ARG_INFO_NOT_AVAILABLE", "the program keeps no names of arguments",
               "built without -cl-kernel-arg-info", "build with that option"},
    ErrorEntry{-30, "CL_INVALID_VALUE", "an argument is outside what the call allows",
               "a size of 0, flags that exclude each other, a read past the buffer's end",
               "compare each argument with the call's page in the specification"},
    ErrorEntry{-31, "CL_INVALID_DEVICE_TYPE", "no such device type", "a wrong constant",
               "use CL_DEVICE_TYPE_GPU, _CPU, _ACCELERATOR or _ALL"},
    ErrorEntry{-32, "CL_INVALID_PLATFORM", "not a platform",
               "a platform was never queried, or NULL where one is needed",
               "call clGetPlatformIDs and pass one of its results"},
    ErrorEntry{-33, "CL_INVALID_DEVICE", "not a device of this context or platform",
               "mixing devices of two platforms in one context", "make one context per platform"},
    ErrorEntry{-34, "CL_INVALID_CONTEXT", "not a context, or not this object's",
               "objects of two contexts in one call", "create everything from the same context"},
    ErrorEntry{-35, "CL_INVALID_QUEUE_PROPERTIES", "the device has no queue with these properties",
               "out-of-order execution asked of a device without it", "query CL_DEVICE_QUEUE_PROPERTIES"},
    ErrorEntry{-36, "CL_INVALID_COMMAND_QUEUE", "not a command queue, or one that is broken",
               "an earlier kernel crashed the device and took the queue with it",
               "call clFinish after each command to find which one failed"},
    ErrorEntry{-37, "CL_INVALID_HOST_PTR", "host pointer and flags disagree",
               "CL_MEM_COPY_HOST_PTR without a pointer, or a pointer without a flag that uses it",
               "pass both or neither"},
    ErrorEntry{-38, "CL_INVALID_MEM_OBJECT", "not a buffer or image",
               "a kernel argument was never set to a buffer, or the buffer was released",
               "check the order of the arguments and the life of the buffer"},
    ErrorEntry{-39, "CL_INVALID_IMAGE_FORMAT_DESCRIPTOR", "the image format makes no sense",
               "an uninitialised cl_image_format", "fill in both of its fields"},
    ErrorEntry{-40, "CL_INVALID_IMAGE_SIZE", "the image is larger than the device allows",
               "a picture wider than CL_DEVICE_IMAGE2D_MAX_WIDTH", "split it, or use a buffer"},
    ErrorEntry{-41, "CL_INVALID_SAMPLER", "not a sampler", "an argument in the wrong place",
               "check the order of the arguments"},
    ErrorEntry{-42, "CL_INVALID_BINARY", "the binary is not for this device",
               "a cached binary from another device or driver version",
               "build from source again and save the new binary"},
    ErrorEntry{-43, "CL_INVALID_BUILD_OPTIONS", "the compiler does not know an option",
               "a typing mistake, or a gcc option", "remove options one by one"},
    ErrorEntry{-44, "CL_INVALID_PROGRAM", "not a program", "it was never created, or released",
               "check that creation succeeded"},
    ErrorEntry{-45, "CL_INVALID_PROGRAM_EXECUTABLE", "the program was not built for this device",
               "clCreateKernel before clBuildProgram, or after a failed build",
               "check the result of the build"},
    ErrorEntry{-46, "CL_INVALID_KERNEL_NAME", "the program has no kernel of that name",
               "a typing mistake, or the function lacks the word kernel", "query CL_PROGRAM_KERNEL_NAMES"},
    ErrorEntry{-47, "CL_INVALID_KERNEL_DEFINITION", "the kernel differs between devices",
               "conditional compilation that changes the arguments", "keep one signature"},
    ErrorEntry{-48, "CL_INVALID_KERNEL", "not a kernel", "it was never created, or released",
               "check that creation succeeded"},
    ErrorEntry{-49, "CL_INVALID_ARG_INDEX", "the kernel has no argument with that index",
               "counting from 1, or an argument was removed from the kernel",
               "count the kernel's parameters from 0"},
    ErrorEntry{-50, "CL_INVALID_ARG_VALUE", "the argument's value cannot be used",
               "NULL for a plain value, or a value for local memory",
               "local memory takes a size and NULL; everything else takes a pointer to its value"},
    ErrorEntry{-51, "CL_INVALID_ARG_SIZE", "the argument's size is not the parameter's",
               "a size_t passed for an int, a double for a float, a pointer's size for a buffer's",
               "pass cl_int, cl_uint, cl_float: the types whose sizes are fixed"},
    ErrorEntry{-52, "CL_INVALID_KERNEL_ARGS", "an argument was not set before the launch",
               "one setArg forgotten", "set every argument, from 0 to the last"},
    ErrorEntry{-53, "CL_INVALID_WORK_DIMENSION", "not 1, 2 or 3 dimensions", "an NDRange without a size",
               "give the range one to three sizes"},
    ErrorEntry{
        -54, "CL_INVALID_WORK_GROUP_SIZE", "the work-group size does not fit",
        "it does not divide the global size, exceeds the kernel's limit, or contradicts reqd_work_group_size",
        "round the global size up to a multiple, and ask CL_KERNEL_WORK_GROUP_SIZE"},
    ErrorEntry{-55, "CL_INVALID_WORK_ITEM_SIZE", "the work-group is too long in one dimension",
               "more than CL_DEVICE_MAX_WORK_ITEM_SIZES allows", "query the limit of each dimension"},
    ErrorEntry{-56, "CL_INVALID_GLOBAL_OFFSET", "the offset cannot be used",
               "offset plus size exceeds what a size_t holds", "print both"},
    ErrorEntry{-57, "CL_INVALID_EVENT_WAIT_LIST", "the wait list is malformed",
               "a count without a list, or an event that was never handed to an enqueue",
               "pass only events that an enqueue has filled in"},
    ErrorEntry{-58, "CL_INVALID_EVENT", "not an event", "an event variable no command was given",
               "hand the event to the enqueue you want to wait for"},
    ErrorEntry{-59, "CL_INVALID_OPERATION", "the call is not allowed here",
               "using an extension the device lacks, or mapping in a state that forbids it",
               "check the call's list of errors for its own meaning"},
    ErrorEntry{-60, "CL_INVALID_GL_OBJECT", "not an OpenGL object", "the OpenGL buffer has no storage yet",
               "allocate it in OpenGL first"},
    ErrorEntry{-61, "CL_INVALID_BUFFER_SIZE", "a buffer of that size cannot be",
               "a size of 0, or above CL_DEVICE_MAX_MEM_ALLOC_SIZE", "print the size in bytes"},
    ErrorEntry{-62, "CL_INVALID_MIP_LEVEL", "no such mip level", "an OpenGL texture without that level",
               "use level 0"},
    ErrorEntry{-63, "CL_INVALID_GLOBAL_WORK_SIZE", "the global size cannot be used",
               "0 in one dimension on an old implementation, or more than a size_t holds", "print the sizes"},
    ErrorEntry{-64, "CL_INVALID_PROPERTY", "an unknown property in a list", "a list that does not end in 0",
               "end property lists with 0"},
    ErrorEntry{-65, "CL_INVALID_IMAGE_DESCRIPTOR", "the image description makes no sense",
               "an uninitialised cl_image_desc", "set it to zero before filling it in"},
    ErrorEntry{-66, "CL_INVALID_COMPILER_OPTIONS", "clCompileProgram does not know an option",
               "a typing mistake", "remove options one by one"},
    ErrorEntry{-67, "CL_INVALID_LINKER_OPTIONS", "clLinkProgram does not know an option", "a typing mistake",
               "remove options one by one"},
    ErrorEntry{-68, "CL_INVALID_DEVICE_PARTITION_COUNT", "the counts of a partition do not fit",
               "more compute units than the device has", "add up the counts"},
    ErrorEntry{-1001, "CL_PLATFORM_NOT_FOUND_KHR", "the loader found no platform at all",
               "no driver is installed, or no .icd file names it", "./lockstep doctor"},
};

} // namespace

std::span<const ErrorEntry> error_catalogue()
{
    return catalogue;
}

const ErrorEntry* find_error(int code)
{
    const auto entry = std::find_if(catalogue.begin(), catalogue.end(),
                                    [code](const ErrorEntry& e) { return e.code == code; });
    return entry == catalogue.end() ? nullptr : &*entry;
}

std::string error_name(int code)
{
    const ErrorEntry* entry = find_error(code);
    return entry != nullptr ? entry->name : fmt::format("unknown error {}", code);
}

std::string describe(const cl::Error& error)
{
    const ErrorEntry* entry = find_error(error.err());
    if (entry == nullptr)
        return fmt::format("{} failed with error {}, which is not one of OpenCL's own codes.\n"
                           "  try: the vendor's documentation; extensions have codes of their own",
                           error.what(), error.err());
    return fmt::format("{} failed with {} ({}): {}.\n  usual cause: {}\n  try: {}", error.what(), entry->name,
                       entry->code, entry->meaning, entry->cause, entry->next);
}

} // namespace lockstep
