// Handles that are counted, and that are recognised until they end.
#pragma once

#include <CL/cl.h>

#include <atomic>
#include <map>
#include <mutex>
#include <utility>

namespace lockstep::pocket
{

/// A handle that is counted. Handles that are used after their end are not recognised any more.
template <typename T>
struct Counted
{
    std::atomic<cl_uint> count{1};
    std::atomic<cl_uint> held{0}; ///< of these, by this device's own objects
    /// What the host is told.
    cl_uint references() const { return count - held; }
    Counted() { alive().insert(static_cast<const void*>(this)); }
    ~Counted() { alive().erase(static_cast<const void*>(this)); }
    Counted(const Counted&) = delete;
    Counted& operator=(const Counted&) = delete;

    static bool is_alive(const T* object)
    {
        return object != nullptr &&
               alive().contains(static_cast<const void*>(static_cast<const Counted*>(object)));
    }

private:
    struct Known
    {
        void insert(const void* object)
        {
            const std::lock_guard lock{mutex};
            all[object] = true;
        }
        void erase(const void* object)
        {
            const std::lock_guard lock{mutex};
            all.erase(object);
        }
        bool contains(const void* object)
        {
            const std::lock_guard lock{mutex};
            return all.contains(object);
        }
        std::mutex mutex;
        std::map<const void*, bool> all;
    };
    static Known& alive()
    {
        static Known& known = *new Known;
        return known;
    }
};

/// Retains an object for as long as this lives.
template <typename T>
class Held
{
public:
    Held() = default;
    explicit Held(T* object) : object_(object)
    {
        if (object_ == nullptr) return;
        ++object_->count;
        ++object_->held;
    }
    Held(const Held& other) : Held(other.object_) {}
    Held(Held&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
    Held& operator=(Held other) noexcept
    {
        std::swap(object_, other.object_);
        return *this;
    }
    ~Held()
    {
        if (object_ != nullptr) --object_->held;
        drop(object_);
    }

    T* get() const { return object_; }
    T* operator->() const { return object_; }
    explicit operator bool() const { return object_ != nullptr; }

    /// One reference less. @return CL_SUCCESS
    static cl_int drop(T* object)
    {
        if (object != nullptr && --object->count == 0) delete object;
        return CL_SUCCESS;
    }

private:
    T* object_ = nullptr;
};

} // namespace lockstep::pocket
