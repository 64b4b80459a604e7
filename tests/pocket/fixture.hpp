// What tests of Pocket's host functions begin with.
#pragma once

#include <CL/opencl.hpp>
#include <doctest/doctest.h>

#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include <unistd.h>

struct Fixture
{
    cl::Device device = [] {
        std::vector<cl::Platform> platforms;
        cl::Platform::get(&platforms);
        for (const cl::Platform& platform : platforms)
            if (platform.getInfo<CL_PLATFORM_NAME>() == "Pocket") {
                std::vector<cl::Device> devices;
                platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
                return devices.at(0);
            }
        FAIL("There is no platform Pocket");
        return cl::Device{};
    }();
    cl::Context context{device};

    cl::Kernel kernel(const std::string& text) const
    {
        cl::Program program{context, text};
        program.build();
        return {program, "k"};
    }
};

/// What is written to standard error meanwhile.
inline std::string said_while(const std::function<void()>& work)
{
    std::FILE* const file = std::tmpfile();
    REQUIRE(file != nullptr);
    std::fflush(stderr);
    const int before = dup(2);
    dup2(fileno(file), 2);
    work();
    std::fflush(stderr);
    dup2(before, 2);
    close(before);
    std::rewind(file);
    std::string said;
    for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) said += static_cast<char>(c);
    std::fclose(file);
    return said;
}
