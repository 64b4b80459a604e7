// What a program needs of Vulkan to compute: a device, buffers that the host sees, pipelines, and a list of launches.
#pragma once

#include <vulkan/vulkan_raii.hpp>

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <stdexcept>
#include <vector>

/// Memory of the device that is mapped for the host as long as it lives, with a buffer on the whole of it.
struct Buffer
{
    vk::raii::Buffer buffer;
    vk::raii::DeviceMemory memory;
    void* place;

    template <typename T>
    T* as() const
    {
        return static_cast<T*>(place);
    }
};

/// A compute shader, compiled, with the layout of what it is bound to: buffers at 0, 1, …, and push constants.
struct Pipeline
{
    vk::raii::DescriptorSetLayout buffers;
    vk::raii::PipelineLayout layout;
    vk::raii::Pipeline pipeline;
};

class Vulkan
{
public:
    /// @param words SPIR-V. @param buffers how many it binds. @param constant_bytes of its push constants.
    Pipeline pipeline(std::span<const std::uint32_t> words, std::uint32_t buffers,
                      std::uint32_t constant_bytes) const
    {
        std::vector<vk::DescriptorSetLayoutBinding> bindings;
        for (std::uint32_t i = 0; i < buffers; ++i)
            bindings.push_back({i, vk::DescriptorType::eStorageBuffer, 1, compute});
        vk::raii::DescriptorSetLayout set{device_, {{}, bindings}};
        const vk::PushConstantRange constants{compute, 0, constant_bytes};
        vk::raii::PipelineLayout layout{device_, {{}, *set, constants}};
        const vk::raii::ShaderModule shader{device_,
                                            {{}, words.size_bytes(), words.data()}};
        const vk::PipelineShaderStageCreateInfo stage{{}, compute, *shader, "main"};
        vk::raii::Pipeline made{device_, nullptr,
                                vk::ComputePipelineCreateInfo{{}, stage, *layout}};
        return {std::move(set), std::move(layout), std::move(made)};
    }

    /// A buffer that the host and shaders read and write.
    Buffer buffer(vk::DeviceSize bytes) const
    {
        vk::raii::Buffer made{device_,
                              {{}, bytes, vk::BufferUsageFlagBits::eStorageBuffer}};
        const vk::MemoryRequirements needs = made.getMemoryRequirements();
        vk::raii::DeviceMemory memory{device_,
                                      {needs.size, memory_type(needs.memoryTypeBits)}};
        made.bindMemory(*memory, 0);
        void* place = memory.mapMemory(0, VK_WHOLE_SIZE);
        return {std::move(made), std::move(memory), place};
    }

    void begin()
    {
        sets_.clear();
        commands_.begin({vk::CommandBufferUsageFlagBits::eOneTimeSubmit});
    }

    /// Adds a launch to the list, and a barrier behind it, so that the next launch and the host see what it wrote.
    template <typename Constants>
    void launch(const Pipeline& shader, std::initializer_list<const Buffer*> buffers,
                const Constants& constants, std::array<std::uint32_t, 3> groups)
    {
        commands_.bindPipeline(vk::PipelineBindPoint::eCompute, *shader.pipeline);
        commands_.bindDescriptorSets(vk::PipelineBindPoint::eCompute, *shader.layout, 0,
                                     *sets_.emplace_back(bind(shader, buffers)), {});
        commands_.pushConstants<Constants>(*shader.layout, compute, 0, constants);
        commands_.dispatch(groups[0], groups[1], groups[2]);
        const vk::MemoryBarrier seen{vk::AccessFlagBits::eShaderWrite,
                                     vk::AccessFlagBits::eShaderRead |
                                         vk::AccessFlagBits::eShaderWrite |
                                         vk::AccessFlagBits::eHostRead};
        commands_.pipelineBarrier(vk::PipelineStageFlagBits::eComputeShader,
                                  vk::PipelineStageFlagBits::eComputeShader |
                                      vk::PipelineStageFlagBits::eHost,
                                  {}, seen, {}, {});
    }

    /// Runs the list and waits for its end.
    void submit_and_wait()
    {
        commands_.end();
        vk::SubmitInfo work;
        work.setCommandBuffers(*commands_);
        queue_.submit(work);
        queue_.waitIdle();
    }

private:
    static constexpr auto compute = vk::ShaderStageFlagBits::eCompute;

    vk::raii::DescriptorSet bind(const Pipeline& shader,
                                 std::initializer_list<const Buffer*> buffers) const
    {
        vk::raii::DescriptorSet set = std::move(
            vk::raii::DescriptorSets{device_, {*descriptors_, *shader.buffers}}.front());
        std::uint32_t binding = 0;
        for (const Buffer* buffer : buffers) {
            const vk::DescriptorBufferInfo info{*buffer->buffer, 0, VK_WHOLE_SIZE};
            device_.updateDescriptorSets(
                vk::WriteDescriptorSet{
                    *set, binding++, 0, vk::DescriptorType::eStorageBuffer, {}, info},
                {});
        }
        return set;
    }

    std::uint32_t memory_type(std::uint32_t allowed) const
    {
        using Property = vk::MemoryPropertyFlagBits;
        const auto wanted = Property::eHostVisible | Property::eHostCoherent;
        const vk::PhysicalDeviceMemoryProperties memory = physical_.getMemoryProperties();
        for (std::uint32_t type = 0; type < memory.memoryTypeCount; ++type)
            if ((allowed >> type & 1U) != 0 &&
                (memory.memoryTypes[type].propertyFlags & wanted) == wanted)
                return type;
        throw std::runtime_error{"The Vulkan device has no memory that the host sees."};
    }

    std::uint32_t compute_family() const
    {
        const auto families = physical_.getQueueFamilyProperties();
        for (std::uint32_t family = 0; family < families.size(); ++family)
            if (families[family].queueFlags & vk::QueueFlagBits::eCompute) return family;
        throw std::runtime_error{"The Vulkan device does not compute."};
    }

    vk::raii::Device make_device() const
    {
        const float priority = 1;
        const vk::DeviceQueueCreateInfo queue{{}, family_, 1, &priority};
        return {physical_, vk::DeviceCreateInfo{{}, queue}};
    }

    vk::raii::CommandBuffer make_commands() const
    {
        const vk::CommandBufferAllocateInfo one{*pool_, vk::CommandBufferLevel::ePrimary,
                                                1};
        return std::move(vk::raii::CommandBuffers{device_, one}.front());
    }

    vk::raii::DescriptorPool make_descriptors() const
    {
        const vk::DescriptorPoolSize buffers{vk::DescriptorType::eStorageBuffer, 64};
        return {device_,
                {vk::DescriptorPoolCreateFlagBits::eFreeDescriptorSet, 16, buffers}};
    }

    vk::ApplicationInfo application_{"rosetta", 1, nullptr, 0, VK_API_VERSION_1_1};
    vk::raii::Context context_;
    vk::raii::Instance instance_{context_, {{}, &application_}};
    vk::raii::PhysicalDevice physical_{
        std::move(vk::raii::PhysicalDevices{instance_}.front())};
    std::uint32_t family_ = compute_family();
    vk::raii::Device device_ = make_device();
    vk::raii::Queue queue_ = device_.getQueue(family_, 0);
    vk::raii::CommandPool pool_{
        device_, {vk::CommandPoolCreateFlagBits::eResetCommandBuffer, family_}};
    vk::raii::CommandBuffer commands_ = make_commands();
    vk::raii::DescriptorPool descriptors_ = make_descriptors();
    std::vector<vk::raii::DescriptorSet> sets_;
};
