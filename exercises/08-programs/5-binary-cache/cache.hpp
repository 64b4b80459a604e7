// A cache of program binaries. cache.cpp defines its three functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// A file that the source includes.
struct Header
{
    std::string name; ///< as the #include line writes it, for example curve.clh
    std::string text; ///< what is in the file
};

struct Launch
{
    std::vector<std::uint64_t> global, local; ///< sizes, a number for each dimension
};

/// What is known when a program is about to be built. Some of it changes the binary, and some does not.
struct Build
{
    std::string source;          ///< the program's text
    std::vector<Header> headers; ///< what it includes, each once, in the order in which they were found
    std::string options;         ///< for clBuildProgram
    std::string device;          ///< CL_DEVICE_NAME
    std::string driver;          ///< CL_DRIVER_VERSION
    std::string platform;        ///< CL_PLATFORM_VERSION
    std::uint32_t address_bits;  ///< CL_DEVICE_ADDRESS_BITS: 32 or 64
    std::string folder;          ///< where the source and its headers are on this machine
    std::int64_t time;           ///< of this start, in seconds since 1970
    Launch launch;               ///< the first launch of the kernel
};

/// FNV-1a of 32 bits, for you to call. It tells damage from what was written; it does not tell all keys apart.
inline std::uint32_t checksum(std::string_view bytes)
{
    std::uint32_t hash = 0x811c9dc5U;
    for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x01000193U;
    return hash;
}

/// The key under which the binary of this build is kept. Two builds have the same key exactly when all is the same that changes
/// the binary.
std::string cache_key(const Build& build);

/// The bytes of the file in which a binary is kept: your own format. `key` and `binary` hold any bytes, zeros too.
std::string cache_entry(const std::string& key, const std::string& binary);

/// The binary in a file, if cache_entry has made the file for this key and it is undamaged. @param file any bytes, or none.
/// @return nothing in all other cases: then the caller builds the program and keeps it again.
std::optional<std::string> binary_in(const std::string& file, const std::string& key);
