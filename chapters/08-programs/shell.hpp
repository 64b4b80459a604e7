// Other programs: run by the shell, what they print read, and how they ended.
#pragma once

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <string>

struct Ran
{
    std::string output;
    int status = 0; // 0: it ended well
    int signal = 0; // not 0: it was killed
};

inline Ran shell(const std::string& command)
{
    Ran ran;
    std::fflush(nullptr);
    FILE* pipe = popen(command.c_str(), "r");
    if (pipe == nullptr) return {.output = "", .status = 127, .signal = 0};
    std::array<char, 4096> part{};
    while (const std::size_t bytes = std::fread(part.data(), 1, part.size(), pipe))
        ran.output.append(part.data(), bytes);
    const int ended = pclose(pipe);
    ran.status = WIFEXITED(ended) ? WEXITSTATUS(ended) : 1;
    ran.signal = WIFSIGNALED(ended) ? WTERMSIG(ended) : 0;
    return ran;
}

// The first of these commands that is installed, or nothing.
inline std::string installed(std::initializer_list<const char*> names)
{
    for (const char* name : names)
        if (shell(std::string{"command -v "} + name).status == 0) return name;
    return "";
}
