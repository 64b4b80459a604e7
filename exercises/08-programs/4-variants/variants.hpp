// Programs by their build options, each built once. variants.cpp defines the class's functions.
#pragma once

#include <CL/opencl.hpp>

#include <functional>
#include <memory>
#include <string>

/// You write this. Gives out programs by their options, to any number of threads at the same time.
class Variants
{
public:
    /// Builds the program with these options. Takes its time, may be called by several threads at once, and throws where the build
    /// fails.
    using Build = std::function<cl::Program(const std::string& options)>;

    explicit Variants(Build build);

    /// The program with these options: built when it is first asked for; the same one for all who ask meanwhile, who wait for
    /// it, or later.
    /// @throws what the build has thrown, to all who waited for it. The next call builds again.
    cl::Program program(const std::string& options);

private:
    struct State; ///< you define it
    std::shared_ptr<State> state_;
};
