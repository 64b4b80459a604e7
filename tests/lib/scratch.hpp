// A folder for one test, removed at its end.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace lockstep::test
{

class Scratch
{
public:
    /// @param name what the folder's own name begins with; with a space where spaces in paths are to be tested.
    explicit Scratch(const std::string& name = "lockstep-test-")
    {
        std::string pattern = (std::filesystem::temp_directory_path() / (name + "XXXXXX")).string();
        if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no scratch folder");
        path_ = pattern;
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    ~Scratch()
    {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

} // namespace lockstep::test
