// A program as the parser leaves it: typed, with its control flow as it is written.
#pragma once

#include "front/message.hpp"
#include "front/type.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lockstep::pocket
{

struct Builtin;
struct Function;
struct Expression;
struct Statement;
using Ex = std::unique_ptr<Expression>;
using St = std::unique_ptr<Statement>;

struct Variable
{
    std::string name;
    const Type* type = nullptr;
    Space space = Space::own;
    bool is_const = false;
    bool in_memory = false; ///< an array, a structure, or one whose address is taken
    bool is_parameter = false;
    bool host_sized = false;  ///< a parameter that is a size_t
    bool is_restrict = false; ///< a parameter through which alone its memory is reached
    bool is_volatile = false; ///< accessed each time that the text says so
    Place place;
    Ex first;        ///< of a variable of the whole program: its value
    unsigned id = 0; ///< unique in the program
};

enum class Operator : std::uint8_t
{
    add,
    subtract,
    multiply,
    divide,
    remainder,
    bit_and,
    bit_or,
    bit_xor,
    shift_left,
    shift_right,
    less,
    greater,
    at_most,
    at_least,
    equal,
    unequal,
    both,
    either, // && and ||
    negate,
    complement,
    opposite // -, ~, !
};

struct Expression
{
    enum class Is : std::uint8_t
    {
        constant, ///< `number`, of type
        text,     ///< a string, for printf
        variable,
        unary,     ///< sign of parts[0]
        binary,    ///< parts[0] sign parts[1]; operands of one type, but shifts' and those of pointers
        assign,    ///< parts[0] = parts[1]
        assign_by, ///< parts[0] sign= parts[1], computed in `inner`
        step,      ///< ++ and --, `before` or behind; sign is add or subtract
        choose,    ///< parts[0] ? parts[1] : parts[2]; of vectors by component
        sequence,  ///< parts[0], parts[1]
        call,      ///< `function` with parts
        builtin,   ///< `builtin` with parts
        convert,   ///< parts[0] to type: numbers, pointers, a scalar to all components
        field,     ///< parts[0].field
        swizzle,   ///< components of parts[0], by `order`
        element,   ///< *(parts[0] + parts[1])
        address,   ///< &parts[0]
        decay,     ///< the array parts[0] as a pointer to its first element
        gather,    ///< a vector of parts one after another
        list       ///< { … } for an array or a structure
    };

    Is is = Is::constant;
    const Type* type = nullptr;
    Place place;
    Operator sign = Operator::add;
    bool is_place = false; ///< it can be assigned to, or its address be taken
    bool before = false;
    unsigned depth = 1; ///< of expressions inside of one another, itself included
    const Type* inner = nullptr;
    union Number
    {
        std::int64_t whole;
        double real;
    } number{0};
    std::string text;
    Variable* variable = nullptr;
    Function* function = nullptr;
    const Builtin* builtin = nullptr;
    const Field* field = nullptr;
    std::vector<std::uint8_t> order;
    std::vector<Ex> parts;
};

struct Statement
{
    enum class Is : std::uint8_t
    {
        nothing,
        expression, ///< value
        declare,    ///< `variable`, with value if there is one
        block,      ///< body
        choose,     ///< if (value) body[0] else body[1]
        loop, ///< body[0] is what is repeated, step what comes after it; the condition is value, null: true
        switched, ///< switch (value) body; labels say where
        leave,    ///< return, with value if there is one
        end,      ///< break
        next      ///< continue
    };

    Is is = Is::nothing;
    Place place;
    Ex value;
    Ex step;
    bool asks_first = true; ///< of a loop: false of do … while
    std::vector<St> body;
    Variable* variable = nullptr;
    struct Label
    {
        std::int64_t value;
        bool is_default;
        std::size_t at; ///< in body
    };
    std::vector<Label> labels;
    int unroll = 0; ///< of a loop: #pragma unroll and the like; 0: not asked for
};

struct Function
{
    std::string name;
    const Type* result = nullptr;
    std::vector<Variable*> parameters;
    St body; ///< null: only declared
    bool is_kernel = false;
    std::array<std::size_t, 3> group{0, 0, 0}; ///< reqd_work_group_size; 0: none
    std::array<std::size_t, 3> hint{0, 0, 0};
    std::string vector_hint; ///< of vec_type_hint: the type's name
    Place place;
    std::vector<std::unique_ptr<Variable>> variables; ///< all of its own, parameters first
    std::vector<Function*> calls;
};

struct Program
{
    Types types;
    std::vector<std::unique_ptr<Function>> functions;
    std::vector<std::unique_ptr<Variable>> variables; ///< of the whole program, in order
    Texts texts;
    std::vector<Message> messages;
    bool ok = false;

    const Function* kernel(const std::string& name) const;
};

} // namespace lockstep::pocket
