// Structs from JSON and to JSON, by one list of their members: visit_fields(struct, visitor) calls the visitor with the
// name and the member of each in the order of the text, or its `unless_default` for what is left out when it is as it would be
// without it. An optional member is left out, too, when it holds nothing; the fields of an `inlined` one stand among the others.
//
// Where keys are called as members, the list is all there is to write: LOCKSTEP_FIELDS(Point, x, y) outside of functions, and
// between other calls LOCKSTEP_VISIT(point, x, y) or LOCKSTEP_VISIT_UNLESS_DEFAULT(point, x, y).
#pragma once

#include "lockstep/formats/json_reader.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

// Puts the same before each of up to 64 names, with a semicolon behind.
#define LOCKSTEP_PARENTHESES ()
#define LOCKSTEP_AGAIN(...)                                                                                  \
    LOCKSTEP_AGAIN_2(LOCKSTEP_AGAIN_2(LOCKSTEP_AGAIN_2(LOCKSTEP_AGAIN_2(__VA_ARGS__))))
#define LOCKSTEP_AGAIN_2(...)                                                                                \
    LOCKSTEP_AGAIN_3(LOCKSTEP_AGAIN_3(LOCKSTEP_AGAIN_3(LOCKSTEP_AGAIN_3(__VA_ARGS__))))
#define LOCKSTEP_AGAIN_3(...)                                                                                \
    LOCKSTEP_AGAIN_4(LOCKSTEP_AGAIN_4(LOCKSTEP_AGAIN_4(LOCKSTEP_AGAIN_4(__VA_ARGS__))))
