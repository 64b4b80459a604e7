// What a proof stands on: all bytes that it could have turned out otherwise for.
#pragma once

#include "check/engine.hpp"

#include <filesystem>
#include <string>
#include <string_view>

namespace lockstep::tool
{

/// Everything that a proof depends on. Files count by their bytes and by where they lie in the checkout or its build folder, so that
/// grounds are equal in two checkouts; what the system has installed, which no checkout changes, counts by its place, size and time.
class Grounds
{
public:
    /// @param what is proven: "wrong 03-first-kernel/2-saxpy".
    explicit Grounds(const std::string& what);

    void add(const std::string& name, std::string_view text);

    /// A file, or that there is none.
    void add_file(const std::filesystem::path& file);

    /// All files below a folder, but for those that end in `but`, or only those that end in `only`; empty: all.
    void add_folder(const std::filesystem::path& folder, std::string_view but = "",
                    std::string_view only = "");

    /// A program or a library of the system.
    void add_installed(const std::filesystem::path& file);

    /// The device that programs choose here, all libraries that it takes to ask for it, and the environment's words to them.
    void add_device();

    /// Oclgrind, the lens's plugin and what answers for the device under it, and the profiles.
    void add_simulator();

    /// The archives of the tool's rooms, and of what they stand on.
    void add_rooms(std::initializer_list<std::string_view> rooms);

    /// What an exercise is judged with: its folder, its tests as they are built, the compiler of host code, and the kernel set where it
    /// is compared with that.
    void add_exercise(const ExerciseInfo& exercise);

    /// The runner of the ladders, all kernels, and what the lens has counted in the rungs of that ladder.
    void add_ladder(const std::string& ladder);

    /// A chapter's programs, what they are built from and compared with, and the programs and exercises that its sessions name. Its lesson
    /// is no part of it.
    void add_chapter(const ChapterInfo& chapter);

    /// The whole checkout and the programs and libraries that are built of it, for what may use any of them. Of the lessons and the other
    /// pages it is only their titles.
    void add_checkout();

    std::string text() const;

private:
    std::string lines_;
};

/// The folder in which this machine keeps its proofs: LOCKSTEP_PROOFS, or one in the user's cache; empty where there is neither.
std::filesystem::path proofs_folder();

} // namespace lockstep::tool
