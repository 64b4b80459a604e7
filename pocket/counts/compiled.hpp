// Of the accesses that a sub-group's text asks for, those that a compiler leaves.
#pragma once

#include "counts/symbols.hpp"
#include "machine/watcher.hpp"

#include <cstdint>
#include <vector>

namespace lockstep::pocket
{

/// An access that is made.
struct MadeAccess
{
    std::uint32_t at = 0; ///< its instruction
    SeenAccess::Is is = SeenAccess::Is::load;
    Space space = Space::global;
    unsigned whole = 0;      ///< of a vector that is accessed in parts: its components; else 0
    bool one_by_one = false; ///< vload and vstore, which need no vector's alignment
    std::vector<LanePlace> lanes = {};
};

/// Who takes the accesses that are made.
class Accesses
{
public:
    virtual ~Accesses() = default;
    virtual void made(const MadeAccess& access) = 0;
};

/// The accesses of one sub-group, as its compiler would leave them:
/// - one that is repeated with nothing in between that may change the place is made once, and what was stored is not loaded again;
/// - what a loop does not change is loaded before it;
/// - a store that another one follows to the same place, with nobody in between who may read it, is not made;
/// - a loop with a number of rounds that is known and small is written out, and each round is seen with its own numbers;
/// - of a vector of which parts are used, these are loaded: three or four of four numbers as one, the first or the last two as one,
///   any others by themselves; what is not used is not loaded;
/// - a structure that is copied to a private one is loaded field by field, as fields are used, and private arrays are registers.
/// Others may write wherever there is a barrier, a fence or an atomic. Two pointers that the host gives may lead to one buffer,
/// unless one of them says restrict.
class Compiled
{
public:
    Compiled(const Shape& shape, Accesses& accesses);

    void access(std::uint32_t at, const SeenAccess& seen);
    /// @param before who executed the instruction, @param after who goes on
    void executed(std::uint32_t at, std::uint64_t before, std::uint64_t after);
    /// The sub-group waits at a barrier, or has ended.
    void others_write();

    /// Whether the instruction that was executed last costs nothing: a test whose answer was known.
    bool was_known() const { return known_; }
    const Symbols& symbols() const { return symbols_; }

private:
    /// What is known of a place in memory.
    struct Entry
    {
        Symbol address = {};
        std::uint32_t bytes = 0;
        int object = -1;
        std::vector<std::uint64_t> guards = {}; ///< of the scopes around it
        std::uint64_t closed = 0;               ///< when the innermost of them ended; 0: it has not
        std::vector<Symbol> values = {};        ///< of its components
        std::uint64_t made = 0;                 ///< when
        std::uint64_t used = 0;                 ///< when it was last asked for
        bool waits = false;           ///< its access is not told yet, since what follows may change it
        std::uint32_t components = 0; ///< of a load that waits: those that are used
        std::uint32_t size = 0;       ///< of a component in bytes; 0: not loaded from memory
        MadeAccess access = {};
    };
    /// An if, a loop or a switch.
    struct Scope
    {
        std::uint32_t begin = 0;
        std::uint64_t guard = 0; ///< what holds inside: of an if its condition, of a loop itself
        bool known = false; ///< which way it goes, or how many rounds: then it is as if it were not there
        std::uint64_t opened = 0;          ///< when
        std::uint64_t round = 0;           ///< of a loop: when its round began
        std::vector<MadeAccess> held = {}; ///< what one side ends with, if the other may end with its like
    };

    void load(std::uint32_t at, const SeenAccess& seen);
    bool join_sides(const MadeAccess& access);
    void store(std::uint32_t at, const SeenAccess& seen);
    void atomic(std::uint32_t at, const SeenAccess& seen);
    void copy_structure(std::uint32_t at, const SeenAccess& seen);
    void store_fields(std::uint32_t at, const SeenAccess& to, const Symbol& from);
    void load_field(const Symbol& address, std::uint32_t bytes);
    MadeAccess access_of(std::uint32_t at, const SeenAccess& seen) const;
    Entry* find(const Symbol& address, std::uint32_t bytes, std::size_t components);
    bool may_be_one(int object, int other) const;
    bool is_shared(int object) const;
    void forget(int object, const Symbol* address, std::uint32_t bytes);
    void tell(Entry& entry);
    void tell_in_parts(const MadeAccess& access, std::uint32_t part);
    void tell_vector(Entry& entry);
    void tell_read(int object);
    void tell_loads();
    std::vector<std::uint64_t> guards() const;
    bool holds(const Entry& entry) const;
    std::uint64_t opened() const;
    bool rounds_are_known(std::uint32_t begin) const;
    void enter(std::uint32_t begin, bool known, std::uint64_t guard);
    void leave();
    void drop_inner(bool keep);
    void turn(const Stretch& stretch);

    const Shape& shape_;
    const Code& code_;
    Accesses& accesses_;
    Symbols symbols_;
    std::vector<Entry> entries_;
    std::vector<Scope> scopes_;
    std::vector<Symbol> loaded_;    ///< what the load that is executed next brings
    std::vector<Entry> structures_; ///< private copies of what is in memory
    Entry source_;                  ///< of the structure that is copied next
    std::uint64_t time_ = 0;
    bool known_ = false;
};

} // namespace lockstep::pocket
