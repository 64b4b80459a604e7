// A program made of several sources. link.cpp defines the function.
#pragma once

#include <CL/opencl.hpp>

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

/// A source or a header.
struct Source
{
    std::string name; ///< of a header: as an #include names it
    std::string text;
};

/// What does not compile, or does not link.
class LinkFailure : public std::runtime_error
{
public:
    /// @param at the name of the source; "library" or "program" where these do not link.
    /// @param says what OpenCL returned. @param text the build log; empty where there is none to be had.
    LinkFailure(std::string at, cl_int says, std::string text)
        : std::runtime_error(at + ": " + text), where(std::move(at)), code(says), log(std::move(text))
    {
    }

    std::string where;
    cl_int code;
    std::string log;
};

/// Compiles each source by itself for one device of the context, makes a library of some and links the others with it.
/// @param headers all are handed to each compilation: every source may include any of them, and they each other.
/// @param library sources of the library; where there are none, there is none.
/// @param sources of the program; at least one.
/// @param options for the compiler, of every source. The linker gets none but -create-library.
/// @return the program, which can make kernels. It is the only program object that is left; after an exception none is.
/// @throws LinkFailure whenever clCompileProgram or clLinkProgram fails, with whatever code: with the log of the first source
/// that does not compile, those of the library coming first, or of the link; cl::Error where another call fails.
cl::Program link_program(const cl::Context& context, const cl::Device& device,
                         const std::vector<Source>& headers, const std::vector<Source>& library,
                         const std::vector<Source>& sources, const std::string& options);
