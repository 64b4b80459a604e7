// Room on the disk.
#include "base/disk_room.hpp"

#include "lockstep/failure.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <string>
#include <unistd.h>

namespace lockstep::tool
{

namespace
{

constexpr std::size_t least_room = std::size_t{4}
                                   << 20U; // what compiling one file takes, and a test's report

} // namespace

void require_room(const std::filesystem::path& folder)
{
    std::string name = (folder / ".lockstep-room-XXXXXX").string();
    const int file = mkstemp(name.data());
    bool full = file < 0 && (errno == ENOSPC || errno == EDQUOT);
    if (file >= 0) {
        unlink(name.c_str());
        static constexpr std::array<char, 65536> block{};
        for (std::size_t bytes = 0; bytes < least_room && !full;) {
            const ssize_t count = write(file, block.data(), block.size());
            full = count < 0 && (errno == ENOSPC || errno == EDQUOT);
            if (count < 0 && errno != EINTR) break;
            if (count > 0) bytes += static_cast<std::size_t>(count);
        }
        close(file);
    }
    if (!full) return;
    throw Failure(
        fmt::format("Not checked: no space in {}. It takes {} MiB.", folder.string(), least_room >> 20U),
        fmt::format("df -h {}   (make room there; for temporary files\n"
                    "       another folder will do: TMPDIR=FOLDER before the command)",
                    folder.string()));
}

} // namespace lockstep::tool
