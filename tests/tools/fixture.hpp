// A small book of one chapter and one exercise, and the built program run over it from outside.
#pragma once

#include "check/engine.hpp"
#include "lockstep/scratch.hpp"
#include "lockstep/text.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <map>
#include <string>
#include <sys/types.h>
#include <vector>

namespace lockstep::tool::test
{

using lockstep::contains;

using Environment = std::map<std::string, std::string>;

/// The exercise of the book that the fixture borrows: its test program is built with the book.
inline constexpr const char* exercise_id = "03-first-kernel/2-saxpy";

/// One of host code, whose stage clean is built with ThreadSanitizer.
inline constexpr const char* host_exercise_id = "01-parallelism/3-strip-mine";

class Fixture
{
public:
    /// A tree with the stub, its solution, and the build folder of the book itself.
    /// @param id of the exercise, whose test program or archive is built with the book.
    explicit Fixture(std::string id = exercise_id);

    const std::filesystem::path& root() const { return scratch_.path(); }
    std::filesystem::path exercise() const { return root() / "exercises" / id_; }

    /// Puts a kernel in the place of the student's file.
    void kernel(const std::string& text) const;
    /// Writes a file below root().
    void write(const std::string& file, const std::string& text) const;
    /// From now on a shell script is what is run in the place of the exercise's test program, and only the stage
    /// "correct" is asked for. Its working folder is its scratch() folder.
    void replace_test_program(const std::string& script);

    /// The environment that makes the program use this tree.
    const Environment& environment() const { return environment_; }
    /// Runs the built program.
    ProcessResult lockstep(const std::vector<std::string>& arguments, const Environment& more = {}) const;
    /// Runs `check --json -` on the exercise and returns the exercise's entry.
    nlohmann::json verdict(const std::vector<std::string>& more_arguments = {},
                           const Environment& more = {}) const;

private:
    std::string id_;
    ScratchFolder scratch_;
    Environment environment_;
};

/// The stage of that name in an entry of the report; null when there is none.
nlohmann::json stage(const nlohmann::json& entry, const std::string& name);

/// The number that a program wrote into a file, its own process's or another's.
pid_t pid_in(const std::filesystem::path& file);

/// True when the process has ended; one that nobody has waited for yet has, too.
bool has_ended(pid_t pid);

/// A correct saxpy.
extern const char* const right_kernel;

} // namespace lockstep::tool::test
