// A kernel's code as the lens sees it: stretches of instructions that are always executed from end to end.
#include "code.hpp"

#include "counting/source_text.hpp"
#include "order.hpp"

#include <algorithm>
#include <string_view>

namespace lockstep::lens
{

namespace
{

constexpr unsigned constant_space = 2;

/// The function that a call names, null for other instructions.
LlvmHandle callee(LlvmHandle instruction)
{
    const LlvmFunctions& llvm = llvm_functions();
    if (llvm.opcode(instruction) != llvm_call) return nullptr;
    const LlvmHandle called = llvm.called(instruction);
    return called ? llvm.as_function(called) : nullptr;
}

std::string_view text_of(const char* (*get)(LlvmHandle, unsigned*), LlvmHandle instruction)
{
    unsigned length = 0;
    const char* text = get(instruction, &length);
    return text != nullptr ? std::string_view{text, length} : std::string_view{};
}

bool may_access_memory(LlvmHandle instruction)
{
    const int opcode = llvm_functions().opcode(instruction);
    return opcode == llvm_load || opcode == llvm_store || opcode == llvm_call;
}

unsigned first_line_in(LlvmHandle block)
{
    const LlvmFunctions& llvm = llvm_functions();
    for (LlvmHandle one = llvm.first_instruction(block); one; one = llvm.next_instruction(one))
        if (const unsigned line = place_of(one)) return line;
    return 0;
}

unsigned last_line_in(LlvmHandle block)
{
    const LlvmFunctions& llvm = llvm_functions();
    unsigned last = 0;
    for (LlvmHandle one = llvm.first_instruction(block); one; one = llvm.next_instruction(one))
        if (const unsigned line = place_of(one)) last = line;
    return last;
}

void count_line(Segment& segment, unsigned line)
{
    const auto same = [line](const auto& entry) { return entry.first == line; };
    const auto found = std::find_if(segment.lines.begin(), segment.lines.end(), same);
    if (found != segment.lines.end())
        ++found->second;
    else
        segment.lines.emplace_back(line, 1U);
}

/// Whether a segment ends with `instruction`, and how.
bool ends_segment(LlvmHandle instruction, Segment& segment)
{
    const LlvmFunctions& llvm = llvm_functions();
    const LlvmHandle function = callee(instruction);
    if (function && !llvm.is_declaration(function)) {
        segment.end = SegmentEnd::call;
        return true;
    }
    const std::string_view name = llvm.name(function);
    if (contains(name, "async_work_group_")) {
        segment.starts_copy = true;
        return true;
    }
    if (contains(name, "barrier") || contains(name, "wait_group_events")) return true;
    if (llvm.next_instruction(instruction)) return false;
    if (llvm.opcode(instruction) == llvm_return)
        segment.end = SegmentEnd::back;
    else if (llvm.successor_count(instruction) > 1)
        segment.end = SegmentEnd::branch;
    return true;
}

} // namespace

const Segment* Code::find(LlvmHandle instruction)
{
    const std::lock_guard lock{mutex};
    const LlvmHandle block = llvm_functions().block_of(instruction);
    const LlvmHandle function = block ? llvm_functions().function_of(block) : nullptr;
    if (function && functions.emplace(function, true).second) add_function(function);
    const auto found = by_first.find(instruction);
    return found == by_first.end() ? nullptr : found->second;
}

VectorAccess Code::vector_access(LlvmHandle instruction)
{
    const std::lock_guard lock{mutex};
    const auto found = vectors.find(instruction);
    return found == vectors.end() ? VectorAccess{} : found->second;
}

void Code::add_function(LlvmHandle function)
{
    const LlvmFunctions& llvm = llvm_functions();
    std::vector<LlvmHandle> blocks;
    std::unordered_map<LlvmHandle, std::size_t> index;
    for (LlvmHandle block = llvm.first_block(function); block; block = llvm.next_block(block)) {
        index.emplace(block, blocks.size());
        blocks.push_back(block);
    }
    std::vector<std::vector<std::size_t>> successors(blocks.size());
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        const LlvmHandle terminator = llvm.terminator(blocks[i]);
        const unsigned count = terminator ? llvm.successor_count(terminator) : 0;
        for (unsigned s = 0; s < count; ++s) successors[i].push_back(index.at(llvm.successor(terminator, s)));
    }
    const std::vector<unsigned> positions = reconvergence_order(successors);
    const std::vector<bool> exits = loop_exits(successors);
    std::vector<std::size_t> ordered(blocks.size());
    for (std::size_t i = 0; i < blocks.size(); ++i) ordered[positions[i]] = i;
    const Unrolling unrolling{blocks, successors};
    unsigned order = 0;
    for (const std::size_t block : ordered)
        add_block(blocks[block], unrolling, exits[block], !exits[block] && skips_ahead(successors, block),
                  order);
}

