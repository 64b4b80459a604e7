// Sending a long array through a device in pieces. pieces.cpp defines the function.
#pragma once

#include <CL/opencl.hpp>

#include <cstddef>
#include <optional>
#include <span>

/// How an array goes through a device.
struct Plan
{
    std::size_t pieces = 0;
    std::size_t elements = 0; ///< of each piece; the last one may have fewer
    friend bool operator==(const Plan&, const Plan&) = default;
};

/// You write this. As few pieces as the device's memory allows, and as short as their number allows; 0 of 0 elements for an empty
/// array. Each buffer of a piece has at most CL_DEVICE_MAX_MEM_ALLOC_SIZE bytes, and all of them together at most three quarters of
/// CL_DEVICE_GLOBAL_MEM_SIZE, which is a multiple of 4.
/// @param n elements of the array, up to 2^64 - 1.
/// @param element_bytes what an element takes in each buffer that a piece needs: at least one buffer, each at least 1 byte.
/// @return nothing if n is at least 1 and not even one element fits.
std::optional<Plan> plan(const cl::Device& device, std::size_t n, std::span<const std::size_t> element_bytes);
