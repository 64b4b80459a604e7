// A program's options, and its build.
#include "host/building.hpp"

#include "front/front.hpp"
#include "front/ranges.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace lockstep::pocket
{

namespace
{

std::optional<std::string> text_of(const std::string& path)
{
    std::ifstream file{path, std::ios::binary};
    if (!file) return std::nullopt;
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

// The words of build options; what stands in quotes is one.
std::vector<std::string> words_of(const std::string& options)
{
    std::vector<std::string> words;
    std::string word;
    bool quoted = false, any = false;
    for (const char c : options) {
        if (c == '"') {
            quoted = !quoted;
            any = true;
        } else if ((c == ' ' || c == '\t' || c == '\n') && !quoted) {
            if (any) words.push_back(word);
            word.clear();
            any = false;
        } else {
            word += c;
            any = true;
        }
    }
    if (any) words.push_back(word);
    return words;
}

// @return false for an option that OpenCL does not have.
bool take_options(const std::string& text, Options& options, std::string& wrong)
{
    const std::vector<std::string> words = words_of(text);
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        const auto rest = [&]() -> std::string {
            return word.size() > 2 ? word.substr(2) : i + 1 < words.size() ? words[++i] : "";
        };
        if (word.starts_with("-D")) {
            const std::string given = rest();
            const std::size_t sign = given.find('=');
            options.defines.emplace_back(given.substr(0, sign),
                                         sign == std::string::npos ? "1" : given.substr(sign + 1));
        } else if (word.starts_with("-I")) {
            options.folders.push_back(rest());
        } else if (word.starts_with("-cl-std=CL")) {
            options.version = static_cast<unsigned>((word[10] - '0') * 100 +
                                                    (word.size() > 12 ? (word[12] - '0') * 10 : 0));
        } else if (word == "-cl-fast-relaxed-math") {
            options.fast_relaxed_math = true;
        } else if (word == "-cl-single-precision-constant") {
            options.single_precision = true;
        } else if (word.starts_with("-cl-") || word == "-w" || word == "-Werror" || word == "-g" ||
                   word.starts_with("-O") || word == "-create-library" || word == "-enable-link-options") {
            static const std::vector<std::string> known{"-cl-denorms-are-zero",
                                                        "-cl-opt-disable",
                                                        "-cl-mad-enable",
                                                        "-cl-no-signed-zeros",
                                                        "-cl-unsafe-math-optimizations",
                                                        "-cl-finite-math-only",
                                                        "-cl-kernel-arg-info",
                                                        "-cl-strict-aliasing",
                                                        "-cl-fp32-correctly-rounded-divide-sqrt",
                                                        "-cl-uniform-work-group-size",
                                                        "-cl-no-subgroup-ifp"};
            if (word.starts_with("-cl-") && ranges::find(known, word) == known.end()) {
                wrong = word;
                return false;
            }
        } else {
            wrong = word;
            return false;
        }
    }
    return true;
}

Options options_of()
{
    Options options;
    options.read = text_of;
    std::string name;
    std::istringstream names{"cl_khr_global_int32_base_atomics cl_khr_global_int32_extended_atomics "
                             "cl_khr_local_int32_base_atomics "
                             "cl_khr_local_int32_extended_atomics cl_khr_int64_base_atomics "
                             "cl_khr_int64_extended_atomics cl_khr_byte_addressable_store "
                             "cl_khr_fp64 cl_khr_3d_image_writes cl_khr_subgroups"};
    while (names >> name) options.extensions.push_back(name);
    return options;
}

} // namespace

cl_int build(cl_program program, const char* given, bool links)
{
    program->options = given != nullptr ? given : "";
    program->built = nullptr;
    program->codes.clear();
    program->log.clear();
    Options options = options_of();
    std::string wrong;
    if (!take_options(program->options, options, wrong)) {
        program->log = "there is no build option " + wrong + "\n";
        program->status = CL_BUILD_ERROR;
        return links ? CL_INVALID_BUILD_OPTIONS : CL_INVALID_COMPILER_OPTIONS;
    }
    std::shared_ptr<Program> made = compile(program->source, "<kernel>", options);
    bool ok = made->ok;
    program->log = build_log(made->messages, made->texts);
    if (ok && links) {
        Notes notes;
        for (const auto& function : made->functions) {
            if (!function->is_kernel || !function->body) continue;
            try {
                program->codes[function->name] = lower(*made, *function, notes);
            } catch (const Refused&) { // it has been noted why
            }
        }
        program->log += build_log(notes.all(), made->texts);
        ok = !notes.has_errors();
    }
    program->status = ok ? CL_BUILD_SUCCESS : CL_BUILD_ERROR;
    program->kind = !ok     ? CL_PROGRAM_BINARY_TYPE_NONE
                    : links ? CL_PROGRAM_BINARY_TYPE_EXECUTABLE
                            : CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
    if (ok) program->built = std::move(made);
    return ok ? CL_SUCCESS : links ? CL_BUILD_PROGRAM_FAILURE : CL_COMPILE_PROGRAM_FAILURE;
}

std::string binary_of(cl_program program)
{
    return binary_mark + program->options + "\n" + program->source;
}

} // namespace lockstep::pocket