void Code::add_block(LlvmHandle block, const Unrolling& unrolling, bool leaves_loop, bool skips,
                     unsigned& order)
{
    const LlvmFunctions& llvm = llvm_functions();
    Segment segment;
    SegmentChain chain;
    unsigned line = line_of(llvm.first_instruction(block));
    for (LlvmHandle instruction = llvm.first_instruction(block); instruction;
         instruction = llvm.next_instruction(instruction)) {
        if (!segment.first) segment.first = instruction;
        if (const unsigned own = place_of(instruction)) line = own;
        if (!is_for_the_compiler(instruction)) {
            ++segment.instructions;
            chain.add(instruction, unrolling.rounds_for(instruction));
            count_line(segment, line);
            if (may_access_memory(instruction)) segment.memory.push_back(instruction);
        }
        if (!ends_segment(instruction, segment)) continue;
        segment.last = instruction;
        segment.line = line;
        segment.leaves_loop = leaves_loop && segment.end == SegmentEnd::branch;
        segment.skips = skips && segment.end == SegmentEnd::branch;
        segment.order = order++;
        segment.work = chain.work();
        chain = {};
        join_vector_accesses(segment.memory, vectors);
        segments.push_back(std::move(segment));
        by_first.emplace(segments.back().first, &segments.back());
        segment = {};
    }
}

unsigned place_of(LlvmHandle instruction)
{
    const LlvmFunctions& llvm = llvm_functions();
    const unsigned line = llvm.raw_line(instruction);
    if (line == 0) return 0;
    return place_at(line, text_of(llvm.debug_file, instruction), text_of(llvm.debug_folder, instruction));
}

unsigned line_of(LlvmHandle instruction)
{
    const LlvmFunctions& llvm = llvm_functions();
    if (const unsigned own = place_of(instruction)) return own;
    const LlvmHandle block = llvm.block_of(instruction);
    unsigned before = 0;
    unsigned behind = 0;
    bool passed = false;
    for (LlvmHandle other = llvm.first_instruction(block); other; other = llvm.next_instruction(other)) {
        passed = passed || other == instruction;
        const unsigned found = place_of(other);
        if (found != 0 && !passed) before = found;
        if (found != 0 && passed && behind == 0) behind = found;
    }
    if (before != 0 || behind != 0) return before != 0 ? before : behind;
    passed = false;
    for (LlvmHandle other = llvm.first_block(llvm.function_of(block)); other;
         other = llvm.next_block(other)) {
        passed = passed || other == block;
        const unsigned found = passed ? first_line_in(other) : last_line_in(other);
        if (found != 0 && !passed) before = found;
        if (found != 0 && passed && behind == 0) behind = found;
    }
    return before != 0 ? before : behind;
}

bool accesses_image(LlvmHandle call)
{
    // _Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f, _Z13write_imageui14ocl_image2d_woDv2_iDv4_j
    const std::string_view name = llvm_functions().name(callee(call));
    return contains(name, "read_image") || contains(name, "write_image");
}

unsigned unaligned_elements(LlvmHandle call)
{
    // _Z6vload4mPU3AS1Kj, _Z7vstore4Dv4_jmPU3AS1j, _Z11vload_half4mPU3AS1KDh; vloada and vstorea are aligned
    const std::string_view name = llvm_functions().name(callee(call));
    for (const std::string_view word : {"vload", "vstore"}) {
        const std::size_t at = name.find(word);
        if (at == std::string_view::npos) continue;
        std::string_view rest = name.substr(at + word.size());
        if (rest.starts_with("_half")) rest.remove_prefix(5);
        unsigned elements = 0;
        for (; !rest.empty() && rest.front() >= '0' && rest.front() <= '9'; rest.remove_prefix(1))
            elements = elements * 10 + static_cast<unsigned>(rest.front() - '0');
        return std::max(elements, 1U);
    }
    return 1;
}

MemoryInstruction describe_memory_instruction(LlvmHandle instruction)
{
    const LlvmFunctions& llvm = llvm_functions();
    MemoryInstruction result;
    result.line = line_of(instruction);
    if (llvm.raw_line(instruction) != 0) result.column = llvm.debug_column(instruction);
    // Constant memory is a part of Oclgrind's global memory: only the pointer's type tells. A copy's source
    // is its last pointer, as is the pointer of every built-in function that loads.
    const bool is_call = llvm.opcode(instruction) == llvm_call;
    if (is_call) result.elements = unaligned_elements(instruction);
    const int operands = llvm.operand_count(instruction) - (is_call ? 1 : 0);
    for (int i = 0; i < operands; ++i) {
        const LlvmHandle type = llvm.type_of(llvm.operand(instruction, static_cast<unsigned>(i)));
        if (llvm.type_kind(type) != llvm_pointer_type) continue;
        result.loads_counted = llvm.address_space(type) != constant_space;
    }
    return result;
}

} // namespace lockstep::lens
