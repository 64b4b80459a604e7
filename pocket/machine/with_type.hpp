// From a scalar type of the kernel's to a C++ type.
#pragma once

#include "front/type.hpp"

#include <cstdint>
#include <type_traits>

namespace lockstep::pocket
{

/// Calls f with a null pointer of the C++ type of a scalar; halves are computed as floats by whoever asks.
template <typename F>
void with_type(Scalar scalar, F f)
{
    switch (scalar) {
    case Scalar::i8:
        f(static_cast<std::int8_t*>(nullptr));
        break;
    case Scalar::boolean:
    case Scalar::u8:
        f(static_cast<std::uint8_t*>(nullptr));
        break;
    case Scalar::i16:
        f(static_cast<std::int16_t*>(nullptr));
        break;
    case Scalar::f16:
    case Scalar::u16:
        f(static_cast<std::uint16_t*>(nullptr));
        break;
    case Scalar::i32:
        f(static_cast<std::int32_t*>(nullptr));
        break;
    case Scalar::u32:
        f(static_cast<std::uint32_t*>(nullptr));
        break;
    case Scalar::i64:
        f(static_cast<std::int64_t*>(nullptr));
        break;
    case Scalar::u64:
        f(static_cast<std::uint64_t*>(nullptr));
        break;
    case Scalar::f32:
        f(static_cast<float*>(nullptr));
        break;
    case Scalar::f64:
        f(static_cast<double*>(nullptr));
        break;
    }
}

} // namespace lockstep::pocket
