// A Vulkan renderer for points: it draws a buffer of places into a picture of its own, without a window.
#pragma once

#include "vulkan.hpp"

class Renderer
{
public:
    Renderer(Vulkan& vulkan, std::size_t side)
        : vulkan_(vulkan), side_(static_cast<std::uint32_t>(side))
    {
        make_target();
        make_pass();
        make_pipeline();
        make_commands();
    }

    // Records what a frame is: `upload` is copied to `stars` first, if there is one.
    void record(const VulkanBuffer& stars, std::size_t n, bool external,
                const VulkanBuffer* upload = nullptr);

    // Submits a frame, which waits for `before` and signals `after`, where they are given; the
    // fence tells the host of the end, if it wants to know.
    void submit(VkSemaphore before = VK_NULL_HANDLE, VkSemaphore after = VK_NULL_HANDLE,
                bool tell_the_host = true);
    void wait()
    {
        check(vkWaitForFences(vulkan_.device, 1, &fence_, VK_TRUE, 60'000'000'000U),
              "vkWaitForFences");
        check(vkResetFences(vulkan_.device, 1, &fence_), "vkResetFences");
    }
    // What was drawn last, without its alpha.
    Picture picture();

private:
    void make_target();
    void make_pass();
    void make_pipeline();
    void make_commands();
    VkShaderModule shader(const std::uint32_t* code, std::size_t bytes);
    VkCommandBuffer begin(VkCommandBuffer commands);

    Vulkan& vulkan_;
    std::uint32_t side_;
    VkImage image_ = VK_NULL_HANDLE;
    VkImageView view_ = VK_NULL_HANDLE;
    VkRenderPass pass_ = VK_NULL_HANDLE;
    VkFramebuffer framebuffer_ = VK_NULL_HANDLE;
    VkPipeline pipeline_ = VK_NULL_HANDLE;
    VkCommandBuffer frame_ = VK_NULL_HANDLE, reading_ = VK_NULL_HANDLE;
    VkFence fence_ = VK_NULL_HANDLE;
    VulkanBuffer pixels_;
};

inline VkCommandBuffer Renderer::begin(VkCommandBuffer commands)
{
    VkCommandBufferBeginInfo info{};
    info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
    info.flags =
        VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT; // submitted again before it has ended
    check(vkBeginCommandBuffer(commands, &info), "vkBeginCommandBuffer");
    return commands;
}

inline void Renderer::record(const VulkanBuffer& stars, std::size_t n, bool external,
                             const VulkanBuffer* upload)
{
    begin(frame_);
    //! [record]
    VkBufferMemoryBarrier change{};
    change.sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER;
    change.srcQueueFamilyIndex =
        external ? VK_QUEUE_FAMILY_EXTERNAL : VK_QUEUE_FAMILY_IGNORED;
    change.dstQueueFamilyIndex = external ? vulkan_.family : VK_QUEUE_FAMILY_IGNORED;
    change.dstAccessMask = VK_ACCESS_VERTEX_ATTRIBUTE_READ_BIT;
    change.buffer = stars.buffer;
    change.size = VK_WHOLE_SIZE;
    VkPipelineStageFlags from = VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT;
    if (upload != nullptr) {
        const VkBufferCopy all{0, 0, n * sizeof(cl_float4)};
        vkCmdCopyBuffer(frame_, upload->buffer, stars.buffer, 1, &all);
        change.srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
        from = VK_PIPELINE_STAGE_TRANSFER_BIT;
    }
    vkCmdPipelineBarrier(frame_, from, VK_PIPELINE_STAGE_VERTEX_INPUT_BIT, 0, 0, nullptr, 1,
                         &change, 0, nullptr);
    //! [record]
    const VkClearValue clear{};
    VkRenderPassBeginInfo pass{};
    pass.sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO;
    pass.renderPass = pass_;
    pass.framebuffer = framebuffer_;
    pass.renderArea = {{0, 0}, {side_, side_}};
    pass.clearValueCount = 1;
    pass.pClearValues = &clear;
    vkCmdBeginRenderPass(frame_, &pass, VK_SUBPASS_CONTENTS_INLINE);
    vkCmdBindPipeline(frame_, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline_);
    //! [draw]
    const VkDeviceSize zero = 0;
    vkCmdBindVertexBuffers(frame_, 0, 1, &stars.buffer, &zero);
    vkCmdDraw(frame_, static_cast<std::uint32_t>(n), 1, 0, 0);
    //! [draw]
    vkCmdEndRenderPass(frame_);
    if (external) {
        std::swap(change.srcQueueFamilyIndex, change.dstQueueFamilyIndex);
        change.srcAccessMask = change.dstAccessMask = 0;
        vkCmdPipelineBarrier(frame_, VK_PIPELINE_STAGE_VERTEX_INPUT_BIT,
                             VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, 0, 0, nullptr, 1,
                             &change, 0, nullptr);
    }
    check(vkEndCommandBuffer(frame_), "vkEndCommandBuffer");
}

inline void Renderer::submit(VkSemaphore before, VkSemaphore after, bool tell_the_host)
{
    const VkPipelineStageFlags stage = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    VkSubmitInfo info{};
    info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
    info.commandBufferCount = 1;
    info.pCommandBuffers = &frame_;
    info.waitSemaphoreCount = before != VK_NULL_HANDLE ? 1 : 0;
    info.pWaitSemaphores = &before;
    info.pWaitDstStageMask = &stage;
    info.signalSemaphoreCount = after != VK_NULL_HANDLE ? 1 : 0;
    info.pSignalSemaphores = &after;
    check(vkQueueSubmit(vulkan_.queue, 1, &info, tell_the_host ? fence_ : VK_NULL_HANDLE),
          "vkQueueSubmit");
}

inline Picture Renderer::picture()
{
    begin(reading_);
    VkBufferImageCopy all{};
    all.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    all.imageExtent = {side_, side_, 1};
    vkCmdCopyImageToBuffer(reading_, image_, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                           pixels_.buffer, 1, &all);
    VkMemoryBarrier visible{};
    visible.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
    visible.srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
    visible.dstAccessMask = VK_ACCESS_HOST_READ_BIT;
    vkCmdPipelineBarrier(reading_, VK_PIPELINE_STAGE_TRANSFER_BIT,
                         VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &visible, 0, nullptr, 0,
                         nullptr);
    check(vkEndCommandBuffer(reading_), "vkEndCommandBuffer");
    VkSubmitInfo info{};
    info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
    info.commandBufferCount = 1;
    info.pCommandBuffers = &reading_;
    check(vkQueueSubmit(vulkan_.queue, 1, &info, fence_), "vkQueueSubmit");
    wait();
    Picture picture{side_, side_, 3,
                    std::vector<std::uint8_t>(std::size_t{3} * side_ * side_)};
    const auto* bytes = static_cast<const std::uint8_t*>(vulkan_.map(pixels_));
    for (std::size_t i = 0; i < std::size_t{side_} * side_; ++i)
        std::copy_n(bytes + 4 * i, 3, &picture.bytes[3 * i]);
    vkUnmapMemory(vulkan_.device, pixels_.memory);
    return picture;
}

#include "pipeline.hpp"
