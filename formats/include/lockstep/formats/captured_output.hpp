// A captured output: text in which the parts that depend on the device are marked.
//
//   [[name|text]]   text that may be anything elsewhere; a lesson quotes it by its name, of letters, digits, _ and -
//   [[name=|text]]  text that is the device's own: the same in every run there, anything on another device
//   [[|text]] and [[=|text]]  the same without a name
//   a line [[*      opens a block of lines that may differ in number and content; a line *]] closes it
//   a line [[=*     opens a block that is the device's own: these lines in every run there, on another any or none
// The first line, "# COMMAND · DEVICE, PLATFORM, driver VERSION · SYSTEM · DATE", says how and where the output was
// produced. The outputs of one program lie side by side: output.txt, and output.NAME.txt from other devices.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep
{

/// A captured output, its marks taken out.
struct CapturedOutput
{
    std::string header;                        ///< how it was produced, without its "# "; may be empty
    std::vector<std::string> lines;            ///< the text as it was printed
    std::map<std::string, std::string> values; ///< the text of each named mark
};

/// Reads a marked output. @param name stands for the file in errors. @throws Failure when a mark is not closed.
CapturedOutput parse_captured_output(std::string_view marked, const std::string& name);

/// Reads a file of marked output. @throws Failure when it cannot be read, or a mark is not closed.
CapturedOutput read_captured_output(const std::filesystem::path& file);

/// Where a program ran, as seen from a captured output that it is compared with.
enum class RanOn
{
    same_device,  ///< the one of the capture: the device's own text must be the same, too
    other_device, ///< one of which there is no capture
    simulator     ///< another, on which programs leave lines out because it is slow
};

/// Compares what a program printed with a marked output. Outside of marks everything but the amount of white
/// space must agree. Returns nothing when it does, else a sentence on the first line that differs.
std::optional<std::string> compare_output(std::string_view marked, std::string_view printed,
                                          RanOn where = RanOn::same_device);

/// A device, as the header of a captured output names it.
struct CaptureDevice
{
    std::string name;
    std::string platform;
    std::string driver = {}; ///< its version; empty: any
};

/// True when an output with this header was captured on the device, with whatever driver.
bool captured_on(std::string_view header, const CaptureDevice& device);

/// True when an output with this header was captured with a driver of the same main version: what is before its first point. One of
/// another may have another compiler, and so another text of the device's own.
/// @param driver its version; empty: any.
bool captured_with(std::string_view header, std::string_view driver);

/// Where a device stands to what has this header: a capture of its own; or one of another device, another model of CPU say, whose
/// instructions and clock are its own, or of another main version of the driver.
RanOn ran_on(std::string_view header, const CaptureDevice& device);

/// A captured output to compare with.
struct Capture
{
    std::filesystem::path file;
    RanOn where = RanOn::other_device;
};

/// Which of the outputs in a folder a device is compared with: one that was captured on it; else output.txt.
Capture capture_for(const std::filesystem::path& folder, const CaptureDevice& device);

/// `printed` with the marks of `marked` put around the corresponding parts, under a new header. Lines that
/// correspond to no line of `marked` are kept without marks.
std::string recapture(std::string_view marked, std::string_view printed, std::string_view header);

} // namespace lockstep
