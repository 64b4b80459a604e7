// The host's sorts.
#include "sorts.hpp"

#include "native.hpp"

#include <algorithm>

#if defined(LOCKSTEP_HAS_BOOST_SORT)
#include <boost/sort/sort.hpp>
#include <boost/version.hpp>
#endif
#if defined(LOCKSTEP_HAS_TBB)
#include <tbb/parallel_sort.h>
#include <tbb/version.h>
#endif

namespace lockstep::bench::host_sorts
{
namespace
{

template <typename F>
HostSort made(std::string name, std::string version, std::size_t threads, F sort)
{
    return {std::move(name), std::move(version), threads, [=](std::span<std::uint32_t> keys) { sort(keys); },
            [=](std::span<std::uint64_t> pairs) { sort(pairs); }};
}

} // namespace

std::vector<HostSort> all()
{
    std::vector<HostSort> sorts;
    sorts.push_back(
        made("std::sort", native::compiler(), 1, [](auto words) { std::sort(words.begin(), words.end()); }));
#if defined(LOCKSTEP_HAS_BOOST_SORT)
    const std::string boost = "Boost " + std::to_string(BOOST_VERSION / 100000) + "." +
                              std::to_string(BOOST_VERSION / 100 % 1000) + "." +
                              std::to_string(BOOST_VERSION % 100);
    sorts.push_back(made("Boost", boost, native::threads(), [](auto words) {
        boost::sort::block_indirect_sort(words.begin(), words.end(), native::threads());
    }));
#endif
#if defined(LOCKSTEP_HAS_TBB)
    sorts.push_back(made("oneTBB", "oneTBB " TBB_VERSION_STRING, native::threads(),
                         [](auto words) { tbb::parallel_sort(words.begin(), words.end()); }));
#endif
    return sorts;
}

} // namespace lockstep::bench::host_sorts
