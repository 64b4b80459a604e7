// Which instructions of a loop a GPU's compiler shares among several rounds.
#include "unrolling.hpp"

#include "order.hpp"
#include "work.hpp"

#include <algorithm>
#include <string_view>

namespace lockstep::lens
{

namespace
{

constexpr unsigned most_together = 300; // instructions of a loop that is written out as a whole
constexpr unsigned most_of_part = 75;   // ... of several rounds of one that is not
constexpr unsigned most_rounds = 8;     // of these

LlvmHandle called_function(LlvmHandle instruction)
{
    const LlvmFunctions& llvm = llvm_functions();
    if (llvm.opcode(instruction) != llvm_call) return nullptr;
    const LlvmHandle called = llvm.called(instruction);
    return called ? llvm.as_function(called) : nullptr;
}

bool waits_for_others(LlvmHandle instruction)
{
    const std::string_view name = llvm_functions().name(called_function(instruction));
    return name.find("barrier") != std::string_view::npos ||
           name.find("async_work_group") != std::string_view::npos ||
           name.find("wait_group_events") != std::string_view::npos;
}

template <typename Visitor>
void each_instruction(LlvmHandle block, Visitor visit)
{
    const LlvmFunctions& llvm = llvm_functions();
    for (LlvmHandle one = llvm.first_instruction(block); one; one = llvm.next_instruction(one)) visit(one);
}

/// With those of the functions that it calls, each of which is written out, too; of these the outermost alone.
unsigned size_of(LlvmHandle instruction)
{
    const LlvmFunctions& llvm = llvm_functions();
    const LlvmHandle function = called_function(instruction);
    if (!function || llvm.is_declaration(function)) return SegmentChain::slots_of(instruction);
    unsigned size = 0;
    for (LlvmHandle block = llvm.first_block(function); block; block = llvm.next_block(block))
        each_instruction(block, [&](LlvmHandle one) { size += SegmentChain::slots_of(one); });
    return size;
}

/// What counts the rounds.
struct Counter
{
    LlvmHandle phi;
    LlvmHandle moved; ///< phi + step, the phi's next value
    long long step = 0;
};

/// One innermost loop.
class CountedLoop
{
public:
    CountedLoop(const std::vector<LlvmHandle>& blocks, const Loop& loop) : head_(blocks[loop.head])
    {
        for (std::size_t i = 0; i < blocks.size(); ++i)
            if (loop.blocks[i]) blocks_.push_back(blocks[i]);
        for (const LlvmHandle block : blocks_)
            each_instruction(block, [&](LlvmHandle one) {
                size_ += size_of(one);
                waits_ = waits_ || waits_for_others(one);
                find_counter(one);
            });
    }

    unsigned rounds() const
    {
        if (counters_.empty() || size_ == 0) return 1;
        if (const unsigned trips = known_trips(); trips > 0 && trips * size_ <= most_together) return trips;
        if (waits_) return 1;
        unsigned together = most_rounds;
        while (together > 1 && together * size_ > most_of_part) together /= 2;
        return together;
    }

    /// Those that move and compare the counter or follow it.
    std::vector<LlvmHandle> shared() const
    {
        const LlvmFunctions& llvm = llvm_functions();
        std::vector<LlvmHandle> all;
        for (const LlvmHandle block : blocks_)
            each_instruction(block, [&](LlvmHandle one) {
                const bool address = llvm.opcode(one) == llvm_element_address;
                if (is_moved(one) || is_comparison(one) || (address && follows_counter(one)))
                    all.push_back(one);
                if (llvm.opcode(one) == llvm_branch && llvm.successor_count(one) > 1 &&
                    is_comparison(llvm.operand(one, 0)))
                    all.push_back(one);
            });
        return all;
    }

private:
    void find_counter(LlvmHandle instruction)
    {
        const LlvmFunctions& llvm = llvm_functions();
        if (llvm.opcode(instruction) != llvm_add) return;
        const LlvmHandle phi = llvm.operand(instruction, 0);
        const LlvmHandle step = llvm.operand(instruction, 1);
        if (!llvm.as_constant_integer(step) || !is_phi_of_head(phi)) return;
        for (int i = 0; i < llvm.operand_count(phi); ++i)
            if (llvm.operand(phi, static_cast<unsigned>(i)) == instruction)
                counters_.push_back({phi, instruction, llvm.constant_integer(step)});
    }

