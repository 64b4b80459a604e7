// How the renderer is made: the picture that it draws into, the pass, the pipeline, its commands.
#pragma once

#include "renderer.hpp"

#include "points_frag.h"
#include "points_vert.h"

inline void Renderer::make_target()
{
    VkImageCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO;
    info.imageType = VK_IMAGE_TYPE_2D;
    info.format = VK_FORMAT_R8G8B8A8_UNORM;
    info.extent = {side_, side_, 1};
    info.mipLevels = 1;
    info.arrayLayers = 1;
    info.samples = VK_SAMPLE_COUNT_1_BIT;
    info.usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
    const VkDevice device = vulkan_.device;
    check(vkCreateImage(device, &info, nullptr, &image_), "vkCreateImage");
    VkMemoryRequirements needs{};
    vkGetImageMemoryRequirements(device, image_, &needs);
    VkMemoryAllocateInfo allocation{};
    allocation.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
    allocation.allocationSize = needs.size;
    allocation.memoryTypeIndex =
        vulkan_.memory_type(needs.memoryTypeBits, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
    VkDeviceMemory memory = VK_NULL_HANDLE;
    check(vkAllocateMemory(device, &allocation, nullptr, &memory), "vkAllocateMemory");
    vulkan_.later([device, memory] { vkFreeMemory(device, memory, nullptr); });
    vulkan_.later([device, image = image_] { vkDestroyImage(device, image, nullptr); });
    check(vkBindImageMemory(device, image_, memory, 0), "vkBindImageMemory");
    VkImageViewCreateInfo view{};
    view.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO;
    view.image = image_;
    view.viewType = VK_IMAGE_VIEW_TYPE_2D;
    view.format = info.format;
    view.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    check(vkCreateImageView(device, &view, nullptr, &view_), "vkCreateImageView");
    vulkan_.later([device, made = view_] { vkDestroyImageView(device, made, nullptr); });
    pixels_ = vulkan_.buffer(
        VkDeviceSize{4} * side_ * side_, VK_BUFFER_USAGE_TRANSFER_DST_BIT,
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
}

inline void Renderer::make_pass()
{
    VkAttachmentDescription target{};
    target.format = VK_FORMAT_R8G8B8A8_UNORM;
    target.samples = VK_SAMPLE_COUNT_1_BIT;
    target.loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR;
    target.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
    target.stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE;
    target.stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE;
    target.finalLayout = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
    const VkAttachmentReference reference{0, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
    VkSubpassDescription subpass{};
    subpass.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS;
    subpass.colorAttachmentCount = 1;
    subpass.pColorAttachments = &reference;
    // A frame's pixels come after those of the frame before, and before what reads them.
    VkSubpassDependency in{};
    in.srcSubpass = VK_SUBPASS_EXTERNAL;
    in.srcStageMask = in.dstStageMask = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT;
    in.srcAccessMask = VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT;
    in.dstAccessMask =
        VK_ACCESS_COLOR_ATTACHMENT_READ_BIT | VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT;
    VkSubpassDependency out{};
    out.dstSubpass = VK_SUBPASS_EXTERNAL;
    out.srcStageMask = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT;
    out.srcAccessMask = VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT;
    out.dstStageMask = VK_PIPELINE_STAGE_TRANSFER_BIT;
    out.dstAccessMask = VK_ACCESS_TRANSFER_READ_BIT;
    const std::array dependencies{in, out};
    VkRenderPassCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO;
    info.attachmentCount = 1;
    info.pAttachments = &target;
    info.subpassCount = 1;
    info.pSubpasses = &subpass;
    info.dependencyCount = 2;
    info.pDependencies = dependencies.data();
    const VkDevice device = vulkan_.device;
    check(vkCreateRenderPass(device, &info, nullptr, &pass_), "vkCreateRenderPass");
    vulkan_.later([device, made = pass_] { vkDestroyRenderPass(device, made, nullptr); });
    VkFramebufferCreateInfo frame{};
    frame.sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO;
    frame.renderPass = pass_;
    frame.attachmentCount = 1;
    frame.pAttachments = &view_;
    frame.width = frame.height = side_;
    frame.layers = 1;
    check(vkCreateFramebuffer(device, &frame, nullptr, &framebuffer_),
          "vkCreateFramebuffer");
    vulkan_.later(
        [device, made = framebuffer_] { vkDestroyFramebuffer(device, made, nullptr); });
}

inline VkShaderModule Renderer::shader(const std::uint32_t* code, std::size_t bytes)
{
    VkShaderModuleCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
    info.codeSize = bytes;
    info.pCode = code;
    VkShaderModule made = VK_NULL_HANDLE;
    const VkDevice device = vulkan_.device;
    check(vkCreateShaderModule(device, &info, nullptr, &made), "vkCreateShaderModule");
    vulkan_.later([device, made] { vkDestroyShaderModule(device, made, nullptr); });
    return made;
}

inline void Renderer::make_pipeline()
{
    std::array<VkPipelineShaderStageCreateInfo, 2> stages{};
    stages[0].stage = VK_SHADER_STAGE_VERTEX_BIT;
    stages[0].module = shader(points_vert, sizeof(points_vert));
    stages[1].stage = VK_SHADER_STAGE_FRAGMENT_BIT;
    stages[1].module = shader(points_frag, sizeof(points_frag));
    for (VkPipelineShaderStageCreateInfo& stage : stages) {
        stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
        stage.pName = "main";
    }
    const VkVertexInputBindingDescription binding{0, sizeof(cl_float4),
                                                  VK_VERTEX_INPUT_RATE_VERTEX};
    const VkVertexInputAttributeDescription attribute{0, 0, VK_FORMAT_R32G32B32A32_SFLOAT,
                                                      0};
    VkPipelineVertexInputStateCreateInfo input{};
    input.sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO;
    input.vertexBindingDescriptionCount = input.vertexAttributeDescriptionCount = 1;
    input.pVertexBindingDescriptions = &binding;
    input.pVertexAttributeDescriptions = &attribute;
    VkPipelineInputAssemblyStateCreateInfo assembly{};
    assembly.sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO;
    assembly.topology = VK_PRIMITIVE_TOPOLOGY_POINT_LIST;
    const float side = static_cast<float>(side_);
    const VkViewport port{0, 0, side, side, 0, 1};
    const VkRect2D scissor{{0, 0}, {side_, side_}};
    VkPipelineViewportStateCreateInfo viewport{};
    viewport.sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO;
    viewport.viewportCount = viewport.scissorCount = 1;
    viewport.pViewports = &port;
    viewport.pScissors = &scissor;
    VkPipelineRasterizationStateCreateInfo raster{};
    raster.sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO;
    raster.lineWidth = 1;
    VkPipelineMultisampleStateCreateInfo samples{};
    samples.sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO;
    samples.rasterizationSamples = VK_SAMPLE_COUNT_1_BIT;
    VkPipelineColorBlendAttachmentState add{};
    add.blendEnable = VK_TRUE;
    add.srcColorBlendFactor = add.dstColorBlendFactor = VK_BLEND_FACTOR_ONE;
    add.srcAlphaBlendFactor = add.dstAlphaBlendFactor = VK_BLEND_FACTOR_ONE;
    add.colorWriteMask = 0xF;
    VkPipelineColorBlendStateCreateInfo blend{};
    blend.sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO;
    blend.attachmentCount = 1;
    blend.pAttachments = &add;
    VkPipelineLayoutCreateInfo layout_info{};
    layout_info.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
    VkPipelineLayout layout = VK_NULL_HANDLE;
    const VkDevice device = vulkan_.device;
    check(vkCreatePipelineLayout(device, &layout_info, nullptr, &layout),
          "vkCreatePipelineLayout");
    vulkan_.later([device, layout] { vkDestroyPipelineLayout(device, layout, nullptr); });
    VkGraphicsPipelineCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO;
    info.stageCount = 2;
    info.pStages = stages.data();
    info.pVertexInputState = &input;
    info.pInputAssemblyState = &assembly;
    info.pViewportState = &viewport;
    info.pRasterizationState = &raster;
    info.pMultisampleState = &samples;
    info.pColorBlendState = &blend;
    info.layout = layout;
    info.renderPass = pass_;
    check(vkCreateGraphicsPipelines(device, VK_NULL_HANDLE, 1, &info, nullptr, &pipeline_),
          "vkCreateGraphicsPipelines");
    vulkan_.later([device, made = pipeline_] { vkDestroyPipeline(device, made, nullptr); });
}

inline void Renderer::make_commands()
{
    VkCommandPoolCreateInfo pool_info{};
    pool_info.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
    pool_info.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
    pool_info.queueFamilyIndex = vulkan_.family;
    VkCommandPool pool = VK_NULL_HANDLE;
    const VkDevice device = vulkan_.device;
    check(vkCreateCommandPool(device, &pool_info, nullptr, &pool), "vkCreateCommandPool");
    vulkan_.later([device, pool] { vkDestroyCommandPool(device, pool, nullptr); });
    VkCommandBufferAllocateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
    info.commandPool = pool;
    info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    info.commandBufferCount = 1;
    for (VkCommandBuffer* commands : {&frame_, &reading_})
        check(vkAllocateCommandBuffers(device, &info, commands),
              "vkAllocateCommandBuffers");
    VkFenceCreateInfo fence{};
    fence.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO;
    check(vkCreateFence(device, &fence, nullptr, &fence_), "vkCreateFence");
    vulkan_.later([device, made = fence_] { vkDestroyFence(device, made, nullptr); });
}
