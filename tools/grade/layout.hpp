// Which exercise a path in a submission belongs to.
#pragma once

#include "lockstep/formats/catalogue.hpp"

#include <optional>
#include <string>
#include <vector>

namespace lockstep::tool
{

/// Where a file belongs.
struct Place
{
    std::string exercise;    ///< its id
    std::string file;        ///< the name it has there
    std::string folder = {}; ///< the path's own folder, in which files belong together
    int rank = 0;            ///< of the forms a path can have, the clearest first, from 0
    bool exact = true;       ///< else case or the mark of a second copy was ignored in the file's name
    bool edited = true;      ///< else it is a header or kernel of the student's own
};

/// The exercise's files among the paths of a submission.
class Layout
{
public:
    /// @param book every exercise there is: their folders are no folders of a student's own. @param asked those wanted, among
    /// which alone a short path must be clear.
    Layout(const std::vector<ExerciseInfo>& book, const std::vector<ExerciseInfo>& asked);

    /// Nothing when the path is none of an exercise that was asked for.
    std::optional<Place> place_of(const std::string& path) const;

    /// Why a path that has no place has none, behind its name, when it looks like somebody's work; else empty.
    std::string why_unknown(const std::string& path) const;

private:
    const std::vector<ExerciseInfo>& book_;
    const std::vector<ExerciseInfo>& asked_;

    std::optional<Place> place_in(const ExerciseInfo& exercise, const std::vector<std::string>& parts) const;
    std::vector<const ExerciseInfo*> asked_with_name(const std::vector<std::string>& parts) const;
    std::optional<Place> place_of_name(const std::vector<std::string>& parts) const;
};

/// The names a path consists of, "." left out; backslashes divide as well. Nothing when it is absolute or climbs by "..".
std::optional<std::vector<std::string>> parts_of(const std::string& path);

/// True for names like those of archives.
bool named_like_archive(const std::string& name);

} // namespace lockstep::tool
