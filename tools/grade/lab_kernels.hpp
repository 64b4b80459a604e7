// Kernels that a laboratory must not hold, because they pass one of its exercises.
#pragma once

#include "lockstep/formats/catalogue.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace lockstep::tool
{

/// A kernel in a file of OpenCL C, and where it stands in the text.
struct KernelFunction
{
    std::string name;
    std::vector<std::string> types; ///< of its parameters, without const, restrict and names: "global float*"
    std::size_t name_at = 0;
    std::size_t body = 0; ///< of its opening brace
    std::size_t end = 0;  ///< behind its closing brace
};

/// The kernels in a text, in order. What stands in comments is none.
std::vector<KernelFunction> kernels_in(const std::string& text);

/// The kernels that an exercise's file, as it is handed out, declares.
std::vector<KernelFunction> asked_kernels(const ExerciseInfo& exercise);

/// A file of kernels/ or of a chapter as a laboratory with these exercises holds it: the body of a kernel that one of them
/// asks for is left out, its name and its comment stay.
std::string without_answers(const std::string& file, const std::string& text,
                            const std::vector<ExerciseInfo>& exercises);

/// A file as it could be handed in for an exercise: its kernels renamed to those that are asked for, where the parameters
/// agree. One text for each choice; none where some kernel that is asked for has no counterpart.
std::vector<std::string> as_handed_in(const std::string& text, const ExerciseInfo& exercise);

} // namespace lockstep::tool
