// A cache of program binaries.
#include "cache.hpp"

#include <algorithm>
#include <cstdio>
#include <map>

namespace
{

/// A part of a text, behind its length, so that it is known where it ends.
std::string part(const std::string& text)
{
    return std::to_string(text.size()) + ":" + text;
}

/// The checksum in 8 digits, whatever its value.
std::string checked(const std::string& text)
{
    char digits[9];
    std::snprintf(digits, sizeof(digits), "%08x", static_cast<unsigned>(checksum(text)));
    return digits;
}

} // namespace

std::string cache_key(const Build& build)
{
    std::string key = part(build.source) + part(build.options) + part(build.device) + part(build.driver) +
                      part(build.platform) + part(std::to_string(build.address_bits));
    std::map<std::string, std::string> headers; // sorts them by their names
    for (const Header& header : build.headers) headers[header.name] = header.text;
    for (const auto& [name, text] : headers) key += part(name) + part(text);
    return key;
}

std::string cache_entry(const std::string& key, const std::string& binary)
{
    const std::string body = part(key) + binary;
    return checked(body) + body;
}

std::optional<std::string> binary_in(const std::string& file, const std::string& key)
{
    // The binary is where it would be in a file of this key. Then is this the file that would be written?
    const std::size_t begin = cache_entry(key, "").size();
    const std::string binary = file.substr(std::min(begin, file.size()));
    if (file != cache_entry(key, binary)) return std::nullopt;
    return binary;
}
