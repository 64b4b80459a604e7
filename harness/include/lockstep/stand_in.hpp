// What stands in for OpenCL: functions with the names of OpenCL's own, to which the linker binds the calls of the code under test,
// or the loader those of a whole program. Their types are those of OpenCL's headers, which are included before this; a stand-in
// says what it does instead, and calls the library's function where it wants to.
#pragma once

#include <dlfcn.h>

#include <cstddef>
#include <cstring>
#include <string>
#include <tuple>
#include <vector>

namespace lockstep
{

/// Larger than 0 while this thread is inside of the library: what a driver calls while it serves a call is not the code's.
inline thread_local int inside_library = 0;

/// The function of this name in the library that would have been called.
template <typename Function>
class Real;

template <typename Returned, typename... Given>
class Real<Returned(Given...)>
{
public:
    using Result = Returned;
    static constexpr std::size_t count = sizeof...(Given); ///< of its parameters
    template <std::size_t index>
    using Parameter = std::tuple_element_t<index, std::tuple<Given...>>;

    explicit Real(const char* name)
        : function_(reinterpret_cast<Returned (*)(Given...)>(dlsym(RTLD_NEXT, name)))
    {
    }
    Returned operator()(Given... given) const
    {
        ++inside_library;
        const Returned result = function_(given...);
        --inside_library;
        return result;
    }

private:
    Returned (*function_)(Given...);
};

/// Use of a stand-in that lives: null inside of the library, and where there is none. `Standing` says which, by `present`.
template <typename Standing>
class UseOf
{
public:
    explicit operator bool() const { return standing_ != nullptr; }
    Standing* operator->() const { return standing_; }

private:
    Standing* standing_ = inside_library == 0 ? Standing::present : nullptr;
};

/// What a test makes to stand in for OpenCL, for the thread that made it, while it lives.
template <typename Derived>
class StandIn
{
public:
    using Use = UseOf<Derived>;

    StandIn() { present = static_cast<Derived*>(this); }
    ~StandIn() { present = nullptr; }
    StandIn(const StandIn&) = delete;
    StandIn& operator=(const StandIn&) = delete;

    inline static thread_local Derived* present = nullptr;
};

/// Answers a question as OpenCL's clGet…Info do.
inline cl_int answer(const void* from, std::size_t bytes, std::size_t room, void* to, std::size_t* needed)
{
    if (needed != nullptr) *needed = bytes;
    if (to == nullptr) return CL_SUCCESS;
    if (room < bytes) return CL_INVALID_VALUE;
    if (bytes > 0) std::memcpy(to, from, bytes);
    return CL_SUCCESS;
}
template <typename T>
cl_int answer(const T& value, std::size_t room, void* to, std::size_t* needed)
{
    return answer(&value, sizeof(value), room, to, needed);
}
inline cl_int answer(const std::string& text, std::size_t room, void* to, std::size_t* needed)
{
    return answer(text.c_str(), text.size() + 1, room, to, needed);
}
template <typename T>
cl_int answer(const std::vector<T>& list, std::size_t room, void* to, std::size_t* needed)
{
    return answer(list.data(), list.size() * sizeof(T), room, to, needed);
}

} // namespace lockstep

/// Calls the library's function: LOCKSTEP_REAL(clFinish, queue).
#define LOCKSTEP_REAL(function, ...) (lockstep::Real<decltype(function)>{#function}(__VA_ARGS__))

/// Defines a function of OpenCL's that stands in for the library's: its parameters are named here, and its body follows. There
/// real() calls the library's function with the parameters as the body leaves them.
#define LOCKSTEP_REPLACE(function, ...)                                                                      \
    LOCKSTEP_INSTEAD_OF(function, __VA_ARGS__);                                                              \
    extern "C" __attribute__((visibility("default"))) LOCKSTEP_RESULT(function)                              \
        function(LOCKSTEP_PARAMETERS(function, , __VA_ARGS__))                                               \
    {                                                                                                        \
        static const lockstep::Real<decltype(function)> librarys{#function};                                 \
        const auto real = [&] { return librarys(__VA_ARGS__); };                                             \
        return instead_of_##function(real __VA_OPT__(, ) __VA_ARGS__);                                       \
    }                                                                                                        \
    LOCKSTEP_INSTEAD_OF(function, __VA_ARGS__)

/// The same for what a stand-in of this type does while it lives; without one the call is the library's. The body has it as `witness`.
#define LOCKSTEP_WITNESS(Standing, function, ...)                                                            \
    LOCKSTEP_SEEN(Standing, function, __VA_ARGS__);                                                          \
    LOCKSTEP_REPLACE(function, __VA_ARGS__)                                                                  \
    {                                                                                                        \
        const Standing::Use witness;                                                                         \
        return witness ? seen_##function(witness, real, __VA_ARGS__) : real();                               \
    }                                                                                                        \
    LOCKSTEP_SEEN(Standing, function, __VA_ARGS__)

// What the two are made of. A parameter's type is that of the header's, found by its place from behind.
#define LOCKSTEP_RESULT(function) lockstep::Real<decltype(function)>::Result
#define LOCKSTEP_INSTEAD_OF(function, ...)                                                                   \
    static LOCKSTEP_RESULT(function) instead_of_##function(                                                  \
        [[maybe_unused]] const auto& real __VA_OPT__(, ) LOCKSTEP_PARAMETERS(function, &, __VA_ARGS__))
