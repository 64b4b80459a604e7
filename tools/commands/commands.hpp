// The commands of the `lockstep` program; each adds itself to the command line and leaves its exit status in `exit`.
#pragma once

#include "base/status.hpp"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>
#include <vector>

namespace lockstep::tool
{

/// What the chosen command leaves behind.
struct Exit
{
    int status = done;
    std::optional<std::vector<std::string>> program; ///< of `run`, `lens` and `step`: what stands after "--"
};

void add_bench(CLI::App& app, Exit& exit);
void add_book(CLI::App& app, Exit& exit);
void add_check(CLI::App& app, Exit& exit);
void add_class(CLI::App& app, Exit& exit);
void add_completion(CLI::App& app, Exit& exit);
void add_devices(CLI::App& app, Exit& exit);
void add_export(CLI::App& app, Exit& exit);
void add_grade(CLI::App& app, Exit& exit);
void add_hint(CLI::App& app, Exit& exit);
void add_import(CLI::App& app, Exit& exit);
void add_lab(CLI::App& app, Exit& exit);
void add_league(CLI::App& app, Exit& exit);
void add_lens(CLI::App& app, Exit& exit);
void add_list(CLI::App& app, Exit& exit);
void add_machines(CLI::App& app, Exit& exit);
void add_new(CLI::App& app, Exit& exit);
void add_occupancy(CLI::App& app, Exit& exit);
void add_prove(CLI::App& app, Exit& exit);
void add_questions(CLI::App& app, Exit& exit);
void add_reset(CLI::App& app, Exit& exit);
void add_run(CLI::App& app, Exit& exit);
void add_share(CLI::App& app, Exit& exit);
void add_slides(CLI::App& app, Exit& exit);
void add_solution(CLI::App& app, Exit& exit);
void add_step(CLI::App& app, Exit& exit);
void add_watch(CLI::App& app, Exit& exit);
void add_way(CLI::App& app, Exit& exit);

/// Without a command: the commands, and where the reader stands.
int show_welcome(const CLI::App& app);

} // namespace lockstep::tool
