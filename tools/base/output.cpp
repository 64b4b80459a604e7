// Files of the reader's choice, and standard output.
#include "base/output.hpp"

#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"

#include <cstdio>

namespace lockstep
{

void write_output(const std::string& file, std::string_view text)
{
    if (file != "-") return write_text(file, text, "a name in a folder that exists and is yours");
    const bool is_written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    if (std::fflush(stdout) != 0 || !is_written)
        throw Failure("Standard output cannot be written.", "a file instead of -");
}

} // namespace lockstep
