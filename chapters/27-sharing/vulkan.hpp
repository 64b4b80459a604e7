// Vulkan without a window: the device that is the OpenCL device's, its memory, and its semaphores.
#pragma once

#include "asked.hpp"

#include <vulkan/vulkan.h>

#include <cstring>
#include <functional>

inline void check(VkResult result, const char* call)
{
    if (result < 0)
        throw Failure{std::string{call} + " failed with the VkResult " +
                      std::to_string(result) + "."};
}

// Memory with a buffer in it.
struct VulkanBuffer
{
    VkBuffer buffer = VK_NULL_HANDLE;
    VkDeviceMemory memory = VK_NULL_HANDLE;
    VkDeviceSize bytes = 0; // of the memory, which may be more than was asked for
};

class Vulkan
{
public:
    // The device with this UUID; none: a device that is a CPU.
    explicit Vulkan(const std::optional<Uuid>& uuid);
    ~Vulkan()
    {
        if (device != VK_NULL_HANDLE) vkDeviceWaitIdle(device);
        for (auto undo = undo_.rbegin(); undo != undo_.rend(); ++undo) (*undo)();
    }
    Vulkan(const Vulkan&) = delete;
    Vulkan& operator=(const Vulkan&) = delete;

    // `chain` goes into VkBufferCreateInfo, `memory_chain` into VkMemoryAllocateInfo.
    VulkanBuffer buffer(VkDeviceSize bytes, VkBufferUsageFlags usage,
                        VkMemoryPropertyFlags flags, const void* chain = nullptr,
                        void* memory_chain = nullptr, std::uint32_t types = ~0U);
    void* map(const VulkanBuffer& buffer) const
    {
        void* place = nullptr;
        check(vkMapMemory(device, buffer.memory, 0, VK_WHOLE_SIZE, 0, &place),
              "vkMapMemory");
        return place;
    }
    std::uint32_t memory_type(std::uint32_t types, VkMemoryPropertyFlags flags) const;

    template <typename Function>
    Function find(const char* function) const
    {
        return reinterpret_cast<Function>(vkGetDeviceProcAddr(device, function));
    }
    bool has(const char* extension) const
    {
        return std::find(extensions.begin(), extensions.end(), extension) !=
               extensions.end();
    }
    // What is undone at the end, the last first.
    void later(std::function<void()> undo) { undo_.push_back(std::move(undo)); }

    std::string name;
    std::vector<std::string> extensions;
    VkDevice device = VK_NULL_HANDLE;
    VkPhysicalDevice physical = VK_NULL_HANDLE;
    std::uint32_t family = 0;
    VkQueue queue = VK_NULL_HANDLE;
    VkDeviceSize host_alignment = 4096; // of host memory that is imported

private:
    void choose(VkInstance instance, const std::optional<Uuid>& uuid);

    std::vector<std::function<void()>> undo_;
};

inline Vulkan::Vulkan(const std::optional<Uuid>& uuid)
{
    VkApplicationInfo application{};
    application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
    application.apiVersion = VK_API_VERSION_1_1;
    VkInstanceCreateInfo instance_info{};
    instance_info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
    instance_info.pApplicationInfo = &application;
    VkInstance instance = VK_NULL_HANDLE;
    if (vkCreateInstance(&instance_info, nullptr, &instance) != VK_SUCCESS)
        throw Missing{"Vulkan has no driver here.", "sudo apt install mesa-vulkan-drivers"};
    later([instance] { vkDestroyInstance(instance, nullptr); });
    choose(instance, uuid);

    std::uint32_t count = 0;
    vkEnumerateDeviceExtensionProperties(physical, nullptr, &count, nullptr);
    std::vector<VkExtensionProperties> known(count);
    vkEnumerateDeviceExtensionProperties(physical, nullptr, &count, known.data());
    std::vector<const char*> wanted;
    for (const char* one : {"VK_KHR_external_memory_fd", "VK_KHR_external_semaphore_fd",
                            "VK_EXT_external_memory_host"})
        for (const VkExtensionProperties& extension : known)
            if (std::strcmp(extension.extensionName, one) == 0) wanted.push_back(one);
    extensions.assign(wanted.begin(), wanted.end());

    count = 0;
    vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, nullptr);
    std::vector<VkQueueFamilyProperties> families(count);
    vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, families.data());
    while (family < count && (families[family].queueFlags & VK_QUEUE_GRAPHICS_BIT) == 0)
        ++family;
    if (family == count) throw Missing{"The Vulkan device " + name + " does not draw."};

    const float priority = 1;
    VkDeviceQueueCreateInfo queue_info{};
    queue_info.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
    queue_info.queueFamilyIndex = family;
    queue_info.queueCount = 1;
    queue_info.pQueuePriorities = &priority;
    VkDeviceCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
    info.queueCreateInfoCount = 1;
    info.pQueueCreateInfos = &queue_info;
    info.enabledExtensionCount = static_cast<std::uint32_t>(wanted.size());
    info.ppEnabledExtensionNames = wanted.data();
    check(vkCreateDevice(physical, &info, nullptr, &device), "vkCreateDevice");
    later([this] { vkDestroyDevice(device, nullptr); });
    vkGetDeviceQueue(device, family, 0, &queue);
}

