// A page for one student, to be given to the student: it shows nobody else.
#pragma once

#include "grade/similarity.hpp"
#include "lockstep/formats/grading.hpp"

#include <map>
#include <string>

namespace lockstep::tool
{

/// One HTML file that opens offline: points and how they came about, the teacher's comments, what was found, and the code that
/// was handed in. @param files texts by exercise. @throws Failure when the page's parts cannot be read.
std::string student_page(const formats::GradedClass& graded, const formats::GradedStudent& student,
                         const std::map<std::string, Texts>& files);

} // namespace lockstep::tool
