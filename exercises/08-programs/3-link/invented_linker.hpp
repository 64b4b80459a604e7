// The compiler and linker that the tests invent: they record what they are asked for, and fail as they are told.
#pragma once

#include <lockstep/exercise.hpp>
#include <lockstep/invented_compiler.hpp>

#include <cstddef>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

using Texts = std::multiset<std::string>;

/// Compiles sources of which it knows only what they include, and that "#error" is one.
class InventedLinker : public lockstep::InventedCompiler
{
public:
    InventedLinker() : lockstep::InventedCompiler(lockstep::Exercise::get().device()()) {}

    struct Compilation
    {
        std::string source, options;
        std::map<std::string, std::string> headers;
        std::vector<cl_device_id> devices;
    };
    struct Link
    {
        std::string options;
        Texts sources; ///< of the inputs that are compiled sources
        std::vector<cl_program> libraries;
        std::vector<cl_device_id> devices;
        cl_context context;
        cl_program made;
    };
    std::vector<Compilation> compilations;
    std::vector<Link> links;

    std::map<std::string, cl_int> codes; ///< with which these sources fail
    cl_int library_fails = CL_SUCCESS;
    cl_int program_fails = CL_SUCCESS;
    bool failed_links_make_programs = true; ///< that have the log

    cl_int compile(Program& program, const std::vector<cl_device_id>& devices, const std::string& options,
                   const std::map<std::string, std::string>& headers) override
    {
        compilations.push_back({program.source, options, headers, devices});
        const std::string log = log_of(program.source, headers);
        const auto code = codes.find(program.source);
        const cl_int result = code != codes.end() ? code->second
                              : log.empty()       ? CL_SUCCESS
                                                  : CL_COMPILE_PROGRAM_FAILURE;
        for (const cl_device_id device : devices) program.built[device] = {result, {}, log};
        if (result == CL_SUCCESS) compiled_.insert(handle_of(program));
        return result;
    }

    cl_program link(cl_context context, const std::vector<cl_device_id>& devices, const std::string& options,
                    const std::vector<cl_program>& inputs, cl_int& code) override
    {
        const std::string option = std::regex_replace(options, std::regex{"^ +| +$"}, "");
        Link& link = links.emplace_back(Link{option, {}, {}, devices, context, nullptr});
        for (const cl_program input : inputs) {
            if (compiled_.contains(input))
                link.sources.insert(find(input)->source);
            else if (libraries_.contains(input))
                link.libraries.push_back(input);
            else
                code = CL_INVALID_OPERATION; // a header, or what is linked already
        }
        const bool library = option == "-create-library";
        if (!option.empty() && !library) code = CL_INVALID_LINKER_OPTIONS;
        if (code == CL_SUCCESS) code = library ? library_fails : program_fails;
        if (code != CL_SUCCESS && !failed_links_make_programs) return nullptr;
        Program& made = add_program();
        made.context = context;
        made.devices = devices;
        for (const cl_device_id device : devices)
            made.built[device] = {code, {}, code == CL_SUCCESS ? "" : "undefined: " + option};
        if (library) libraries_.insert(handle_of(made));
        return link.made = handle_of(made);
    }

private:
    /// What is wrong with a text and those that it includes.
    static std::string log_of(const std::string& text, const std::map<std::string, std::string>& headers,
                              int depth = 0)
    {
        if (const std::size_t error = text.find("#error"); error != std::string::npos)
            return "error:" + text.substr(error + 6, text.find('\n', error) - error - 6);
        static const std::regex include{"#include \"([^\"]*)\""};
        for (std::sregex_iterator found{text.begin(), text.end(), include}, end; found != end; ++found) {
            const auto header = headers.find((*found)[1]);
            if (header == headers.end()) return "error: '" + (*found)[1].str() + "' file not found";
            if (const std::string log = depth < 9 ? log_of(header->second, headers, depth + 1) : "";
                !log.empty())
                return log;
        }
        return {};
    }

    std::set<cl_program> compiled_, libraries_;
};
