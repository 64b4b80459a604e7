// How many registers a kernel takes, as whoever runs the lens knows from the vendor's compiler.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace lockstep::formats
{

/// Registers of a work-item, by kernel.
class RegisterOverrides
{
public:
    /// @param text "24" for every kernel, "scan=40" for one; several with commas between them, of which the last one counts.
    /// @throws Failure for anything else, and for a number that is not from 1 to 1024
    void tell(std::string_view text);

    /// Those of a kernel; 0: not told.
    unsigned of(std::string_view kernel) const;

    bool empty() const { return registers_.empty(); }

    /// What tell() understands.
    std::string text() const;

private:
    std::map<std::string, unsigned, std::less<>> registers_; ///< under "" of every other kernel
};

} // namespace lockstep::formats
