// Locks that end with their process.
#include "base/lock.hpp"

#include "lockstep/failure.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#include <utility>

namespace lockstep::tool
{

namespace
{

int opened_to_lock(const std::filesystem::path& path)
{
    const int descriptor = std::filesystem::is_directory(path)
                               ? open(path.c_str(), O_RDONLY | O_CLOEXEC | O_DIRECTORY)
                               : open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor < 0)
        throw Failure(fmt::format("{} cannot be opened: {}.", path.string(), std::strerror(errno)));
    return descriptor;
}

} // namespace

Lock Lock::waiting(const std::filesystem::path& path)
{
    Lock lock{opened_to_lock(path)};
    while (flock(lock.descriptor_, LOCK_EX) != 0 && errno == EINTR) {
    }
    return lock;
}

std::optional<Lock> Lock::at_once(const std::filesystem::path& path)
{
    Lock lock{opened_to_lock(path)};
    if (flock(lock.descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) return std::nullopt;
    return lock;
}

Lock::Lock(Lock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

Lock& Lock::operator=(Lock&& other) noexcept
{
    std::swap(descriptor_, other.descriptor_);
    return *this;
}

Lock::~Lock()
{
    if (descriptor_ >= 0) close(descriptor_);
}

} // namespace lockstep::tool
