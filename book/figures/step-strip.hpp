/// A strip of steps: what a chapter's session of `./lockstep step` prints, drawn for paper.
#pragma once

#include "figure.hpp"

#include <string>

namespace figures
{

/// Draws the steps of chapters/CHAPTER/session-steps.txt below each other: the sentence, the lanes as squares, and the sectors or passes of a
/// request as boxes, of which those that would do are filled.
Draw step_strip(const std::string& chapter);

} // namespace figures
