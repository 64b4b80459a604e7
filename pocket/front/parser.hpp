// From tokens to a typed program.
#pragma once

#include "front/preprocessor.hpp"
#include "front/program.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::pocket
{

struct Builtin;

/// What stands before a declared name: its type and what else is said of it.
struct Specifiers
{
    const Type* type = nullptr;
    std::optional<Space> space;
    bool is_const = false;
    bool is_volatile = false;
    bool is_typedef = false;
    bool is_kernel = false;
    bool is_extern = false;
    bool is_static = false;
    bool host_sized = false; ///< size_t and its like, whose size is the device's own
    std::array<std::size_t, 3> group{0, 0, 0};
    std::array<std::size_t, 3> hint{0, 0, 0};
    std::string vector_hint = {};
    std::size_t alignment = 0;      ///< asked for by an attribute
    std::size_t type_alignment = 0; ///< of the type, if its typedef asks for another one
    bool packed = false;
    bool overloadable = false;
    Place place;
};

class Parser
{
public:
    Parser(std::vector<Token> tokens, const Options& options, Program& program, Notes& notes);

    void run();

private:
    struct Meaning
    {
        Variable* variable = nullptr;
        Function* function = nullptr;           ///< the first of that name
        std::vector<Function*> others = {};     ///< overloadable ones
        const Type* type = nullptr;             ///< of a typedef
        std::size_t alignment = 0;              ///< that a typedef asks for
        std::optional<std::int64_t> value = {}; ///< of an enumeration's name
    };
    using Scope = std::map<std::string, Meaning>;
    struct Declared
    {
        std::string name;
        const Type* type = nullptr;
        Place place;
        std::vector<std::unique_ptr<Variable>> parameters;
        bool is_function = false;
        bool is_const = false; ///< of a pointer: itself
        bool overloadable = false;
        std::size_t alignment = 0; ///< asked for by an attribute behind it
    };

    // Tokens.
    const Token& here(std::size_t ahead = 0) const;
    bool next_is(const char* what) const { return here().is(what); }
    bool take(const char* what);
    std::string shown() const;
    void expect(const char* what, const char* where);
    void expect_end_of_list(const char* where);
    void leave_scope();
    void skip_to_end_of_statement();
    const Meaning* find(const std::string& name) const;
    Place end_of_last() const;
    Deeper deeper(const char* happened) { return {depth_, deepest, notes_, here().place, happened}; }

    // Declarations.
    void external();
    void take_attributes(Specifiers& specifiers);
    bool begins_type() const;
    bool begins_cast();
    std::optional<Space> space_here() const;
    Specifiers specifiers();
    const Type* structure(bool is_union);
    void enumeration();
    Declared declarator(const Specifiers& specifiers, const Type* base);
    const Type* pointers(const Specifiers& specifiers, const Type* base, bool& is_const);
    std::vector<std::unique_ptr<Variable>> parameters();
    void function(const Specifiers& specifiers, Declared declared);
    void check_kernel(const Function& function);
    void need_new(const std::string& name, const Place& place);
    Variable* variable(const Specifiers& specifiers, const Declared& declared, bool global);
    void declare(const Specifiers& specifiers, bool global, std::vector<St>* into);
    Ex initialiser(const Type*& type);
    Ex text_in(Ex text, const Type*& type, const Place& place);
    void values_of(std::vector<Ex>& parts, const Type* type, bool has_brackets, Ex given);
    Ex part_of_list(const Type* part, Ex given);
    std::size_t designated(const Type* type);
    std::size_t array_index();
    Ex components(const Type* type, const Place& place);
    const Type* type_name();
    void fields_of(Structure& structure);
    void lay_out(Structure& structure, bool packed, std::size_t alignment, const Place& place);
    std::size_t array_length();
    const Type* array_of(const Type* type, std::size_t length, const Place& place);
    void need_complete(const Type* type, const Place& place);

    // Statements.
    St statement();
    void one_statement(std::vector<St>& into);
    St block();
    St choice();
    St loop_while();
    St loop_do();
    St loop_for();
    St switched();
    St leave();
    Ex condition(const char* of);
    int taken_unroll();

    // Expressions.
    Ex expression();
    Ex assignment();
    Ex conditional();
    Ex binary(int lowest);
    Ex unary();
    Ex postfix();
    Ex behind(Ex value);
    Ex primary();
    Ex number();
    Ex in_parentheses();
    Ex gathered(const Type* type, const Place& place);
    Ex call(const Token& name);
    Ex member(Ex whole, const Token& name);
    Ex element(Ex whole, Ex which, const Place& place);
    Ex component(Ex whole, Ex which, const Place& place);
    Ex size_of_something();

    // Building typed nodes.
    Ex made(Expression::Is is, const Type* type, const Place& place, std::vector<Ex> parts = {});
    Ex whole_number(std::int64_t value, const Type* type, const Place& place);
    Ex converted(Ex from, const Type* to, const Place& place);
    Ex as_value(Ex from);
    Ex assignable(Ex from, const Type* to, const Place& place, const std::string& what);
    void warn_of_comparison(Operator sign, const Expression& left, const Expression& right,
                            const Place& place);
    Ex applied(Operator sign, Ex left, Ex right, const Place& place);
    Ex applied_to_pointers(Operator sign, Ex left, Ex right, const Place& place);
    Ex assigned(Ex left, Ex right, std::optional<Operator> by, const Place& place);
    Ex chosen(Ex asked, Ex first, Ex second, const Place& place);
    Ex address_of(Ex from, const Place& place);
    Ex fold(Ex from);
    void need_steps(const Expression& of, const Place& place);
    void need_place(const Expression& left, const Place& place, const char* what);
    const Type* common(const Ex& left, const Ex& right, const Place& place, const std::string& sign);
    std::optional<std::int64_t> constant_of(const Expression& expression) const;

    // Calls.
    Function& overload_of(const Meaning& meaning, const std::vector<Ex>& arguments) const;
    Ex call_function(Function& function, std::vector<Ex> arguments, const Place& place);
    Ex call_builtin(const Builtin& builtin, std::vector<Ex> arguments, const Place& place);
    Ex call_conversion(const std::string& name, std::vector<Ex>& arguments, const Place& place);
    Ex cast_call(const std::string& name, std::vector<Ex>& arguments, const Place& place);
    void refuse_if_below(const Token& name);
    [[noreturn]] void unknown(const Token& name, bool called);
    const Type* same_type(const Builtin& builtin, std::vector<Ex>& arguments, std::size_t first,
                          std::size_t count, bool floats, bool wholes, const Place& place);
    [[noreturn]] void refuse_types(const Builtin& builtin, const Type& chosen, const Expression& other,
                                   const Place& place);
    void whole_argument(const Builtin& builtin, std::vector<Ex>& arguments, std::size_t which, Scalar scalar,
                        const Place& place);
    const Type* memory_result(const Builtin& builtin, std::vector<Ex>& arguments, const Place& place);
    void need_pointer(const Builtin& builtin, const Ex& argument, bool written, const Place& place);

    std::vector<Token> tokens_;
    const Options& options_;
    Program& program_;
    Types& types_;
    Notes& notes_;
    std::size_t at_ = 0;
    std::vector<Scope> scopes_;
    std::map<const Type*, Structure*> structures_; ///< to be completed
    std::map<std::string, unsigned>
        gone_; ///< variables of blocks that have ended in this function, and their lines
    Function* function_ = nullptr;
    unsigned next_id_ = 0;
    int loops_ = 0;
    int switches_ = 0;
    unsigned depth_ = 0; ///< statements and expressions inside of one another
    static constexpr unsigned deepest = 1000;
    static constexpr std::size_t most_bytes = std::size_t{1} << 28U;  ///< of a type
    static constexpr std::size_t most_values = std::size_t{1} << 20U; ///< of a list
    const Variable* initialised_ = nullptr; ///< whose value is being read, of those of the whole program
    int unroll_ = 0;
};

} // namespace lockstep::pocket
