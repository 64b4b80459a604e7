// A launch while it goes on: its groups, their sub-groups, and what each of them is at.
#pragma once

#include "machine/machine.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <vector>

namespace lockstep::pocket
{

using Mask = std::uint64_t;

/// The lane of a mask that stands first; the mask is not empty.
constexpr unsigned lowest_bit(Mask mask)
{
    return static_cast<unsigned>(std::countr_zero(mask));
}

/// The one that stands last.
constexpr unsigned highest_bit(Mask mask)
{
    return 63U - static_cast<unsigned>(std::countl_zero(mask));
}

/// What a mask comes back to, where the text joins.
struct Frame
{
    enum class Is : std::uint8_t
    {
        choice,
        loop,
        choose,
        call
    } is = Is::choice;
    Mask before = 0; ///< who came in
    Mask taken = 0;  ///< of an if: who took its first side
    Mask off = 0;    ///< who left by break or return
    Mask turn = 0;   ///< who is done with this turn, by continue
};

struct Group;

/// What a load found unwritten, in which lanes.
struct Unwritten
{
    Mask lanes = 0;
    std::vector<std::uint64_t> pointers;
};

/// A sub-group: its registers, its mask, and where it is.
struct SubGroup
{
    Group* group = nullptr;
    unsigned number = 0;
    Mask exists = 0; ///< lanes that are work-items
    Mask mask = 0;   ///< that go on
    std::uint32_t at = 0;
    std::vector<Frame> frames;
    std::vector<std::byte> registers;
    std::vector<Mask> defined;
    std::vector<std::byte> own; ///< private memory of all lanes
    std::vector<std::uint8_t> own_written;
    std::vector<Object> own_objects;              ///< by plan; data is lane 0's
    std::uint16_t step = 0;                       ///< sub-group barriers passed
    std::uint64_t copies = 0;                     ///< of the group that it has asked for
    std::map<std::uint32_t, Unwritten> unwritten; ///< by the load's number
    bool waits = false;                           ///< at a barrier
    bool ended = false;
};

/// A work-group in flight.
struct Group
{
    std::array<std::size_t, 3> id{0, 0, 0};
    std::array<std::size_t, 3> size{1, 1, 1}; ///< of the last ones perhaps less
    std::size_t first_item = 0;               ///< the number of its first work-item in the launch
    std::vector<SubGroup> parts;
    std::vector<Object> locals; ///< by plan
    std::vector<std::vector<std::byte>> local_bytes;
    std::vector<std::vector<std::uint8_t>> local_written;
    std::uint32_t local_time = 0;  ///< barriers passed that order local memory
    std::uint32_t global_time = 0; ///< and global memory
    struct Vote
    {
        std::uint32_t at = 0;
        std::vector<std::byte> values;
    };
    /// A copy that goes on until its event is waited for.
    struct Copy
    {
        std::uint64_t event = 0;
        const Instruction* asked = nullptr;
        std::uint64_t from = 0, to = 0;
        std::size_t count = 0, stride = 1;
    };
    std::vector<Copy> copies;
    bool failed = false;
    bool watched = false;
};

/// Who has written to an object with one instruction, and where.
struct Has
{
    std::uint32_t first_item = 0, last_item = 0;
    std::size_t first = 0, last = 0; ///< bytes
    bool all = false;                ///< what lies between, too
};

class Run
{
public:
    Run(const Code& code, const LaunchSizes& sizes, std::vector<Argument>& arguments,
        const MachineOptions& options);

    Outcome go();

private:
    // Setting up.
    bool sizes_fit();
    std::unique_ptr<Group> next_group();
    std::unique_ptr<Group> spare_group();
    void set_up(SubGroup& part);
    void set_arguments(SubGroup& part);
    void set_structures(SubGroup& part) const;

    // Getting on.
    void slice(SubGroup& part, unsigned steps);
    void get_on(Group& group);
    void end_groups();
    void watch(SubGroup& part, const Instruction& instruction);
    void pass_barrier(Group& group);
    void execute(SubGroup& part, const Instruction& instruction);
    void control(SubGroup& part, const Instruction& instruction);
    void restore(SubGroup& part, const Frame& frame) const;
    static Mask off(const SubGroup& part);

