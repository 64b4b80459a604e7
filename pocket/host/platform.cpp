// Platform, device, context.
#include "host/calls.hpp"

#include "counts/counter.hpp"
#include "counts/steps.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace lockstep::pocket
{

namespace
{

constexpr const char* extensions = "cl_khr_icd cl_khr_global_int32_base_atomics "
                                   "cl_khr_global_int32_extended_atomics cl_khr_local_int32_base_atomics "
                                   "cl_khr_local_int32_extended_atomics cl_khr_int64_base_atomics "
                                   "cl_khr_int64_extended_atomics cl_khr_byte_addressable_store "
                                   "cl_khr_fp64 cl_khr_3d_image_writes cl_khr_subgroups";

unsigned lanes_wanted()
{
    if (const unsigned counted = counted_lanes(); counted != 0) return counted;
    const char* const wanted = std::getenv("POCKET_LANES");
    const unsigned otherwise = recorded_lanes() != 0 ? recorded_lanes() : 32U;
    const long value = wanted != nullptr ? std::strtol(wanted, nullptr, 10) : otherwise;
    return value >= 4 && value <= 64 ? static_cast<unsigned>(value) : otherwise;
}

} // namespace

std::recursive_mutex& big_lock()
{
    static std::recursive_mutex& mutex = *new std::recursive_mutex;
    return mutex;
}

std::condition_variable_any& something_ended()
{
    static std::condition_variable_any& condition = *new std::condition_variable_any;
    return condition;
}

cl_platform_id the_platform()
{
    static _cl_platform_id& platform = *new _cl_platform_id;
    return &platform;
}

cl_device_id the_device()
{
    static _cl_device_id& device = *new _cl_device_id;
    return &device;
}

cl_ulong local_memory()
{
    // What is counted may be for a larger device; whether it fits is the occupancy's to say.
    return cl_ulong{counted_lanes() != 0 ? 1024U : 48U} << 10U;
}

MachineOptions machine_options()
{
    MachineOptions options;
    options.lanes = lanes_wanted();
    if (const char* const seed = std::getenv("POCKET_SEED")) options.seed = std::strtoull(seed, nullptr, 10);
    options.most_steps = 2'000'000'000;
    static const std::optional<std::chrono::steady_clock::time_point> until = [] {
        const char* const seconds = std::getenv("POCKET_SECONDS");
        std::optional<std::chrono::steady_clock::time_point> end;
        if (seconds != nullptr)
            end = std::chrono::steady_clock::now() +
                  std::chrono::milliseconds(static_cast<long>(std::atof(seconds) * 1000));
        return end;
    }();
    options.until = until;
    return options;
}

namespace
{
std::atomic<cl_ulong> now{1000};
}

cl_ulong counted_clock()
{
    return now;
}

void advance_clock(cl_ulong by)
{
    now += by + 1;
}

cl_int give_text(const std::string& text, std::size_t room, void* value, std::size_t* needed)
{
    return give_bytes(text.c_str(), text.size() + 1, room, value, needed);
}

cl_int CL_API_CALL GetPlatformIDs(cl_uint room, cl_platform_id* platforms, cl_uint* count)
{
    if ((room == 0 && platforms != nullptr) || (platforms == nullptr && count == nullptr))
        return CL_INVALID_VALUE;
    if (count != nullptr) *count = 1;
    if (platforms != nullptr) platforms[0] = the_platform();
    return CL_SUCCESS;
}

cl_int CL_API_CALL GetPlatformInfo(cl_platform_id platform, cl_platform_info what, size_t room, void* value,
                                   size_t* needed)
{
    if (platform != the_platform()) return CL_INVALID_PLATFORM;
    switch (what) {
    case CL_PLATFORM_PROFILE:
        return give_text("FULL_PROFILE", room, value, needed);
    case CL_PLATFORM_VERSION:
        return give_text("OpenCL 1.2 Pocket", room, value, needed);
    case CL_PLATFORM_NAME:
        return give_text("Pocket", room, value, needed);
    case CL_PLATFORM_VENDOR:
        return give_text("Lockstep", room, value, needed);
    case CL_PLATFORM_EXTENSIONS:
        return give_text(extensions, room, value, needed);
    case 0x0920:
        return give_text("POCKET", room, value, needed); // CL_PLATFORM_ICD_SUFFIX_KHR
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int CL_API_CALL GetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint room,
                                cl_device_id* devices, cl_uint* count)
{
    if (platform != the_platform()) return CL_INVALID_PLATFORM;
    constexpr cl_device_type all = CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU |
                                   CL_DEVICE_TYPE_ACCELERATOR | CL_DEVICE_TYPE_CUSTOM;
    if (type != CL_DEVICE_TYPE_ALL && (type == 0 || (type & ~all) != 0)) return CL_INVALID_DEVICE_TYPE;
    if ((room == 0 && devices != nullptr) || (devices == nullptr && count == nullptr))
        return CL_INVALID_VALUE;
    if (type != CL_DEVICE_TYPE_ALL && (type & (CL_DEVICE_TYPE_ACCELERATOR | CL_DEVICE_TYPE_DEFAULT)) == 0) {
        if (count != nullptr) *count = 0;
        return CL_DEVICE_NOT_FOUND;
    }
    if (count != nullptr) *count = 1;
    if (devices != nullptr) devices[0] = the_device();
    return CL_SUCCESS;
}

cl_int CL_API_CALL GetDeviceInfo(cl_device_id device, cl_device_info what, size_t room, void* value,
                                 size_t* needed)
{
    if (device != the_device()) return CL_INVALID_DEVICE;
    const auto number = [&](cl_uint n) { return give(n, room, value, needed); };
    const auto large = [&](cl_ulong n) { return give(n, room, value, needed); };
    const auto size = [&](size_t n) { return give(n, room, value, needed); };
    const auto yes = [&](bool b) {
        return give(static_cast<cl_bool>(b ? CL_TRUE : CL_FALSE), room, value, needed);
    };
    constexpr cl_device_fp_config floats = CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST |
                                           CL_FP_ROUND_TO_ZERO | CL_FP_ROUND_TO_INF | CL_FP_FMA;
    switch (what) {
    case CL_DEVICE_TYPE:
        return give(static_cast<cl_device_type>(CL_DEVICE_TYPE_ACCELERATOR), room, value, needed);
    case CL_DEVICE_VENDOR_ID:
        return number(0);
    case CL_DEVICE_MAX_COMPUTE_UNITS:
        return number(4);
    case CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS:
        return number(3);
    case CL_DEVICE_MAX_WORK_ITEM_SIZES: {
        const size_t sizes[3] = {1024, 1024, 1024};
        return give_bytes(sizes, sizeof sizes, room, value, needed);
    }
    case CL_DEVICE_MAX_WORK_GROUP_SIZE:
        return size(1024);
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_INT:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE:
        return number(1);
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF:
        return number(0);
    case CL_DEVICE_MAX_CLOCK_FREQUENCY:
        return number(1);
    case CL_DEVICE_ADDRESS_BITS:
        return number(64);
    case CL_DEVICE_MAX_READ_IMAGE_ARGS:
        return number(128);
    case CL_DEVICE_MAX_WRITE_IMAGE_ARGS:
        return number(64);
    case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
        return large(cl_ulong{512} << 20U);
    case CL_DEVICE_IMAGE2D_MAX_WIDTH:
    case CL_DEVICE_IMAGE2D_MAX_HEIGHT:
        return size(8192);
    case CL_DEVICE_IMAGE3D_MAX_WIDTH:
    case CL_DEVICE_IMAGE3D_MAX_HEIGHT:
    case CL_DEVICE_IMAGE3D_MAX_DEPTH:
        return size(2048);
    case CL_DEVICE_IMAGE_MAX_BUFFER_SIZE:
        return size(65536);
    case CL_DEVICE_IMAGE_MAX_ARRAY_SIZE:
        return size(2048);
    case CL_DEVICE_IMAGE_SUPPORT:
        return yes(true);
    case CL_DEVICE_MAX_PARAMETER_SIZE:
        return size(1024);
    case CL_DEVICE_MAX_SAMPLERS:
        return number(16);
    case CL_DEVICE_MEM_BASE_ADDR_ALIGN:
        return number(1024);
    case CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE:
        return number(128);
    case CL_DEVICE_SINGLE_FP_CONFIG:
        return give(floats | CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT, room, value, needed);
    case CL_DEVICE_DOUBLE_FP_CONFIG:
        return give(floats, room, value, needed);
    case CL_DEVICE_HALF_FP_CONFIG:
        return give(cl_device_fp_config{0}, room, value, needed);
    case CL_DEVICE_GLOBAL_MEM_CACHE_TYPE:
        return give(static_cast<cl_device_mem_cache_type>(CL_NONE), room, value, needed);
    case CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE:
        return number(128);
    case CL_DEVICE_GLOBAL_MEM_CACHE_SIZE:
        return large(0);
    case CL_DEVICE_GLOBAL_MEM_SIZE:
        return large(cl_ulong{2048} << 20U);
    case CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE:
        return large(65536);
    case CL_DEVICE_MAX_CONSTANT_ARGS:
        return number(8);
    case CL_DEVICE_LOCAL_MEM_TYPE:
        return give(static_cast<cl_device_local_mem_type>(CL_LOCAL), room, value, needed);
    case CL_DEVICE_LOCAL_MEM_SIZE:
        return large(local_memory());
    case CL_DEVICE_ERROR_CORRECTION_SUPPORT:
        return yes(false);
    case CL_DEVICE_HOST_UNIFIED_MEMORY:
        return yes(true);
    case CL_DEVICE_PROFILING_TIMER_RESOLUTION:
        return size(1);
    case CL_DEVICE_ENDIAN_LITTLE:
    case CL_DEVICE_AVAILABLE:
    case CL_DEVICE_COMPILER_AVAILABLE:
    case CL_DEVICE_LINKER_AVAILABLE:
        return yes(true);
    case CL_DEVICE_EXECUTION_CAPABILITIES:
        return give(static_cast<cl_device_exec_capabilities>(CL_EXEC_KERNEL), room, value, needed);
    case CL_DEVICE_QUEUE_PROPERTIES:
        return give(static_cast<cl_command_queue_properties>(CL_QUEUE_PROFILING_ENABLE |
                                                             CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE),
                    room, value, needed);
    case CL_DEVICE_IL_VERSION: // none
        return give_text("", room, value, needed);
    case CL_DEVICE_NAME:
        return give_text("Pocket, " + std::to_string(lanes_wanted()) + " lanes in lockstep", room, value,
                         needed);
    case CL_DEVICE_VENDOR:
        return give_text("Lockstep", room, value, needed);
    case CL_DRIVER_VERSION:
        return give_text("1", room, value, needed);
    case CL_DEVICE_PROFILE:
        return give_text("FULL_PROFILE", room, value, needed);
    case CL_DEVICE_VERSION:
        return give_text("OpenCL 1.2 Pocket", room, value, needed);
    case CL_DEVICE_OPENCL_C_VERSION:
        return give_text("OpenCL C 1.2 Pocket", room, value, needed);
    case CL_DEVICE_EXTENSIONS:
        return give_text(extensions, room, value, needed);
    case CL_DEVICE_PLATFORM:
        return give(the_platform(), room, value, needed);
    case CL_DEVICE_BUILT_IN_KERNELS:
        return give_text("", room, value, needed);
    case CL_DEVICE_PREFERRED_INTEROP_USER_SYNC:
        return yes(true);
    case CL_DEVICE_PARENT_DEVICE:
        return give(cl_device_id{nullptr}, room, value, needed);
    case CL_DEVICE_PARTITION_MAX_SUB_DEVICES:
        return number(0);
    case CL_DEVICE_PARTITION_PROPERTIES:
    case CL_DEVICE_PARTITION_TYPE:
        return give(cl_device_partition_property{0}, room, value, needed);
    case CL_DEVICE_PARTITION_AFFINITY_DOMAIN:
        return give(cl_device_affinity_domain{0}, room, value, needed);
    case CL_DEVICE_REFERENCE_COUNT:
        return number(1);
    case CL_DEVICE_PRINTF_BUFFER_SIZE:
        return size(1U << 20U);
    case CL_DEVICE_MAX_NUM_SUB_GROUPS:
        return number(1024 / lanes_wanted());
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int CL_API_CALL CreateSubDevices(cl_device_id, const cl_device_partition_property*, cl_uint, cl_device_id*,
                                    cl_uint*)
{
    return CL_INVALID_VALUE;
}

cl_int CL_API_CALL RetainDevice(cl_device_id device)
{
    return device == the_device() ? CL_SUCCESS : CL_INVALID_DEVICE;
}

cl_int CL_API_CALL ReleaseDevice(cl_device_id device)
{
    return RetainDevice(device);
}

} // namespace lockstep::pocket
