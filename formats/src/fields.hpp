// Structs from JSON and to JSON, by one list of their members: visit_fields(struct, visitor) calls the visitor with the
// name and the member of each in the order of the text, or its `unless_empty` for what is left out when it is empty. An
// optional member is left out, too, when it holds nothing; the fields of an `inlined` one stand among the others.
#pragma once

#include "lockstep/formats/json_reader.hpp"

#include <nlohmann/json.hpp>

#include <concepts>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace lockstep::formats
{

using Json = nlohmann::ordered_json;

/// `Type` with or without const: the parameter of visit_fields, which serves reading and writing.
template <typename Type, typename Struct>
concept FieldsOf = std::same_as<std::remove_const_t<Type>, Struct>;

/// Stands for any visitor where only the existence of visit_fields is asked for.
struct AnyVisitor
{
    void operator()(const char* name, auto& member) const;
    void unless_empty(const char* name, auto& member) const;
    void inlined(const char* sign, auto& member) const;
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

inline void read_value(const JsonReader& from, int& to)
{
    to = from.whole();
}

inline void read_value(const JsonReader& from, bool& to)
{
    to = from.truth();
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
    void unless_empty(const char* name, Value& member)
    {
        if (const auto found = from_.find(name)) read_value(*found, member);
    }

    /// @param sign the field that is there when the others are.
    template <typename Value>
    void inlined(const char* sign, std::optional<Value>& member)
    {
        if (from_.has(sign)) read_value(from_, member.emplace());
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
    void unless_empty(const char* name, const Value& member)
    {
        if (!member.empty()) to_[name] = written(member);
    }

    template <typename Value>
    void inlined(const char*, const std::optional<Value>& member)
    {
        if (member) visit_fields(*member, *this);
    }

private:
    Json& to_;
};

template <HasFields Struct>
Json written(const Struct& value)
{
    Json json = Json::object();
    FieldWriter writer{json};
    visit_fields(value, writer);
    return json;
}

} // namespace lockstep::formats
