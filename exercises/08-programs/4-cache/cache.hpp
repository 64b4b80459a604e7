// A cache of program binaries on disk. cache.cpp defines its functions.
#pragma once

#include <CL/opencl.hpp>

#include <filesystem>
#include <string>

/// Keeps the binaries of programs in a folder, for later runs and for other processes. What it returns was built from what was
/// asked for, whatever lies in the folder and whoever else writes there.
class BinaryCache
{
public:
    /// @param folder made, with those above it, when there is something to store. Whatever is wrong with it: nothing is thrown.
    explicit BinaryCache(std::filesystem::path folder);

    /// The program of a source and options, built for one device of the context.
    ///
    /// Where the folder has a binary that was stored for the same source, options, name, vendor and driver version of the
    /// device and version of its platform, the program is made of that, and no source is compiled. Otherwise, and
    /// where the driver refuses the binary in whatever way, it is built from the source, and its binary is stored in place of
    /// what was there.
    /// @throws cl::BuildError, with the log, when the source does not compile; cl::Error when OpenCL fails otherwise. Nothing
    /// is thrown because of the folder or its files, or because there is no binary to be had.
    cl::Program program(const cl::Context& context, const cl::Device& device, const std::string& source,
                        const std::string& options) const;

private:
    std::filesystem::path folder_;
};