#define LOCKSTEP_SEEN(Standing, function, ...)                                                               \
    static LOCKSTEP_RESULT(function)                                                                         \
        seen_##function([[maybe_unused]] const Standing::Use& witness, [[maybe_unused]] const auto& real,    \
                        LOCKSTEP_PARAMETERS(function, &, __VA_ARGS__))
#define LOCKSTEP_PARAMETERS(function, mark, ...)                                                             \
    LOCKSTEP_JOINED(LOCKSTEP_P, LOCKSTEP_COUNT(__VA_ARGS__))(function, mark __VA_OPT__(, ) __VA_ARGS__)
#define LOCKSTEP_JOINED(one, other) LOCKSTEP_JOINED_AS_WRITTEN(one, other)
#define LOCKSTEP_JOINED_AS_WRITTEN(one, other) one##other
#define LOCKSTEP_COUNT(...)                                                                                  \
    LOCKSTEP_FIFTEENTH(__VA_ARGS__ __VA_OPT__(, ) 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define LOCKSTEP_FIFTEENTH(a, b, c, d, e, f, g, h, i, j, k, l, m, n, fifteenth, ...) fifteenth
#define LOCKSTEP_P(function, mark, place, name)                                                              \
    [[maybe_unused]] lockstep::Real<decltype(function)>::Parameter<                                          \
        lockstep::Real<decltype(function)>::count - place>                                                   \
        mark name
#define LOCKSTEP_P0(f, m)
#define LOCKSTEP_P1(f, m, a) LOCKSTEP_P(f, m, 1, a)
#define LOCKSTEP_P2(f, m, a, ...) LOCKSTEP_P(f, m, 2, a), LOCKSTEP_P1(f, m, __VA_ARGS__)
#define LOCKSTEP_P3(f, m, a, ...) LOCKSTEP_P(f, m, 3, a), LOCKSTEP_P2(f, m, __VA_ARGS__)
#define LOCKSTEP_P4(f, m, a, ...) LOCKSTEP_P(f, m, 4, a), LOCKSTEP_P3(f, m, __VA_ARGS__)
#define LOCKSTEP_P5(f, m, a, ...) LOCKSTEP_P(f, m, 5, a), LOCKSTEP_P4(f, m, __VA_ARGS__)
#define LOCKSTEP_P6(f, m, a, ...) LOCKSTEP_P(f, m, 6, a), LOCKSTEP_P5(f, m, __VA_ARGS__)
#define LOCKSTEP_P7(f, m, a, ...) LOCKSTEP_P(f, m, 7, a), LOCKSTEP_P6(f, m, __VA_ARGS__)
#define LOCKSTEP_P8(f, m, a, ...) LOCKSTEP_P(f, m, 8, a), LOCKSTEP_P7(f, m, __VA_ARGS__)
#define LOCKSTEP_P9(f, m, a, ...) LOCKSTEP_P(f, m, 9, a), LOCKSTEP_P8(f, m, __VA_ARGS__)
#define LOCKSTEP_P10(f, m, a, ...) LOCKSTEP_P(f, m, 10, a), LOCKSTEP_P9(f, m, __VA_ARGS__)
#define LOCKSTEP_P11(f, m, a, ...) LOCKSTEP_P(f, m, 11, a), LOCKSTEP_P10(f, m, __VA_ARGS__)
#define LOCKSTEP_P12(f, m, a, ...) LOCKSTEP_P(f, m, 12, a), LOCKSTEP_P11(f, m, __VA_ARGS__)
#define LOCKSTEP_P13(f, m, a, ...) LOCKSTEP_P(f, m, 13, a), LOCKSTEP_P12(f, m, __VA_ARGS__)
#define LOCKSTEP_P14(f, m, a, ...) LOCKSTEP_P(f, m, 14, a), LOCKSTEP_P13(f, m, __VA_ARGS__)
