// Findings in words: expressions, places in memory, and the lines of the text.
#pragma once

#include "machine/code.hpp"
#include "machine/memory.hpp"

#include <functional>
#include <optional>
#include <string>

namespace lockstep::pocket
{

/// An expression as one would write it; conversions are left out. @param stands_for what is written in place of one that is no operator, if
/// anything.
std::string text_of(const Expression& expression,
                    const std::function<std::optional<std::string>(const Expression&)>& stands_for);
std::string text_of(const Expression& expression);

/// "1 element", "2 elements".
std::string plural(std::size_t count, const std::string& word);

/// "work-item (3, 4)". @param dimensions of the launch.
std::string work_item(const std::size_t* id, unsigned dimensions);

/// The name of the element that begins so many bytes behind an object's beginning, or has begun there: "bodies[7]".
std::string element_at(const ObjectPlan& plan, std::int64_t offset);

/// The name of what is so many bytes behind an object's beginning: "tile[3][4]", "bodies[7].mass".
std::string name_at(const ObjectPlan& plan, std::int64_t offset);

/// How far an object goes: "28 elements, 0 to 27", or of an array of arrays "[31][32] as its last element".
std::string extent_of(const ObjectPlan& plan, std::size_t bytes);

/// The index of the element of an object that is so many bytes behind its beginning.
long long index_at(const ObjectPlan& plan, std::int64_t offset);

/// What is known of two accesses that nothing orders.
enum class Order : std::uint8_t
{
    unknown,
    known,    ///< the other one came first: both are of one sub-group, whose work-items are in step
    all_write ///< several work-items write the place with one instruction
};

/// What to write between the instructions `one` and `other`, which two work-items of one group execute with nothing that orders them; empty
/// where the text does not tell.
std::string missing_order(const Code& code, std::uint32_t one, std::uint32_t other, Space space, Order order);

/// Whether a barrier of the group that orders that memory stands in the text between two instructions.
bool barrier_between(const Code& code, std::uint32_t first, std::uint32_t last, Space space);

/// Whether a work-item that is at `at` has come by the instruction `before`.
bool comes_by(const Code& code, std::uint32_t before, std::uint32_t at);

/// Why a work-item does not come to instruction `at`, by the text around it: of the constructs that it is in the one with that number, counted
/// from the outermost, or the innermost, keeps it out. @param left whether it came in there, and left.
std::string kept_out(const Code& code, std::uint32_t at, std::size_t which, bool left);

/// A finding as it is shown: "line 7: …", the lines of the text that have a part in it with their numbers, and why.
std::string told(const Finding& finding, const Texts& texts);

} // namespace lockstep::pocket
