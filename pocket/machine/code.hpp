// What the machine executes: one list of instructions a kernel, in which functions are copied to where they are called. Every
// instruction is for all lanes of a sub-group; control flow is by masks that join where the text joins.
#pragma once

#include "front/program.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lockstep::pocket
{

/// A register: a number, a vector or a pointer for each lane. Its bytes begin at `at` times the number of lanes; component c of
/// lane l is its element c * lanes + l.
struct Register
{
    std::uint32_t at = 0;      ///< bytes of one lane before it
    std::uint32_t defined = 0; ///< the first of its masks of defined lanes, one for each component
    Scalar scalar = Scalar::i32;
    std::uint8_t lanes = 0; ///< components; 0: no register
};

enum class Do : std::uint8_t
{
    // Values.
    constant, ///< to = number
    copy,     ///< to = a, in the lanes of the mask
    convert,  ///< to = a as another scalar type; number: how it rounds, and whether it saturates
    splat,    ///< to = a in all components
    unary,    ///< to = sign a
    binary,   ///< to = a sign b
    select, ///< to = a ? b : c, by the mask bit of a; of vectors by their components' top bits where `number` is 1
    swizzle,  ///< to = components of a, by `order`
    insert,   ///< components of to, by `order`, = a, in the lanes of the mask
    join,     ///< to = a, b, … one after another (parts)
    function, ///< to = a function of a, b, c
    // Memory.
    address, ///< to = the place of an object
    offset,  ///< to = a + b * number bytes
    load, ///< to = what is at a; number: of a component of a vector, component_of times the vector's lanes, and which
    store,  ///< at a = b
    move,   ///< `number` bytes from b to a
    atomic, ///< to = what was at a; changed by b, c
    // Control.
    if_begin, ///< the lanes with a go on; at `target` those without
    if_else,  ///< the others; to `target` when there are none
    if_end,
    loop_begin, ///< number: how many rounds the text asks to write out
    loop_test,  ///< lanes without a are done; to `target` when none is left
    loop_next,  ///< those that said continue come back
    loop_back,  ///< to `target` when any lane is left
    loop_end,
    leave_loop, ///< break
    next_turn,  ///< continue
    switch_begin,
    switch_case,    ///< lanes with a == number come in
    switch_default, ///< lanes with none of `cases` come in
    switch_end,
    call_begin,
    call_leave, ///< return
    call_end,
    end, ///< of the kernel
    // Together.
    barrier, ///< number: 0 of the group, a: the memory it orders; 1 of the sub-group; 2: a wait for the a events at b
    fence, ///< number: memory
    group, ///< a function of all lanes of the sub-group, or of the group
    copy_async,
    read_image,
    write_image,
    ask_image,
    print
};

inline constexpr std::int64_t component_of = 256;

/// What a load or a store asks of its address, in Instruction::flags.
enum Aligned : std::uint8_t
{
    as_whole,   ///< a vector as a vector
    as_element, ///< vload and vstore
    anywhere    ///< a field of a packed structure
};

struct Instruction
{
    Do what = Do::end;
    Operator sign = Operator::add;
    std::uint8_t flags = 0;
    bool is_volatile = false;   ///< of an access: made each time
    std::uint16_t function = 0; ///< which, of what does a function
    std::uint32_t target = 0;
    Register to, a, b, c;
    union
    {
        std::int64_t whole;
        double real;
    } number{0};
    std::int32_t extra = -1; ///< in Code: order, parts, cases or text
    Place place;
};

/// Where an argument, a variable in memory or a constant is.
struct ObjectPlan
{
    std::string name;
    const Type* type = nullptr; ///< an array's or a variable's; of an argument what it points to
    Space space = Space::own;
    std::size_t size = 0; ///< bytes; of local memory that an argument brings 0
    std::size_t alignment = 1;
    int argument = -1;                       ///< which brings it
    bool is_restrict = false;                ///< no other argument leads to it
    std::vector<std::uint8_t> contents = {}; ///< of constants
    std::vector<bool> filled = {};
};

/// Where an expression's value is once that many instructions are behind, to be told when something is wrong.
struct Kept
{
    const Expression* of = nullptr;
    Register in;
    std::uint32_t from = 0;
};

/// From which instruction on a part of the text is executed.
struct TextPart
{
    enum class Is : std::uint8_t
    {
        statement,   ///< of an if, a switch: with its condition, without what it decides about
        declaration, ///< its place is the name's
        condition,   ///< of a loop
        turn,        ///< what a for does behind each round
        otherwise,   ///< where the other side of an if begins
        ending       ///< where an if, a loop or a switch ends
    };

    std::uint32_t from = 0;
    Is is = Is::statement;
    Place place; ///< where the statement begins; of `otherwise` and `ending` its last body
};

/// Where a variable of the text is while its name can be used.
struct NamedVariable
{
    const Variable* variable = nullptr;
    const Function* function = nullptr; ///< whose it is
    Register in;                        ///< without lanes: in memory
    int object = -1;
    std::uint32_t from = 0, to = 0; ///< instructions; to: before that one
};

struct Code
{
    const Function* kernel = nullptr;
    std::vector<Instruction> instructions;
    std::vector<std::vector<std::uint8_t>> orders;
    std::vector<std::vector<Register>> parts;
    std::vector<std::vector<std::int64_t>> cases;
    std::vector<std::string> texts;
    std::vector<ObjectPlan> objects; ///< by their number
    std::vector<Kept> kept;
    std::vector<std::pair<std::uint32_t, const Expression*>>
        accesses;                         ///< what the text accesses by an instruction
    std::vector<TextPart> text_parts;     ///< rising
    std::vector<NamedVariable> variables; ///< in the order in which they come to be
    std::vector<Register> arguments;      ///< where each argument's value goes; of structures their address
    std::uint32_t lane_bytes = 0;         ///< of all registers
    std::uint32_t masks = 0;
    std::uint32_t private_bytes = 0; ///< of objects in private memory
    bool has_barrier = false;
};

/// Where objects begin in a pointer: its upper bits are the object's number + 1, its lower ones the place in it, so that null is 0.
inline constexpr unsigned object_shift = 40;
inline constexpr std::uint64_t object_middle = std::uint64_t{1}
                                               << 39U; ///< the place 0, so that a step before it is seen

inline std::uint64_t pointer_to(std::uint32_t object, std::uint64_t place = 0)
{
    return (static_cast<std::uint64_t>(object) + 1) << object_shift | (object_middle + place);
}

/// The place in its object that a pointer leads to, in bytes.
inline std::int64_t offset_of(std::uint64_t pointer)
{
    return static_cast<std::int64_t>(pointer & ((std::uint64_t{1} << object_shift) - 1)) -
           static_cast<std::int64_t>(object_middle);
}

/// Translates a kernel. @throws Failed where the program asks for what this device does not have; the message is noted.
std::shared_ptr<const Code> lower(const Program& program, const Function& kernel, Notes& notes);

} // namespace lockstep::pocket
