// The values of a sub-group's variables, as a history keeps them.
#pragma once

#include "counts/history.hpp"
#include "machine/run.hpp"

#include <map>
#include <string>
#include <vector>

namespace lockstep::pocket
{

/// What has changed between two steps.
struct ChangedValues
{
    std::string members; ///< of a JSON object: the variable's number and its value
    std::vector<std::size_t> gone;
    std::string words; ///< "x = 3, y = 0 to 31"
};

/// Follows the variables that have a name.
class ShownValues
{
public:
    /// @param variables are added to
    ShownValues(const Code& code, unsigned width, std::vector<StepVariable>& variables);

    /// @param last the instruction that was executed last
    ChangedValues changes(const SubGroup& part, std::uint32_t last);

    /// What is in a register, as JSON. @param type what it stands for; null: a number
    std::string values_of(const SubGroup& part, const Register& in, const Type* type) const;

private:
    /// A number in memory: one of an array's, or a field.
    struct Piece
    {
        std::string name;
        const Type* type = nullptr;
        std::size_t offset = 0;
    };
    struct Shown
    {
        std::size_t number = 0; ///< in the history
        std::vector<Piece> pieces = {};
        bool is_there = false;
        std::vector<std::byte> bytes = {};    ///< as they were last, of all lanes
        std::vector<std::byte> marks = {};    ///< and which were written
        std::vector<std::string> values = {}; ///< as they were last; of a register one
    };

    void take_apart(const Type& type, std::size_t offset, const std::string& name,
                    std::vector<Piece>& into) const;
    bool is_same(const SubGroup& part, const NamedVariable& variable, Shown& shown) const;
    std::string piece_of(const SubGroup& part, const NamedVariable& variable, const Piece& piece) const;
    std::string in_memory(const SubGroup& part, const NamedVariable& variable, Shown& shown) const;
    std::string number_at(const std::byte* at, Scalar scalar, const Type* type) const;
    static std::string in_words(const std::string& values);

    const Code& code_;
    unsigned width_;
    std::vector<Shown> shown_; ///< of each of the code's variables
};

} // namespace lockstep::pocket
