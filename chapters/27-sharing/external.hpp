// OpenCL's side of memory and semaphores that another driver has made.
#pragma once

#include "asked.hpp"

#include <dlfcn.h>

inline void check_cl(cl_int code, const char* call)
{
    if (code != CL_SUCCESS) throw cl::Error{code, call};
}

// The functions of the extensions; an empty one where the platform has none of that name.
struct External
{
    using Memory = cl_mem;
    using Semaphore = struct _cl_semaphore_khr*;
    using Properties = cl_ulong;
    using OnMemory = cl_int(CL_API_CALL*)(cl_command_queue, cl_uint, const cl_mem*, cl_uint,
                                          const cl_event*, cl_event*);
    using OnSemaphore = cl_int(CL_API_CALL*)(cl_command_queue, cl_uint, const Semaphore*,
                                             const cl_ulong*, cl_uint, const cl_event*,
                                             cl_event*);

    explicit External(const Lab& lab) : context_(lab.context), queue_(lab.queue)
    {
        acquire_ = lab.find<OnMemory>("clEnqueueAcquireExternalMemObjectsKHR");
        release_ = lab.find<OnMemory>("clEnqueueReleaseExternalMemObjectsKHR");
        wait_ = lab.find<OnSemaphore>("clEnqueueWaitSemaphoresKHR");
        signal_ = lab.find<OnSemaphore>("clEnqueueSignalSemaphoresKHR");
        make_ = lab.find<decltype(make_)>("clCreateSemaphoreWithPropertiesKHR");
        free_ = lab.find<decltype(free_)>("clReleaseSemaphoreKHR");
        // A function of OpenCL 3.0 itself, which an older loader lacks.
        buffer_ = reinterpret_cast<decltype(buffer_)>(
            dlsym(RTLD_DEFAULT, "clCreateBufferWithProperties"));
        if (!acquire_ || !release_ || !wait_ || !signal_ || !make_ || !free_ || !buffer_)
            throw Missing{
                "The loader or the platform lacks a function of external memory."};
    }

    // A buffer in memory that another driver has allocated. The descriptor is OpenCL's from now on.
    cl::Buffer import_memory(int descriptor, std::size_t bytes) const
    {
        //! [import]
        const Properties properties[] = {ask::memory_opaque_fd,
                                         static_cast<Properties>(descriptor), 0};
        cl_int code = CL_SUCCESS;
        cl_mem made =
            buffer_(context_(), properties, CL_MEM_READ_WRITE, bytes, nullptr, &code);
        //! [import]
        check_cl(code, "clCreateBufferWithProperties");
        return cl::Buffer{made};
    }

    // A semaphore that another driver has made. The descriptor is OpenCL's from now on.
    Semaphore import_semaphore(int descriptor) const
    {
        //! [semaphore]
        const Properties properties[] = {semaphore_type, semaphore_binary,
                                         ask::semaphore_opaque_fd,
                                         static_cast<Properties>(descriptor), 0};
        cl_int code = CL_SUCCESS;
        Semaphore made = make_(context_(), properties, &code);
        //! [semaphore]
        check_cl(code, "clCreateSemaphoreWithPropertiesKHR");
        return made;
    }
    void free(Semaphore semaphore) const { free_(semaphore); }

    void acquire(const cl::Buffer& buffer) const
    {
        const cl_mem memory = buffer();
        check_cl(acquire_(queue_(), 1, &memory, 0, nullptr, nullptr),
                 "clEnqueueAcquireExternalMemObjectsKHR");
    }
    void release(const cl::Buffer& buffer) const
    {
        const cl_mem memory = buffer();
        check_cl(release_(queue_(), 1, &memory, 0, nullptr, nullptr),
                 "clEnqueueReleaseExternalMemObjectsKHR");
    }
    void wait(Semaphore semaphore) const
    {
        check_cl(wait_(queue_(), 1, &semaphore, nullptr, 0, nullptr, nullptr),
                 "clEnqueueWaitSemaphoresKHR");
    }
    void signal(Semaphore semaphore) const
    {
        check_cl(signal_(queue_(), 1, &semaphore, nullptr, 0, nullptr, nullptr),
                 "clEnqueueSignalSemaphoresKHR");
    }

private:
    static constexpr Properties semaphore_type = 0x203D; // CL_SEMAPHORE_TYPE_KHR
    static constexpr Properties semaphore_binary = 1;    // CL_SEMAPHORE_TYPE_BINARY_KHR

    cl::Context context_;
    cl::CommandQueue queue_;
    OnMemory acquire_ = nullptr, release_ = nullptr;
    OnSemaphore wait_ = nullptr, signal_ = nullptr;
    Semaphore(CL_API_CALL* make_)(cl_context, const Properties*, cl_int*) = nullptr;
    cl_int(CL_API_CALL* free_)(Semaphore) = nullptr;
    cl_mem(CL_API_CALL* buffer_)(cl_context, const Properties*, cl_mem_flags, std::size_t,
                                 void*, cl_int*) = nullptr;
};