inline void Vulkan::choose(VkInstance instance, const std::optional<Uuid>& uuid)
{
    std::uint32_t count = 0;
    vkEnumeratePhysicalDevices(instance, &count, nullptr);
    std::vector<VkPhysicalDevice> all(count);
    vkEnumeratePhysicalDevices(instance, &count, all.data());
    for (VkPhysicalDevice candidate : all) {
        VkPhysicalDeviceExternalMemoryHostPropertiesEXT host{};
        host.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_MEMORY_HOST_PROPERTIES_EXT;
        //! [uuid]
        VkPhysicalDeviceIDProperties id{};
        id.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES;
        id.pNext = &host;
        VkPhysicalDeviceProperties2 properties{};
        properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
        properties.pNext = &id;
        vkGetPhysicalDeviceProperties2(candidate, &properties);
        const bool same = uuid && std::equal(uuid->begin(), uuid->end(), id.deviceUUID);
        //! [uuid]
        const bool cpu = properties.properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
        if (uuid ? !same : !cpu) continue;
        physical = candidate;
        name = properties.properties.deviceName;
        if (host.minImportedHostPointerAlignment > 0)
            host_alignment = host.minImportedHostPointerAlignment;
        return;
    }
    throw Missing{uuid ? "Vulkan has no device with the OpenCL device's UUID."
                       : "Vulkan has no device that is a CPU."};
}

inline std::uint32_t Vulkan::memory_type(std::uint32_t types,
                                         VkMemoryPropertyFlags flags) const
{
    VkPhysicalDeviceMemoryProperties memory{};
    vkGetPhysicalDeviceMemoryProperties(physical, &memory);
    for (std::uint32_t type = 0; type < memory.memoryTypeCount; ++type)
        if ((types >> type & 1U) != 0 &&
            (memory.memoryTypes[type].propertyFlags & flags) == flags)
            return type;
    throw Missing{"The Vulkan device " + name + " has no memory of the kind asked for."};
}

inline VulkanBuffer Vulkan::buffer(VkDeviceSize bytes, VkBufferUsageFlags usage,
                                   VkMemoryPropertyFlags flags, const void* chain,
                                   void* memory_chain, std::uint32_t types)
{
    VulkanBuffer made;
    VkBufferCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
    info.pNext = chain;
    info.size = bytes;
    info.usage = usage;
    check(vkCreateBuffer(device, &info, nullptr, &made.buffer), "vkCreateBuffer");
    later([this, made] { vkDestroyBuffer(device, made.buffer, nullptr); });
    VkMemoryRequirements needs{};
    vkGetBufferMemoryRequirements(device, made.buffer, &needs);
    made.bytes = needs.size;
    VkMemoryAllocateInfo allocation{};
    allocation.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
    allocation.pNext = memory_chain;
    allocation.allocationSize = needs.size;
    allocation.memoryTypeIndex = memory_type(needs.memoryTypeBits & types, flags);
    check(vkAllocateMemory(device, &allocation, nullptr, &made.memory), "vkAllocateMemory");
    later([this, made] { vkFreeMemory(device, made.memory, nullptr); });
    check(vkBindBufferMemory(device, made.buffer, made.memory, 0), "vkBindBufferMemory");
    return made;
}
