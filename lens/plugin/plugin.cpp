// The plugin: hands what Oclgrind reports to the recorder. Built with -fno-rtti, see lens/CMakeLists.txt.
#include "oclgrind_interface.hpp"

#include "launch.hpp"
#include "loader.hpp"
#include "pending_groups.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include <pthread.h>

namespace
{

using lockstep::lens::AccessKind;
using lockstep::lens::keep_groups;
using lockstep::lens::Launch;
using lockstep::lens::LaunchDescription;
using lockstep::lens::Session;
using lockstep::lens::Size;
using lockstep::lens::Worker;

constexpr unsigned private_space = 0;
constexpr unsigned global_space = 1;
constexpr unsigned local_space = 3;

/// The worker of the group that this thread runs; null while it is not recorded.
thread_local Worker* current = nullptr;

Size size_of(const oclgrind::Size3& size)
{
    return {size.x, size.y, size.z};
}

std::size_t linear_local_id(const oclgrind::WorkItem* item)
{
    const oclgrind::Size3 id = item->getLocalID();
    const oclgrind::Size3 size = item->getWorkGroup()->getGroupSize();
    return id.x + size.x * (id.y + size.y * id.z);
}

std::uint64_t read_pointer(const void* item, lockstep::lens::LlvmHandle pointer)
{
    const oclgrind::TypedValue value =
        static_cast<const oclgrind::WorkItem*>(item)->getOperand(static_cast<const llvm::Value*>(pointer));
    std::uint64_t address = 0;
    std::memcpy(&address, value.data, sizeof(void*));
    return address;
}

/// The kernel's local memory: its arrays and its arguments. Oclgrind's own sum counts an array for every
/// kernel whose name begins like that of the array's.
std::size_t local_bytes(const oclgrind::Kernel& kernel)
{
    const auto& llvm = lockstep::lens::llvm_functions();
    const std::string prefix = kernel.getName() + ".";
    std::size_t bytes = 0;
    const auto end = kernel.values_end();
    for (auto entry = kernel.values_begin(); entry != end; ++entry) {
        const void* value = entry->first;
        const void* type = llvm.type_of(value);
        if (llvm.type_kind(type) != lockstep::lens::llvm_pointer_type ||
            llvm.address_space(type) != local_space)
            continue;
        const bool array = llvm.as_variable(value) && llvm.name(value).starts_with(prefix);
        if (array || llvm.as_argument(value)) bytes += entry->second.size;
    }
    return bytes;
}

class Lens : public oclgrind::Plugin
{
public:
    Lens(const oclgrind::Context* context, Session& counts) : Plugin(context), session(counts) {}

    bool isThreadSafe() const override { return true; }

    void kernelBegin(const oclgrind::KernelInvocation* invocation) override
    {
        running().lock();
        guarded([&] {
            const oclgrind::Kernel& kernel = *invocation->getKernel();
            launch = std::make_unique<Launch>(
                session,
                LaunchDescription{kernel.getName(), kernel.getProgram()->getSource(),
                                  size_of(invocation->getGlobalSize()), size_of(invocation->getLocalSize()),
                                  size_of(invocation->getNumGroups()), local_bytes(kernel),
                                  kernel.getProgram()->getBuildOptions()});
            if (launch->wants_others_skipped() &&
                keep_groups(invocation, [this](const oclgrind::Size3& group) {
                    return launch->is_recorded(size_of(group));
                }))
                launch->others_are_skipped();
        });
    }

    void kernelEnd(const oclgrind::KernelInvocation*) override
    {
        guarded([&] {
            if (launch) launch->end();
        });
        launch.reset();
        running().unlock();
    }

    void workGroupBegin(const oclgrind::WorkGroup* group) override
    {
        guarded([&] {
            current = nullptr;
            if (launch)
                current = launch->begin_group(size_of(group->getGroupID()), size_of(group->getGroupSize()),
                                              read_pointer);
        });
    }

    void workGroupComplete(const oclgrind::WorkGroup* group) override
    {
        guarded([&] {
            if (launch) launch->end_group(size_of(group->getGroupID()), current);
        });
        current = nullptr;
    }

    void workGroupBarrier(const oclgrind::WorkGroup*, std::uint32_t) override
    {
        if (current) guarded([] { current->barrier(); });
    }

    void instructionExecuted(const oclgrind::WorkItem* item, const llvm::Instruction* instruction,
                             const oclgrind::TypedValue&) override
    {
        Worker* const worker = current;
        if (!worker) return;
        guarded([&] { worker->executed(item, instruction, [item] { return linear_local_id(item); }); });
    }

    void memoryLoad(const oclgrind::Memory* memory, const oclgrind::WorkItem* item, std::size_t address,
                    std::size_t bytes) override
    {
        access(memory, item, AccessKind::global_load, AccessKind::local_load, address, bytes);
    }

