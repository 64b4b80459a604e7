// Turns source text into highlighted HTML lines: OpenCL C, C, C++ and what resembles them, Python, shell and captured output.
#include "html/highlight.hpp"

#include "html/html.hpp"
#include "lockstep/text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <set>
#include <sstream>

namespace lockstep
{
namespace
{

using Words = std::set<std::string, std::less<>>;

Words words(const char* list)
{
    std::istringstream in(list);
    return {std::istream_iterator<std::string>(in), {}};
}

const Words c_keywords =
    words("break case const continue default do else enum extern for goto if inline return sizeof "
          "static struct switch typedef union volatile while restrict");
const Words cpp_keywords =
    words("alignas auto catch class co_await concept consteval constexpr const_cast decltype delete "
          "explicit export false final friend mutable namespace new noexcept nullptr operator override "
          "private protected public requires static_assert static_cast reinterpret_cast dynamic_cast "
          "template this thread_local throw true try typename using virtual");
const Words cpp_types =
    words("bool char double float int long short signed unsigned void size_t int8_t int16_t int32_t "
          "int64_t uint8_t uint16_t uint32_t uint64_t ptrdiff_t string string_view vector array span");
const Words cuda_qualifiers = words("__global__ __device__ __shared__ __launch_bounds__ __syncthreads");
const Words shader_qualifiers =
    words("var let fn layout shared buffer uniform readonly writeonly in workgroupBarrier barrier "
          "binding group builtin compute workgroup_size storage workgroup");
const Words shader_types = words("f32 u32 i32 vec2u vec3u array float uint void struct");
const Words python_keywords =
    words("and as assert break class continue def del elif else except finally for from if import in is "
          "lambda not or pass raise return try while with None True False");
const Words cl_qualifiers =
    words("kernel global local constant private generic read_only write_only read_write __kernel "
          "__global __local __constant __private __read_only __write_only __attribute__");
const Words cl_scalars =
    words("bool char uchar short ushort int uint long ulong float double half size_t ptrdiff_t "
          "intptr_t uintptr_t void unsigned signed event_t sampler_t image1d_t image2d_t image3d_t "
          "image2d_array_t image1d_buffer_t");
const Words cl_functions =
    words("get_global_id get_local_id get_group_id get_global_size get_local_size get_num_groups "
          "get_global_offset get_work_dim get_sub_group_id get_sub_group_local_id get_sub_group_size "
          "barrier work_group_barrier mem_fence read_mem_fence write_mem_fence async_work_group_copy "
          "async_work_group_strided_copy wait_group_events prefetch printf fma mad mad24 mul24 mad_hi "
          "mul_hi mad_sat add_sat sub_sat clz popcount rotate upsample abs abs_diff hadd rhadd clamp "
          "degrees radians mix step smoothstep sign min max fmin fmax fabs floor ceil round rint trunc "
          "fmod fract sqrt rsqrt cbrt exp exp2 exp10 log log2 log10 pow pown powr sin cos tan asin "
          "acos atan atan2 sincos sinh cosh tanh hypot ldexp frexp modf isnan isinf isfinite signbit "
          "any all bitselect select dot cross distance length normalize fast_length fast_normalize "
          "shuffle shuffle2 vec_step read_imagef read_imagei read_imageui write_imagef write_imagei "
          "write_imageui get_image_width get_image_height get_image_depth get_image_dim");

bool is_identifier(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool is_digit(char c)
{
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

/// "float4", "uchar16": a scalar of OpenCL C followed by a vector width.
bool is_vector_type(std::string_view word)
{
    for (std::string_view width : {"16", "8", "4", "3", "2"})
        if (word.ends_with(width)) return cl_scalars.contains(word.substr(0, word.size() - width.size()));
    return false;
}

bool is_cl_function(std::string_view word)
{
    if (cl_functions.contains(word)) return true;
    for (std::string_view family : {"native_", "half_", "atomic_", "atom_", "convert_", "as_", "vload",
                                    "vstore", "work_group_", "sub_group_"})
        if (word.starts_with(family)) return true;
    return false;
}

const char* class_of_word(std::string_view word, std::string_view language, bool called)
{
    if (language == "opencl") {
        if (cl_qualifiers.contains(word)) return "q";
        if (cl_scalars.contains(word) || is_vector_type(word)) return "t";
        if (is_cl_function(word)) return "b";
        if (word.starts_with("CLK_") || word.starts_with("M_PI") || word == "INFINITY" || word == "NAN")
            return "m";
    } else if (language == "python") {
        return python_keywords.contains(word) ? "k" : called ? "f" : "";
    } else if (language == "shader") {
        if (shader_qualifiers.contains(word)) return "q";
        if (shader_types.contains(word)) return "t";
    } else {
        if (cuda_qualifiers.contains(word)) return "q";
        if (language == "cpp" && cpp_keywords.contains(word)) return "k";
        if (cpp_types.contains(word) || word.starts_with("cl_")) return "t";
        if (word.starts_with("CL_") || word == "NULL" || word == "EXIT_SUCCESS" || word == "EXIT_FAILURE")
            return "m";
    }
    return c_keywords.contains(word) ? "k" : called ? "f" : "";
}

/// Collects coloured pieces and cuts them at the ends of lines.
class Lines
{
public:
    void add(std::string_view text, std::string_view css)
    {
        while (true) {
            const auto end = text.find('\n');
            const auto piece = text.substr(0, end);
            if (!piece.empty()) {
                const std::string escaped = escape_html(piece);
                lines_.back() +=
                    css.empty() ? escaped : "<i class=\"" + std::string(css) + "\">" + escaped + "</i>";
            }
            if (end == std::string_view::npos) return;
            lines_.emplace_back();
            text.remove_prefix(end + 1);
        }
    }

    std::vector<std::string> take() { return std::move(lines_); }

private:
    std::vector<std::string> lines_ = {""};
};

std::size_t end_of_string(std::string_view source, std::size_t at)
{
    const char quote = source[at++];
    while (at < source.size() && source[at] != quote && source[at] != '\n') at += source[at] == '\\' ? 2 : 1;
    return std::min(at + 1, source.size());
}

std::size_t end_of_raw_string(std::string_view source, std::size_t at)
{
    const auto open = source.find('(', at);
    if (open == std::string_view::npos) return source.size();
    const std::string close = ")" + std::string(source.substr(at + 2, open - at - 2)) + "\"";
    const auto end = source.find(close, open);
    return end == std::string_view::npos ? source.size() : end + close.size();
}

std::vector<std::string> highlight_c(std::string_view source, std::string_view language)
{
    Lines lines;
    bool line_start = true;
    for (std::size_t at = 0; at < source.size();) {
        const char c = source[at];
        std::size_t end = at + 1;
        const char* css = "";
        const bool python = language == "python";
        if (python ? c == '#' : source.substr(at, 2) == "//") {
            end = std::min(source.find('\n', at), source.size());
            css = "c";
        } else if (python && source.substr(at, 3) == "\"\"\"") {
            end = source.find("\"\"\"", at + 3);
            end = end == std::string_view::npos ? source.size() : end + 3;
            css = "c";
        } else if (source.substr(at, 2) == "/*") {
            end = source.find("*/", at);
            end = end == std::string_view::npos ? source.size() : end + 2;
            css = "c";
        } else if (c == '#' && line_start) {
            while (end < source.size() && (is_identifier(source[end]) || source[end] == ' ') &&
                   !(source[end] == ' ' && is_identifier(source[end - 1])))
                ++end;
            css = "p";
            if (source.substr(at, end - at).ends_with("include")) {
                lines.add(source.substr(at, end - at), css);
                at = end;
                end = std::min(source.find('\n', at), source.size());
                css = "s";
            }
        } else if (language == "cpp" && source.substr(at, 2) == "R\"") {
            end = end_of_raw_string(source, at);
            css = "s";
        } else if (c == '"' || c == '\'') {
            end = end_of_string(source, at);
            css = "s";
        } else if (is_digit(c)) {
            while (end < source.size() &&
                   (is_identifier(source[end]) || source[end] == '.' || source[end] == '\''))
                ++end;
            css = "n";
        } else if (is_identifier(c)) {
            while (end < source.size() && is_identifier(source[end])) ++end;
            const bool called = end < source.size() && source[end] == '(';
            css = class_of_word(source.substr(at, end - at), language, called);
        }
        lines.add(source.substr(at, end - at), css);
        if (c == '\n')
            line_start = true;
        else if (c != ' ' && c != '\t')
            line_start = false;
        at = end;
    }
    return lines.take();
}

std::vector<std::string> highlight_shell(std::string_view source)
{
    Lines lines;
    bool first = true;
    for (const std::string& line : split_lines(source)) {
        if (!first) lines.add("\n", "");
        first = false;
        std::string_view rest = line;
        if (rest.starts_with("$ ")) {
            lines.add("$ ", "prompt");
            rest.remove_prefix(2);
        }
        bool word_start = true;
        while (!rest.empty()) {
            std::size_t end = 1;
            const char* css = "";
            if (rest[0] == '#' && word_start) {
                end = rest.size();
                css = "c";
            } else if (rest[0] == '"' || rest[0] == '\'') {
                end = end_of_string(rest, 0);
                css = "s";
            } else if (rest[0] == '-' && word_start) {
                end = std::min(rest.find_first_of(" =", 1), rest.size());
                css = "b";
            } else if (rest[0] == '$') {
                while (end < rest.size() &&
                       (is_identifier(rest[end]) || rest[end] == '{' || rest[end] == '}'))
                    ++end;
                css = "t";
            }
            word_start = rest[0] == ' ';
            lines.add(rest.substr(0, end), css);
            rest.remove_prefix(end);
        }
    }
    return lines.take();
}

} // namespace

std::string language_of(std::string_view name)
{
    const auto dot = name.rfind('.');
    const std::string word = lower(dot == std::string_view::npos ? name : name.substr(dot + 1));
    static const std::array<std::pair<std::string_view, std::string_view>, 20> table = {
        {{"cl", "opencl"},     {"opencl", "opencl"}, {"clh", "opencl"},    {"cpp", "cpp"},
         {"hpp", "cpp"},       {"c++", "cpp"},       {"cc", "cpp"},        {"cu", "cpp"},
         {"hip", "cpp"},       {"wgsl", "shader"},   {"comp", "shader"},   {"py", "python"},
         {"python", "python"}, {"c", "c"},           {"h", "c"},           {"sh", "shell"},
         {"bash", "shell"},    {"shell", "shell"},   {"console", "shell"}, {"output", "output"}}};
    for (const auto& [key, language] : table)
        if (word == key) return std::string(language);
    return "text";
}

std::vector<std::string> highlight(std::string_view source, std::string_view language)
{
    if (source.ends_with('\n')) source.remove_suffix(1);
    if (language == "opencl" || language == "cpp" || language == "c" || language == "shader" ||
        language == "python")
        return highlight_c(source, language);
    if (language == "shell") return highlight_shell(source);
    Lines lines;
    lines.add(source, "");
    return lines.take();
}

} // namespace lockstep
