// The objects of OpenCL that the server holds for the other side.
#pragma once

#include "remote/calls.hpp"

#include <CL/cl.h>

#include <cstdint>
#include <map>
#include <type_traits>

namespace lockstep::remote
{

/// Of an OpenCL type.
template <typename Object>
constexpr Kind kind_of()
{
    if constexpr (std::is_same_v<Object, cl_platform_id>) return Kind::platform;
    if constexpr (std::is_same_v<Object, cl_device_id>) return Kind::device;
    if constexpr (std::is_same_v<Object, cl_context>) return Kind::context;
    if constexpr (std::is_same_v<Object, cl_command_queue>) return Kind::queue;
    if constexpr (std::is_same_v<Object, cl_mem>) return Kind::memory;
    if constexpr (std::is_same_v<Object, cl_program>) return Kind::program;
    if constexpr (std::is_same_v<Object, cl_kernel>) return Kind::kernel;
    if constexpr (std::is_same_v<Object, cl_event>) return Kind::event;
}

/// Objects and the numbers by which the other side knows them.
class Objects
{
public:
    /// The number of a new object, whatever stood at its address before; 0 for none.
    std::uint64_t made(void* object, Kind kind)
    {
        if (object == nullptr) return 0;
        const std::uint64_t number = handle_of(kind, ++given_);
        numbers_[object] = number;
        objects_[number] = object;
        return number;
    }
    /// The object's number, its first if it was not known yet.
    std::uint64_t number(void* object, Kind kind)
    {
        const auto known = numbers_.find(object);
        return known != numbers_.end() ? known->second : made(object, kind);
    }
    /// Null for a number that stands for none; each call of OpenCL then says which object is invalid.
    template <typename Object>
    Object object(std::uint64_t number) const
    {
        const auto entry = objects_.find(number);
        return entry != objects_.end() && is_handle(number, kind_of<Object>())
                   ? static_cast<Object>(entry->second)
                   : nullptr;
    }
    /// A released object's address may be another one's soon.
    void forget(std::uint64_t number)
    {
        const auto entry = objects_.find(number);
        if (entry == objects_.end()) return;
        if (const auto known = numbers_.find(entry->second);
            known != numbers_.end() && known->second == number)
            numbers_.erase(known);
        objects_.erase(entry);
    }

private:
    std::map<void*, std::uint64_t> numbers_;
    std::map<std::uint64_t, void*> objects_;
    std::uint32_t given_ = 0;
};

inline Objects& objects()
{
    static Objects all;
    return all;
}

/// The object that a request names next.
template <typename Object>
Object object(Reader& request)
{
    return objects().object<Object>(request.get<std::uint64_t>());
}

} // namespace lockstep::remote