    bool is_phi_of_head(LlvmHandle value) const
    {
        const LlvmFunctions& llvm = llvm_functions();
        return llvm.opcode(value) == llvm_phi && llvm.block_of(value) == head_;
    }

    bool is_moved(LlvmHandle value) const
    {
        return std::ranges::any_of(counters_, [&](const Counter& one) { return one.moved == value; });
    }

    const Counter* counter_of(LlvmHandle value) const
    {
        const auto found = std::ranges::find_if(
            counters_, [&](const Counter& one) { return one.phi == value || one.moved == value; });
        return found == counters_.end() ? nullptr : &*found;
    }

    bool is_comparison(LlvmHandle value) const
    {
        const LlvmFunctions& llvm = llvm_functions();
        return llvm.opcode(value) == llvm_compare_integers &&
               (counter_of(llvm.operand(value, 0)) || counter_of(llvm.operand(value, 1)));
    }

    /// An address whose distances are fixed or the counter, at whatever width.
    bool follows_counter(LlvmHandle address) const
    {
        const LlvmFunctions& llvm = llvm_functions();
        for (int i = 1; i < llvm.operand_count(address); ++i) {
            LlvmHandle index = llvm.operand(address, static_cast<unsigned>(i));
            if (llvm.as_constant_integer(index)) continue;
            while (llvm.opcode(index) == llvm_zero_extend || llvm.opcode(index) == llvm_sign_extend)
                index = llvm.operand(index, 0);
            if (!counter_of(index)) return false;
        }
        return true;
    }

    /// How many rounds there are where the counter goes from one constant to another; 0: not known.
    unsigned known_trips() const
    {
        const LlvmFunctions& llvm = llvm_functions();
        for (const LlvmHandle block : blocks_) {
            const LlvmHandle end = llvm.terminator(block);
            if (llvm.opcode(end) != llvm_branch || llvm.successor_count(end) < 2) continue;
            const LlvmHandle comparison = llvm.operand(end, 0);
            if (!is_comparison(comparison)) continue;
            const Counter* counter = counter_of(llvm.operand(comparison, 0));
            const LlvmHandle bound = llvm.operand(comparison, 1);
            if (!counter || !llvm.as_constant_integer(bound) || counter->step == 0) continue;
            for (int i = 0; i < llvm.operand_count(counter->phi); ++i) {
                const LlvmHandle start = llvm.operand(counter->phi, static_cast<unsigned>(i));
                if (start == counter->moved || !llvm.as_constant_integer(start)) continue;
                const long long trips =
                    (llvm.constant_integer(bound) - llvm.constant_integer(start)) / counter->step;
                if (trips > 0 && trips <= most_together) return static_cast<unsigned>(trips);
            }
        }
        return 0;
    }

    LlvmHandle head_;
    std::vector<LlvmHandle> blocks_;
    std::vector<Counter> counters_;
    unsigned size_ = 0;
    bool waits_ = false;
};

bool holds_another(const Loop& loop, const std::vector<Loop>& loops)
{
    return std::ranges::any_of(
        loops, [&](const Loop& other) { return other.head != loop.head && loop.blocks[other.head]; });
}

} // namespace

Unrolling::Unrolling(const std::vector<LlvmHandle>& blocks,
                     const std::vector<std::vector<std::size_t>>& successors)
{
    const std::vector<Loop> loops = loops_of(successors);
    for (const Loop& loop : loops) {
        if (holds_another(loop, loops)) continue;
        const CountedLoop counted{blocks, loop};
        const unsigned rounds = counted.rounds();
        for (const LlvmHandle instruction : counted.shared()) rounds_[instruction] = rounds;
    }
}

unsigned Unrolling::rounds_for(LlvmHandle instruction) const
{
    const auto found = rounds_.find(instruction);
    return found == rounds_.end() ? 1 : found->second;
}

} // namespace lockstep::lens
