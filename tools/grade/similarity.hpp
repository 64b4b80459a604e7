// What a file resembles: a wrong solution of the catalogue, or what another student handed in.
#pragma once

#include "lockstep/formats/grading.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lockstep::tool
{

using Texts = std::map<std::string, std::string>; ///< of files, by name

/// A wrong solution as files.
struct KnownMistake
{
    std::string name;
    std::string sentence;
    std::string stage; ///< that rejects it
    Texts files;
};

/// The wrong solution that failing files resemble most: nearer to them than the solution and the stub are, and at least
/// nearest_enough alike; of equals the one that fails in the same stage. Comments, layout and the choice of names make no
/// difference. Nothing when there is none.
std::optional<formats::Resemblance> resembled(const Texts& files, const std::string& failed_stage,
                                              const Texts& solution, const Texts& stub,
                                              const std::vector<KnownMistake>& mistakes);

/// One less the tokens that differ, over the tokens of both.
inline constexpr double nearest_enough = 0.8;

/// One that can be compared: a student's files for an exercise, or the book's solution.
struct Work
{
    std::size_t student = 0;
    Texts files;
};

/// Lines that two works share, of a file of each.
struct SharedLines
{
    std::vector<std::size_t> first;
    std::vector<std::size_t> second;
};

/// Two works that are alike.
struct SimilarPair
{
    std::size_t first = 0; ///< indices into the works
    std::size_t second = 0;
    double similarity = 0.0;
    std::size_t shared = 0;                   ///< runs of tokens
    std::map<std::string, SharedLines> lines; ///< by file
};

/// How works are compared: by runs of tokens without names.
struct PairRules
{
    std::size_t run = 8; ///< tokens
    std::size_t least_own =
        48; ///< runs that a work must have of its own, some six lines, or it is too short to tell
    double common = 0.25;        ///< a run in more than this part of the works is the task's, not a student's
    std::size_t common_from = 8; ///< works; with fewer, only the stub is subtracted
    double least = 0.5;          ///< similarity of a pair that is told
    double taken = 0.75;         ///< part of a work that stands in a file of the book, to be told
    std::size_t most_pairs = 100;
};

/// The pairs that are alike, most similar first: twice the runs of tokens they share over the runs of both, after what the
/// stub gives to everybody and what many have is taken away. Comments, white space and names make no difference.
std::vector<SimilarPair> similar_pairs(const std::vector<Work>& works, const Texts& stub,
                                       const PairRules& rules = {});

/// The works of which much stands in a file of the book, of which a student may copy a kernel of many: `second` is the index of
/// that file, and the similarity is the part of the work that stands there. For each work the file that has most of it.
/// @param sources files of the book by name, in order.
std::vector<SimilarPair> taken_from(const std::vector<Work>& works, const Texts& sources, const Texts& stub,
                                    const PairRules& rules = {});

} // namespace lockstep::tool
