// Memory and semaphores of Vulkan's that cross the border: exported as descriptors, imported from the host.
#pragma once

#include "vulkan.hpp"

// A buffer whose memory another driver may import.
inline VulkanBuffer export_buffer(Vulkan& vulkan, std::size_t bytes)
{
    //! [export]
    VkExternalMemoryBufferCreateInfo external{};
    external.sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO;
    external.handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT;
    VkExportMemoryAllocateInfo exported{};
    exported.sType = VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO;
    exported.handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT;
    return vulkan.buffer(bytes, VK_BUFFER_USAGE_VERTEX_BUFFER_BIT,
                         VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, &external, &exported);
    //! [export]
}

// A descriptor of its memory, which belongs to whoever imports it.
inline int descriptor_of(const Vulkan& vulkan, const VulkanBuffer& buffer)
{
    //! [descriptor]
    VkMemoryGetFdInfoKHR info{};
    info.sType = VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR;
    info.memory = buffer.memory;
    info.handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT;
    int descriptor = -1;
    check(vulkan.find<PFN_vkGetMemoryFdKHR>("vkGetMemoryFdKHR")(vulkan.device, &info,
                                                                &descriptor),
          "vkGetMemoryFdKHR");
    return descriptor;
    //! [descriptor]
}

// A semaphore that another driver may import.
inline VkSemaphore make_semaphore(Vulkan& vulkan)
{
    VkExportSemaphoreCreateInfo exported{};
    exported.sType = VK_STRUCTURE_TYPE_EXPORT_SEMAPHORE_CREATE_INFO;
    exported.handleTypes = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT;
    VkSemaphoreCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO;
    info.pNext = &exported;
    VkSemaphore made = VK_NULL_HANDLE;
    check(vkCreateSemaphore(vulkan.device, &info, nullptr, &made), "vkCreateSemaphore");
    vulkan.later(
        [device = vulkan.device, made] { vkDestroySemaphore(device, made, nullptr); });
    return made;
}

// A descriptor of it, which belongs to whoever imports it.
inline int descriptor_of(const Vulkan& vulkan, VkSemaphore semaphore)
{
    VkSemaphoreGetFdInfoKHR info{};
    info.sType = VK_STRUCTURE_TYPE_SEMAPHORE_GET_FD_INFO_KHR;
    info.semaphore = semaphore;
    info.handleType = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT;
    int descriptor = -1;
    check(vulkan.find<PFN_vkGetSemaphoreFdKHR>("vkGetSemaphoreFdKHR")(vulkan.device, &info,
                                                                      &descriptor),
          "vkGetSemaphoreFdKHR");
    return descriptor;
}

// A buffer in the host's memory, from `memory` on.
inline VulkanBuffer import_host(Vulkan& vulkan, void* memory, std::size_t bytes)
{
    constexpr auto type = VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT;
    VkMemoryHostPointerPropertiesEXT properties{};
    properties.sType = VK_STRUCTURE_TYPE_MEMORY_HOST_POINTER_PROPERTIES_EXT;
    check(vulkan.find<PFN_vkGetMemoryHostPointerPropertiesEXT>(
              "vkGetMemoryHostPointerPropertiesEXT")(vulkan.device, type, memory,
                                                     &properties),
          "vkGetMemoryHostPointerPropertiesEXT");
    VkExternalMemoryBufferCreateInfo external{};
    external.sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO;
    external.handleTypes = type;
    VkImportMemoryHostPointerInfoEXT imported{};
    imported.sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_HOST_POINTER_INFO_EXT;
    imported.handleType = type;
    imported.pHostPointer = memory;
    return vulkan.buffer(bytes, VK_BUFFER_USAGE_VERTEX_BUFFER_BIT, 0, &external, &imported,
                         properties.memoryTypeBits);
}
