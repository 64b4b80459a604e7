// Which students handed in what is alike, exercise by exercise.
#pragma once

#include "grade/plan.hpp"
#include "grade/similarity.hpp"

#include <optional>
#include <string>
#include <vector>

namespace lockstep::tool
{

/// One file of a pair, side by side.
struct PairedFile
{
    std::string name;
    std::string first;
    std::string second;
    SharedLines shared;
};

/// Two works that are alike. The second may be the book's solution, or a file of the book.
struct ClassPair
{
    std::string exercise;
    std::size_t first = 0;             ///< index of the student
    std::optional<std::size_t> second; ///< index of the other student; none: it is the book's
    std::string book = {};             ///< the book's file, "kernels/transpose.cl"; empty: its solution
    double similarity = 0.0;
    std::vector<PairedFile> files;
};

/// The pairs of one exercise, most similar first. Only works that were begun are compared: with each other, with the book's
/// solution, and with kernels/ and the exercise's chapter.
/// @param solution the folder of the book's. @param stub what was handed out, which all have in common.
std::vector<ClassPair> class_pairs(const formats::GradedClass& graded, const ClassFolder& folder,
                                   const ExerciseInfo& exercise, const std::filesystem::path& solution,
                                   const Texts& stub);

/// The pairs as a table: exercise, the two students' keys, similarity.
std::string pairs_csv(const formats::GradedClass& graded, const std::vector<ClassPair>& pairs);

} // namespace lockstep::tool
