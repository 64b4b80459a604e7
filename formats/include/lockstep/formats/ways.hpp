// Ways through the book, from book/outline.json: what of it to read and to solve, in which order, and how long that takes.
#pragma once

#include "lockstep/formats/catalogue.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep
{

/// Something to read or to solve.
struct WayStep
{
    std::string page;       ///< its page in the book without the ending: "03-first-kernel", "preface"
    std::string section;    ///< the anchor of the only section to read; mostly empty
    std::string exercise;   ///< its id, "03-first-kernel/2-saxpy"; empty for what is read
    std::string name;       ///< what is typed for it: "3", "3/2"; empty for what no command takes
    std::string title;      ///< "Your first kernel"
    int minutes = 0;        ///< of an exercise its own, else those of reading and running
    bool looked_up = false; ///< a page to look things up in, which takes no time by itself

    /// The address of what is read: "02-platforms.html#the-platform-model".
    std::string address() const;
};

/// One of them.
struct Way
{
    std::string name;    ///< what is typed: "weekend"
    std::string title;   ///< "A weekend"
    std::string summary; ///< whom it is for, and what one can do at its end
    std::vector<WayStep> steps;

    int minutes() const;
    /// Those that are solved, in their order.
    std::vector<const WayStep*> exercises() const;
};

/// The ways of the book below `source`. A step that names nothing of the book is complained about and left out.
std::vector<Way> read_ways(const std::filesystem::path& source, const std::vector<ChapterInfo>& chapters,
                           const Complaint& complain);

/// Minutes that it takes to read a lesson, or a part of one, and to run what it shows; rounded to five.
/// @param markdown its text. @param section the anchor of the only section that counts; empty: all of it.
int reading_minutes(std::string_view markdown, std::string_view section = {});

} // namespace lockstep
