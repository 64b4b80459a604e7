// A chapter's program, or an exercise's tests, as what the lens or the stepper runs.
#pragma once

#include "lens/lens_run.hpp"
#include "lockstep/scratch.hpp"

#include <string>
#include <vector>

namespace lockstep::tool
{

struct Subject
{
    std::string name;                   ///< "12", "12-coalescing", "12/1"
    bool solution = false;              ///< of an exercise the book's, not the reader's file
    std::vector<std::string> rest = {}; ///< arguments of the program
};

/// Builds it where it must be, and makes it what the request runs. @param otherwise what to type for a program that is neither
/// @throws Failure for what is no chapter and no exercise, or does not build.
void prepare_subject(const Subject& subject, const std::string& otherwise, const ScratchFolder& scratch,
                     LensRequest& request);

} // namespace lockstep::tool
