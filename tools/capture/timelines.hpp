// The timeline that a chapter's program leaves in the folder it runs in: recorded beside the lesson, checked, drawn.
#pragma once

#include <filesystem>
#include <string>

namespace lockstep::tool
{

/// Removes what an earlier run left.
void forget_timeline(const std::filesystem::path& work);

/// Copies the timeline, if the program wrote one, into the chapter's folder: timeline.json, or timeline.NAME.json when
/// `name` is not empty. @throws Failure when no viewer could draw it.
void record_timeline(const std::filesystem::path& work, const std::filesystem::path& chapter,
                     const std::string& name);

/// False, after a sentence, where one is recorded and the program wrote none. @throws Failure as above.
bool timeline_holds(const std::filesystem::path& work, const std::filesystem::path& chapter);

/// Draws the timeline, if the program wrote one, and says where.
void draw_timeline(const std::filesystem::path& work);

} // namespace lockstep::tool
