// What the tests call of cache.cpp, for a judge that stands outside of its process.
#include "cache.hpp"

#include "remote/functions.hpp"

using lockstep::remote::call;

[[gnu::weak]] std::string cache_key(const Build& build)
{
    return call<cache_key>(build);
}

[[gnu::weak]] std::string cache_entry(const std::string& key, const std::string& binary)
{
    return call<cache_entry>(key, binary);
}

[[gnu::weak]] std::optional<std::string> binary_in(const std::string& file, const std::string& key)
{
    return call<binary_in>(file, key);
}
