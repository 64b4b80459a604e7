// Kernels and their arguments.
#include "host/calls.hpp"

#include <algorithm>
#include <cstring>

_cl_kernel::~_cl_kernel()
{
    if (program) --program->kernels;
}

namespace lockstep::pocket
{

cl_kernel CL_API_CALL CreateKernel(cl_program program, const char* name, cl_int* code)
{
    const auto refuse = [&](cl_int why) {
        set(code, why);
        return cl_kernel{nullptr};
    };
    if (!Counted<_cl_program>::is_alive(program)) return refuse(CL_INVALID_PROGRAM);
    if (name == nullptr) return refuse(CL_INVALID_VALUE);
    const std::lock_guard lock{big_lock()};
    if (program->status != CL_BUILD_SUCCESS || program->built == nullptr)
        return refuse(CL_INVALID_PROGRAM_EXECUTABLE);
    const auto found = program->codes.find(name);
    if (found == program->codes.end()) return refuse(CL_INVALID_KERNEL_NAME);
    auto* kernel = new _cl_kernel;
    kernel->program = Held{program};
    kernel->name = name;
    kernel->built = program->built;
    kernel->code = found->second;
    const std::size_t count = found->second->kernel->parameters.size();
    kernel->arguments.resize(count);
    kernel->memories.resize(count);
    kernel->set.assign(count, false);
    ++program->kernels;
    set(code, CL_SUCCESS);
    return kernel;
}

cl_int CL_API_CALL CreateKernelsInProgram(cl_program program, cl_uint room, cl_kernel* kernels,
                                          cl_uint* count)
{
    if (!Counted<_cl_program>::is_alive(program)) return CL_INVALID_PROGRAM;
    if (program->status != CL_BUILD_SUCCESS) return CL_INVALID_PROGRAM_EXECUTABLE;
    const std::vector<std::string> names = program->kernel_names();
    if (kernels != nullptr && room < names.size()) return CL_INVALID_VALUE;
    if (count != nullptr) *count = static_cast<cl_uint>(names.size());
    for (std::size_t i = 0; kernels != nullptr && i < names.size(); ++i)
        kernels[i] = CreateKernel(program, names[i].c_str(), nullptr);
    return CL_SUCCESS;
}

cl_int CL_API_CALL RetainKernel(cl_kernel kernel)
{
    return retain(kernel, CL_INVALID_KERNEL);
}
cl_int CL_API_CALL ReleaseKernel(cl_kernel kernel)
{
    return release(kernel, CL_INVALID_KERNEL);
}

cl_int CL_API_CALL SetKernelArg(cl_kernel kernel, cl_uint number, size_t size, const void* value)
{
    if (!Counted<_cl_kernel>::is_alive(kernel)) return CL_INVALID_KERNEL;
    const std::lock_guard lock{big_lock()};
    if (number >= kernel->arguments.size()) return CL_INVALID_ARG_INDEX;
    const Type& type = *kernel->code->kernel->parameters[number]->type;
    Argument argument;
    Named memory;
    if (type.is_pointer() && type.space == Space::local) {
        if (value != nullptr) return CL_INVALID_ARG_VALUE;
        if (size == 0) return CL_INVALID_ARG_SIZE;
        argument.is = Argument::Is::local;
        argument.local_bytes = size;
    } else if (type.is_pointer() || type.is == Type::Is::image) {
        if (size != sizeof(cl_mem)) return CL_INVALID_ARG_SIZE;
        cl_mem given = nullptr;
        if (value != nullptr) std::memcpy(&given, value, sizeof given);
        if (given != nullptr && !Counted<_cl_mem>::is_alive(given)) return CL_INVALID_MEM_OBJECT;
        const bool is_image = type.is == Type::Is::image;
        if (given != nullptr && (given->type != CL_MEM_OBJECT_BUFFER) != is_image)
            return CL_INVALID_MEM_OBJECT;
        if (is_image && given == nullptr) return CL_INVALID_ARG_VALUE;
        if (is_image && ((type.image_written && (given->flags & CL_MEM_READ_ONLY) != 0) ||
                         (type.image_read && (given->flags & CL_MEM_WRITE_ONLY) != 0)))
            return CL_INVALID_ARG_VALUE;
        argument.is = is_image ? Argument::Is::image : Argument::Is::buffer;
        argument.buffer = given != nullptr && !is_image ? &given->object : nullptr;
        argument.image = is_image ? &given->picture : nullptr;
        if (given != nullptr) memory = {given, given->number};
    } else if (type.is == Type::Is::sampler) {
        if (size != sizeof(cl_sampler)) return CL_INVALID_ARG_SIZE;
        cl_sampler given = nullptr;
        if (value != nullptr) std::memcpy(&given, value, sizeof given);
        if (!Counted<_cl_sampler>::is_alive(given)) return CL_INVALID_SAMPLER;
        argument.is = Argument::Is::sampler;
        const cl_uint addressing = given->addressing == CL_ADDRESS_NONE            ? 0U
                                   : given->addressing == CL_ADDRESS_CLAMP_TO_EDGE ? 2U
                                   : given->addressing == CL_ADDRESS_CLAMP         ? 4U
                                   : given->addressing == CL_ADDRESS_REPEAT        ? 6U
                                                                                   : 8U;
        argument.sampler =
            addressing | (given->normalised != 0 ? 1U : 0U) | (given->filter == CL_FILTER_LINEAR ? 32U : 16U);
    } else {
        if (value == nullptr) return CL_INVALID_ARG_VALUE;
        if (size != type.size()) return CL_INVALID_ARG_SIZE;
        const auto* bytes = static_cast<const std::byte*>(value);
        argument.bytes.assign(bytes, bytes + size);
    }
    kernel->arguments[number] = std::move(argument);
    kernel->memories[number] = memory;
    kernel->set[number] = true;
    return CL_SUCCESS;
}

namespace
{

// As they stand in the text, apart by blanks.
std::string attributes_of(const Function& function)
{
    std::string all;
    const auto add = [&](const std::string& name, const std::string& of) {
        all += (all.empty() ? "" : " ") + name + "(" + of + ")";
    };
    const auto sizes = [](const std::array<std::size_t, 3>& three) {
        return std::to_string(three[0]) + "," + std::to_string(three[1]) + "," + std::to_string(three[2]);
    };
    if (!function.vector_hint.empty()) add("vec_type_hint", function.vector_hint);
    if (function.hint[0] != 0) add("work_group_size_hint", sizes(function.hint));
    if (function.group[0] != 0) add("reqd_work_group_size", sizes(function.group));
    return all;
}

} // namespace

cl_int CL_API_CALL GetKernelInfo(cl_kernel kernel, cl_kernel_info what, size_t room, void* value,
                                 size_t* needed)
{
    if (!Counted<_cl_kernel>::is_alive(kernel)) return CL_INVALID_KERNEL;
    switch (what) {
    case CL_KERNEL_FUNCTION_NAME:
        return give_text(kernel->name, room, value, needed);
    case CL_KERNEL_NUM_ARGS:
        return give(static_cast<cl_uint>(kernel->arguments.size()), room, value, needed);
    case CL_KERNEL_REFERENCE_COUNT:
        return give(kernel->references(), room, value, needed);
    case CL_KERNEL_CONTEXT:
        return give(kernel->program->context.get(), room, value, needed);
    case CL_KERNEL_PROGRAM:
        return give(kernel->program.get(), room, value, needed);
    case CL_KERNEL_ATTRIBUTES:
        return give_text(attributes_of(*kernel->code->kernel), room, value, needed);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int CL_API_CALL GetKernelArgInfo(cl_kernel kernel, cl_uint number, cl_kernel_arg_info what, size_t room,
                                    void* value, size_t* needed)
{
    if (!Counted<_cl_kernel>::is_alive(kernel)) return CL_INVALID_KERNEL;
    if (number >= kernel->arguments.size()) return CL_INVALID_ARG_INDEX;
    const Variable& parameter = *kernel->code->kernel->parameters[number];
    const Type& type = *parameter.type;
    switch (what) {
    case CL_KERNEL_ARG_ADDRESS_QUALIFIER: {
        cl_kernel_arg_address_qualifier space = CL_KERNEL_ARG_ADDRESS_PRIVATE;
        if (type.is == Type::Is::image || (type.is_pointer() && type.space == Space::global))
            space = CL_KERNEL_ARG_ADDRESS_GLOBAL;
        else if (type.is_pointer() && type.space == Space::local)
            space = CL_KERNEL_ARG_ADDRESS_LOCAL;
        else if (type.is_pointer() && type.space == Space::constant)
            space = CL_KERNEL_ARG_ADDRESS_CONSTANT;
        return give(space, room, value, needed);
    }
    case CL_KERNEL_ARG_ACCESS_QUALIFIER: {
        cl_kernel_arg_access_qualifier access = CL_KERNEL_ARG_ACCESS_NONE;
        if (type.is == Type::Is::image)
            access = type.image_written ? (type.image_read ? CL_KERNEL_ARG_ACCESS_READ_WRITE
                                                           : CL_KERNEL_ARG_ACCESS_WRITE_ONLY)
                                        : CL_KERNEL_ARG_ACCESS_READ_ONLY;
        return give(access, room, value, needed);
    }
    case CL_KERNEL_ARG_TYPE_NAME:
        return give_text(type.is_pointer() ? type.to->name() + "*" : type.name(), room, value, needed);
    case CL_KERNEL_ARG_NAME:
        return give_text(parameter.name, room, value, needed);
    case CL_KERNEL_ARG_TYPE_QUALIFIER: {
        cl_kernel_arg_type_qualifier qualifier = CL_KERNEL_ARG_TYPE_NONE;
        if (type.is_pointer() && (type.to_const || type.space == Space::constant))
            qualifier |= CL_KERNEL_ARG_TYPE_CONST;
        if (type.is_pointer() && type.to_volatile) qualifier |= CL_KERNEL_ARG_TYPE_VOLATILE;
        if (type.is_pointer() && parameter.is_restrict) qualifier |= CL_KERNEL_ARG_TYPE_RESTRICT;
        return give(qualifier, room, value, needed);
    }
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int CL_API_CALL GetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device,
                                          cl_kernel_work_group_info what, size_t room, void* value,
                                          size_t* needed)
{
    if (!Counted<_cl_kernel>::is_alive(kernel)) return CL_INVALID_KERNEL;
    if (device != nullptr && device != the_device()) return CL_INVALID_DEVICE;
    const Function& function = *kernel->code->kernel;
    switch (what) {
    case CL_KERNEL_WORK_GROUP_SIZE: {
        const size_t asked = function.group[0] * function.group[1] * function.group[2];
        return give(asked != 0 ? asked : std::size_t{1024}, room, value, needed);
    }
    case CL_KERNEL_COMPILE_WORK_GROUP_SIZE:
        return give_bytes(function.group.data(), sizeof function.group, room, value, needed);
    case CL_KERNEL_LOCAL_MEM_SIZE: {
        cl_ulong bytes = 0;
        for (const ObjectPlan& plan : kernel->code->objects)
            if (plan.space == Space::local && plan.argument < 0) bytes += plan.size;
        for (const Argument& argument : kernel->arguments) bytes += argument.local_bytes;
        return give(bytes, room, value, needed);
    }
    case CL_KERNEL_PRIVATE_MEM_SIZE: {
        cl_ulong bytes = 0;
        for (const ObjectPlan& plan : kernel->code->objects)
            if (plan.space == Space::own) bytes += plan.size;
        return give(bytes, room, value, needed);
    }
    case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
        return give(static_cast<std::size_t>(machine_options().lanes), room, value, needed);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_kernel CL_API_CALL CloneKernel(cl_kernel kernel, cl_int* code)
{
    if (!Counted<_cl_kernel>::is_alive(kernel)) {
        set(code, CL_INVALID_KERNEL);
        return nullptr;
    }
    cl_kernel made = CreateKernel(kernel->program.get(), kernel->name.c_str(), code);
    if (made != nullptr) {
        made->arguments = kernel->arguments;
        made->memories = kernel->memories;
        made->set = kernel->set;
    }
    return made;
}

cl_int CL_API_CALL GetKernelSubGroupInfo(cl_kernel kernel, cl_device_id, cl_kernel_sub_group_info what,
                                         size_t in_size, const void* in, size_t room, void* value,
                                         size_t* needed)
{
    if (!Counted<_cl_kernel>::is_alive(kernel)) return CL_INVALID_KERNEL;
    const std::size_t lanes = machine_options().lanes;
    if (what == CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE) return give(lanes, room, value, needed);
    if (what != CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE || in == nullptr) return CL_INVALID_VALUE;
    std::size_t items = 1;
    for (std::size_t i = 0; i < in_size / sizeof(std::size_t); ++i)
        items *= static_cast<const std::size_t*>(in)[i];
    return give((items + lanes - 1) / lanes, room, value, needed);
}

} // namespace lockstep::pocket
