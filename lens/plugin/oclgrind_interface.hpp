// The part of Oclgrind's plugin interface that the lens uses: from its own headers, or declared here.
#pragma once

#ifdef LOCKSTEP_OCLGRIND_HEADERS

#include <oclgrind/common.h>

#include <oclgrind/Context.h>
#include <oclgrind/Kernel.h>
#include <oclgrind/KernelInvocation.h>
#include <oclgrind/Memory.h>
#include <oclgrind/Plugin.h>
#include <oclgrind/Program.h>
#include <oclgrind/WorkGroup.h>
#include <oclgrind/WorkItem.h>

#else

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#include <CL/cl.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

// Oclgrind 21.10 is packaged without headers. Order and signatures of the virtual functions are its
// src/core/Plugin.h, unchanged in 26.03. What is declared here is exported by the library that loads the
// plugin.
#pragma GCC visibility push(default)

namespace llvm
{
class Function;
class Instruction;
class Value;
} // namespace llvm

namespace oclgrind
{

struct Size3
{
    std::size_t x = 0, y = 0, z = 0;
};

struct TypedValue
{
    unsigned size;
    unsigned num;
    unsigned char* data;
};

using TypedValueMap = std::map<const llvm::Value*, TypedValue>;

enum MessageType
{
    DEBUG,
    INFO,
    WARNING,
    ERROR
};
enum AtomicOp
{
    AtomicAdd
};

class Plugin;
class Program;

class Context
{
public:
    void registerPlugin(Plugin* plugin);
    void unregisterPlugin(Plugin* plugin);
};

class Memory
{
public:
    unsigned getAddressSpace() const;
};

class Program
{
public:
    const std::string& getSource() const;
    const std::string& getBuildOptions() const;
};

class Kernel
{
public:
    const std::string& getName() const;
    const Program* getProgram() const;
    TypedValueMap::const_iterator values_begin() const;
    TypedValueMap::const_iterator values_end() const;
};

class KernelInvocation
{
public:
    const Kernel* getKernel() const;
    Size3 getGlobalSize() const;
    Size3 getLocalSize() const;
    Size3 getNumGroups() const;
};

class WorkGroup
{
public:
    Size3 getGroupID() const;
    Size3 getGroupSize() const;
};

class WorkItem
{
public:
    const llvm::Instruction* getCurrentInstruction() const;
    Size3 getLocalID() const;
    TypedValue getOperand(const llvm::Value* operand) const;
    const WorkGroup* getWorkGroup() const;
};

class Plugin
{
public:
    explicit Plugin(const Context* context);
    virtual ~Plugin();

    virtual void hostMemoryLoad(const Memory*, std::size_t, std::size_t) {}
    virtual void hostMemoryStore(const Memory*, std::size_t, std::size_t, const std::uint8_t*) {}
    virtual void instructionExecuted(const WorkItem*, const llvm::Instruction*, const TypedValue&) {}
    virtual void kernelBegin(const KernelInvocation*) {}
    virtual void kernelEnd(const KernelInvocation*) {}
    virtual void log(MessageType, const char*) {}
    virtual void memoryAllocated(const Memory*, std::size_t, std::size_t, cl_mem_flags, const std::uint8_t*)
    {
    }
    virtual void memoryAtomicLoad(const Memory*, const WorkItem*, AtomicOp, std::size_t, std::size_t) {}
    virtual void memoryAtomicStore(const Memory*, const WorkItem*, AtomicOp, std::size_t, std::size_t) {}
    virtual void memoryDeallocated(const Memory*, std::size_t) {}
    virtual void memoryLoad(const Memory*, const WorkItem*, std::size_t, std::size_t) {}
    virtual void memoryLoad(const Memory*, const WorkGroup*, std::size_t, std::size_t) {}
    virtual void memoryMap(const Memory*, std::size_t, std::size_t, std::size_t, cl_map_flags) {}
    virtual void memoryStore(const Memory*, const WorkItem*, std::size_t, std::size_t, const std::uint8_t*) {}
    virtual void memoryStore(const Memory*, const WorkGroup*, std::size_t, std::size_t, const std::uint8_t*)
    {
    }
    virtual void memoryUnmap(const Memory*, std::size_t, const void*) {}
    virtual void workGroupBarrier(const WorkGroup*, std::uint32_t) {}
    virtual void workGroupBegin(const WorkGroup*) {}
    virtual void workGroupComplete(const WorkGroup*) {}
    virtual void workItemBegin(const WorkItem*) {}
    virtual void workItemComplete(const WorkItem*) {}
    virtual bool isThreadSafe() const;

protected:
    const Context* m_context;
};

} // namespace oclgrind

#pragma GCC visibility pop

#endif
