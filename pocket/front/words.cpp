// Words that are not in the language: misspelt ones, and those of other languages.
#include "front/builtins.hpp"
#include "front/parser.hpp"
#include "front/ranges.hpp"

#include <algorithm>
#include <array>

namespace lockstep::pocket
{

namespace
{

// Words of other languages, and what is written for them here.
struct Foreign
{
    const char* word;
    const char* here;
};

constexpr std::array foreign{
    Foreign{"threadIdx", "write get_local_id(0) for threadIdx.x"},
    Foreign{"blockIdx", "write get_group_id(0) for blockIdx.x"},
    Foreign{"blockDim", "write get_local_size(0) for blockDim.x"},
    Foreign{"gridDim", "write get_num_groups(0) for gridDim.x"},
    Foreign{"__syncthreads", "write barrier(CLK_LOCAL_MEM_FENCE)"},
    Foreign{"__shared__", "write local"},
    Foreign{"__global__", "write kernel"},
    Foreign{"__device__", "leave it out: all functions are the device's"},
    Foreign{"__constant__", "write constant"},
    Foreign{"atomicAdd", "write atomic_add, or atomic_inc for 1"},
    Foreign{"atomicCAS", "write atomic_cmpxchg"},
    Foreign{"__syncwarp", "write sub_group_barrier, where the device has sub-groups"},
    Foreign{"__ldg", "leave it out"},
    Foreign{"make_float4", "write (float4)(x, y, z, w)"},
    Foreign{"make_float2", "write (float2)(x, y)"},
    Foreign{"make_int2", "write (int2)(x, y)"},
    Foreign{"std", "C++'s library is not there: write the function without std::"},
    Foreign{"auto", "name the type"},
    Foreign{"new", "a kernel gets its memory from the host"},
    Foreign{"delete", "a kernel gets its memory from the host"},
    Foreign{"malloc", "a kernel gets its memory from the host"},
    Foreign{"free", "a kernel gets its memory from the host"},
    Foreign{"nullptr", "write NULL"},
    Foreign{"static_cast", "write the type in brackets before the value"},
    Foreign{"constexpr", "write #define, or constant outside of functions"},
    Foreign{"cout", "write printf"},
    Foreign{"sqrtf", "write sqrt"},
    Foreign{"fabsf", "write fabs"},
    Foreign{"powf", "write pow"},
    Foreign{"sinf", "write sin"},
    Foreign{"cosf", "write cos"},
    Foreign{"expf", "write exp"},
    Foreign{"logf", "write log"},
    Foreign{"fminf", "write fmin"},
    Foreign{"fmaxf", "write fmax"},
    Foreign{"floorf", "write floor"},
    Foreign{"memcpy", "copy the elements in a loop"},
    Foreign{"memset", "set the elements in a loop"},
    Foreign{"rand", "there are no random numbers: compute them from the work-item's number"},
    Foreign{"string", "a kernel has no strings"},
    Foreign{"vector", "write a pointer and a length"},
    Foreign{"unsigned_int", "write uint"},
    Foreign{"uint32_t", "write uint"},
    Foreign{"int32_t", "write int"},
    Foreign{"uint8_t", "write uchar"},
    Foreign{"uint64_t", "write ulong"},
    Foreign{"int64_t", "write long"}};

} // namespace

// A function that the text has further down.
void Parser::refuse_if_below(const Token& name)
{
    for (std::size_t i = std::max<std::size_t>(at_, 2); i + 1 < tokens_.size(); ++i) {
        if (!tokens_[i].is(name.text.c_str()) || !tokens_[i + 1].is("(")) continue;
        const Token& type = tokens_[i - (tokens_[i - 1].is("*") ? 2 : 1)];
        if (type.kind != Kind::name || types_.named(type.text) == nullptr) continue;
        notes_.refuse(name.place,
                      "the function " + name.text + " comes only in line " +
                          std::to_string(tokens_[i].place.line),
                      "write it, or its head and a ;, before it is called");
    }
}

void Parser::unknown(const Token& name, bool called)
{
    const auto other = ranges::find_if(foreign, [&](const Foreign& one) { return name.text == one.word; });
    if (other != foreign.end())
        notes_.refuse(name.place, "'" + name.text + "' is not in OpenCL C", other->here);
    if (const auto gone = gone_.find(name.text); gone != gone_.end() && !called)
        notes_.refuse(name.place,
                      name.text + " is not known here: the block that it was declared in, in line " +
                          std::to_string(gone->second) + ", has ended",
                      "declare it before that block");
    if (const Type* type = called ? types_.named(name.text) : nullptr)
        notes_.refuse(name.place, "the type " + name.text + " is no function",
                      "write (" + name.text + ")" + (type->is_vector() ? "(…)" : "") + " to make one");
    if (called) refuse_if_below(name);
    std::vector<std::string> words;
    for (const Scope& scope : scopes_)
        for (const auto& [word, meaning] : scope)
            if (!called || meaning.function != nullptr) words.push_back(word);
    if (called) {
        const auto& names = builtin_names();
        words.insert(words.end(), names.begin(), names.end());
    } else {
        const auto& names = Types::names();
        words.insert(words.end(), names.begin(), names.end());
        words.insert(words.end(), named_words().begin(), named_words().end());
        words.insert(words.end(),
                     {"kernel", "global", "local", "constant", "return", "const", "while", "else"});
    }
    const std::string meant = nearest(name.text, words);
    notes_.refuse(name.place,
                  std::string{called ? "there is no function " : "there is nothing called "} + name.text,
                  meant.empty() ? "" : "did you mean " + meant + "?");
}

} // namespace lockstep::pocket
