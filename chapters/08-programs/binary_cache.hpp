// A cache of program binaries on disk. What it returns was built from what was asked for, whatever lies in its folder.
#pragma once

#include <CL/opencl.hpp>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

//! [key]
/// Everything a binary depends on. The source is complete: a file that it includes is not
/// seen here.
struct BinaryKey
{
    std::string source, options;
    std::string device, vendor, driver, platform; ///< names and versions

    BinaryKey(const cl::Device& on, std::string source_text, std::string build_options)
        : source(std::move(source_text)), options(std::move(build_options)),
          device(on.getInfo<CL_DEVICE_NAME>()), vendor(on.getInfo<CL_DEVICE_VENDOR>()),
          driver(on.getInfo<CL_DRIVER_VERSION>()),
          platform(
              cl::Platform{on.getInfo<CL_DEVICE_PLATFORM>()}.getInfo<CL_PLATFORM_VERSION>())
    {
    }

    /// All parts, each behind its length, so that "ab" and "c" are not "a" and "bc".
    std::string text() const
    {
        std::string all;
        for (const std::string* part :
             {&source, &options, &device, &vendor, &driver, &platform})
            all += std::to_string(part->size()) + ":" + *part;
        return all;
    }
};
//! [key]

/// FNV-1a of 64 bits. It finds accidents; it is no protection from an enemy.
inline std::uint64_t fnv1a(std::string_view bytes)
{
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const char byte : bytes)
        hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3U;
    return hash;
}

class BinaryCache
{
public:
    enum class Found
    {
        valid,   ///< and used
        nothing, ///< no file of this name
        damaged, ///< not a file of this cache, of another length, or with another checksum
        another, ///< a whole entry, made for another key
        refused  ///< whole, and not taken by the driver
    };
    struct Program
    {
        cl::Program program; ///< built
        Found found;         ///< anything but `valid` was built from the source, and stored
    };

    explicit BinaryCache(std::filesystem::path folder) : folder_(std::move(folder))
    {
        std::error_code ignored; // a cache that cannot write is an empty one
        std::filesystem::create_directories(folder_, ignored);
        remove_remains();
    }

    //! [program]
    /// The program, from the cache or built. @throws cl::Error where the source does not build.
    Program program(const cl::Context& context, const cl::Device& device,
                    const BinaryKey& key) const
    {
        auto [binary, found] = load(key);
        if (binary) {
            try {
                cl::Program loaded{context, {device}, {*binary}};
                loaded.build(device, key.options.c_str());
                return {loaded, Found::valid};
            } catch (const cl::Error&) {
                found = Found::refused;
            }
        }
        cl::Program built{context, key.source};
        built.build(device, key.options.c_str());
        store(key, binary_of(built, device));
        return {built, found};
    }
    //! [program]

    std::filesystem::path file_of(const BinaryKey& key) const
    {
        std::ostringstream name;
        name << std::hex << fnv1a(magic + key.text()) << ".bin";
        return folder_ / name.str();
    }

    /// Writes an entry under a name of its own and renames it, so that the file is there
    /// whole or not at all.
    void store(const BinaryKey& key, const std::vector<unsigned char>& binary) const
    {
        const std::string text = key.text();
        const std::string body = text + std::string{binary.begin(), binary.end()};
        std::random_device random;
        const std::filesystem::path file = file_of(key);
        const std::filesystem::path fresh = file.string() + "." + std::to_string(random()) +
                                            std::to_string(random()) + ".new";
        std::ofstream out{fresh, std::ios::binary};
        out << magic << ' ' << text.size() << ' ' << binary.size() << ' ' << fnv1a(body)
            << '\n'
            << body;
        out.close();
        std::error_code ignored;
        if (out) std::filesystem::rename(fresh, file, ignored); // replaces in one step
        std::filesystem::remove(fresh,
                                ignored); // where it was not renamed: a full disk, say
    }

    static std::vector<unsigned char> binary_of(const cl::Program& program,
                                                const cl::Device& device)
    {
        const auto devices = program.getInfo<CL_PROGRAM_DEVICES>();
        const auto binaries = program.getInfo<CL_PROGRAM_BINARIES>();
        for (std::size_t i = 0; i < devices.size(); ++i)
            if (devices[i]() == device()) return binaries[i];
        return {};
    }

private:
    using Loaded = std::pair<std::optional<std::vector<unsigned char>>, Found>;

    Loaded load(const BinaryKey& key) const
    {
        std::error_code none; // a folder of this name, say, is no entry
        std::ifstream in{file_of(key), std::ios::binary};
        if (!in || !std::filesystem::is_regular_file(file_of(key), none))
            return {std::nullopt, Found::nothing};
        std::string word, head;
        std::size_t key_bytes = 0, binary_bytes = 0;
        std::uint64_t checksum = 0;
        std::getline(in, head);
        std::istringstream{head} >> word >> key_bytes >> binary_bytes >> checksum;
        const std::string body{std::istreambuf_iterator<char>{in}, {}};
        if (word != magic || key_bytes > body.size() ||
            binary_bytes != body.size() - key_bytes || checksum != fnv1a(body))
            return {std::nullopt, Found::damaged};
        if (body.substr(0, key_bytes) != key.text()) return {std::nullopt, Found::another};
        const auto first = body.begin() + static_cast<std::ptrdiff_t>(key_bytes);
        return {std::vector<unsigned char>{first, body.end()}, Found::valid};
    }

    // What a process left that was killed while it wrote.
    void remove_remains() const
    {
        std::error_code ignored;
        const auto limit =
            std::filesystem::file_time_type::clock::now() - std::chrono::hours{1};
        for (const auto& entry : std::filesystem::directory_iterator{folder_, ignored})
            if (entry.path().extension() == ".new" &&
                entry.last_write_time(ignored) < limit)
                std::filesystem::remove(entry.path(), ignored);
    }

    static constexpr const char* magic = "lockstep-binary-1"; // changes with the format
    std::filesystem::path folder_;
};
