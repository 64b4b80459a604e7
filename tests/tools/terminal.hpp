// A terminal with a shell that knows one program: it starts it, waits for it, and goes on with it after Ctrl-Z.
#pragma once

#include <map>
#include <string>
#include <sys/types.h>
#include <vector>

namespace lockstep::tool::test
{

class Terminal
{
public:
    Terminal(const std::vector<std::string>& arguments, const std::map<std::string, std::string>& environment,
             unsigned short rows = 24, unsigned short columns = 80);
    Terminal(const Terminal&) = delete;
    Terminal& operator=(const Terminal&) = delete;
    /// Hangs up.
    ~Terminal();

    /// Types keys.
    void type(const std::string& keys) const;
    /// True as soon as `text` has been written since the last time that something was found; false if the program ends
    /// or nothing is written for two minutes.
    bool shows(const std::string& text);
    /// All that was written.
    const std::string& written() const { return written_; }
    void resize(unsigned short rows, unsigned short columns) const;
    /// True when keys are echoed and lines are edited: what a shell needs.
    bool as_found() const;
    /// The program.
    pid_t program();

private:
    int master_ = -1;
    pid_t shell_ = 0;
    std::string written_;
    std::size_t seen_ = 0;
};

} // namespace lockstep::tool::test
