// What a compiler sees of a kernel before it runs: what each if and each loop may change.
#pragma once

#include "machine/code.hpp"

#include <cstdint>
#include <map>
#include <vector>

namespace lockstep::pocket
{

/// An if, a loop or a switch, from its first instruction to its last one.
struct Stretch
{
    std::uint32_t end = 0;
    std::uint32_t test = 0;             ///< of a loop: its loop_test, if that comes first; 0: none
    std::uint32_t next = 0;             ///< of a loop: its loop_next
    std::vector<std::uint32_t> changed; ///< masks of the registers that are written inside
    std::vector<int> stored;            ///< objects that are stored to; -1: one that the text does not tell
    bool waits = false;                 ///< a barrier, an atomic or a copy of the group is inside
    std::size_t cost = 0;               ///< instructions that a compiler would count
    bool leaves = false;                ///< of an if: it does nothing but leave a loop or the kernel
};

class Shape
{
public:
    explicit Shape(const Code& code);

    const Code& code() const { return code_; }
    /// The stretch that begins at that instruction.
    const Stretch& stretch(std::uint32_t begin) const { return stretches_.at(begin); }
    /// Of a load that one side of a choice ends with, the one that the other side ends with: they are one load of either
    /// place, behind the choice. 0: none.
    std::uint32_t partner(std::uint32_t load) const
    {
        const auto found = partners_.find(load);
        return found == partners_.end() ? 0 : found->second;
    }
    /// Which components of what a load brings are used: bit c of the mask.
    std::uint32_t used(std::uint32_t load) const { return used_[load]; }

private:
    void find_stretches();
    void find_used();
    void find_partners();
    std::uint32_t last_load(std::uint32_t begin, std::uint32_t end, Register& to) const;
    void summarise(std::uint32_t begin, Stretch& stretch) const;

    const Code& code_;
    std::map<std::uint32_t, Stretch> stretches_;
    std::vector<std::uint32_t> used_;
    std::map<std::uint32_t, std::uint32_t> partners_;
    std::vector<int> object_of_; ///< of each instruction that stores: the object its pointer begins at
};

/// Whether an instruction only asks who a work-item is: get_global_id and the like.
bool asks_for_place(const Instruction& instruction);

/// The registers that an instruction reads.
std::vector<Register> read_by(const Code& code, const Instruction& instruction);

} // namespace lockstep::pocket
