// One call of OpenCL as the client has it done by the server.
#pragma once

#include "remote/calls.hpp"

#include <CL/cl.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace lockstep::remote
{

/// Sends a message to the server, which is started for the first, and waits for the answer. If the server has ended, this
/// process ends as that one did.
Reader ask_server(const Writer& message);

/// A request, put together and sent off; what comes back begins with the code of the error.
class Request
{
public:
    explicit Request(Call call) { message_.put(call); }

    template <typename T>
    Request& value(const T& value)
    {
        message_.put(value);
        return *this;
    }
    template <typename Handle>
    Request& handle(Handle handle)
    {
        message_.put(reinterpret_cast<std::uint64_t>(handle));
        return *this;
    }
    Request& block(const void* bytes, std::size_t count)
    {
        message_.block(bytes, count);
        return *this;
    }
    Request& text(const char* text)
    {
        return block(text != nullptr ? text : "", text != nullptr ? std::strlen(text) : 0);
    }

    Reader send() const { return ask_server(message_); }

    /// The code of the error alone.
    cl_int done() const
    {
        return guarded([&] { return send().get<cl_int>(); });
    }

    /// The object that was made.
    template <typename Handle>
    Handle made(cl_int* error) const
    {
        std::uint64_t number = 0;
        const cl_int code = guarded([&] {
            Reader answer = send();
            const auto told = answer.get<cl_int>();
            number = answer.get<std::uint64_t>();
            return told;
        });
        if (error != nullptr) *error = code;
        return code == CL_SUCCESS ? reinterpret_cast<Handle>(number) : nullptr;
    }

    /// A value of any size into the caller's memory, as clGet…Info does it.
    cl_int answered(std::size_t room, void* value, std::size_t* size) const
    {
        return guarded([&] {
            Reader answer = send();
            const auto code = answer.get<cl_int>();
            if (code != CL_SUCCESS) return code;
            const auto bytes = answer.block().value_or(std::span<const std::byte>{});
            if (size != nullptr) *size = bytes.size();
            if (value == nullptr) return code;
            if (room < bytes.size()) return cl_int{CL_INVALID_VALUE};
            std::memcpy(value, bytes.data(), bytes.size());
            return code;
        });
    }

    /// Exactly `count` bytes into the caller's memory.
    cl_int filled(void* to, std::size_t count) const
    {
        return guarded([&] {
            Reader answer = send();
            const auto code = answer.get<cl_int>();
            const auto bytes = answer.block().value_or(std::span<const std::byte>{});
            if (code == CL_SUCCESS && bytes.size() != count) throw Broken{"an answer of another length"};
            if (code == CL_SUCCESS) std::memcpy(to, bytes.data(), count);
            return code;
        });
    }

private:
    // An answer that makes no sense comes from a process that is no longer what it was.
    template <typename Do>
    static cl_int guarded(Do action)
    {
        try {
            return action();
        } catch (const Broken&) {
            return CL_OUT_OF_RESOURCES;
        }
    }

    Writer message_;
};

/// A query of the kind clGet…Info.
template <typename Handle>
cl_int info(Kind kind, Handle of, cl_uint what, std::size_t room, void* value, std::size_t* size)
{
    return Request{Call::info}.value(kind).handle(of).value(what).answered(room, value, size);
}

} // namespace lockstep::remote