#define LOCKSTEP_AGAIN_4(...) __VA_ARGS__
#define LOCKSTEP_EACH(call, of, member, ...)                                                                 \
    call(#member, of.member);                                                                                \
    __VA_OPT__(LOCKSTEP_EACH_AGAIN LOCKSTEP_PARENTHESES(call, of, __VA_ARGS__))
#define LOCKSTEP_EACH_AGAIN() LOCKSTEP_EACH

#define LOCKSTEP_VISIT(of, ...) LOCKSTEP_AGAIN(LOCKSTEP_EACH(visit, of, __VA_ARGS__))
#define LOCKSTEP_VISIT_UNLESS_DEFAULT(of, ...)                                                               \
    LOCKSTEP_AGAIN(LOCKSTEP_EACH(visit.unless_default, of, __VA_ARGS__))
#define LOCKSTEP_FIELDS(Struct, ...)                                                                         \
    template <FieldsOf<Struct> Any, typename Visitor>                                                        \
    void visit_fields(Any& of, Visitor& visit)                                                               \
    {                                                                                                        \
        LOCKSTEP_VISIT(of, __VA_ARGS__)                                                                      \
    }

namespace lockstep::formats
{

using Json = nlohmann::ordered_json;

/// `Type` with or without const: the parameter of visit_fields, which serves reading and writing.
template <typename Type, typename Struct>
concept FieldsOf = std::same_as<std::remove_const_t<Type>, Struct>;

/// Stands for any visitor where only the existence of visit_fields is asked for.
struct AnyVisitor
{
};

template <typename Type>
concept HasFields = requires(Type& value, AnyVisitor visitor)
{
    visit_fields(value, visitor);
};

inline void read_value(const JsonReader& from, std::string& to)
{
    to = from.text();
}

inline void read_value(const JsonReader& from, double& to)
{
    to = from.number();
}

inline void read_value(const JsonReader& from, std::uint64_t& to)
{
    to = from.count();
}

template <typename Number>
Number small_count(const JsonReader& from)
{
    const std::uint64_t count = from.count();
    if (count > static_cast<std::uint64_t>(std::numeric_limits<Number>::max()))
        from.refuse("is out of range");
    return static_cast<Number>(count);
}

inline void read_value(const JsonReader& from, unsigned& to)
{
    to = small_count<unsigned>(from);
}

inline void read_value(const JsonReader& from, int& to)
{
    to = from.whole();
}

inline void read_value(const JsonReader& from, bool& to)
{
    to = from.truth();
}

inline void read_value(const JsonReader& from, std::array<std::uint64_t, 3>& to)
{
    const std::vector<JsonReader> list = from.list();
    if (list.size() != to.size()) from.refuse("must have three sizes");
    for (std::size_t i = 0; i < to.size(); ++i) to[i] = list[i].count();
}

/// One of these, by the name that name_of() gives it.
template <typename Enum>
void read_name(const JsonReader& from, Enum& to, std::initializer_list<Enum> all)
{
    const std::string name = from.text();
    std::string known;
    for (const Enum& value : all) {
        if (name == name_of(value)) {
            to = value;
            return;
        }
        const char* before = &value == all.begin() ? "" : &value == all.end() - 1 ? " or " : ", ";
        known += fmt::format("{}\"{}\"", before, name_of(value));
    }
    from.refuse("must be " + known);
}

template <typename Value>
void read_value(const JsonReader& from, std::map<std::string, Value>& to)
{
    for (const auto& [name, value] : from.members()) read_value(value, to[name]);
}

template <HasFields Struct>
void read_value(const JsonReader& from, Struct& to);

template <typename Value>
void read_value(const JsonReader& from, std::vector<Value>& to)
{
    for (const JsonReader& element : from.list()) read_value(element, to.emplace_back());
}

/// Reads the members that a visit names.
class FieldReader
{
public:
    explicit FieldReader(const JsonReader& from) : from_(from) {}

    template <typename Value>
    void operator()(const char* name, Value& member)
    {
        read_value(from_.at(name), member);
    }

    template <typename Value>
    void operator()(const char* name, std::optional<Value>& member)
    {
        if (const auto found = from_.find(name)) read_value(*found, member.emplace());
    }

    template <typename Value>
    void unless_default(const char* name, Value& member, const Value& = {})
    {
        if (const auto found = from_.find(name)) read_value(*found, member);
    }

    /// What follows from the others, and is not read.
    void derived(const char*, const auto&) {}

    void not_negative(const char* name, int& member) { member = small_count<int>(from_.at(name)); }

    /// @param sign the field that is there when the others are.
    template <typename Value>
    void inlined(const char* sign, std::optional<Value>& member)
    {
        if (from_.has(sign)) read_value(from_, member.emplace());
    }

    void require(bool good, const char* name, const std::string& why)
    {
        if (!good) from_.at(name).refuse(why);
    }

private:
    const JsonReader& from_;
};

template <HasFields Struct>
void read_value(const JsonReader& from, Struct& to)
{
    FieldReader reader{from};
    visit_fields(to, reader);
}

template <typename Value>
Json written(const Value& value)
{
    return value;
}

template <HasFields Struct>
Json written(const Struct& value);

template <typename Value>
Json written(const std::map<std::string, Value>& values)
{
    Json json = Json::object();
    for (const auto& [name, value] : values) json[name] = written(value);
    return json;
}

template <typename Value>
Json written(const std::vector<Value>& values)
{
    Json list = Json::array();
    for (const Value& value : values) list.push_back(written(value));
    return list;
}

/// Writes the members that a visit names.
class FieldWriter
{
public:
    explicit FieldWriter(Json& to) : to_(to) {}

    template <typename Value>
    void operator()(const char* name, const Value& member)
    {
        to_[name] = written(member);
    }

    template <typename Value>
    void operator()(const char* name, const std::optional<Value>& member)
    {
        if (member) to_[name] = written(*member);
    }

    template <typename Value>
    void unless_default(const char* name, const Value& member, const Value& otherwise = {})
    {
        if constexpr (requires { member.empty(); }) {
            if (!member.empty()) to_[name] = written(member);
        } else {
            if (member != otherwise) to_[name] = written(member);
        }
    }

    void derived(const char* name, const auto& value) { to_[name] = value; }
    void not_negative(const char* name, int member) { to_[name] = member; }

    template <typename Value>
    void inlined(const char*, const std::optional<Value>& member)
    {
        if (member) visit_fields(*member, *this);
    }

    void require(bool, const char*, const std::string&) {}

private:
    Json& to_;
};

/// A struct of these fields.
template <HasFields Struct>
Struct read_fields(const JsonReader& from)
{
    Struct read;
    read_value(from, read);
    return read;
}

template <HasFields Struct>
Json written(const Struct& value)
{
    Json json = Json::object();
    FieldWriter writer{json};
    visit_fields(value, writer);
    return json;
}

/// The text of a struct of a device and its rungs, a rung a line.
template <HasFields Struct>
std::string lines_text(const Struct& counts)
{
    std::string rungs;
    for (const auto& rung : counts.rungs)
        rungs += fmt::format("{}\n  {}", rungs.empty() ? "" : ",", written(rung).dump());
    return fmt::format("{{\n \"device\": {},\n \"rungs\": [{}\n ]\n}}\n", Json(counts.device).dump(), rungs);
}

} // namespace lockstep::formats
