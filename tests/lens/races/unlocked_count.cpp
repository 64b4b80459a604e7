// A plugin for Oclgrind that counts work-groups without a lock: ThreadSanitizer must tell of it, or its silence on the
// lens's plugin, which is loaded in the same way, says nothing. Built with -fno-rtti, see lens/CMakeLists.txt.
#include "oclgrind_interface.hpp"

#include <cstddef>

namespace
{

class UnlockedCount : public oclgrind::Plugin
{
public:
    using Plugin::Plugin;

    bool isThreadSafe() const override { return true; } // which it is not

    void workGroupComplete(const oclgrind::WorkGroup*) override { ++groups; }

private:
    std::size_t groups = 0;
};

} // namespace

extern "C"
{

    __attribute__((visibility("default"))) void initializePlugins(oclgrind::Context* context)
    {
        context->registerPlugin(new UnlockedCount(context)); // until the process ends
    }

    __attribute__((visibility("default"))) void releasePlugins(oclgrind::Context*) {}
}
