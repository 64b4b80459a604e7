// Runs kernels under Oclgrind with the lens's plugin, for tests.
#pragma once

#include "lockstep/scratch.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

/// What to run.
struct Simulation
{
    std::string file;     ///< in tests/lens/kernels
    std::string launches; ///< as launcher.cpp takes them
    std::vector<std::string> profiles{"h200"};
    std::string environment = {}; ///< further variables: "NAME=VALUE NAME=VALUE"
};

/// What came of it.
struct Outcome
{
    int status = 0;      ///< of the program
    std::string errors;  ///< what was written to stderr
    nlohmann::json json; ///< the plugin's output; null when there is none
};

Outcome simulate(const Simulation& simulation);

/// The kernels of the report of the i-th profile. Fails the test when the run did.
nlohmann::json kernels_of(const Simulation& simulation, std::size_t profile = 0);

/// The first kernel of the H200's report.
nlohmann::json kernel_of(const std::string& file, const std::string& launch);

/// The entry of `kernel` for the line that contains `text`, for one space and access.
nlohmann::json line_of(const nlohmann::json& kernel, const std::string& text, const std::string& space,
                       const std::string& access);

/// The "control" entry of the line that contains `text`.
nlohmann::json control_of(const nlohmann::json& kernel, const std::string& text);
