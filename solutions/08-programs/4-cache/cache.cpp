// A cache of program binaries on disk.
#include "cache.hpp"

#include <unistd.h>

#include <cstdint>
#include <fstream>
#include <optional>
#include <random>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

namespace fs = std::filesystem;

namespace
{

using Binary = std::vector<unsigned char>;

constexpr std::size_t digits = 16; // of a hash

// FNV-1a of 64 bits, in hexadecimal digits.
std::string hash_of(std::string_view bytes)
{
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3U;
    std::string text(digits, '0');
    for (char& digit : text) {
        digit = "0123456789abcdef"[hash >> 60U];
        hash <<= 4U;
    }
    return text;
}

// All that a binary depends on, each part behind its length, so that no part runs into the next.
std::string key_of(const cl::Device& device, const std::string& source, const std::string& options)
{
    const cl::Platform platform{device.getInfo<CL_DEVICE_PLATFORM>()};
    std::string key = "binary cache 1\n"; // changes with the format
    for (const std::string& part :
         {source, options, device.getInfo<CL_DEVICE_NAME>(), device.getInfo<CL_DEVICE_VENDOR>(),
          device.getInfo<CL_DRIVER_VERSION>(), platform.getInfo<CL_PLATFORM_VERSION>()})
        key += std::to_string(part.size()) + ':' + part;
    return key;
}

// A file holds the key, the hash of all the rest, and the binary. Nothing for a file that is not exactly that.
std::optional<Binary> load(const fs::path& file, const std::string& key)
{
    std::ostringstream text;
    text << std::ifstream{file, std::ios::binary}.rdbuf(); // nothing where it cannot be read
    const std::string bytes = text.str();
    if (!bytes.starts_with(key) || bytes.size() <= key.size() + digits) return std::nullopt;
    const std::string binary = bytes.substr(key.size() + digits);
    if (bytes.substr(key.size(), digits) != hash_of(key + binary)) return std::nullopt;
    return Binary{binary.begin(), binary.end()};
}

// Written under a name of its own and renamed, so that under its own name the file is whole or not there.
void store(const fs::path& file, const std::string& key, const Binary& binary)
{
    std::error_code ignored; // a cache that cannot write is an empty one
    fs::create_directories(file.parent_path(), ignored);
    std::random_device random;
    const fs::path fresh =
        file.string() + '.' + std::to_string(getpid()) + '-' + std::to_string(random()) + ".new";
    const std::string bytes{binary.begin(), binary.end()};
    std::ofstream out{fresh, std::ios::binary};
    out << key << hash_of(key + bytes) << bytes;
    out.close();
    if (out) fs::rename(fresh, file, ignored);
    if (!out || ignored) fs::remove(fresh, ignored);
}

Binary binary_of(const cl::Program& program, const cl::Device& device)
{
    const auto devices = program.getInfo<CL_PROGRAM_DEVICES>();
    const auto binaries = program.getInfo<CL_PROGRAM_BINARIES>();
    for (std::size_t i = 0; i < devices.size(); ++i)
        if (devices[i]() == device()) return binaries[i];
    return {};
}

} // namespace

BinaryCache::BinaryCache(std::filesystem::path folder) : folder_(std::move(folder)) {}

cl::Program BinaryCache::program(const cl::Context& context, const cl::Device& device,
                                 const std::string& source, const std::string& options) const
{
    const std::string key = key_of(device, source, options);
    const fs::path file = folder_ / (hash_of(key) + ".bin");
    if (const auto binary = load(file, key)) {
        try {
            std::vector<cl_int> status;
            cl::Program loaded{context, {device}, {*binary}, &status};
            if (status.at(0) == CL_SUCCESS) {
                loaded.build(device, options.c_str());
                return loaded;
            }
        } catch (const cl::Error&) // refused: as if there were none
        {
        }
    }
    cl::Program built{context, source};
    built.build(device, options.c_str());
    Binary binary;
    try {
        binary = binary_of(built, device);
    } catch (const cl::Error&) // a program without a binary is a program
    {
    }
    if (!binary.empty()) store(file, key, binary);
    return built;
}
