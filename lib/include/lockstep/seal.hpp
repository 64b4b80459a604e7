// Seals: how a program that started another one knows which lines of a report that one's harness wrote.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lockstep
{

/// What who runs a test program hands over to its harness, made anew for each run. Nothing else in the process can write
/// a line that is believed.
struct Key
{
    std::uint64_t first = 0;
    std::uint64_t second = 0;

    bool operator==(const Key&) const = default;
};

/// A key that nobody can guess.
Key random_key();

/// 32 hexadecimal digits.
std::string to_text(const Key& key);

/// The key that a text of 32 hexadecimal digits holds; the key of nought for any other text.
Key key_of(std::string_view text);

/// Sixteen hexadecimal digits that only who has the key can find: SipHash-2-4 of the line and its number (Aumasson and
/// Bernstein, "SipHash: a fast short-input PRF", 2012). The number keeps lines from being left out, moved or repeated.
std::string seal(const Key& key, std::uint64_t number, std::string_view line);

/// The exit status by which a harness says that its tests were run and returned from; a program that leaves in another
/// way cannot know it. Between 140 and 239, where no shell, signal or sanitizer puts its own.
int final_status(const Key& key);

} // namespace lockstep
