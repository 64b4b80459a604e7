// A program made of several sources.
#include "link.hpp"

cl::Program link_program(const cl::Context& context, const cl::Device& device,
                         const std::vector<Source>& headers, const std::vector<Source>& library,
                         const std::vector<Source>& sources, const std::string& options)
{
    // Your code here. So far all texts are put behind each other, and one compiler sees them all.
    std::string text;
    for (const std::vector<Source>* part : {&headers, &library, &sources})
        for (const Source& source : *part) text += source.text + "\n";
    cl::Program program{context, text};
    program.build(device, options.c_str());
    return program;
}
