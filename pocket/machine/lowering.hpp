// From the typed program to instructions.
#pragma once

#include "machine/code.hpp"

#include <map>
#include <string>
#include <vector>

namespace lockstep::pocket
{

/// Whether less is promised of an expression's address than its type asks for: by the structure of which it is a part, or by the typedef through whose
/// pointer it is reached.
bool lies_anywhere(const Expression& expression);

/// Where an expression's text begins: of a[i].x at the a.
Place beginning_of(const Expression& expression);

/// Whether a place is accessed each time that the text says so.
bool is_volatile_place(const Expression& expression);

class Lowering
{
public:
    Lowering(const Function& kernel, Notes& notes);

    std::shared_ptr<const Code> run();

private:
    /// Where a variable is: in a register, or an object's.
    struct Home
    {
        Register in;
        int object = -1;
        Register address; ///< of a structure that is handed over: where it is
    };
    /// A place that can be read and written.
    struct Target
    {
        bool in_register = false;
        Register in = {}; ///< of a register: itself; else the pointer to it
        const Type* type = nullptr;
        bool anywhere = false; ///< of a packed structure: at any address
        bool is_volatile = false;
        std::vector<std::uint8_t> order = {}; ///< components of it, if not all
        const Expression* written = nullptr;  ///< as the text has it
    };

    // Registers.
    Register new_register(const Type* type);
    Register new_register(Scalar scalar, unsigned lanes);
    static Scalar scalar_of(const Type* type);
    Instruction& emit(Do what, const Place& place);
    std::uint32_t here() const { return static_cast<std::uint32_t>(code_->instructions.size()); }
    void set_target(std::uint32_t instruction) { code_->instructions[instruction].target = here(); }

    // Variables.
    int new_object(const std::string& name, Space space, std::size_t size, std::size_t alignment,
                   const Type* type = nullptr);
    Home& home_of(const Variable& variable);
    void declare(const Variable& variable);
    void set_up_arguments();
    int constant_object(const Variable& variable);
    bool bytes_of(const Expression* expression, const Type* type, std::size_t at, ObjectPlan& into);
    void initialise(const Expression& list, const Type* type, const Register& base, std::uint64_t at);

    // What stands where in the text.
    void in_text(TextPart::Is is, const Place& place);
    void name(const Variable& variable, const Home& home);
    void end_names(std::size_t first);

    // Statements.
    void statement(const Statement& statement);
    void loop(const Statement& statement);
    void count_at_once(const Statement& loop);
    void switched(const Statement& statement);
    void assign_variable(const Variable& variable, const Expression& value);

    // Expressions.
    Register value(const Expression& expression);
    Register computed(const Expression& expression);
    void accesses(const Expression* expression);
    void effect(const Expression& expression);
    Register address(const Expression& expression);
    Register truth(const Expression& expression);
    Register constant(std::int64_t whole, Scalar scalar, const Place& place);
    Register constant_of(const Expression& expression);
    Register converted(const Register& from, const Type* to, const std::string& how, const Place& place);
    Register binary(Operator sign, const Register& a, const Register& b, const Type* result,
                    const Place& place);
    Register pointer_step(Operator sign, const Register& pointer, const Register& by, std::size_t bytes,
                          const Place& place);
    Register logic(const Expression& expression);
    Register choice(const Expression& expression);
    Register object_address(int object, const Place& place);
    Register moved_on(const Register& pointer, std::uint64_t bytes, const Place& place);
    Target target_of(const Expression& expression);
    Register loaded(const Target& target, const Place& place);
    void store(const Target& target, const Register& value, const Place& place);
    Register load(const Register& pointer, const Type* type, const Place& place, bool anywhere = false);
    Register swizzled(const Register& from, const std::vector<std::uint8_t>& order, const Place& place);
    void copy_structure(const Register& to, const Register& from, std::size_t bytes, const Place& place);

    // Calls.
    Register call(const Expression& expression);
    Register builtin(const Expression& expression);
    Register function_of(const Expression& expression, std::vector<Register> arguments);
    Register atomic_of(const Expression& expression);
    Register c11_of(const Expression& expression);
    Register vector_memory(const Expression& expression);
    void print(const Expression& expression);
    [[noreturn]] void refuse(const Place& place, const std::string& happened);

    const Function& kernel_;
    Notes& notes_;
    std::shared_ptr<Code> code_ = std::make_shared<Code>();
    std::map<const Variable*, Home> homes_;
    std::map<const Variable*, int> constants_;
    std::uint32_t bytes_ = 0, masks_ = 0;
    std::size_t private_bytes_ = 0, constant_bytes_ = 0; ///< of objects
    unsigned depth_ = 0; ///< statements, values and calls inside of one another
    Deeper deeper(const Place& place);
    std::vector<const Function*> inside_;
    std::vector<Register> results_;          ///< of the functions that are being copied in
    std::vector<Register> result_addresses_; ///< of those that return structures
};

} // namespace lockstep::pocket
