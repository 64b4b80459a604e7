// Programs that are compiled by themselves and then linked: a linked program has no text, so each of its parts is given a
// name, by which the plugin finds its lines. Kept are the texts of these and of headers, of which Oclgrind has the lines'
// numbers alone.
#include "guard.hpp"

#include <map>
#include <mutex>
#include <string>

namespace lockstep::lens
{

namespace
{

struct Texts
{
    std::mutex mutex;
    std::map<std::string, std::string> by_name;
    unsigned compiled = 0;
};

Texts& texts()
{
    static auto& made = *new Texts; // asked while a process ends
    return made;
}

std::string source_of(cl_program program)
{
    std::size_t bytes = 0;
    if (clGetProgramInfo(program, CL_PROGRAM_SOURCE, 0, nullptr, &bytes) != CL_SUCCESS || bytes == 0)
        return {};
    std::string text(bytes, '\0');
    clGetProgramInfo(program, CL_PROGRAM_SOURCE, bytes, text.data(), nullptr);
    text.resize(text.find('\0') == std::string::npos ? bytes : text.find('\0'));
    return text;
}

std::string next_name()
{
    const std::lock_guard lock{texts().mutex};
    return "compiled-" + std::to_string(++texts().compiled);
}

void keep_text(const std::string& name, std::string text)
{
    const std::lock_guard lock{texts().mutex};
    texts().by_name[name] = std::move(text);
}

} // namespace

} // namespace lockstep::lens

using namespace lockstep::lens;

/// For the plugin. @return null for what is not kept; stays until another text of that name is kept
extern "C" __attribute__((visibility("default"))) const char* lockstep_lens_kept_text(const char* name)
{
    const std::lock_guard lock{texts().mutex};
    const auto found = texts().by_name.find(name);
    return found == texts().by_name.end() ? nullptr : found->second.c_str();
}

LOCKSTEP_REPLACE(clCompileProgram, program, device_count, devices, options, header_count, headers,
                 header_names, notify, data)
{
    if (program == nullptr) return guarded(real);
    for (cl_uint i = 0; headers != nullptr && header_names != nullptr && i < header_count; ++i)
        keep_text(header_names[i], source_of(headers[i]));
    const std::string name = next_name();
    keep_text(name, source_of(program));
    const std::string named =
        std::string{options != nullptr ? options : ""} + " -fdebug-prefix-map=input.cl=" + name;
    options = named.c_str();
    return guarded(real);
}