    // Values.
    std::byte* at(SubGroup& part, const Register& in, unsigned component = 0) const
    {
        return part.registers.data() + std::size_t{in.at} * width_ +
               std::size_t{component} * width_ * size_of(in.scalar);
    }
    template <typename T>
    T* lanes(SubGroup& part, const Register& in, unsigned component = 0) const
    {
        return reinterpret_cast<T*>(at(part, in, component));
    }
    std::int64_t whole(SubGroup& part, const Register& in, unsigned lane, unsigned component = 0) const;
    double real(SubGroup& part, const Register& in, unsigned lane, unsigned component = 0) const;
    void set_whole(SubGroup& part, const Register& in, unsigned lane, unsigned component,
                   std::int64_t value) const;
    void set_real(SubGroup& part, const Register& in, unsigned lane, unsigned component, double value) const;
    /// Lanes all of whose components are defined.
    static Mask known(const SubGroup& part, const Register& in)
    {
        Mask all = ~Mask{0};
        for (unsigned c = 0; c < in.lanes; ++c) all &= part.defined[in.defined + c];
        return all;
    }
    static void define(SubGroup& part, const Register& in, Mask lanes)
    {
        for (unsigned c = 0; c < in.lanes; ++c) part.defined[in.defined + c] = lanes;
    }
    void set_constant(SubGroup& part, const Instruction& instruction);
    void copy(SubGroup& part, const Instruction& instruction);
    void select(SubGroup& part, const Instruction& instruction);
    void calculate(SubGroup& part, const Instruction& instruction);
    void call_function(SubGroup& part, const Instruction& instruction);
    void check_arithmetic(SubGroup& part, const Instruction& instruction);
    Mask beyond(SubGroup& part, const Instruction& instruction, unsigned component) const;
    Mask truth(SubGroup& part, const Register& in, const Instruction& instruction);

    // Memory.
    bool may_be_written(const Object& buffer) const;
    enum class Kind : std::uint8_t
    {
        read,
        write,
        atomic
    };
    std::byte* place(SubGroup& part, const Instruction& instruction, unsigned lane, std::uint64_t pointer,
                     std::size_t bytes, std::size_t alignment, Kind kind, Object*& object,
                     std::size_t& offset);
    Object* object_of(SubGroup& part, std::uint64_t pointer) const;
    void load(SubGroup& part, const Instruction& instruction);
    bool load_plainly(SubGroup& part, const Instruction& instruction);
    bool store_plainly(SubGroup& part, const Instruction& instruction);
    template <typename Element>
    bool load_elements(SubGroup& part, const Instruction& instruction);
    template <typename Element>
    bool store_elements(SubGroup& part, const Instruction& instruction);
    struct Plain
    {
        Object* object = nullptr;       ///< null: not that plain
        bool in_a_row = false;          ///< all lanes, at neighbours
        std::size_t first = 0;          ///< where the first of the lanes is, in the object's data
        std::array<std::size_t, 64> at; ///< where each is, if they are not in a row
    };
    Plain plain_places(SubGroup& part, const Instruction& instruction, std::size_t bytes);
    void note_plain(SubGroup& part, const Plain& plain, std::size_t bytes, Kind kind);
    bool note_row(const SubGroup& part, Object& object, std::size_t offset, std::size_t bytes, Kind kind);
    bool note_one_read(const SubGroup& part, const Plain& plain, std::size_t bytes);
    void store(SubGroup& part, const Instruction& instruction);
    void move(SubGroup& part, const Instruction& instruction);
    void change(SubGroup& part, const Instruction& instruction);
    void copy_async(SubGroup& part, const Instruction& instruction);
    void complete(SubGroup& part, const Group::Copy& copy);
    void wait_for(SubGroup& part, const Instruction& instruction);
    /// Who accesses a place now, and when.
    struct Accessing
    {
        const SubGroup& part;
        std::uint32_t item; ///< counted from 1
        std::uint32_t time;
        Kind kind;
        std::uint32_t at; ///< the number of the instruction
    };
    Accessing accessing(const SubGroup& part, unsigned lane, const Object& object, Kind kind,
                        std::uint32_t instruction) const;
    struct Other
    {
        std::uint32_t number = 0; ///< 0: nobody
        bool writes = false;
    };
    Other other_of(const Accessing& by, const Access& access) const;
    bool same_group(const Accessing& by, std::uint32_t other) const;
    bool together(const Accessing& by, std::uint32_t other, std::uint32_t when, std::uint16_t step) const;
    void note(const Accessing& by, Access& access) const;
    void note_access(SubGroup& part, std::uint32_t at, unsigned lane, Object& object, std::size_t offset,
                     std::size_t bytes, Kind kind);

