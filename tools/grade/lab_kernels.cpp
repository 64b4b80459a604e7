// Finding kernels in files, and leaving them out.
#include "grade/lab_kernels.hpp"

#include "lockstep/files.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <string_view>

namespace lockstep::tool
{

namespace
{

bool of_name(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// The text with spaces in the place of comments and preprocessor lines, so that every place in it stays.
std::string without_comments(std::string text)
{
    const auto blank = [&](std::size_t from, std::size_t to) {
        for (std::size_t at = from; at < std::min(to, text.size()); ++at)
            if (text[at] != '\n') text[at] = ' ';
    };
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text.compare(at, 2, "//") == 0)
            blank(at, text.find('\n', at));
        else if (text.compare(at, 2, "/*") == 0)
            blank(at, std::min(text.find("*/", at), text.size() - 2) + 2);
        else if (text[at] == '#' &&
                 trim(text.substr(text.rfind('\n', at) + 1, at - text.rfind('\n', at) - 1)).empty()) {
            std::size_t end = text.find('\n', at);
            while (end != std::string::npos && text[end - 1] == '\\') end = text.find('\n', end + 1);
            blank(at, end);
        }
    }
    return text;
}

// The place behind the bracket that closes the one at `at`.
std::size_t behind_bracket(const std::string& text, std::size_t at)
{
    int depth = 0;
    for (; at < text.size(); ++at) {
        if (text[at] == '(' || text[at] == '{') ++depth;
        if ((text[at] == ')' || text[at] == '}') && --depth == 0) return at + 1;
    }
    return text.size();
}

std::string type_of(std::string_view parameter)
{
    std::vector<std::string> words;
    for (std::size_t at = 0; at < parameter.size();) {
        if (of_name(parameter[at])) {
            std::size_t end = at;
            while (end < parameter.size() && of_name(parameter[end])) ++end;
            words.emplace_back(parameter.substr(at, end - at));
            at = end;
        } else {
            if (parameter[at] == '*') words.emplace_back("*");
            ++at;
        }
    }
    if (!words.empty() && words.back() != "*") words.pop_back(); // the parameter's name
    std::string type;
    for (std::string word : words) {
        static const std::set<std::string, std::less<>> no_matter{"const", "restrict", "volatile", "__const"};
        if (no_matter.contains(word)) continue;
        if (word.starts_with("__")) word.erase(0, 2);
        type += (type.empty() || word == "*" ? "" : " ") + word;
    }
    return type;
}

std::vector<std::string> types_of(std::string_view parameters)
{
    std::vector<std::string> types;
    for (std::size_t begin = 0; begin <= parameters.size();) {
        const std::size_t end = std::min(parameters.find(',', begin), parameters.size());
        if (std::string type = type_of(parameters.substr(begin, end - begin)); !type.empty())
            types.push_back(std::move(type));
        begin = end + 1;
    }
    return types;
}

// A kernel whose keyword ends at `at`; without a name where it is none.
KernelFunction kernel_at(const std::string& text, std::size_t at)
{
    const auto skip = [&] {
        while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at])) != 0) ++at;
    };
    const auto word = [&] {
        skip();
        const std::size_t begin = at;
        while (at < text.size() && of_name(text[at])) ++at;
        return text.substr(begin, at - begin);
    };
    std::string next = word();
    while (next.starts_with("__attribute__")) {
        skip();
        at = behind_bracket(text, at);
        next = word();
    }
    if (next != "void") return {};
    next = word();
    while (next.starts_with("__attribute__")) {
        skip();
        at = behind_bracket(text, at);
        next = word();
    }
    KernelFunction kernel{.name = next, .types = {}, .name_at = at - next.size()};
    skip();
    if (at >= text.size() || text[at] != '(') return {};
    const std::size_t open = at;
    at = behind_bracket(text, at);
    kernel.types = types_of(std::string_view{text}.substr(open + 1, at - open - 2));
    skip();
    if (at >= text.size() || text[at] != '{') return {}; // declared alone
    kernel.body = at;
    kernel.end = behind_bracket(text, at);
    return kernel;
}

std::string renamed(const std::string& text, const std::string& from, const std::string& to)
{
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        if (!of_name(text[at])) {
            result += text[at++];
            continue;
        }
        std::size_t end = at;
        while (end < text.size() && of_name(text[end])) ++end;
        const std::string word = text.substr(at, end - at);
        result += word == from ? to : word;
        at = end;
    }
    return result;
}

} // namespace

std::vector<KernelFunction> kernels_in(const std::string& text)
{
    std::vector<KernelFunction> kernels;
    const std::string code = without_comments(text);
    for (const std::string_view keyword : {"kernel", "__kernel"})
        for (std::size_t at = code.find(keyword); at != std::string::npos; at = code.find(keyword, at + 1)) {
            const std::size_t end = at + keyword.size();
            if ((at > 0 && of_name(code[at - 1])) || (end < code.size() && of_name(code[end]))) continue;
            if (KernelFunction kernel = kernel_at(code, end); !kernel.name.empty())
                kernels.push_back(std::move(kernel));
        }
    std::ranges::sort(kernels, {}, &KernelFunction::name_at);
    return kernels;
}

std::vector<KernelFunction> asked_kernels(const ExerciseInfo& exercise)
{
    std::vector<KernelFunction> kernels;
    for (const std::string& file : exercise.edit)
        if (file.ends_with(".cl"))
            for (KernelFunction& kernel : kernels_in(read_text(exercise.folder / file)))
                kernels.push_back(std::move(kernel));
    return kernels;
}

std::string without_answers(const std::string& file, const std::string& text,
                            const std::vector<ExerciseInfo>& exercises)
{
    std::string result = text;
    std::vector<KernelFunction> found = kernels_in(text);
    std::ranges::reverse(found); // from the end, so that the places of the others stay
    for (const KernelFunction& kernel : found)
        for (const ExerciseInfo& exercise : exercises) {
            const std::vector<KernelFunction> asked = asked_kernels(exercise);
            // Where results alone decide, the set's kernel for the same problem passes.
            const bool of_set = exercise.kernel_set && !exercise.wants("lens") &&
                                "kernels/" + exercise.kernel_set->file == file &&
                                exercise.kernel_set->kernel == kernel.name;
            const bool is_answer = std::ranges::any_of(asked, [&](const KernelFunction& wanted) {
                return wanted.types == kernel.types &&
                       (exercise.open_rung ? wanted.name == kernel.name : of_set);
            });
            if (!is_answer) continue;
            result.replace(
                kernel.body, kernel.end - kernel.body,
                fmt::format("{{\n    // Left out here: exercise {} asks for it.\n}}", exercise.short_name()));
            break;
        }
    return result;
}

std::vector<std::string> as_handed_in(const std::string& text, const ExerciseInfo& exercise)
{
    const std::vector<KernelFunction> asked = asked_kernels(exercise);
    const std::vector<KernelFunction> found = kernels_in(text);
    std::vector<std::string> texts{text};
    for (const KernelFunction& wanted : asked) {
        std::vector<std::string> more;
        for (const std::string& one : texts)
            for (const KernelFunction& kernel : found) {
                if (kernel.types != wanted.types) continue;
                const std::string free =
                    renamed(one, wanted.name, kernel.name == wanted.name ? wanted.name : wanted.name + "_2");
                more.push_back(renamed(free, kernel.name, wanted.name));
            }
        texts = std::move(more);
    }
    return asked.empty() ? std::vector<std::string>{} : texts;
}

} // namespace lockstep::tool
