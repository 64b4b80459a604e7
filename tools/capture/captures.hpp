// Running a chapter's program; capturing what it prints, and comparing it with what was captured.
#pragma once

#include "base/process.hpp"
#include "lockstep/formats/catalogue.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace lockstep::tool
{

/// A chapter, a program of it with the target that builds it, and the folder that it runs in and leaves its pictures in.
struct ChapterProgram
{
    ChapterInfo info;
    std::string target;
    std::filesystem::path source; ///< the .cpp of its main()
    std::filesystem::path program;
    std::filesystem::path work;
};

/// The program that a reader means: "3" is chapter 3's main.cpp, "3/picture" the picture.cpp beside it. @throws Failure for an
/// unknown chapter, a program that the chapter does not have, or a build folder that cannot be written to.
ChapterProgram locate_chapter(const std::string& wanted);

/// Runs a chapter's program, its standard output passed through to this process's.
ProcessResult run_chapter_program(const ChapterProgram& chapter, const std::vector<std::string>& arguments);

/// Pictures ("output….png") in a folder, in order.
std::vector<std::filesystem::path> pictures_in(const std::filesystem::path& folder);

/// Runs the program cold (nothing compiled before) and writes what it prints to the chapter's output.txt, or to
/// output.NAME.txt when `name` is not empty; its timeline likewise. Without a name its pictures are copied too, and every session-….txt
/// is captured again: the output of the command in its first line, "# COMMAND · …", typed in the repository; and
/// lens.json, when the lesson draws what the lens counts.
void capture_chapter(const ChapterProgram& chapter, const std::string& name);

enum class Verified
{
    same,
    different,
    lacking ///< the device lacks what the program needs: nothing was compared
};

/// Runs the program and the sessions and compares them with what was captured; prints what differs, or why nothing could be
/// compared.
Verified verify_chapter(const ChapterProgram& chapter);

} // namespace lockstep::tool