    // Together.
    void of_group(SubGroup& part, const Instruction& instruction);
    bool is_uniform(SubGroup& part, const Register& in) const;
    bool ids_of_one(SubGroup& part, const Instruction& instruction, bool global);
    void reduce(SubGroup& part, const Instruction& instruction, const std::string& name);
    void barrier(SubGroup& part, const Instruction& instruction);
    void see(const SubGroup& part, unsigned lane, const Picture& image, PixelBox& box,
             const std::int64_t* place);
    void read_image(SubGroup& part, const Instruction& instruction);
    void write_image(SubGroup& part, const Instruction& instruction);
    void ask_image(SubGroup& part, const Instruction& instruction);
    void print(SubGroup& part, const Instruction& instruction);

    // Findings.
    /// The other one of a race.
    struct Encounter
    {
        std::uint32_t item = 0, at = 0;
        bool writes = false;
        bool beside_atomic = false;
    };
    /// How far it has been looked for where a value comes from.
    struct Search
    {
        unsigned looks = 0; ///< that are left
        unsigned depth = 0;
    };
    Finding* found(SubGroup& part, unsigned lane, Fault fault, const Place& place);
    void find(SubGroup& part, unsigned lane, Fault fault, const Place& place, const std::string& sentence,
              const Object* object = nullptr, long long index = 0);
    const Register* kept(const Expression& expression, std::uint32_t at) const;
    std::optional<std::string> value_told(SubGroup& part, const Expression& expression, std::uint32_t at,
                                          unsigned lane) const;
    std::string index_told(SubGroup& part, std::uint32_t at, unsigned lane) const;
    void tell_outside(SubGroup& part, const Instruction& instruction, unsigned lane, const char* does,
                      std::uint64_t pointer, std::size_t bytes, const Object& object);
    void tell_race(SubGroup& part, std::uint32_t at, unsigned lane, const Object& object, std::size_t offset,
                   Kind kind, const Encounter& other);
    void tell_race_across(const Place& place, const std::string& object);
    bool all_write(SubGroup& part, const Instruction& instruction, unsigned lane, Kind kind) const;
    void keep_unwritten(SubGroup& part, unsigned lane, std::uint64_t pointer) const;
    std::optional<std::uint32_t> origin_of(const SubGroup& part, unsigned lane, const Register& in,
                                           std::uint32_t at, Search& search) const;
    std::optional<std::uint32_t> stored_into(const SubGroup& part, unsigned lane, std::uint64_t pointer,
                                             std::uint32_t at, Search& search) const;
    void tell_unwritten(SubGroup& part, unsigned lane, const Instruction& instruction,
                        const std::string& sentence, const Register& value);
    void tell_unwritten_atomic(SubGroup& part, unsigned lane, const Instruction& instruction,
                               std::uint64_t pointer);
    void tell_writers(SubGroup& part, std::uint64_t pointer, std::uint32_t reader, Finding& finding) const;
    std::string by_whom(const ObjectPlan& plan, const Has& has) const;
    std::string absence(const SubGroup& part, unsigned lane) const;
    const ObjectPlan& plan_of(const SubGroup& part, const Object& object) const;
    std::array<std::size_t, 3> local_id(const SubGroup& part, unsigned lane) const;
    std::array<std::size_t, 3> global_id(const SubGroup& part, unsigned lane) const;
    std::size_t group_of_item(std::size_t number) const
    {
        return number / (sizes_.group[0] * sizes_.group[1] * sizes_.group[2]);
    }
    std::size_t item_number(const SubGroup& part, unsigned lane) const;
    std::array<std::size_t, 3> id_of_item(std::size_t number) const;
    std::string who(const std::array<std::size_t, 3>& id) const;

    const Code& code_;
    LaunchSizes sizes_;
    std::vector<Argument>& arguments_;
    MachineOptions options_;
    Outcome outcome_;
    unsigned slices_ = 0;
    unsigned width_;
    std::array<std::size_t, 3> groups_{1, 1, 1};
    std::size_t next_ = 0;
    std::vector<Object> constants_; ///< by plan
    std::vector<std::vector<std::byte>> constant_bytes_;
    std::vector<Object*> globals_; ///< by plan; null: not global
    std::deque<std::unique_ptr<Group>> flying_;
    std::vector<std::unique_ptr<Group>> spare_; ///< that have ended; the next ones take their memory
    SubGroup beginning_;                        ///< registers as each sub-group begins with them
    std::mt19937_64 chance_;
    std::vector<LanePlace> seen_; ///< of the access that a watcher is told of
};

} // namespace lockstep::pocket
