// A device that a test invents: clGetDeviceInfo answers for it as it was told. Include this in one source file only.
#pragma once

#include <CL/opencl.h>

#include <lockstep/stand_in.hpp>

#include <map>
#include <string>

// What an invented device answers to clGetDeviceInfo: bytes, by question.
class InventedDevice : public lockstep::StandIn<InventedDevice>
{
public:
    template <typename T>
    void answer(cl_device_info question, const T& value)
    {
        const char* bytes = reinterpret_cast<const char*>(&value);
        answers_[question] = std::string{bytes, sizeof value};
    }
    void answer(cl_device_info question, const std::string& text) { answers_[question] = text + '\0'; }

    cl_int ask(cl_device_info question, std::size_t room, void* value, std::size_t* needed) const
    {
        const auto found = answers_.find(question);
        if (found == answers_.end()) return CL_INVALID_VALUE;
        return lockstep::answer(found->second.data(), found->second.size(), room, value, needed);
    }
    cl_device_id id() const { return reinterpret_cast<cl_device_id>(const_cast<InventedDevice*>(this)); }

private:
    std::map<cl_device_info, std::string> answers_;
};

// The invented device answers itself; all others are OpenCL's.

LOCKSTEP_WITNESS(InventedDevice, clGetDeviceInfo, device, question, room, value, needed)
{
    return device == witness->id() ? witness->ask(question, room, value, needed) : real();
}

LOCKSTEP_WITNESS(InventedDevice, clRetainDevice, device)
{
    return device == witness->id() ? CL_SUCCESS : real();
}

LOCKSTEP_WITNESS(InventedDevice, clReleaseDevice, device)
{
    return device == witness->id() ? CL_SUCCESS : real();
}
