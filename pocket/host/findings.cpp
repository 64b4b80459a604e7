// Writes what was found to standard error: the same three times in a process, or as often as POCKET_FINDINGS says, since a loop of launches
// finds it in each.
#include "host/findings.hpp"

#include "machine/telling.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace lockstep::pocket
{

namespace
{

// What to add to a finding that is said now. @return null where it has been said often enough
const char* often_enough(const std::string& what)
{
    static const int most = [] {
        const char* const wanted = std::getenv("POCKET_FINDINGS");
        return wanted != nullptr ? std::max(std::atoi(wanted), 1) : 3;
    }();
    static std::map<std::string, int>& said = *new std::map<std::string, int>;
    const int times = ++said[what];
    return times > most ? nullptr : times == most ? " (later launches find it silently)" : "";
}

} // namespace

void say(const Finding& finding, const Texts& texts)
{
    const std::string where = finding.kernel + ", line " + std::to_string(finding.place.line);
    const char* const silent = often_enough(where + std::to_string(static_cast<int>(finding.fault)));
    if (silent == nullptr) return;
    std::fprintf(stderr, "Pocket: %s, %s", finding.kernel.c_str(), told(finding, texts).c_str());
    if (*silent != '\0') std::fprintf(stderr, "   %s\n", silent);
}

void say(const std::string& sentence)
{
    const char* const silent = often_enough(sentence.substr(0, sentence.find(", from")));
    if (silent != nullptr) std::fprintf(stderr, "Pocket: %s%s\n", sentence.c_str(), silent);
}

const char* function_of(cl_command_type type)
{
    switch (type) {
    case CL_COMMAND_READ_BUFFER:
        return "clEnqueueReadBuffer";
    case CL_COMMAND_WRITE_BUFFER:
        return "clEnqueueWriteBuffer";
    case CL_COMMAND_COPY_BUFFER:
        return "clEnqueueCopyBuffer";
    case CL_COMMAND_FILL_BUFFER:
        return "clEnqueueFillBuffer";
    case CL_COMMAND_READ_BUFFER_RECT:
        return "clEnqueueReadBufferRect";
    case CL_COMMAND_WRITE_BUFFER_RECT:
        return "clEnqueueWriteBufferRect";
    case CL_COMMAND_COPY_BUFFER_RECT:
        return "clEnqueueCopyBufferRect";
    case CL_COMMAND_MAP_BUFFER:
        return "clEnqueueMapBuffer";
    case CL_COMMAND_MAP_IMAGE:
        return "clEnqueueMapImage";
    case CL_COMMAND_UNMAP_MEM_OBJECT:
        return "clEnqueueUnmapMemObject";
    case CL_COMMAND_READ_IMAGE:
        return "clEnqueueReadImage";
    case CL_COMMAND_WRITE_IMAGE:
        return "clEnqueueWriteImage";
    case CL_COMMAND_COPY_IMAGE:
        return "clEnqueueCopyImage";
    case CL_COMMAND_COPY_IMAGE_TO_BUFFER:
        return "clEnqueueCopyImageToBuffer";
    case CL_COMMAND_COPY_BUFFER_TO_IMAGE:
        return "clEnqueueCopyBufferToImage";
    case CL_COMMAND_FILL_IMAGE:
        return "clEnqueueFillImage";
    default:
        return "a command";
    }
}

} // namespace lockstep::pocket
