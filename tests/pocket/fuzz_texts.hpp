// Texts that nobody would write, for whoever must answer to any: made of the tree's kernels, or of the language's own words.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace lockstep::pocket::test
{

/// Chance that is the same on each machine, and for each number of an input.
class Chance
{
public:
    Chance(std::uint64_t seed, std::uint64_t number) : bits_(seed * 0x9e3779b97f4a7c15ULL + number) {}

    std::size_t below(std::size_t count)
    {
        return count == 0 ? 0 : static_cast<std::size_t>(bits_() % count);
    }
    bool one_in(std::size_t count) { return below(count) == 0; }
    template <typename T>
    const T& of(const std::vector<T>& all)
    {
        return all[below(all.size())];
    }

private:
    std::mt19937_64 bits_;
};

/// A kernel or two, typed and mostly right: what is computed, called and accessed in them is chance.
std::string generated(Chance& chance);

/// One of the texts, cut, spliced with another, or with words, signs and numbers exchanged.
std::string mutated(const std::vector<std::string>& texts, Chance& chance);

/// A piece of a program inside of itself, or behind itself, some thousand times.
std::string repeated(Chance& chance);

} // namespace lockstep::pocket::test
