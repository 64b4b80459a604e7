// What the appendices show from data: the bibliography, the GPUs' figures, the recordings' machines, and the kernel language
// on one page.
#pragma once

#include "book/inline.hpp"

#include <string>
#include <string_view>

namespace lockstep::book
{

/// The works of one kind that chapters name under "Further reading", each with links to them. A further reading that names no work
/// of bibliography.json becomes a note. Throws Failure.
std::string bibliography(Site& site, const Page& page, std::string_view kind);

/// One table of all GPUs of lens/devices, side by side: compute, memory, local or residency; or "sources": what each figure
/// comes from. Throws Failure.
std::string hardware_table(const Site& site, std::string_view subject);

/// The machines that the ladders were recorded on, a table for each device of bench/results. Throws Failure.
std::string machine_tables(const Site& site);

/// The machines that readers have sent, and their best rungs: bench/machines. Throws Failure for one that cannot be read.
std::string readers_machines(const Site& site);

/// The sheet of kernel-language.json. Throws Failure.
std::string kernel_sheet(Site& site, const Page& page, InlineText& text, int line);

} // namespace lockstep::book
