// The expression by which a kernel accesses a place.
#pragma once

#include "front/program.hpp"

#include <string>
#include <vector>

namespace lockstep::pocket
{

/// Such an expression taken apart.
struct Path
{
    std::vector<const Expression*> indices; ///< from the left
    const Expression* root = nullptr; ///< the variable that they begin at; null where it is something else
    std::string steps = {};           ///< of vload and vstore: that they count in vectors
};

/// @param expression as in Code::accesses: an element, a field, or a call of the language's functions of memory
Path path_of(const Expression& expression);

} // namespace lockstep::pocket
