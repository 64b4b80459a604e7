// Of the accesses that a sub-group's text asks for, those that a compiler leaves.
#include "counts/compiled.hpp"

#include <algorithm>
#include <bit>

namespace lockstep::pocket
{

namespace
{

constexpr std::uint32_t widest_access = 16;

/// Bytes from one address to another, where that is known.
bool distance(const Symbol& from, const Symbol& to, std::int64_t& bytes)
{
    bytes = static_cast<std::int64_t>(to.value - from.value);
    constexpr std::int64_t far = std::int64_t{1} << 40U;
    return bytes > -far && bytes < far;
}

bool overlap(const Symbol& one, std::uint32_t bytes, const Symbol& other, std::uint32_t other_bytes)
{
    std::int64_t apart = 0;
    return !distance(one, other, apart) ||
           (apart < static_cast<std::int64_t>(bytes) && -apart < static_cast<std::int64_t>(other_bytes));
}

/// An access is made of pieces of a power of two, 16 bytes at most.
std::uint32_t largest_part(std::uint32_t bytes)
{
    return bytes == 0 ? 1 : std::min(widest_access, std::uint32_t{1} << std::countr_zero(bytes));
}

/// The access begins so many bytes earlier.
void move_to(MadeAccess& access, std::uint32_t earlier)
{
    for (LanePlace& lane : access.lanes) lane.address -= earlier;
}

/// Of a vector of three a whole access takes the fourth with it.
std::uint32_t bytes_of(const Register& vector, std::uint8_t alignment)
{
    const unsigned places = vector.lanes == 3 && alignment == Aligned::as_whole ? 4 : vector.lanes;
    return static_cast<std::uint32_t>(size_of(vector.scalar) * places);
}

} // namespace

Compiled::Compiled(const Shape& shape, Accesses& accesses)
    : shape_(shape), code_(shape.code()), accesses_(accesses), symbols_(shape.code())
{
    for (std::size_t i = 0; i < code_.objects.size(); ++i) {
        const int argument = code_.objects[i].argument;
        if (argument < 0 || code_.objects[i].space == Space::own) continue;
        const Register& in = code_.arguments[static_cast<std::size_t>(argument)];
        Instruction address;
        address.what = Do::address;
        address.to = in;
        address.number.whole = static_cast<std::int64_t>(i);
        symbols_.execute(address);
    }
}

/// What holds here.
std::vector<std::uint64_t> Compiled::guards() const
{
    std::vector<std::uint64_t> all;
    for (const Scope& scope : scopes_)
        if (!scope.known) all.push_back(scope.guard);
    return all;
}

/// Whether what is known of a place is known here. What was found under a condition is known again where the same one is asked a
/// few instructions later, since a compiler makes one way of the two.
bool Compiled::holds(const Entry& entry) const
{
    constexpr std::uint64_t few = 48;
    if (entry.closed != 0 && time_ - entry.closed > few) return false;
    return std::all_of(entry.guards.begin(), entry.guards.end(), [&](std::uint64_t guard) {
        return std::any_of(scopes_.begin(), scopes_.end(),
                           [&](const Scope& scope) { return !scope.known && scope.guard == guard; });
    });
}

/// When what is certain to be executed, if this is, began.
std::uint64_t Compiled::opened() const
{
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
        if (!scope->known) return scope->opened;
    return 0;
}

bool Compiled::is_shared(int object) const
{
    return object < 0 || code_.objects[static_cast<std::size_t>(object)].space == Space::global ||
           code_.objects[static_cast<std::size_t>(object)].space == Space::local;
}

bool Compiled::may_be_one(int object, int other) const
{
    if (object < 0 || other < 0 || object == other) return true;
    const ObjectPlan& one = code_.objects[static_cast<std::size_t>(object)];
    const ObjectPlan& two = code_.objects[static_cast<std::size_t>(other)];
    if (one.space != two.space || one.space == Space::own) return false;
    if (one.argument < 0 && two.argument < 0) return false;
    return !one.is_restrict && !two.is_restrict;
}

MadeAccess Compiled::access_of(std::uint32_t at, const SeenAccess& seen) const
{
    return {.at = at, .is = seen.is, .space = seen.space, .lanes = {seen.lanes.begin(), seen.lanes.end()}};
}

Compiled::Entry* Compiled::find(const Symbol& address, std::uint32_t bytes, std::size_t components)
{
    for (Entry& entry : entries_)
        if (entry.address.value == address.value && entry.bytes == bytes &&
            entry.values.size() == components && holds(entry))
            return &entry;
    return nullptr;
}

/// What is known of places that may have been written to is no longer known. @param address null: anywhere in the object
void Compiled::forget(int object, const Symbol* address, std::uint32_t bytes)
{
    for (Entry& entry : entries_)
        if (may_be_one(entry.object, object) &&
            (address == nullptr || overlap(entry.address, entry.bytes, *address, bytes))) {
            tell(entry);
            entry.bytes = 0;
        }
    std::erase_if(entries_, [](const Entry& entry) { return entry.bytes == 0; });
}

void Compiled::tell_in_parts(const MadeAccess& access, std::uint32_t part)
{
    const std::uint32_t bytes = access.lanes.front().bytes;
    MadeAccess piece = access;
    for (std::uint32_t done = 0; done < bytes; done += part) {
        for (std::size_t i = 0; i < piece.lanes.size(); ++i) {
            piece.lanes[i].address = access.lanes[i].address + done;
            piece.lanes[i].bytes = part;
        }
        accesses_.made(piece);
    }
}

/// A load of a vector: what is accessed of it, by which components are used.
void Compiled::tell_vector(Entry& entry)
{
    const auto lanes = static_cast<unsigned>(entry.values.size());
    const std::uint32_t size = entry.size;
    const std::uint32_t all = (1U << lanes) - 1;
    MadeAccess piece = entry.access;
    if ((entry.components & all) != all) piece.whole = lanes;
    const auto access = [&](unsigned first, unsigned count) {
        for (std::size_t i = 0; i < piece.lanes.size(); ++i) {
            piece.lanes[i].address = entry.access.lanes[i].address + std::uint64_t{first} * size;
            piece.lanes[i].bytes = count * size;
        }
        accesses_.made(piece);
    };
    const unsigned places = std::bit_ceil(lanes);
    const unsigned part = std::min<unsigned>(places, widest_access / size);
    for (unsigned start = 0; start < places; start += part) {
        const std::uint32_t used = (entry.components >> start) & ((1U << part) - 1);
        const bool is_quad = size == 4 && (lanes == 3 || lanes == 4);
        if (used == (1U << part) - 1 || (is_quad && std::popcount(used) >= 3))
            access(start, part);
        else if (is_quad && used == 0b0011)
            access(start, 2);
        else if (is_quad && used == 0b1100)
            access(start + 2, 2);
        else
            for (unsigned c = 0; c < part; ++c)
                if ((used >> c & 1U) != 0) access(start + c, 1);
    }
}

void Compiled::tell(Entry& entry)
{
    if (!entry.waits) return;
    entry.waits = false;
    if (entry.access.is == SeenAccess::Is::store)
        tell_in_parts(entry.access, largest_part(entry.bytes));
    else if (entry.components == 0)
        entry.bytes = 0; // nobody has asked for it
    else
        tell_vector(entry);
}

/// Somebody reads what may be in that object: what is stored there must be there.
void Compiled::tell_read(int object)
{
    for (Entry& entry : entries_)
        if (entry.waits && entry.access.is == SeenAccess::Is::store && may_be_one(entry.object, object))
            tell(entry);
}

/// What was loaded of vectors until here is loaded together.
void Compiled::tell_loads()
{
    for (Entry& entry : entries_)
        if (entry.waits && entry.access.is == SeenAccess::Is::load) tell(entry);
    std::erase_if(entries_, [](const Entry& entry) { return entry.bytes == 0; });
}

void Compiled::others_write()
{
    for (Entry& entry : entries_) {
        if (!is_shared(entry.object)) continue;
        tell(entry);
        entry.bytes = 0;
    }
    std::erase_if(entries_, [](const Entry& entry) { return entry.bytes == 0; });
}

void Compiled::access(std::uint32_t at, const SeenAccess& seen)
{
    ++time_;
    const Instruction& in = code_.instructions[at];
    if (in.what == Do::move)
        copy_structure(at, seen);
    else if (seen.is == SeenAccess::Is::load)
        load(at, seen);
    else if (seen.is == SeenAccess::Is::store)
        store(at, seen);
    else if (seen.is == SeenAccess::Is::atomic)
        atomic(at, seen);
    else {
        if (seen.is == SeenAccess::Is::write) others_write();
        accesses_.made(access_of(at, seen));
    }
}

void Compiled::load(std::uint32_t at, const SeenAccess& seen)
{
    const Instruction& in = code_.instructions[at];
    const auto object = static_cast<int>(seen.object);
    const bool is_volatile = in.is_volatile;
    const auto size = static_cast<std::uint32_t>(size_of(in.to.scalar));
    // A component that is loaded by itself is a part of its vector.
    const auto component = static_cast<std::uint32_t>(in.number.whole % component_of);
    const bool is_part = in.number.whole != 0 && seen.space != Space::own && !is_volatile;
    const auto lanes =
        is_part ? static_cast<unsigned>(in.number.whole / component_of) : unsigned{in.to.lanes};
    Symbol address = symbols_.of(in.a);
    if (is_part) address.value -= std::uint64_t{component} * size;
    const std::uint32_t bytes = is_part ? size * std::bit_ceil(lanes) : bytes_of(in.to, in.flags);
    const std::uint32_t used = is_part && shape_.used(at) != 0 ? 1U << component
                               : is_part                       ? 0
                                                               : shape_.used(at);
    const auto bring = [&](const std::vector<Symbol>& values) {
        loaded_ = is_part ? std::vector{values[component]} : values;
    };
    if (Entry* const known = is_volatile ? nullptr : find(address, bytes, lanes)) {
        known->used = time_;
        if (known->waits && known->access.is == SeenAccess::Is::load) known->components |= used;
        const bool is_there =
            known->size == 0 || known->waits || lanes == 1 || (known->components & used) == used;
        if (is_there) return bring(known->values);
        known->components |=
            used; // the rest of the vector, which was not loaded with what was asked for first
        known->waits = true;
        known->access = access_of(at, seen);
        known->components = used;
        if (is_part) move_to(known->access, component * size);
        return bring(known->values);
    }
    Entry entry{.address = address,
                .bytes = bytes,
                .object = object,
                .guards = guards(),
                .made = time_,
                .used = time_,
                .components = used,
                .size = size};
    for (unsigned c = 0; c < lanes; ++c) entry.values.push_back(symbols_.unknown());
    bring(entry.values);
    if (is_shared(object)) tell_read(object);
    if (seen.space == Space::own) {
        entry.size = 0;
        load_field(address, bytes);
    } else {
        entry.access = access_of(at, seen);
        const bool by_element = in.flags == Aligned::as_element && in.to.lanes > 1;
        if (is_part) move_to(entry.access, component * size);
        if (is_volatile || by_element || (lanes == 1 && entry.components != 0)) {
            entry.access.one_by_one = by_element;
            entry.access.whole = by_element ? in.to.lanes : 0;
            if (is_volatile || by_element || !join_sides(entry.access))
                tell_in_parts(entry.access, by_element ? size : largest_part(bytes));
        } else
            entry.waits = true;
    }
    if (!is_volatile) entries_.push_back(std::move(entry));
}

/// Where both sides of a choice end with a load of one kind, it is made once, behind them.
/// @return whether that is how this one is told
bool Compiled::join_sides(const MadeAccess& access)
{
    const std::uint32_t partner = shape_.partner(access.at);
    if (partner == 0 || scopes_.empty() || scopes_.back().known) return false;
    std::vector<MadeAccess>& held = scopes_.back().held;
    if (held.empty() || held.front().at != partner || held.front().space != access.space) {
        held.assign(1, access);
        return true;
    }
    MadeAccess both = held.front();
    held.clear();
    both.lanes.insert(both.lanes.end(), access.lanes.begin(), access.lanes.end());
    std::sort(both.lanes.begin(), both.lanes.end(),
              [](const LanePlace& one, const LanePlace& other) { return one.lane < other.lane; });
    tell_in_parts(both, largest_part(both.lanes.front().bytes));
    return true;
}

void Compiled::store(std::uint32_t at, const SeenAccess& seen)
{
    const Instruction& in = code_.instructions[at];
    const Symbol address = symbols_.of(in.a);
    const std::uint32_t bytes = bytes_of(in.b, in.flags);
    const auto object = static_cast<int>(seen.object);
    const bool is_volatile = in.is_volatile;
    if (seen.space != Space::own) tell_loads();
    if (Entry* const known = find(address, bytes, in.b.lanes); known != nullptr && known->waits &&
                                                               known->access.is == SeenAccess::Is::store &&
                                                               known->made >= opened() && !is_volatile)
        known->waits = false; // nobody has read what was stored there before
    forget(object, &address, bytes);
    Entry entry{.address = address,
                .bytes = bytes,
                .object = object,
                .guards = guards(),
                .made = time_,
                .used = time_};
    for (unsigned c = 0; c < in.b.lanes; ++c) entry.values.push_back(symbols_.of(in.b, c));
    if (seen.space != Space::own) {
        entry.access = access_of(at, seen);
        const bool by_element = in.flags == Aligned::as_element && in.b.lanes > 1;
        entry.waits = !by_element && !is_volatile;
        entry.access.one_by_one = by_element;
        entry.access.whole = by_element ? in.b.lanes : 0;
        for (LanePlace& lane : entry.access.lanes) lane.bytes = bytes;
        if (!entry.waits)
            tell_in_parts(entry.access, by_element ? static_cast<std::uint32_t>(size_of(in.b.scalar))
                                                   : largest_part(bytes));
    }
    if (!is_volatile) entries_.push_back(std::move(entry));
}

void Compiled::atomic(std::uint32_t at, const SeenAccess& seen)
{
    others_write();
    if (seen.space != Space::own) accesses_.made(access_of(at, seen));
}

/// A structure is copied: first where it comes from is told, then where it goes.
void Compiled::copy_structure(std::uint32_t at, const SeenAccess& seen)
{
    const Instruction& in = code_.instructions[at];
    const auto bytes = static_cast<std::uint32_t>(in.number.whole);
    if (seen.is == SeenAccess::Is::load) {
        source_ = {.address = symbols_.of(in.b),
                   .bytes = bytes,
                   .object = static_cast<int>(seen.object),
                   .access = access_of(at, seen)};
        return;
    }
    const Symbol to = symbols_.of(in.a);
    const auto object = static_cast<int>(seen.object);
    if (seen.space != Space::own && source_.access.space != Space::own) { // from memory to memory
        tell_read(source_.object);
        tell_in_parts(source_.access, largest_part(bytes));
        forget(object, &to, bytes);
        tell_in_parts(access_of(at, seen), largest_part(bytes));
        return;
    }
    if (seen.space != Space::own) return store_fields(at, seen, source_.address);
    std::vector<Entry> fields;
    std::int64_t apart = 0;
    if (source_.access.space == Space::own) {
        for (const std::vector<Entry>* const all : {&entries_, &structures_})
            for (const Entry& entry : *all)
                if (distance(source_.address, entry.address, apart) && apart >= 0 && apart < bytes) {
                    fields.push_back(entry);
                    fields.back().address.value = to.value + static_cast<std::uint64_t>(apart);
                    fields.back().object = all == &entries_ ? object : entry.object;
                }
    } else {
        tell_read(source_.object);
        fields.push_back(source_);
        fields.back().address = to;
    }
    forget(object, &to, bytes);
    std::erase_if(structures_, [&](const Entry& old) { return overlap(old.address, old.bytes, to, bytes); });
    for (Entry& field : fields) {
        field.guards = guards();
        field.closed = 0;
        field.used = field.made = time_;
        (field.access.lanes.empty() ? entries_ : structures_).push_back(field);
    }
}

/// A private structure goes to memory, field by field as they were made.
void Compiled::store_fields(std::uint32_t at, const SeenAccess& to, const Symbol& from)
{
    const Instruction& in = code_.instructions[at];
    const auto bytes = static_cast<std::uint32_t>(in.number.whole);
    const Symbol address = symbols_.of(in.a);
    std::vector<std::pair<std::int64_t, std::uint32_t>> fields;
    std::uint32_t covered = 0;
    std::int64_t apart = 0;
    for (const Entry& entry : entries_)
        if (distance(from, entry.address, apart) && apart >= 0 && apart + entry.bytes <= bytes) {
            fields.emplace_back(apart, entry.bytes);
            covered += entry.bytes;
        }
    if (covered != bytes) fields.assign(1, {0, bytes});
    std::sort(fields.begin(), fields.end());
    tell_loads();
    forget(static_cast<int>(to.object), &address, bytes);
    for (const auto& [offset, size] : fields) {
        MadeAccess field = access_of(at, to);
        for (LanePlace& lane : field.lanes) {
            lane.address += static_cast<std::uint64_t>(offset);
            lane.bytes = size;
        }
        tell_in_parts(field, largest_part(size));
    }
}

/// A private place is read. Where it is part of a copy of what is in memory, that part is loaded.
void Compiled::load_field(const Symbol& address, std::uint32_t bytes)
{
    std::int64_t apart = 0;
    for (auto copy = structures_.rbegin(); copy != structures_.rend(); ++copy) {
        if (!distance(copy->address, address, apart) || apart < 0 || apart + bytes > copy->bytes) continue;
        MadeAccess field = copy->access;
        field.is = SeenAccess::Is::load;
        if (field.space != Space::global && field.space != Space::local) return;
        for (LanePlace& lane : field.lanes) {
            lane.address += static_cast<std::uint64_t>(apart);
            lane.bytes = bytes;
        }
        tell_in_parts(field, largest_part(bytes));
        return;
    }
}

} // namespace lockstep::pocket
