// Chromium without a window: it prints pages and runs their scripts.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lockstep::book
{

class Chromium
{
public:
    /// @param work a folder for its profile and for what it prints. @throws Failure with what to install where there is no Chromium.
    explicit Chromium(std::filesystem::path work);

    /// Prints an HTML file, paper and margins as its style says, with an outline of its headings.
    /// @throws Failure with what Chromium said where it prints nothing.
    void print(const std::filesystem::path& html, const std::filesystem::path& pdf) const;

    /// The HTML of a page when its scripts have run. @throws Failure.
    std::string after_scripts(const std::filesystem::path& html) const;

private:
    std::filesystem::path program_;
    std::filesystem::path work_;

    std::string run(const std::vector<std::string>& arguments, const std::filesystem::path& html) const;
};

} // namespace lockstep::book
