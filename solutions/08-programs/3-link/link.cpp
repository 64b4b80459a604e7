// A program made of several sources.
#include "link.hpp"

namespace
{

/// Headers as clCompileProgram takes them.
struct Headers
{
    std::vector<cl::Program> programs; // keep the objects alive
    std::vector<cl_program> objects;
    std::vector<const char*> names;

    Headers(const cl::Context& context, const std::vector<Source>& headers)
    {
        for (const Source& header : headers) {
            programs.emplace_back(context, header.text);
            objects.push_back(programs.back()());
            names.push_back(header.name.c_str());
        }
    }
};

cl::Program compiled(const cl::Context& context, const cl::Device& device, const Source& source,
                     Headers& headers, const std::string& options)
{
    const cl::Program program{context, source.text};
    const cl_device_id id = device();
    const bool any = !headers.objects.empty(); // without headers both lists must be null
    const cl_int code = clCompileProgram(
        program(), 1, &id, options.c_str(), static_cast<cl_uint>(headers.objects.size()),
        any ? headers.objects.data() : nullptr, any ? headers.names.data() : nullptr, nullptr, nullptr);
    if (code != CL_SUCCESS)
        throw LinkFailure(source.name, code, program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device));
    return program;
}

// cl::linkProgram throws without the log.
cl::Program linked(const cl::Context& context, const cl::Device& device,
                   const std::vector<cl::Program>& inputs, const char* options, const char* what)
{
    std::vector<cl_program> objects;
    for (const cl::Program& input : inputs) objects.push_back(input());
    const cl_device_id id = device();
    cl_int code = CL_SUCCESS;
    const cl::Program program{clLinkProgram(context(), 1, &id, options, static_cast<cl_uint>(objects.size()),
                                            objects.data(), nullptr, nullptr, &code)};
    if (code != CL_SUCCESS) // some implementations make a program that has the log, others make none
        throw LinkFailure(what, code,
                          program() != nullptr ? program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device) : "");
    return program;
}

} // namespace

cl::Program link_program(const cl::Context& context, const cl::Device& device,
                         const std::vector<Source>& headers, const std::vector<Source>& library,
                         const std::vector<Source>& sources, const std::string& options)
{
    Headers all{context, headers};
    const auto compile = [&](const std::vector<Source>& some) {
        std::vector<cl::Program> objects;
        for (const Source& source : some) objects.push_back(compiled(context, device, source, all, options));
        return objects;
    };
    const std::vector<cl::Program> library_objects = compile(library);
    std::vector<cl::Program> objects = compile(sources);
    if (!library.empty())
        objects.push_back(linked(context, device, library_objects, "-create-library", "library"));
    return linked(context, device, objects, "", "program");
}
