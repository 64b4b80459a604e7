// Which way a buffer can go from a kernel to a renderer.
#include "ways.hpp"

bool lists(const std::string& extensions, const std::string& name)
{
    // Your code here. So far this finds parts of names, too.
    return extensions.find(name) != std::string::npos;
}

Way choose_way(const Compute& compute, const Drawing& drawing)
{
    // Your code here. So far this looks at one condition alone.
    return drawing.exports_memory && lists(compute.extensions, "cl_khr_external_memory") ? Way::handle
                                                                                         : Way::copy;
}
