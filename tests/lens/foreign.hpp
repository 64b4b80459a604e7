// Runs a program of tests/lens/foreign, or any other, under `lockstep lens`, as its user would.
#pragma once

#include <nlohmann/json.hpp>

#include <string>

/// What came of it.
struct ForeignRun
{
    int status = 0;
    std::string
        told; ///< what lens and program wrote to standard error and, by --verbose, the program elsewhere
    nlohmann::json report; ///< null when there is none

    /// The kernels of the first device.
    const nlohmann::json& kernels() const;
    /// All entries of a kernel.
    std::vector<nlohmann::json> of(const std::string& kernel) const;
};

/// @param program the name of a program of tests/lens/foreign with its arguments, or a path, as the shell takes them
/// @param options of `lockstep lens`
ForeignRun under_lens(const std::string& program, const std::string& options = "");
