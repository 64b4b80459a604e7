// A device that a test invents: clGetDeviceInfo answers for it as it was told. Include this in one source file only.
#pragma once

#include <CL/opencl.h>
#include <lockstep/interposed.hpp>

#include <cstddef>
#include <cstring>
#include <map>
#include <string>

// What an invented device answers to clGetDeviceInfo: bytes, by question.
class InventedDevice
{
public:
    template <typename T>
    void answer(cl_device_info question, const T& value)
    {
        const char* bytes = reinterpret_cast<const char*>(&value);
        answers_[question] = std::string{bytes, sizeof value};
    }
    void answer(cl_device_info question, const std::string& text) { answers_[question] = text + '\0'; }

    cl_int ask(cl_device_info question, std::size_t bytes, void* value, std::size_t* bytes_needed) const
    {
        const auto found = answers_.find(question);
        if (found == answers_.end()) return CL_INVALID_VALUE;
        if (bytes_needed != nullptr) *bytes_needed = found->second.size();
        if (value == nullptr) return CL_SUCCESS;
        if (bytes < found->second.size()) return CL_INVALID_VALUE;
        std::memcpy(value, found->second.data(), found->second.size());
        return CL_SUCCESS;
    }
    cl_device_id id() { return reinterpret_cast<cl_device_id>(this); }

    inline static const InventedDevice* present = nullptr; ///< the one there is, if any

private:
    std::map<cl_device_info, std::string> answers_;
};

inline bool is_invented(cl_device_id device)
{
    return InventedDevice::present != nullptr &&
           device == reinterpret_cast<cl_device_id>(const_cast<InventedDevice*>(InventedDevice::present));
}

// Calls of these three reach the functions here: an invented device answers itself, all others are OpenCL's.
extern "C"
{

    cl_int clGetDeviceInfo(cl_device_id device, cl_device_info question, std::size_t bytes, void* value,
                           std::size_t* bytes_needed)
    {
        if (is_invented(device)) return InventedDevice::present->ask(question, bytes, value, bytes_needed);
        return lockstep::librarys<decltype(clGetDeviceInfo)>("clGetDeviceInfo")(device, question, bytes,
                                                                                value, bytes_needed);
    }
    cl_int clRetainDevice(cl_device_id device)
    {
        return is_invented(device) ? CL_SUCCESS
                                   : lockstep::librarys<decltype(clRetainDevice)>("clRetainDevice")(device);
    }
    cl_int clReleaseDevice(cl_device_id device)
    {
        return is_invented(device) ? CL_SUCCESS
                                   : lockstep::librarys<decltype(clReleaseDevice)>("clReleaseDevice")(device);
    }

} // extern "C"
