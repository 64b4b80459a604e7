// What only one process at a time may hold.
#pragma once

#include <filesystem>
#include <optional>

namespace lockstep::tool
{

/// Holds a folder or file for one process until it ends, however it ends.
class Lock
{
public:
    /// Waits until nobody else holds it. @throws Failure when it cannot be opened.
    static Lock waiting(const std::filesystem::path& path);
    /// Nothing when somebody else holds it. @throws Failure when it cannot be opened.
    static std::optional<Lock> at_once(const std::filesystem::path& path);

    Lock(Lock&& other) noexcept;
    Lock& operator=(Lock&& other) noexcept;
    Lock(const Lock&) = delete;
    ~Lock();

private:
    explicit Lock(int descriptor) : descriptor_(descriptor) {}
    int descriptor_;
};

} // namespace lockstep::tool