    void memoryStore(const oclgrind::Memory* memory, const oclgrind::WorkItem* item, std::size_t address,
                     std::size_t bytes, const std::uint8_t*) override
    {
        access(memory, item, AccessKind::global_store, AccessKind::local_store, address, bytes);
    }

    // An atomic operation loads, and stores unless it is a comparison that failed: it is counted where it
    // loads.
    void memoryAtomicLoad(const oclgrind::Memory* memory, const oclgrind::WorkItem* item, oclgrind::AtomicOp,
                          std::size_t address, std::size_t bytes) override
    {
        access(memory, item, AccessKind::global_atomic, AccessKind::local_atomic, address, bytes);
    }

    void memoryLoad(const oclgrind::Memory* memory, const oclgrind::WorkGroup*, std::size_t address,
                    std::size_t bytes) override
    {
        group_access(memory, AccessKind::global_load, AccessKind::local_load, address, bytes);
    }

    void memoryStore(const oclgrind::Memory* memory, const oclgrind::WorkGroup*, std::size_t address,
                     std::size_t bytes, const std::uint8_t*) override
    {
        group_access(memory, AccessKind::global_store, AccessKind::local_store, address, bytes);
    }

private:
    /// Held while a kernel runs: several host threads may launch at once. Begin and end come from the same thread.
    static std::mutex& running()
    {
        static auto& mutex = *new std::mutex; // kernels may run while the process ends
        return mutex;
    }

    /// Runs `action`; an error ends the recording of the launch, not the program under test.
    template <typename Action>
    void guarded(Action&& action) noexcept
    {
        try {
            action();
        } catch (const std::exception& error) {
            give_up(error.what());
        } catch (...) {
            give_up("an unknown error");
        }
    }

    void give_up(const char* what) noexcept
    {
        static std::atomic<bool> told = false;
        if (!told.exchange(true))
            std::fprintf(stderr, "lockstep lens: %s: the counts of this launch are not complete.\n", what);
        current = nullptr;
        if (launch) launch->give_up();
    }

    void access(const oclgrind::Memory* memory, const oclgrind::WorkItem* item, AccessKind global,
                AccessKind local, std::size_t address, std::size_t bytes)
    {
        Worker* const worker = current;
        if (!worker) return;
        const unsigned space = memory->getAddressSpace();
        if (space == private_space) worker->private_access();
        if (space != global_space && space != local_space) return;
        guarded([&] {
            worker->access(item, item->getCurrentInstruction(), space == global_space ? global : local,
                           address, bytes, [item] { return linear_local_id(item); });
        });
    }

    void group_access(const oclgrind::Memory* memory, AccessKind global, AccessKind local,
                      std::size_t address, std::size_t bytes)
    {
        if (!current) return;
        const bool is_global = memory->getAddressSpace() == global_space;
        guarded([&] { current->group_access(is_global ? global : local, address, bytes); });
    }

    Session& session;
    std::unique_ptr<Launch> launch;
};

/// Made at the first context; stays until the process ends, as the counts of several contexts are one report.
Session* session()
{
    static Session* const made = []() -> Session* {
        try {
            const std::string reason = lockstep::lens::why_not_here();
            if (reason.empty()) return new Session;
            lockstep::lens::refuse(reason);
        } catch (const std::exception& error) {
            lockstep::lens::refuse(error.what());
        }
        return nullptr;
    }();
    return made;
}

void finish()
{
    try {
        if (Session* const made = session()) made->finish();
    } catch (const std::exception& error) {
        std::fprintf(stderr, "lockstep lens: %s: the counts were not written.\n", error.what());
    }
}

std::map<oclgrind::Context*, std::unique_ptr<Lens>>& plugins()
{
    static auto* const made = new std::map<oclgrind::Context*, std::unique_ptr<Lens>>;
    return *made;
}

} // namespace

extern "C"
{

    __attribute__((visibility("default"))) void initializePlugins(oclgrind::Context* context)
    {
        Session* const counts = session();
        if (!counts) return;
        [[maybe_unused]] static const int at_exit = std::atexit(finish);
        [[maybe_unused]] static const int at_fork =
            pthread_atfork(nullptr, nullptr, [] { session()->begin_again(); });
        auto& plugin = plugins()[context];
        plugin = std::make_unique<Lens>(context, *counts);
        context->registerPlugin(plugin.get());
    }

    __attribute__((visibility("default"))) void releasePlugins(oclgrind::Context* context)
    {
        const auto found = plugins().find(context);
        if (found != plugins().end()) {
            context->unregisterPlugin(found->second.get());
            plugins().erase(found);
        }
        finish();
    }
}
