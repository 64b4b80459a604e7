// The figures of a GPU's profile (lens/devices/*.json), each with the document that it comes from.
#pragma once

#include "lockstep/formats/json_reader.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace lockstep::formats
{

/// One figure, and why it is believed.
struct SourcedFigure
{
    JsonReader value;
    std::string
        origin; ///< "CUDA C++ Programming Guide 13.0 (NVIDIA, 2025): Shared Memory"; or what is assumed
    bool assumed = false;
};

/// A profile's text while its figures are read. Every figure is `{"value", "source", "where"}`, `source` a key of "sources";
/// or, where no document gives it, `{"value", "assumed"}`.
class SourcedFigures
{
public:
    /// @throws Failure when there is no such file, or it is no JSON.
    explicit SourcedFigures(const std::filesystem::path& file);

    const JsonReader& root() const { return root_; }

    bool has(const std::string& section, const std::string& name) const;

    /// The figure "section.name". @throws Failure when it is missing, or does not say where it comes from.
    SourcedFigure figure(const std::string& section, const std::string& name) const;

private:
    JsonReader root_;
};

} // namespace lockstep::formats
